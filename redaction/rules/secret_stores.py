"""Tokens of the stores that hold other secrets, and of the tools that provision infrastructure with them."""

from __future__ import annotations

import re
from typing import Final

from redaction.examples import BASE64_URL, HEXADECIMAL, LOWER, fake
from redaction.findings import Kind
from redaction.rule import Reach, Rule
from redaction.rules.formats import WORD_START, is_generated, is_varied, named, near, shown, token

_STORE: Final = "It reads every secret that the store gives out."
_ALNUM: Final = named(b"")

VAULT: Final = token(
    "vault-token", (b"hvs.", b"hvb.", b"hvr."), rb"[A-Za-z0-9_\-]{20,}+", why=_STORE, finds=(fake("hvs.", 95, BASE64_URL), fake("hvb.", 140, BASE64_URL), fake("hvs.", 24)), leaves=("hvs.value",)
)  # fmt: skip
VAULT_OLD: Final = token(
    "vault-token-old", (b"s.", b"b."), rb"[A-Za-z0-9]{24}", start=WORD_START, end=rb"(?![A-Za-z0-9_.(\-])", stem="vault-token", why=_STORE, finds=(fake("s.", 24),),
    leaves=("s.connectWithManyLettersIn", "tests.abc", "s.replaceAllTheOldValuesxxx"),
    accepts=lambda match: is_generated(match) and sum(48 <= b <= 57 for b in match["body"]) >= 2 and not match["body"].islower(),  # noqa: PLR2004 - ASCII digits, two of them
)  # fmt: skip
TERRAFORM: Final = Rule(
    id="terraform-token",
    kind=Kind.SECRET,
    stem="terraform-token",
    why="It plans and applies the organisation's infrastructure.",
    anchors=(b".atlasv1.",),
    pattern=re.compile(rb"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_\-=]{50,}+"),
    finds=shown((fake("", 14) + ".atlasv1." + fake("", 67, BASE64_URL),)),
    leaves=("x.atlasv1.", "name.atlasv1.token"),
    reach=Reach(_ALNUM.alphabet, 14),
    accepts=is_varied,
)
PULUMI: Final = token(
    "pulumi-token",
    (b"pul-",),
    rb"[a-f0-9]{40}",
    end=rb"(?![A-Za-z0-9])",
    why=_STORE,
    finds=(fake("pul-", 40, HEXADECIMAL),),
    leaves=("pul-name",),
)
DOPPLER: Final = token("doppler-token", (b"dp.pt.", b"dp.st.", b"dp.ct.", b"dp.sa.", b"dp.scim.", b"dp.audit.", b"dp.said."), rb"[A-Za-z0-9_\-.]{36,}+", why=_STORE, finds=(fake("dp.pt.", 43), fake("dp.st.dev.", 43)),
                       leaves=("dp.pt.name",))  # fmt: skip
INFISICAL: Final = token("infisical-token", (b"st.",), rb"[a-f0-9]{24}\.[a-f0-9]{32}\.[a-f0-9]{32}", why=_STORE, finds=("st." + fake("", 24, HEXADECIMAL) + "." + fake("", 32, HEXADECIMAL) + "." + fake("0", 31, HEXADECIMAL),),
                         leaves=("st.write",))  # fmt: skip
AKEYLESS: Final = token(
    "akeyless-id",
    (b"p-",),
    rb"[a-z0-9]{12,14}am",
    start=WORD_START,
    end=rb"(?![A-Za-z0-9_\-])",
    why=_STORE,
    finds=(fake("p-", 12, LOWER) + "am",),
    leaves=("p-diagram",),
    accepts=is_generated,
)
ONE_PASSWORD: Final = token(
    "onepassword-token",
    (b"ops_eyJ",),
    rb"[A-Za-z0-9+/=_\-]{60,}+",
    why=_STORE,
    finds=(fake("ops_eyJ", 250),),
    leaves=("ops_eyJ",),
)
_GROUPS: Final = "ABCDEFGHJKLMNPQRSTVWXYZ23456789"
ONE_PASSWORD_KEY: Final = token("onepassword-secret-key", (b"A3-",), rb"[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}", why="It decrypts the vault together with the password.",
                                finds=("A3-" + fake("", 6, _GROUPS) + "-" + fake("", 11, _GROUPS) + "-" + "-".join(fake(f"{n}", 4, _GROUPS) for n in range(2, 5)),), leaves=("A3-NAME",))  # fmt: skip
BITWARDEN: Final = near("bitwarden-token", (b"bws_access", b"bitwarden"), rb"0\.[0-9a-f\-]{36}\.[A-Za-z0-9]{30}:[A-Za-z0-9+/=]{20,28}", why=_STORE,
                        finds=("0." + "-".join(fake("", n, HEXADECIMAL) for n in (8, 4, 4, 4, 12)) + "." + fake("", 30) + ":" + fake("", 22) + "==",))  # fmt: skip
PREFECT: Final = token(
    "prefect-key",
    (b"pnu_", b"pnb_"),
    rb"[A-Za-z0-9]{36}",
    why="It runs the workspace's flows.",
    finds=(fake("pnu_", 36),),
    leaves=("pnu_name",),
)
LAUNCHDARKLY: Final = token("launchdarkly-key", (b"sdk-", b"mob-"), rb"[0-9a-z]{8}-[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{12}", why="It reads the environment's flags.",
                     finds=("sdk-" + "-".join(fake("", n, HEXADECIMAL) for n in (8, 4, 4, 4, 12)),), leaves=("sdk-name",))  # fmt: skip
