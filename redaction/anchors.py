"""Where rules are worth trying: their anchors in one automaton, the shortest ones as expressions with what must follow."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from redaction import automaton
from redaction.confirmation import Together
from redaction.rule import Rule

SIGHT: Final = 512
"""How far behind an anchor the expression of what must follow may look."""

_LONGEST_LITERAL: Final = 64
_SHORT: Final = 2
"""An anchor of so few bytes is met everywhere: one expression that also knows what follows is cheaper than its hits."""

Ahead = Callable[[bytes, int], re.Match[bytes] | None]
Place = tuple[int, tuple[Together, ...]]
"""An offset in a block and the rules to try there."""


class Anchors:
    """The anchors of some rules; immutable, and the same for every text."""

    def __init__(self, rules: Sequence[Rule], *, accelerated: bool | None) -> None:
        """Sort the anchors into literals of the automaton and expressions."""
        literals: dict[bytes, dict[bytes, list[Together]]] = {}
        short: dict[tuple[bytes, bytes], list[tuple[bytes, Together]]] = {}
        for anchor, ahead, together in _groups(rules):
            if ahead and len(anchor) <= _SHORT:
                short.setdefault((anchor[:1], ahead), []).append((anchor, together))
            else:
                literals.setdefault(anchor, {}).setdefault(ahead, []).append(together)
        self._automaton = automaton.build(literals, accelerated=accelerated)
        self._targets = [
            tuple((len(anchor), _ahead(ahead), tuple(each)) for ahead, each in entries.items())
            for anchor, entries in literals.items()
        ]
        self._expressions = [_expression(ahead, entries) for (_, ahead), entries in short.items()]

    def places(self, block: bytes) -> list[Place]:
        """Return where rules are to be tried in a lower-cased block, in order."""
        found: list[Place] = []
        add = found.append
        targets = self._targets
        for start, number in self._automaton.hits(block):
            for length, ahead, together in targets[number]:
                if ahead is None or ahead(block, start + length) is not None:
                    add((start, together))
        for search, togethers in self._expressions:
            for match in search(block):
                add((match.start(), togethers[match.group()]))
        found.sort(key=_start)
        return found


def _start(place: Place) -> int:
    """Return the offset of a place."""
    return place[0]


def _groups(rules: Sequence[Rule]) -> Iterator[tuple[bytes, bytes, Together]]:
    """Yield each anchor with what must follow it and the rules that begin there, those tried alike together."""
    groups: dict[tuple[object, ...], tuple[bytes, Rule, dict[int, None]]] = {}
    for rank, rule in enumerate(rules):
        for anchor in rule.anchors:
            literal = anchor[:_LONGEST_LITERAL]
            group = groups.setdefault((literal, rule.ahead, rule.reach, rule.gate), (literal, rule, {}))
            group[2][rank] = None
    for literal, rule, ranks in groups.values():
        reach = (bytes(sorted(rule.reach.alphabet)), rule.reach.limit) if rule.reach else None
        tries = tuple((rank, rules[rank].after, rules[rank].pattern.match) for rank in ranks)
        yield literal, rule.ahead, (reach, rule.gate, tries)


def _ahead(ahead: bytes) -> Ahead | None:
    """Return what looks ahead; nothing for an anchor that stands for itself."""
    return _compiled(ahead).match if ahead else None


@lru_cache(maxsize=256)
def _compiled(ahead: bytes) -> re.Pattern[bytes]:
    return re.compile(ahead)


def _expression(
    ahead: bytes, entries: Iterable[tuple[bytes, Together]]
) -> tuple[Callable[[bytes], Iterator[re.Match[bytes]]], dict[bytes, tuple[Together, ...]]]:
    """Return one search for short anchors that begin alike, and the rules of each."""
    togethers: dict[bytes, list[Together]] = {}
    for anchor, together in entries:
        togethers.setdefault(anchor, []).append(together)
    literals = b"|".join(re.escape(anchor) for anchor in sorted(togethers, reverse=True))
    search = re.compile(b"(?:" + literals + b")(?=" + ahead + b")") if len(togethers) > 1 else re.compile(
        literals + b"(?=" + ahead + b")"
    )
    return search.finditer, {anchor: tuple(each) for anchor, each in togethers.items()}


@lru_cache(maxsize=8)
def anchors_of(rules: tuple[Rule, ...], *, accelerated: bool | None) -> Anchors:
    """Return the anchors of some rules; built once, because every redactor of a process uses the same rules."""
    return Anchors(rules, accelerated=accelerated)
