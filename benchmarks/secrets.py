"""Fake secrets, assembled at run time, so that the text of this project holds none."""

from __future__ import annotations

import random
import string
from typing import Final

_ALPHANUMERIC: Final = string.ascii_letters + string.digits
_HEXADECIMAL: Final = "0123456789abcdef"

Planted = tuple[str, str]
"""The text to put into a line, and the part of it that is secret."""


def drawn(chance: random.Random, length: int, alphabet: str = _ALPHANUMERIC) -> str:
    """Return ``length`` random characters."""
    return "".join(chance.choices(alphabet, k=length))


def planted(chance: random.Random, number: int) -> Planted:
    """Return the ``number``-th fake secret in its surroundings: each family in turn."""
    body = drawn(chance, 48)
    families = (
        (f"Incorrect API key provided: {(key := 's' + 'k-' + body)}.", key),
        (f"headers={{'Authorization': 'Bearer {body}'}}", body),
        (f"GET https://gateway.example.org/v1/search?api_key={body}&n=10", body),
        (f"proxy=http://svc-bench:{body[:20]}@proxy.example.org:3128/", body[:20]),
        (f"env: HF_TOKEN={(hf := 'h' + 'f_' + body[:34])}", hf),
        (f"git clone with {(gh := 'g' + 'hp_' + body[:36])} failed", gh),
        (f'{{"password": "{body[:16]}", "user": "bench"}}', body[:16]),
        (f"--judge-api-key {body[:40]} --concurrency 8", body[:40]),
        (f"aws_secret_access_key = {body[:40]}", body[:40]),
        (f"session {(jwt := 'ey' + 'J' + body[:30] + '.' + 'ey' + 'J' + drawn(chance, 60) + '.' + drawn(chance, 43))} expired", jwt),
        (f"slack {(slack := 'xo' + 'xb-' + drawn(chance, 12, string.digits) + '-' + body[:24])} revoked", slack),
        (f"anthropic {(claude := 's' + 'k-ant-api03-' + drawn(chance, 93) + 'AA')} refused", claude),
    )  # fmt: skip
    return families[number % len(families)]


def known_values(count: int = 50) -> tuple[str, ...]:
    """Return values that a machine may know: keys, tokens and passwords of 20 to 60 characters."""
    chance = random.Random(7)
    return tuple("bench-" + drawn(chance, chance.randrange(14, 54)) for _ in range(count))


def digests(chance: random.Random) -> str:
    """Return a line of what looks random and is no secret: hexadecimal, UUID, base64, SHA, image digests."""
    uuid = "-".join(drawn(chance, n, _HEXADECIMAL) for n in (8, 4, 4, 4, 12))
    return (
        f"{drawn(chance, 64, _HEXADECIMAL)} {uuid} {drawn(chance, 40, _HEXADECIMAL)} "
        f"{drawn(chance, 88)}== image@sha256:{drawn(chance, 64, _HEXADECIMAL)}"
    )
