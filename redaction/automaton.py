"""One pass over a block of bytes for thousands of literals, with or without compiled libraries."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from redaction import vectorscan

Hit = tuple[int, int, int]
"""Number of a literal, and start and end of one of its occurrences in the block."""

LARGEST_LITERAL: Final = 64
"""Longer literals would make the fallback's expression too deep; callers anchor on a head and confirm the rest."""


_MOST_FAST: Final = 12_000
"""More literals are learnt only from evidence full of secrets; memory stays bounded there."""

_BEFORE_FAST: Final = 4 << 20
"""Bytes of text from which on what is faster has earned its making."""


class Automaton(Protocol):
    """Finds every occurrence of every literal, overlapping ones included."""

    def hits(self, block: bytes) -> list[Hit]:
        """Return all occurrences in ``block``, whatever the case of its letters, in any order."""


class _Growing:
    """The way that is soonest ready, until much text has come: then the fastest."""

    def __init__(self, literals: Sequence[bytes]) -> None:
        self._literals = literals
        self._automaton: Automaton = _AhoCorasick(literals, dense=False)
        self._left = _BEFORE_FAST if len(literals) <= _MOST_FAST else -1

    def hits(self, block: bytes) -> list[Hit]:
        if self._left >= 0:
            self._left -= len(block)
            if self._left < 0:
                self._automaton = _fastest(self._literals)
        return self._automaton.hits(block)


def _fastest(literals: Sequence[bytes]) -> Automaton:
    """Return what is fastest, however long it takes to make."""
    try:
        return _Vectors(literals)
    except ImportError:
        return _AhoCorasick(literals, dense=True)


class _AhoCorasick:
    """The automaton of ``ahocorasick_rs``; a dense one is twice as fast, takes five times as long to make, and up to 3 KB a literal."""

    def __init__(self, literals: Sequence[bytes], *, dense: bool) -> None:
        from ahocorasick_rs import BytesAhoCorasick, Implementation  # noqa: PLC0415 - 5 ms, and absent on some platforms

        kind = Implementation.DFA if dense else Implementation.ContiguousNFA
        self._automaton = BytesAhoCorasick(literals, implementation=kind)

    def hits(self, block: bytes) -> list[Hit]:
        return self._automaton.find_matches_as_indexes(block.lower(), overlapping=True)


class _Vectors:
    """The same results from a compiled scanner, eight times faster where little is found."""

    def __init__(self, literals: Sequence[bytes]) -> None:
        self._lengths = list(map(len, literals))
        self._expressions = vectorscan.Expressions([vectorscan.literal(each) for each in literals])

    def hits(self, block: bytes) -> list[Hit]:
        lengths = self._lengths
        return [(number, end - lengths[number], end) for end, number in self._expressions.matches(block)]


class _Expression:
    """The same results from the standard library: a trie of all literals as one regular expression.

    The expression finds the longest literal at each start; the shorter ones that begin there are its prefixes and
    are known beforehand.
    """

    def __init__(self, literals: Sequence[bytes]) -> None:
        number_of = {literal: number for number, literal in enumerate(literals)}
        self._found_with = {
            literal: tuple((number_of[literal[:n]], n) for n in range(1, len(literal) + 1) if literal[:n] in number_of)
            for literal in literals
        }
        self._search = re.compile(_trie_expression(sorted(literals)), re.DOTALL).search

    def hits(self, block: bytes) -> list[Hit]:
        found: list[Hit] = []
        block = block.lower()
        match = self._search(block)
        while match is not None:
            start = match.start()
            found.extend((number, start, start + n) for number, n in self._found_with[match.group()])
            match = self._search(block, start + 1)
        return found


class _Empty:
    """No literals, no hits."""

    def hits(self, block: bytes) -> list[Hit]:  # noqa: ARG002 - the protocol's shape
        return []


def build(literals: Iterable[bytes], *, accelerated: bool | None = None) -> Automaton:
    """Return an automaton for distinct, non-empty, lower-case ``literals`` of at most 64 bytes.

    ``accelerated`` forces a compiled library (``True``, ``ImportError`` where it is missing) or the fallback
    (``False``); ``None`` takes the library where it can be imported.
    """
    distinct = list(literals)
    if len(set(distinct)) != len(distinct) or any(not 0 < len(each) <= LARGEST_LITERAL for each in distinct):
        raise ValueError("literals must be distinct and hold 1 to 64 bytes")
    if not distinct:
        return _Empty()
    if accelerated is False:
        return _Expression(distinct)
    try:
        return _Growing(distinct)
    except ImportError:
        if accelerated:
            raise
        return _Expression(distinct)


def _trie_expression(literals: Sequence[bytes]) -> bytes:
    """Return an expression that matches the longest of the sorted, distinct ``literals`` at a position."""
    if len(literals) == 1:
        return re.escape(literals[0])
    shared = _shared_prefix(literals[0], literals[-1])
    rest = [literal[len(shared) :] for literal in literals]
    groups: dict[int, list[bytes]] = {}
    for literal in rest:
        if literal:
            groups.setdefault(literal[0], []).append(literal)
    branches = b"|".join(_trie_expression(group) for group in groups.values())
    return re.escape(shared) + b"(?:" + branches + b")" + (b"" if rest[0] else b"?")


def _shared_prefix(first: bytes, last: bytes) -> bytes:
    """Return the longest common head of two byte strings."""
    for index, (left, right) in enumerate(zip(first, last, strict=False)):
        if left != right:
            return first[:index]
    return min(first, last, key=len)
