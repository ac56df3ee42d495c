"""Masks inside a token: ``xxxx``, ``****``, ``----`` make a dummy only where they are most of it or the rest is no key."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

_RUNS: Final = re.compile(rb"(?i)x{4,}+|\*{3,}+|\.{3,}+|_{4,}+|-{4,}+")
_WORDS: Final = re.compile(
    rb"your|Your|YOUR|(?i:placeholder|redacted|changeme|insert|example|dummy|replace)|<|\$"
)  # fmt: skip
_PLAIN: Final = re.compile(rb"(?:(?:[A-Z]?[a-z]+|[A-Z]+|\d{1,4})(?:[_.\- ]+|\Z))*\Z")
_CHANGE: Final = re.compile(rb"(?<=[a-z])[A-Z0-9]|(?<=[A-Z])[a-z0-9]|(?<=[0-9])[A-Za-z]")

_LEAST: Final = 20
"""A key that was masked by somebody shows fewer characters than that."""

_FEWEST_DIFFERENT: Final = 9
_CHANGES: Final = 6
"""A generated text changes the class of its characters about every second time, a dummy such as ``1234abcd`` once."""


def is_masked(body: bytes) -> bool:
    """Say whether a token with a run of signs is a dummy: what is left of it is short, less than half, or no key."""
    if _RUNS.search(body) is None:
        return False
    rest = _RUNS.sub(b" ", body)
    signs = len(rest.replace(b" ", b""))
    if signs < _LEAST or signs * 2 < len(body) or _WORDS.search(rest) or _PLAIN.match(rest):
        return True
    runs = sum(following - each == 1 for each, following in pairwise(rest))
    return len(set(rest.lower())) < _FEWEST_DIFFERENT or len(_CHANGE.findall(rest)) < _CHANGES or runs * 3 > signs
