"""Tokens of the stores that hold other secrets, and of the tools that provision infrastructure with them."""

from __future__ import annotations

from typing import Final

from redaction.examples import HEXADECIMAL, LOWER, fake
from redaction.rules.formats import UUID, WORD_START, is_generated, named, near, token

_STORE: Final = "It reads every secret that the store gives out."
_ALNUM: Final = named(b"")

VAULT_BARE: Final = token(
    "vault-token-bare",
    (b"s.", b"b."),
    rb"[A-Za-z0-9]{24}",
    start=WORD_START,
    end=rb"(?![A-Za-z0-9_.(\-])",
    stem="vault-token",
    ahead=rb"[a-z0-9]{24}",
    why=_STORE,
    finds=(fake("s.", 24),),
    leaves=("s.connectWithManyLettersIn", "tests.abc", "s.replaceAllTheOldValuesxxx"),
    accepts=lambda match: (
        is_generated(match) and sum(bytes((b,)).isdigit() for b in match["body"]) > 1 and not match["body"].islower()
    ),
)
INFISICAL_SERVICE: Final = token(
    "infisical-service-token",
    (b"st.",),
    rb"[a-f0-9]{24}\.[a-f0-9]{32}\.[a-f0-9]{32}",
    why=_STORE,
    finds=("st." + fake("", 24, HEXADECIMAL) + "." + fake("", 32, HEXADECIMAL) + "." + fake("0", 31, HEXADECIMAL),),
    leaves=("st.write",),
)
AKEYLESS_ID: Final = token(
    "akeyless-access-id",
    (b"p-",),
    rb"[a-z0-9]{12,14}am",
    ahead=rb"[a-z0-9]{12}",
    start=WORD_START,
    end=rb"(?![A-Za-z0-9_\-])",
    why=_STORE,
    finds=(fake("p-", 12, LOWER) + "am",),
    leaves=("p-diagram",),
    accepts=is_generated,
)
_GROUPS: Final = "ABCDEFGHJKLMNPQRSTVWXYZ23456789"
ONE_PASSWORD_KEY: Final = token(
    "onepassword-secret-key",
    (b"A3-",),
    rb"[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}",
    why="It decrypts the vault together with the password.",
    finds=(
        "A3-"
        + fake("", 6, _GROUPS)
        + "-"
        + fake("", 11, _GROUPS)
        + "-"
        + "-".join(fake(f"{n}", 4, _GROUPS) for n in range(2, 5)),
    ),
    leaves=("A3-NAME",),
)
BITWARDEN: Final = near(
    "bitwarden-token",
    (b"bws_access", b"bitwarden"),
    rb"0\.[0-9a-f\-]{36}\.[A-Za-z0-9]{30}:[A-Za-z0-9+/=]{20,28}",
    why=_STORE,
    finds=(
        "0."
        + "-".join(fake("", n, HEXADECIMAL) for n in (8, 4, 4, 4, 12))
        + "."
        + fake("", 30)
        + ":"
        + fake("", 22)
        + "==",
    ),
)
LAUNCHDARKLY: Final = token(
    "launchdarkly-key",
    (b"sdk-", b"mob-", b"api-", b"rel-"),
    UUID,
    why="It reads the environment's flags.",
    finds=("sdk-" + "-".join(fake("", n, HEXADECIMAL) for n in (8, 4, 4, 4, 12)),),
    leaves=("sdk-platform-tools", "api-0123"),
)
