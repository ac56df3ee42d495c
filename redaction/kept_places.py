"""Where the pieces and the words of kept texts stand, so that withheld texts can be compared with them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Final

from redaction.common_text import WORD

SHORTEST_START: Final = 8
"""Bytes of a value from its first word on by which it is looked up; no shorter value can be."""

_MOST: Final = 32
"""A piece that stands at more places is looked at there only so often: it keeps the work linear."""

_MOST_AROUND: Final = 2 * _MOST
"""So often where other bytes stand around it: a copy that ends early is not lost behind many whole ones."""

_PREFIX: Final = 32
_MOST_ALIKE: Final = 256

Place = tuple[int, int]
"""The number of a text, and where in it."""


class Places:
    """Where each piece of some texts stands, up to a number of places."""

    def __init__(self, size: int, minimum: int) -> None:
        """Know no places yet; pieces have ``size`` bytes, and shared runs of ``minimum`` bytes matter."""
        self.known: dict[bytes, list[Place]] = {}
        self._around: dict[bytes, set[bytes]] = {}
        self._size = size
        self._minimum = minimum

    def add(self, text: bytes, number: int, at: int) -> None:
        """Remember one place."""
        piece = text[at : at + self._size]
        known = self.known.setdefault(piece, [])
        if len(known) < _MOST:
            known.append((number, at))
        elif len(known) < _MOST_AROUND:
            around = text[max(at - self._minimum, 0) : at + self._size + self._minimum]
            seen = self._around.setdefault(piece, set())
            if around not in seen:
                seen.add(around)
                known.append((number, at))


class WordStarts:
    """Where the words of some texts begin; of many that begin alike, in the order of what stands there."""

    def __init__(self, texts: Sequence[bytes]) -> None:
        """Remember all places."""
        self._offsets = [0]
        for text in texts:
            self._offsets.append(self._offsets[-1] + len(text) + 1)
        self._joined = joined = b"\0".join(texts)
        self._places: dict[bytes, list[int]] = {}
        self._sorted: set[bytes] = set()
        for match in WORD.finditer(joined):
            at = match.start()
            self._places.setdefault(joined[at : at + SHORTEST_START], []).append(at)

    def of(self, value: bytes) -> Iterator[Place]:
        """Yield where ``value`` stands; of hundreds of places that begin alike some are left out."""
        first = next((match.start() for match in WORD.finditer(value)), None)
        if first is None:
            return
        for word in self._alike(value[first : first + _PREFIX]):
            at = word - first
            if at >= 0 and self._joined.startswith(value, at):
                number = bisect_right(self._offsets, at) - 1
                yield number, at - self._offsets[number]

    def _alike(self, prefix: bytes) -> Sequence[int]:
        """Return where words begin with a prefix, or with the first bytes of it where few do."""
        start = prefix[:SHORTEST_START]
        places = self._places.get(start, [])
        if len(places) <= _MOST:
            return places
        if start not in self._sorted:
            places.sort(key=lambda at: self._joined[at : at + _PREFIX])
            self._sorted.add(start)
        low = bisect_left(places, prefix, key=lambda at: self._joined[at : at + _PREFIX])
        high = bisect_right(places, prefix, low, key=lambda at: self._joined[at : at + len(prefix)])
        return places[low : min(high, low + _MOST_ALIKE)]
