"""Confirms what the automaton hits; remembers where each detector's last match ended, which keeps it linear."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, cast

from redaction.claims import FIRST_RULE, WITHHELD, Claim
from redaction.findings import Kind
from redaction.fragments import FragmentIndex
from redaction.known import KnownIndex, Piece
from redaction.paths import RoleIndex
from redaction.rule import Further, Gate, Rule, value_span

_MOST_NESTED: Final = 24
_LONG: Final = 512
"""More than 24 refused matches that begin inside each other and are longer than 512 bytes are nobody's log."""

Matcher = Callable[[bytes, int], re.Match[bytes] | None]

Likely = tuple[tuple[Further | None, tuple[int, ...]], ...]
Gated = tuple[Gate | None, tuple[int, ...], dict[int, Likely]]
"""Rules that share a gate, by rank: all of them, and those that can match by the byte where the gate says (-1: at the end)."""

Together = tuple[tuple[bytes, int] | None, tuple[Gated, ...]]
"""Rules of one anchor that reach back equally far: over which bytes, how many; by their gates."""


@dataclass(frozen=True, slots=True, repr=False)
class Sources:
    """What hits are confirmed with: the rules and their bound matchers, and the indexes of literals."""

    rules: tuple[Rule, ...]
    matchers: list[Matcher]
    known: KnownIndex
    roles: RoleIndex
    fragments: FragmentIndex


class Confirmation:
    """The claims on one text, as its hits are confirmed in order."""

    def __init__(self, data: bytes, sources: Sources) -> None:
        """Start with no claims on ``data``."""
        self.claims: list[Claim] = []
        self._data = data
        self._rules = sources.rules
        self._matchers = sources.matchers
        self._known = sources.known
        self._roles = sources.roles
        self._fragments = sources.fragments
        self._ended = [0] * len(sources.rules)
        self._tried = [-1] * len(sources.rules)
        self._known_ended: dict[int, int] = {}
        self._refused_to = [0] * len(sources.rules)
        self._nested = [0] * len(sources.rules)
        self.reached = 0
        """Where the furthest match so far ends."""
        self._mask_end = 0
        self._fragment_ended: dict[bytes, int] = {}

    def rules(self, hit: int, together: Together) -> None:
        """Confirm the rules that share an anchor and a reach."""
        reach, gates = together
        data = self._data
        start = hit
        if reach is not None:
            alphabet, limit = reach
            floor = hit - limit if hit > limit else 0
            start = floor + len(data[floor:hit].rstrip(alphabet))
        for gate, ranks, following in gates:
            if gate is None:
                self._try(hit, start, ranks)
                continue
            at = gate(data, start)
            if at >= 0:
                for further, likely in following[data[at] if at < len(data) else -1]:
                    if further is None or further(data, start, at):
                        self._try(hit, start, likely)
            if start < self.reached:
                self._try(hit, start, ranks, behind=True)

    def _try(self, hit: int, start: int, ranks: tuple[int, ...], *, behind: bool = False) -> None:
        """Try rules at ``start``, or where their last match ended if that is later; ``behind``: only in that case."""
        ended, tried = self._ended, self._tried
        for rank in ranks:
            first = ended[rank]
            if hit < first:
                continue
            if first <= start:
                if behind:
                    continue
                first = start
            if tried[rank] == first:
                continue
            tried[rank] = first
            match = self._matchers[rank](self._data, first)
            if match is not None and match.end() > hit:
                self._accept(rank, match)

    def _accept(self, rank: int, match: re.Match[bytes]) -> None:
        """Claim the value of a rule's match, unless the rule itself refuses it."""
        rule = self._rules[rank]
        if rule.accepts is not None and not rule.accepts(match) and not self._refused_too_often(rank, match):
            return
        self._ended[rank] = end = match.end()
        self.reached = max(self.reached, end)
        first, last = value_span(match)
        if first < last:
            value = self._data[first:last]
            self.claims.append(Claim(first, last, value, rule.kind, rule.stem, rule.id, FIRST_RULE + rank))

    def _refused_too_often(self, rank: int, match: re.Match[bytes]) -> bool:
        """Say whether a rule has refused so many matches inside each other that the text can only be hostile.

        Such a match is claimed unjudged: what is unknown is withheld, and the rule goes on behind it.
        """
        start, end = match.span()
        if start >= self._refused_to[rank]:
            self._refused_to[rank], self._nested[rank] = end, 0
            return False
        self._refused_to[rank] = max(self._refused_to[rank], end)
        self._nested[rank] += 1
        return self._nested[rank] > _MOST_NESTED and end - start > _LONG

    def piece(self, hit: int, what: object) -> None:
        """Confirm a piece of a known value."""
        claim = self._known.confirm(self._data, hit, cast("Piece", what), self._known_ended)
        if claim is not None:
            self.claims.append(claim)

    def echo(self, hit: int, _: object) -> None:
        """Confirm a mask with head and tail of a known value."""
        if hit >= self._mask_end:
            claim, self._mask_end = self._known.echo(self._data, hit)
            if claim is not None:
                self.claims.append(claim)

    def role(self, hit: int, _: object) -> None:
        """Confirm a folder that has a role."""
        claim = self._roles.confirm(self._data, hit)
        if claim is not None:
            self.claims.append(claim)

    def fragment(self, hit: int, what: object) -> None:
        """Confirm a fragment of withheld text."""
        head = cast("bytes", what)
        if hit < self._fragment_ended.get(head, 0):
            return
        fragment = self._fragments.confirm(self._data, hit, head)
        if fragment is not None:
            self._fragment_ended[head] = end = hit + len(fragment)
            rule = "withheld-task-data"
            self.claims.append(Claim(hit, end, fragment, Kind.TASK_DATA, "task-data", rule, WITHHELD))
