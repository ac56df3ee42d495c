"""Where rules are worth trying: their anchors in one automaton, the shortest ones as expressions with what must follow.

Of a large text a compiled scanner leaves only the anchors that something can begin at (see ``sieve``).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from redaction import automaton
from redaction.confirmation import Matcher, Together
from redaction.groups import ahead_of, groups, table_of
from redaction.lazy import compiled
from redaction.rule import Rule
from redaction.sieve import EDGE, Sieve
from redaction.sifting import Sifting
from redaction.surroundings import Ahead

SIGHT: Final = 512
"""How far behind an anchor the expression of what must follow may look."""

_EVERYWHERE: Final = frozenset((b".", b":", b"s.", b"sk", b"ac", b"host"))
"""Anchors that logs hold several times per KB: a search that also knows what follows is cheaper than so many hits.

One more search costs what three hits per KB cost (measured: 1 ms per MB each).
"""

Place = tuple[int, tuple[Together, ...]]
"""An offset in a text and the rules to try there."""

Target = tuple[bytes | None, Ahead | None, tuple[Together, ...]]
"""A table of what may stand before a literal, what looks ahead behind it, and the rules to try."""


class Anchors:
    """The anchors of some rules, the same for every text; what is remembered of texts changes nothing that is found."""

    def __init__(self, rules: Sequence[Rule], *, accelerated: bool | None) -> None:
        """Sort the anchors into literals of the automaton and expressions."""
        alike = tuple(groups(rules))
        literals: dict[bytes, dict[tuple[bytes, bytes], list[Together]]] = {}
        short: dict[tuple[bytes, bytes, bytes], list[tuple[bytes, Together]]] = {}
        for anchor, before, ahead, _, together in alike:
            if ahead and anchor in _EVERYWHERE:
                short.setdefault((anchor[:1], before, ahead), []).append((anchor, together))
            else:
                literals.setdefault(anchor, {}).setdefault((before, ahead), []).append(together)
        self._automaton = automaton.build(literals, accelerated=accelerated)
        self._accelerated = accelerated
        self._literals = tuple(literals)
        self._entries = list(literals.values())
        self._targets: list[tuple[Target, ...]] = [()] * len(self._entries)
        self._expressions = [
            (table_of(before), *_expression(ahead, entries)) for (_, before, ahead), entries in short.items()
        ]
        self._sifting = Sifting(rules, alike, _EVERYWHERE)
        self._sifts = accelerated is not False and bool(rules)
        self.matchers: list[Matcher] = []
        """What matches each rule, by rank; the patterns are compiled where they are first tried."""
        self.matchers.extend(self._first_match(rank, rule.pattern) for rank, rule in enumerate(rules))

    def _target(self, number: int) -> tuple[Target, ...]:
        """Make ready what is asked at the hits of a literal: most are never hit, and their expressions never compiled."""
        self._targets[number] = tuple(
            (table_of(before), ahead_of(ahead), tuple(each)) for (before, ahead), each in self._entries[number].items()
        )
        return self._targets[number]

    def _first_match(self, rank: int, pattern: re.Pattern[bytes]) -> Matcher:
        """Return what compiles a rule's pattern, matches it once, and leaves the compiled pattern in its own place."""

        def match(data: bytes, start: int) -> re.Match[bytes] | None:
            self.matchers[rank] = compiled(pattern).match
            return self.matchers[rank](data, start)

        return match

    def places(self, data: bytes, begin: int, end: int, *, many: bool = False) -> list[Place]:
        """Return where rules are to be tried in ``data[begin:end]``, in order; ``many``: much text has come, and more will."""
        sieve = self._sieve_of(data, begin, end) if many else None
        first, last = max(begin, EDGE), min(end, len(data) - EDGE)
        if sieve is None or first >= last:
            return self._everywhere(data, begin, end)
        return [
            *(self._everywhere(data, begin, first) if begin < first else ()),
            *self._sifted(sieve, data, first, last),
            *(self._everywhere(data, last, end) if last < end else ()),
        ]

    def _everywhere(self, data: bytes, begin: int, end: int) -> list[Place]:
        """Return the places at all anchors."""
        block = data[begin : end + SIGHT].lower()
        found: list[Place] = []
        add = found.append
        targets = self._targets
        for number, start, stop in self._automaton.hits(block):
            for before, ahead, togethers in targets[number] or self._target(number):
                if (before is None or not start or before[block[start - 1]]) and (
                    ahead is None or ahead(data, begin + stop) is not None
                ):
                    add((begin + start, togethers))
        for before, search, by_anchor in self._expressions:
            for match in search(block):
                start = match.start()
                if before is None or not start or before[block[start - 1]]:
                    add((begin + start, by_anchor[match.group()]))
        found.sort(key=_start)
        return [place for place in found if place[0] < end]

    def _sifted(self, sieve: Sieve, data: bytes, begin: int, end: int) -> list[Place]:
        """Return the places at the anchors that a sieve and what is known of their surroundings leave."""
        found: list[Place] = []
        for start, number in sieve.hits(data, begin, end):
            for length, before, _, look, _, togethers in sieve.beginnings[number]:
                if (before is None or before[data[start - 1]]) and (
                    look is None or look(data, start + length) is not None
                ):
                    found.append((start, togethers))
        return found

    def _sieve_of(self, data: bytes, begin: int, end: int) -> Sieve | None:
        """Return the sieve for a part of a text, where there is one."""
        if not self._sifts:
            return None
        try:
            return self._sifting.sieve(end - begin, lambda: self._met(data[begin:end]))
        except ImportError:
            if self._accelerated:
                raise
            self._sifts = False
            return None

    def _met(self, block: bytes) -> Counter[bytes]:
        """Count the anchors in a text."""
        return Counter(self._literals[number] for number, _, _ in self._automaton.hits(block))


def _start(place: Place) -> int:
    """Return the offset of a place."""
    return place[0]


def _expression(
    ahead: bytes, entries: Iterable[tuple[bytes, Together]]
) -> tuple[Callable[[bytes], Iterator[re.Match[bytes]]], dict[bytes, tuple[Together, ...]]]:
    """Return one search for short anchors that begin alike, and the rules of each."""
    togethers: dict[bytes, list[Together]] = {}
    for anchor, together in entries:
        togethers.setdefault(anchor, []).append(together)
    literals = b"|".join(re.escape(anchor) for anchor in sorted(togethers, reverse=True))
    search = (
        re.compile(b"(?:" + literals + b")(?=" + ahead + b")")
        if len(togethers) > 1
        else re.compile(literals + b"(?=" + ahead + b")")
    )
    return search.finditer, {anchor: tuple(each) for anchor, each in togethers.items()}


@lru_cache(maxsize=8)
def anchors_of(rules: tuple[Rule, ...], *, accelerated: bool | None) -> Anchors:
    """Return the anchors of some rules; built once, because every redactor of a process uses the same rules."""
    return Anchors(rules, accelerated=accelerated)
