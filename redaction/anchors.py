"""Where rules are worth trying: their anchors in one automaton, the shortest ones as expressions with what must follow.

Of a large text a compiled scanner leaves only the anchors that something can begin at (see ``sieve``).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from redaction import automaton
from redaction.confirmation import Gated, Likely, Matcher, Together
from redaction.heads import Head, alone, heads
from redaction.lazy import compiled
from redaction.rule import Further, Gate, Heads, Reach, Rule
from redaction.sieve import EDGE, Sieve, common
from redaction.surroundings import Ahead, Beginning, Run

SIGHT: Final = 512
"""How far behind an anchor the expression of what must follow may look."""

_LONGEST_LITERAL: Final = 64
_EVERYWHERE: Final = frozenset((b".", b":", b"s.", b"sk", b"ac", b"host"))
"""Anchors that logs hold several times per KB: a search that also knows what follows is cheaper than so many hits.

One more search costs what three hits per KB cost (measured: 1 ms per MB each).
"""

Place = tuple[int, tuple[Together, ...]]
"""An offset in a text and the rules to try there."""

Target = tuple[bytes | None, Ahead | None, tuple[Together, ...]]
"""A table of what may stand before a literal, what looks ahead behind it, and the rules to try."""


class Anchors:
    """The anchors of some rules; immutable, and the same for every text."""

    def __init__(self, rules: Sequence[Rule], *, accelerated: bool | None) -> None:
        """Sort the anchors into literals of the automaton and expressions."""
        self._groups = tuple(_groups(rules))
        literals: dict[bytes, dict[tuple[bytes, bytes], list[Together]]] = {}
        short: dict[tuple[bytes, bytes, bytes], list[tuple[bytes, Together]]] = {}
        for anchor, before, ahead, _, together in self._groups:
            if ahead and anchor in _EVERYWHERE:
                short.setdefault((anchor[:1], before, ahead), []).append((anchor, together))
            else:
                literals.setdefault(anchor, {}).setdefault((before, ahead), []).append(together)
        self._automaton = automaton.build(literals, accelerated=accelerated)
        self._accelerated = accelerated
        self._rules = rules
        self._literals = tuple(literals)
        self._entries = list(literals.values())
        self._targets: list[tuple[Target, ...]] = [()] * len(self._entries)
        self._expressions = [
            (_table(before), *_expression(ahead, entries)) for (_, before, ahead), entries in short.items()
        ]
        self._common = set(_EVERYWHERE)
        self._sieve: Sieve | None = None
        self._sifts = accelerated is not False and bool(rules)
        self.matchers: list[Matcher] = []
        """What matches each rule, by rank; the patterns are compiled where they are first tried."""
        self.matchers.extend(self._first_match(rank, rule.pattern) for rank, rule in enumerate(rules))

    def _target(self, number: int) -> tuple[Target, ...]:
        """Make ready what is asked at the hits of a literal: most are never hit, and their expressions never compiled."""
        self._targets[number] = tuple(
            (_table(before), _ahead(ahead), tuple(each)) for (before, ahead), each in self._entries[number].items()
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
        """Return a sieve that knows which anchors are common in the text so far, where there is one."""
        if not self._sifts:
            return None
        if self._sieve is None:
            met = Counter(self._literals[number] for number, _, _ in self._automaton.hits(data[begin:end]))
            self._common.update(common(met, end - begin))
        elif crowd := self._sieve.crowding(self._common):
            self._common.update(crowd)
        else:
            return self._sieve
        try:
            self._sieve = self._made()
        except ImportError:
            if self._accelerated:
                raise
            self._sifts = False
        return self._sieve

    def _made(self) -> Sieve:
        """Return a sieve of all anchors, in which those that are not common stand for themselves."""
        found: dict[Head, tuple[bytes, list[Beginning]]] = {}
        for anchor, before, ahead, said, together in self._groups:
            run = _run(self._rules, together)
            beginning = Beginning(len(anchor), _table(before), ahead, _ahead_late(ahead), run, (together,))
            told = anchor in self._common
            for head in heads(anchor, before, ahead, said(anchor) if said else ()) if told else (alone(anchor),):
                found.setdefault(head, (anchor, []))[1].append(beginning)
        return Sieve(found)


def _run(rules: Sequence[Rule], together: Together) -> Run | None:
    """Return the gates of rules that judge nothing but the run of their reach's bytes, if all the rules are such."""
    reach, gated = together
    if reach is None or not all(rules[rank].of_run for _, ranks, _ in gated for rank in ranks):
        return None
    return Run(*reach, tuple(gate for gate, _, _ in gated if gate is not None))


def _start(place: Place) -> int:
    """Return the offset of a place."""
    return place[0]


class _Group(NamedTuple):
    """An anchor, what stands before and behind it (as told, and as told for a compiled scanner), and rules tried alike."""

    anchor: bytes
    before: bytes
    ahead: bytes
    heads: Heads | None
    together: Together


def _groups(rules: Sequence[Rule]) -> Iterator[_Group]:
    """Yield the groups of rules that begin at the same anchor and are tried alike."""
    groups: dict[tuple[bytes, bytes, bytes, Heads | None, Reach | None], dict[Gate | None, dict[int, None]]] = {}
    for rank, rule in enumerate(rules):
        for anchor in rule.anchors:
            group = groups.setdefault((anchor[:_LONGEST_LITERAL], rule.before, rule.ahead, rule.heads, rule.reach), {})
            group.setdefault(rule.gate, {})[rank] = None
    gated: dict[tuple[Gate | None, tuple[int, ...]], Gated] = {}
    for (literal, before, ahead, said, reach), gates in groups.items():
        for gate, ranks in gates.items():
            if (gate, tuple(ranks)) not in gated:
                gated[gate, tuple(ranks)] = _gated(rules, gate, tuple(ranks))
        back = (bytes(sorted(reach.alphabet)), reach.limit) if reach else None
        together = back, tuple(gated[gate, tuple(ranks)] for gate, ranks in gates.items())
        yield _Group(literal, before, ahead, said, together)


def _gated(rules: Sequence[Rule], gate: Gate | None, ranks: tuple[int, ...]) -> Gated:
    """Return rules that share a gate, sorted by the bytes that may stand where it says."""
    following: dict[int, Likely] = {}
    if gate is not None:
        any_byte = _likely(rules, ranks, -1)
        choosy = any(rules[rank].after for rank in ranks)
        following = {byte: _likely(rules, ranks, byte) if choosy else any_byte for byte in range(-1, 256)}
    return gate, ranks, following


def _likely(rules: Sequence[Rule], ranks: tuple[int, ...], byte: int) -> Likely:
    """Return the rules that can match before a byte, those with the same further question together."""
    likely: dict[Further | None, list[int]] = {}
    for rank in ranks:
        rule = rules[rank]
        if byte < 0 or not rule.after or byte in rule.after:
            likely.setdefault(rule.further, []).append(rank)
    return tuple((further, tuple(tried)) for further, tried in likely.items())


@lru_cache(maxsize=256)
def _table(before: bytes) -> bytes | None:
    """Return a table of the bytes that may stand before, in either case; nothing if all may."""
    either = frozenset(before.lower() + before.upper())
    return bytes(byte in either for byte in range(256)) if before else None


def _ahead(ahead: bytes) -> Ahead | None:
    """Return what looks ahead; nothing for an anchor that stands for itself."""
    return _compiled(ahead).match if ahead else None


def _ahead_late(ahead: bytes) -> Ahead | None:
    """Return the same, compiled where it is first asked: most anchors of a sieve are never met."""
    return (lambda data, at: _compiled(ahead).match(data, at)) if ahead else None


@lru_cache(maxsize=1024)
def _compiled(ahead: bytes) -> re.Pattern[bytes]:
    return re.compile(ahead, re.IGNORECASE)


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
