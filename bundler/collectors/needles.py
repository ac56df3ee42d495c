"""A few literals found in megabytes at a time, with or without the compiled library, with the same results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

Hit = tuple[int, int, int]
"""The number of a literal, and the offsets where it starts and ends."""


class Needles(Protocol):
    """Finds literals from left to right: none inside another, the first of the list where several start."""

    def hits(self, block: bytes) -> Sequence[Hit]:
        """Return all hits in a block, in order."""


class _Compiled:
    """``ahocorasick_rs``; for a few literals, leftmost first, it compares many bytes at once (several GB/s)."""

    def __init__(self, literals: Sequence[bytes]) -> None:
        from ahocorasick_rs import BytesAhoCorasick, MatchKind  # noqa: PLC0415 - absent on some platforms

        self._automaton = BytesAhoCorasick(literals, matchkind=MatchKind.LeftmostFirst)

    def hits(self, block: bytes) -> Sequence[Hit]:
        found: Sequence[Hit] = self._automaton.find_matches_as_indexes(block)
        return found


class _Plain:
    """The standard library: one search for each literal."""

    def __init__(self, literals: Sequence[bytes]) -> None:
        self._literals = literals

    def hits(self, block: bytes) -> Sequence[Hit]:
        found = sorted(
            (start, number) for number, literal in enumerate(self._literals) for start in _starts(block, literal)
        )
        return list(self._apart(found))

    def _apart(self, found: Iterable[tuple[int, int]]) -> Iterator[Hit]:
        reached = 0
        for start, number in found:
            if start >= reached:
                reached = start + len(self._literals[number])
                yield number, start, reached


def needles(literals: Sequence[bytes], *, accelerated: bool = True) -> Needles:
    """Return a finder of distinct, non-empty literals; ``accelerated`` asks for the compiled one where there is one."""
    if accelerated and literals:
        try:
            return _Compiled(literals)
        except ImportError:
            pass
    return _Plain(literals)


def _starts(block: bytes, literal: bytes) -> Iterator[int]:
    at = block.find(literal)
    while at >= 0:
        yield at
        at = block.find(literal, at + 1)
