"""Find every claim in a block: rules at their anchors, known values, withheld fragments, path roles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from redaction import automaton
from redaction.claims import FIRST_RULE, WITHHELD, Claim
from redaction.findings import Kind
from redaction.known import MASKS, KnownIndex, Piece
from redaction.paths import RoleIndex
from redaction.policy import KnownValue, PathRole
from redaction.rule import Rule, value_span
from redaction.views import MOST_LAYERS, View, views
from redaction.withheld import FragmentIndex

_WINDOW: Final = 1 << 20
"""Bytes that the automaton sees at once: larger windows only cost memory for the hits."""

_OVERLAP: Final = 64
"""The longest literal of the automaton."""

_MARGIN: Final = 1024
"""Bytes of surrounding text that a decoded view keeps, so that rules see what stands around an escape."""

_WIDEST_MARGIN: Final = 16384

Target = tuple[str, object]


class Scanner:
    """Everything that is looked for, in one automaton; immutable once built."""

    def __init__(
        self,
        rules: Sequence[Rule],
        known: Sequence[KnownValue],
        roles: Sequence[PathRole],
        fragments: Sequence[bytes],
        *,
        accelerated: bool | None,
    ) -> None:
        """Index the rules' anchors, the values' forms, the fragments and the roles' folders."""
        self._rules = tuple(rules)
        self._known = KnownIndex(known)
        self._roles = RoleIndex(roles)
        self._fragments = FragmentIndex(fragments)
        targets: dict[bytes, list[Target]] = {}
        for rank, rule in enumerate(self._rules):
            for anchor in dict.fromkeys(rule.anchors):
                targets.setdefault(anchor[:_OVERLAP], []).append(("rule", rank))
        for literal, piece in self._known.literals():
            targets.setdefault(literal, []).append(("known", piece))
        if len(self._known):
            for mask in MASKS:
                targets.setdefault(mask, []).append(("echo", None))
        for literal in self._roles.literals():
            targets.setdefault(literal, []).append(("role", None))
        for literal in self._fragments.literals():
            targets.setdefault(literal, []).append(("fragment", literal))
        self._targets = [tuple(each) for each in targets.values()]
        self._automaton = automaton.build(targets, accelerated=accelerated)
        self._margin = min(_WIDEST_MARGIN, max(_MARGIN, 2 * self._known.longest))

    def scan(self, data: bytes) -> list[Claim]:
        """Return all claims on ``data``, overlapping ones included, those of its decoded views mapped back."""
        claims = self._layer(data)
        pending: list[tuple[bytes, tuple[View, ...]]] = [(data, ())]
        while pending:
            text, chain = pending.pop()
            if len(chain) == MOST_LAYERS:
                continue
            for view in views(text, self._margin):
                inner = (view, *chain)
                claims.extend(_mapped(claim, inner) for claim in self._layer(view.text))
                pending.append((view.text, inner))
        return claims

    def _layer(self, data: bytes) -> list[Claim]:
        """Return the claims on ``data`` as it stands."""
        claims: list[Claim] = []
        confirm = _Confirmation(data, claims, self._rules, self._known, self._roles, self._fragments)
        for begin in range(0, len(data), _WINDOW):
            block = data[begin : begin + _WINDOW + _OVERLAP].lower()
            for start, number in self._automaton.hits(block):
                if start < _WINDOW:
                    for how, what in self._targets[number]:
                        confirm.at(begin + start, how, what)
        return claims


class _Confirmation:
    """Confirms the hits of one layer; remembers where each detector's last match ended, which keeps it linear."""

    def __init__(
        self,
        data: bytes,
        claims: list[Claim],
        rules: Sequence[Rule],
        known: KnownIndex,
        roles: RoleIndex,
        fragments: FragmentIndex,
    ) -> None:
        self._data = data
        self._claims = claims
        self._rules = rules
        self._known = known
        self._roles = roles
        self._fragments = fragments
        self._rule_end = [0] * len(rules)
        self._known_end: dict[int, int] = {}
        self._mask_end = 0
        self._fragment_end = 0
        self._how: dict[str, Callable[[int, object], None]] = {
            "rule": self._rule,
            "known": self._piece,
            "echo": self._echo,
            "role": self._role,
            "fragment": self._fragment,
        }

    def at(self, start: int, how: str, what: object) -> None:
        """Confirm one hit."""
        self._how[how](start, what)

    def _rule(self, hit: int, what: object) -> None:
        assert isinstance(what, int)
        if hit < self._rule_end[what]:
            return
        rule = self._rules[what]
        start = hit if rule.reach is None else self._reached(hit, rule)
        match = rule.pattern.match(self._data, start)
        if match is None or match.end() <= hit:
            return
        if rule.accepts is not None and not rule.accepts(match):
            return
        self._rule_end[what] = match.end()
        start, end = value_span(match)
        if start < end:
            self._claims.append(Claim(start, end, self._data[start:end], rule.kind, rule.stem, rule.id, FIRST_RULE + what))

    def _reached(self, hit: int, rule: Rule) -> int:
        """Return where a match may begin before an anchor, no further back than the rule's last match."""
        assert rule.reach is not None
        floor = max(0, hit - rule.reach.limit, self._rule_end[self._rules.index(rule)])
        before = self._data[floor:hit]
        return floor + len(before.rstrip(bytes(rule.reach.alphabet)))

    def _piece(self, hit: int, what: object) -> None:
        assert isinstance(what, Piece)
        claim = self._known.confirm(self._data, hit, what, self._known_end)
        if claim is not None:
            self._claims.append(claim)

    def _echo(self, hit: int, _: object) -> None:
        if hit >= self._mask_end:
            claim, self._mask_end = self._known.echo(self._data, hit)
            if claim is not None:
                self._claims.append(claim)

    def _role(self, hit: int, _: object) -> None:
        claim = self._roles.confirm(self._data, hit)
        if claim is not None:
            self._claims.append(claim)

    def _fragment(self, hit: int, what: object) -> None:
        assert isinstance(what, bytes)
        if hit < self._fragment_end:
            return
        fragment = self._fragments.confirm(self._data, hit, what)
        if fragment is not None:
            self._fragment_end = hit + len(fragment)
            self._claims.append(
                Claim(hit, self._fragment_end, fragment, Kind.TASK_DATA, "task-data", "withheld-task-data", WITHHELD)
            )


def _mapped(claim: Claim, chain: tuple[View, ...]) -> Claim:
    """Return a claim on the innermost view as one on the block, through every view between."""
    start, end = claim.start, claim.end
    for view in chain:
        start, end = view.span(start, end)
    return claim.moved(start, end)
