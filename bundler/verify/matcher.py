"""Many literals found in one pass, without regard to letter case; candidates are confirmed by the caller."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

# The automaton knows this much of a literal and the rest is compared: one that repeats itself over kilobytes takes
# ahocorasick_rs half a minute to build.
_ANCHOR: Final = 64


class LiteralMatcher:
    """Finds every occurrence of every literal, overlapping ones too, in lower-cased text."""

    def __init__(self, literals: Sequence[bytes]) -> None:
        """Prepare for ``literals``: non-empty and in lower case."""
        self._literals = tuple(literals)
        if any(not literal or literal != literal.lower() for literal in self._literals):
            raise ValueError("literals must be non-empty and in lower case")
        self._are_short = all(len(literal) <= _ANCHOR for literal in self._literals)
        self._automaton = _automaton([literal[:_ANCHOR] for literal in self._literals])

    def occurrences(self, text: bytes) -> Iterable[tuple[int, int]]:
        """Return (index of the literal, position) for each occurrence in ``text``, which must be in lower case."""
        if self._automaton is not None and self._are_short:
            return [found[:2] for found in self._automaton.find_matches_as_indexes(text, overlapping=True)]
        return self._occurrences(text)

    def _occurrences(self, text: bytes) -> Iterator[tuple[int, int]]:
        if self._automaton is not None:
            for index, start, _ in self._automaton.find_matches_as_indexes(text, overlapping=True):
                if len(self._literals[index]) <= _ANCHOR or text.startswith(self._literals[index], start):
                    yield index, start
            return
        for index, literal in enumerate(self._literals):
            position = text.find(literal)
            while position >= 0:
                yield index, position
                position = text.find(literal, position + 1)


def _automaton(literals: Sequence[bytes]) -> Any:
    """Return an Aho-Corasick automaton, or ``None`` where no wheel exists: then each literal is searched by itself."""
    if not literals:
        return None
    try:
        import ahocorasick_rs  # noqa: PLC0415 -- heavy, at first use
    except ImportError:
        return None
    return ahocorasick_rs.BytesAhoCorasick(list(literals))
