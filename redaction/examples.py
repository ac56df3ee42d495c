"""Fake values for the rules' examples, built at run time so that no complete token stands in a source file."""

from __future__ import annotations

import hashlib
import string
from functools import cache
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
    plain, table, kinds = _sorted(alphabet)
    stream = _numbers(f"{prefix} {length} {alphabet}", length)
    body = list(stream.translate(table).decode("ascii"))
    if length >= _LEAST_CLASSES:
        body[0], body[-1] = plain[stream[0] % len(plain)], plain[stream[-1] % len(plain)]
        for place, choice in kinds:
            body[place] = choice[stream[place] % len(choice)]
    return prefix + "".join(body)


@cache
def _sorted(alphabet: str) -> tuple[str, bytes, tuple[tuple[int, str], ...]]:
    """Return the letters and digits of an alphabet, its character for each byte, and which are to stand at which place."""
    plain = "".join(filter(str.isalnum, alphabet))
    table = "".join(alphabet[number % len(alphabet)] for number in range(256)).encode("ascii")
    kinds = ((1, str.isdigit), (2, str.isupper), (3, str.islower))
    choices = ((place, "".join(filter(kind, plain))) for place, kind in kinds)
    return plain, table, tuple((place, choice) for place, choice in choices if choice)


def _numbers(seed: str, count: int) -> bytes:
    """Return ``count`` numbers below 256 that depend on the seed alone."""
    out = b""
    block = 0
    while len(out) < count:
        out += hashlib.sha256(f"{seed} {block}".encode()).digest()
        block += 1
    return out[:count]
