"""How the claims of rules recur in text that repeats itself, told rule by rule from how their matches end.

Rules do not know of each other. What a rule does at a hit depends on the bytes around it, which come again after each
period, and on four numbers: where its last match ended, where it was tried last, and how many refused matches begin
inside each other up to where. If these stand at the same distances from two hits a number of periods apart, the rule
does behind the second what it did behind the first.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final, NamedTuple

from redaction.claims import Claim, moved_by
from redaction.repeats import FURTHEST_BACK, Stretch

CHUNK: Final = 4 << 10
"""Bytes that are looked at before it is asked whether the claims recur."""

_MOST_EVENTS: Final = 1 << 16


class Ends:
    """For each rule where its last match ended, where it was tried last, and its refused matches inside each other."""

    def __init__(self, rules: int) -> None:
        """Start with a number of rules that have matched nowhere."""
        self.ended = [0] * rules
        self.tried = [-1] * rules
        self.refused_to = [0] * rules
        self.nested = [0] * rules
        self.reached = 0
        """Where the furthest match so far ends."""


class State(NamedTuple):
    """What a rule knows of its own matches: three offsets and a number."""

    ended: int
    tried: int
    refused_to: int
    nested: int

    def seen_from(self, place: int, end: int) -> State:
        """Return the offsets as distances from a place; ``end`` and more as they are, what no longer matters as 0."""
        floor = place - FURTHEST_BACK
        ended, tried, refused_to = (
            at if at >= end else at - place if at > floor else -FURTHEST_BACK for at in self[:3]
        )
        return State(ended, tried, refused_to, self.nested if refused_to > -FURTHEST_BACK else 0)

    def moved(self, by: int, end: int) -> State:
        """Return the offsets moved, but for those that are ``end`` and more."""
        ended, tried, refused_to = (at if at >= end else at + by for at in self[:3])
        return State(ended, tried, refused_to, self.nested)


class Lane:
    """One rule's way through a stretch: its hits, how it left each, and how many claims it had then."""

    def __init__(self, stretch: Stretch, state: State) -> None:
        """Start at the beginning of a stretch with what the rule knew there: as after a hit right before it."""
        self._stretch = stretch
        self.hits = [stretch.begin - 1]
        self._states = [state]
        self._counts = [0]
        self._claims: list[Claim] = []
        self._seen: dict[tuple[int, State], int] = {}
        self._turn: tuple[int, int] | None = None

    def note(self, hit: int, state: State, claims: Sequence[Claim]) -> None:
        """Note how a hit was left; of several times at one hit the last counts."""
        if self._turn is not None or (self.hits[-1] < hit and self.recurs(hit)):
            return
        self._claims.extend(claims)
        if self.hits[-1] == hit:
            self._states[-1], self._counts[-1] = state, len(self._claims)
        else:
            self._add(hit, state)

    def _add(self, hit: int, state: State) -> None:
        """Add a hit behind all others, with the claims so far."""
        self.hits.append(hit)
        self._states.append(state)
        self._counts.append(len(self._claims))

    def recurs(self, looked: int) -> bool:
        """Say whether a hit was left as another one before; all that can be tried before ``looked`` has been."""
        if self._turn is None:
            self._turn = self._as_at_a_hit() or self._as_at_the_beginning(looked)
        return self._turn is not None

    def _as_at_a_hit(self) -> tuple[int, int] | None:
        """Return the numbers of the last hit and of one before that was left alike."""
        last = len(self.hits) - 1
        begin, end, period = self._stretch
        hit = self.hits[last]
        before = self._seen.setdefault(((hit - begin) % period, self._states[last].seen_from(hit, end)), last)
        return (before, last) if before < last else None

    def _as_at_the_beginning(self, looked: int) -> tuple[int, int] | None:
        """Return the same for a place behind the last hit where the rule is as at the beginning, in a match from before it."""
        begin, end, period = self._stretch
        first, state = self._states[0], self._states[-1]
        further = state.ended - first.ended
        place = self.hits[0] + further
        if not (begin < first.ended and state.ended < end and self.hits[-1] < place < looked) or further % period:
            return None
        if state.seen_from(place, end) != first.seen_from(self.hits[0], end):
            return None
        self._add(place, state)
        return 0, len(self.hits) - 1

    def at(self, place: int) -> State:
        """Return how the rule stands before the hits at a place and behind it."""
        first, last, length = self._cycle()
        turns = -(-(place - self.hits[last]) // length)
        hit = bisect_left(self.hits, place - turns * length, first + 1, last + 1) - 1
        return self._states[hit].moved(turns * length, self._stretch.end)

    def claims(self, begin: int, end: int) -> list[Claim]:
        """Return the claims for the hits between two places behind the cycle."""
        first, last, length = self._cycle()
        again = [
            (self.hits[number], claim)
            for number in range(first + 1, last + 1)
            for claim in self._claims[self._counts[number - 1] : self._counts[number]]
        ]
        if not again:
            return []
        # The first turns whose hits are all behind the beginning, and whose first and last hit is behind the end.
        whole, cut, none = (
            -(-(place - hit) // length)
            for place, hit in ((begin, again[0][0]), (end, again[-1][0]), (end, again[0][0]))
        )
        claims = moved_by([claim for _, claim in again], range(whole * length, cut * length, length))
        for turn in (whole - 1, *range(max(whole, cut), none)):
            by = turn * length
            claims += moved_by([claim for hit, claim in again if begin <= hit + by < end], (by,))
        return claims

    def _cycle(self) -> tuple[int, int, int]:
        """Return the numbers of the two hits and the distance between them."""
        if self._turn is None:
            raise ValueError("the rule's claims do not recur")
        first, last = self._turn
        return first, last, self.hits[last] - self.hits[first]


class Recurrence:
    """Watches all rules in one stretch until the claims of each recur, and then says them again."""

    def __init__(self, stretch: Stretch, ends: Ends, claims: list[Claim]) -> None:
        """Watch from the beginning of the stretch on; ``ends`` and ``claims`` are those of the running confirmation."""
        self._stretch = stretch
        self._ends = ends
        self._claims = claims
        self._count = len(claims)
        self._lanes: dict[int, Lane] = {}
        self._before = [*zip(ends.ended, ends.tried, ends.refused_to, ends.nested, strict=True)]
        self._events = 0

    @property
    def given_up(self) -> bool:
        """Whether so much was noted in vain that it is cheaper to look at the rest."""
        return self._events > _MOST_EVENTS

    def note(self, rank: int, hit: int) -> None:
        """Note that a rule was tried at a hit."""
        self._events += 1
        ends, claims = self._ends, self._claims[self._count :]
        self._count += len(claims)
        lane = self._lanes.get(rank)
        if lane is None:
            lane = self._lanes[rank] = Lane(self._stretch, State._make(self._before[rank]))
        lane.note(hit, State(ends.ended[rank], ends.tried[rank], ends.refused_to[rank], ends.nested[rank]), claims)

    def leap(self, at: int) -> int:
        """Claim what recurs for all hits from ``at`` to the end of the stretch, if all of it does, and return where that is.

        All that is before ``at`` was looked at.
        """
        if not self._all_recur(at):
            return at
        end, ends = self._stretch.end, self._ends
        for rank, lane in self._lanes.items():
            if lane.recurs(at) and ends.ended[rank] < end:
                self._claims.extend(lane.claims(at, end))
                ends.ended[rank], ends.tried[rank], ends.refused_to[rank], ends.nested[rank] = lane.at(end)
        ends.reached = max((ends.reached, *ends.ended))
        return end

    def _all_recur(self, at: int) -> bool:
        """Say whether each rule does what it did before, is silent, or has a match that goes to the end of the stretch."""
        silent = at - self._stretch.period - 2 * FURTHEST_BACK
        if silent < self._stretch.begin:
            return False
        unsettled = [rank for rank, ended in enumerate(self._ends.ended) if silent < ended < self._stretch.end]
        lanes = self._lanes
        return all(rank in lanes and lanes[rank].recurs(at) for rank in unsettled) and all(
            lane.hits[-1] < silent or self._ends.ended[rank] >= self._stretch.end or lane.recurs(at)
            for rank, lane in lanes.items()
        )
