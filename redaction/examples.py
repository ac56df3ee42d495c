"""Fake values for the rules' examples, built at run time so that no complete token stands in a source file."""

from __future__ import annotations

import hashlib
import string
from typing import Final

ALPHANUMERIC: Final = string.ascii_letters + string.digits
LOWER: Final = string.ascii_lowercase + string.digits
UPPER: Final = string.ascii_uppercase + string.digits
HEXADECIMAL: Final = string.digits + "abcdef"
BASE64: Final = ALPHANUMERIC + "+/"
BASE64_URL: Final = ALPHANUMERIC + "-_"
DIGITS: Final = string.digits

_LEAST_CLASSES: Final = 8


def fake(prefix: str, length: int, alphabet: str = ALPHANUMERIC) -> str:
    """Return ``prefix`` and ``length`` characters of ``alphabet``, always the same ones for the same arguments.

    From eight characters on, the text begins and ends with a letter or digit and holds a digit and a letter where the
    alphabet has them, as a generated token of that length does.
    """
    plain = [character for character in alphabet if character.isalnum()]
    stream = _numbers(f"{prefix} {length} {alphabet}", length)
    body = [alphabet[number % len(alphabet)] for number in stream]
    if length >= _LEAST_CLASSES:
        body[0], body[-1] = plain[stream[0] % len(plain)], plain[stream[-1] % len(plain)]
        for place, kind in ((1, str.isdigit), (2, str.isupper), (3, str.islower)):
            choice = [character for character in plain if kind(character)]
            if choice:
                body[place] = choice[stream[place] % len(choice)]
    return prefix + "".join(body)


def _numbers(seed: str, count: int) -> list[int]:
    """Return ``count`` numbers below 256 that depend on the seed alone."""
    out = b""
    block = 0
    while len(out) < count:
        out += hashlib.sha256(f"{seed} {block}".encode()).digest()
        block += 1
    return list(out[:count])
