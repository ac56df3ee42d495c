"""One pass of a compiled scanner over a large text, which leaves only the anchors that something can begin at.

It looks for all heads at once, in less time than an automaton needs to find the anchors alone. What it leaves is
looked at once more: the surroundings of an anchor come again and again (see ``surroundings``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Final

from redaction.heads import Head
from redaction.surroundings import BEFORE, BEHIND, DIGITS, IDLE, Beginning, Surroundings
from redaction.vectorscan import End, Expressions

EDGE: Final = 320
"""Bytes at either end of a text where heads may be wrong, and before a part of it: no head begins earlier before its anchor."""

_MOST_PASSED: Final = 15
_WORTHWHILE: Final = 4
"""If less than a fourth of the anchors of a block have known surroundings, up to fifteen blocks are not asked."""

_FEW: Final = 64

_SELDOM: Final = 1 << 16
"""Bytes of text from which on one anchor is so few that to look at each costs less than to compile what must stand around it."""
_CROWD: Final = 60_000
"""Anchors that are looked at in the time it takes to compile all heads anew."""


_NUMBER: Final = itemgetter(1)


def common(met: Counter[bytes], size: int) -> dict[bytes, int]:
    """Return the anchors that came often in ``size`` bytes of text, with how often they did, which ``met`` says."""
    return {anchor: times for anchor, times in met.items() if times * _SELDOM > size}


class Sieve:
    """The compiled heads of some anchors; the same for every text, but for the surroundings that it remembers."""

    def __init__(self, heads: Mapping[Head, tuple[bytes, Sequence[Beginning]]]) -> None:
        """Compile heads, each with its anchor and what may begin there; raises ``ImportError`` where that cannot be done."""
        self._anchors = [anchor for anchor, _ in heads.values()]
        self.beginnings = [begin for _, begin in heads.values()]
        """What may begin at the anchor of each head, by its number."""
        self._expressions = Expressions([head.expression for head in heads])
        self._lengths = [head.length for head in heads]
        self._reaches = [head.reach for head in heads]
        self._behind = max(BEHIND, *(head.reach for head in heads))
        self._surroundings = Surroundings(self.beginnings)
        self._passing = self._pass_next = 0
        self._came: Counter[int] = Counter()
        self._sifted = 0

    def hits(self, data: bytes, begin: int, end: int) -> list[tuple[int, int]]:
        """Return where anchors stand in ``data[begin:end]`` and the numbers of the heads that match there, in order.

        The part begins and ends ``EDGE`` bytes or more inside ``data``: closer to an end of it something may be missing.
        """
        first = begin - EDGE
        block = data[first : end + self._behind]
        lengths = self._lengths
        hits: list[tuple[int, int]] = []
        varied: list[End] = []
        for end_and_number in self._expressions.matches(block):
            stop, number = end_and_number
            length = lengths[number]
            if length is None:
                varied.append(end_and_number)
            else:
                hits.append((stop - length, number))
        if varied:
            hits += self._within(block, varied)
        self._came.update(map(_NUMBER, hits))
        self._sifted += end - begin
        if self._passing:
            self._passing -= 1
        else:
            hits = self._busy(block, hits)
        hits.sort()
        return [(first + at, number) for at, number in hits if begin <= first + at < end]

    def crowding(self, told: Container[bytes]) -> frozenset[bytes]:
        """Return anchors that came often since this was last answered, but for those ``told``; none before many came."""
        if self._came.total() < _CROWD:
            return frozenset()
        came = Counter[bytes]()
        for number, times in self._came.items():
            came[self._anchors[number]] += times
        crowd = {anchor: times for anchor, times in common(came, self._sifted).items() if anchor not in told}
        self._came.clear()
        self._sifted = 0
        return frozenset(crowd) if sum(crowd.values()) * 2 > _CROWD else frozenset()

    def _within(self, block: bytes, ends: Iterable[End]) -> list[tuple[int, int]]:
        """Return all anchors that matches which are not all equally long may begin at, by where they end."""
        found: list[tuple[int, int]] = []
        looked: dict[int, int] = {}
        for stop, number in sorted(ends):
            anchor = self._anchors[number]
            at = max(0, stop - self._reaches[number], looked.get(number, 0))
            part = block[at:stop].lower()
            place = part.find(anchor)
            while place >= 0:
                found.append((at + place, number))
                place = part.find(anchor, place + 1)
            looked[number] = max(at, stop - len(anchor) + 1)
        return found

    def _busy(self, block: bytes, hits: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return the hits in whose surroundings something can begin, as far as that is known."""
        met, note = self._surroundings.met, self._surroundings.note
        found: list[tuple[int, int]] = []
        for hit in hits:
            at, number = hit
            around = block[at - BEFORE : at + BEHIND].translate(DIGITS)
            times = met[number].get(around, 0)
            if times != IDLE:
                found.append(hit)
                note(number, around, times)
        if len(found) > _FEW and len(found) * _WORTHWHILE > len(hits) * (_WORTHWHILE - 1):
            self._passing = self._pass_next = min(2 * self._pass_next + 1, _MOST_PASSED)
        else:
            self._pass_next = 0
        return found
