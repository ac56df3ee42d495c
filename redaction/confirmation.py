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
from redaction.recurrence import Ends, Recurrence
from redaction.repeats import Stretch
from redaction.rule import Further, Gate, Rule, value_spans

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


class Confirmation(Ends):
    """The claims on one text, as its hits are confirmed in order."""

    def __init__(self, data: bytes, sources: Sources) -> None:
        """Start with no claims on ``data``."""
        super().__init__(len(sources.rules))
        self._by_rules: list[Claim] = []
        self._by_letters: list[Claim] = []
        self._watch: Recurrence | None = None
        self._data = data
        self._rules = sources.rules
        self._matchers = sources.matchers
        self._known = sources.known
        self._roles = sources.roles
        self._fragments = sources.fragments
        self._known_ended: dict[int, int] = {}
        self._mask_end = 0
        self._fragment_ended: dict[bytes, int] = {}

    @property
    def claims(self) -> list[Claim]:
        """All claims so far."""
        return self._by_rules + self._by_letters

    def watch(self, stretch: Stretch) -> Recurrence:
        """Watch from now on whether the claims of rules recur in a stretch."""
        self._watch = Recurrence(stretch, self, self._by_rules)
        return self._watch

    def watch_no_more(self) -> None:
        """Stop that."""
        self._watch = None

    def rules(self, hit: int, together: Together) -> None:
        """Confirm the rules that share an anchor and a reach."""
        reach, gates = together
        data = self._data
        start = hit
        if reach is not None and hit and data[hit - 1] in reach[0]:
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
            if start < hit and start < self.reached:
                self._try(hit, start, ranks, behind=True)

    def _try(self, hit: int, start: int, ranks: tuple[int, ...], *, behind: bool = False) -> None:
        """Try rules at ``start``, or where their last match ended if that is later; ``behind``: only in that case."""
        ended, tried = self.ended, self.tried
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
            if self._watch is not None:
                self._watch.note(rank, hit)

    def _accept(self, rank: int, match: re.Match[bytes]) -> None:
        """Claim the value of a rule's match, unless the rule itself refuses it."""
        rule = self._rules[rank]
        if rule.accepts is not None and not rule.accepts(match) and not self._refused_too_often(rank, match):
            return
        self.ended[rank] = end = match.end()
        self.reached = max(self.reached, end)
        for first, last in value_spans(rule, match):
            if first < last:
                value = self._data[first:last]
                self._by_rules.append(Claim(first, last, value, rule.kind, rule.stem, rule.id, FIRST_RULE + rank))

    def _refused_too_often(self, rank: int, match: re.Match[bytes]) -> bool:
        """Say whether a rule has refused so many matches inside each other that the text can only be hostile.

        Such a match is claimed unjudged: what is unknown is withheld, and the rule goes on behind it.
        """
        start, end = match.span()
        if start >= self.refused_to[rank]:
            self.refused_to[rank], self.nested[rank] = end, 0
            return False
        self.refused_to[rank] = max(self.refused_to[rank], end)
        self.nested[rank] = min(self.nested[rank], _MOST_NESTED) + 1
        return self.nested[rank] > _MOST_NESTED and end - start > _LONG

    def piece(self, hit: int, what: object) -> None:
        """Confirm a piece of a known value."""
        self._by_letters.extend(self._known.confirm(self._data, hit, cast("Piece", what), self._known_ended))

    def echo(self, hit: int, _: object) -> None:
        """Confirm a mask with head and tail of a known value."""
        if hit >= self._mask_end:
            claim, self._mask_end = self._known.echo(self._data, hit)
            if claim is not None:
                self._by_letters.append(claim)

    def role(self, hit: int, _: object) -> None:
        """Confirm a folder that has a role."""
        claim = self._roles.confirm(self._data, hit)
        if claim is not None:
            self._by_letters.append(claim)

    def fragment(self, hit: int, what: object) -> None:
        """Confirm a fragment of withheld text."""
        head = cast("bytes", what)
        if hit < self._fragment_ended.get(head, 0):
            return
        fragment = self._fragments.confirm(self._data, hit, head)
        if fragment is not None:
            self._fragment_ended[head] = end = hit + len(fragment)
            rule = "withheld-task-data"
            self._by_letters.append(Claim(hit, end, fragment, Kind.TASK_DATA, "task-data", rule, WITHHELD))
