"""Claims on spans of a block, and how overlapping ones become one replacement."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from operator import itemgetter, le
from typing import Final, NamedTuple

from redaction.findings import Finding, Kind

KNOWN: Final = 0
WITHHELD: Final = 1
STRUCTURE: Final = 2
FIRST_RULE: Final = 10
"""Ranks: a known value first, then withheld text and paths, then JSON structure, then the rules in their order."""


_NEW: Final = tuple.__new__
"""Makes a tuple of a class, five times as fast as calling the class."""


class Claim(NamedTuple):
    """A span that must go: whose value it is, and what decides its placeholder.

    ``value`` is the value as the machine knows it or as the innermost view shows it. ``literal`` replaces the span by
    fixed bytes instead of a placeholder (a number stays a number).
    """

    start: int
    end: int
    value: bytes
    kind: Kind
    stem: str
    rule: str
    rank: int
    literal: bytes | None = None

    def __repr__(self) -> str:
        """Name span and rule; never the value."""
        return f"Claim({self.start}, {self.end}, {self.rule})"

    def moved(self, start: int, end: int) -> Claim:
        """Return the same claim on another span."""
        return _NEW(Claim, (start, end, *self[2:]))


def moved_by(claims: Sequence[Claim], distances: Iterable[int]) -> list[Claim]:
    """Return some claims again for each distance, so many bytes further on."""
    parts = [(claim.start, claim.end, claim[2:]) for claim in claims]
    return [_NEW(Claim, (start + by, end + by, *rest)) for by in distances for start, end, rest in parts]


def findings(claims: Iterable[Claim]) -> tuple[Finding, ...]:
    """Return the spans and the rules."""
    return tuple([_NEW(Finding, span_and_rule) for span_and_rule in map(_SPAN_AND_RULE, claims)])


_SPAN_AND_RULE: Final = itemgetter(0, 1, 5)
START: Final = itemgetter(0)
END: Final = itemgetter(1)


def resolve(claims: Iterable[Claim]) -> list[Claim]:
    """Return disjoint claims in order that cover every byte of the given ones.

    Overlapping claims become one over their union, so that neither head nor tail of a secret stays. It speaks for
    the claim that covers the union (a known value before a longer rule order), else for the most trusted one.
    """
    ordered = sorted(claims, key=START)
    if _are_disjoint(ordered):
        return ordered
    ordered = _one_for_each_span(ordered)
    if _are_disjoint(ordered):
        return ordered
    ordered.sort(key=lambda claim: (claim.start, -claim.end, claim.rank))
    resolved: list[Claim] = []
    cluster: list[Claim] = []
    end = -1
    for claim in ordered:
        if cluster and claim.start >= end:
            resolved.append(_united(cluster, end))
            cluster = []
        cluster.append(claim)
        end = max(end, claim.end) if len(cluster) > 1 else claim.end
    if cluster:
        resolved.append(_united(cluster, end))
    return resolved


def _are_disjoint(ordered: Sequence[Claim]) -> bool:
    """Say whether of claims that are sorted by their start none begins before the end of the one before."""
    return all(map(le, map(END, ordered), map(START, islice(ordered, 1, None))))


def _one_for_each_span(claims: Iterable[Claim]) -> list[Claim]:
    """Return of claims on the same span the one that decides, in order."""
    best: dict[tuple[object, ...], Claim] = {}
    for claim in claims:
        other = best.setdefault(claim[:2], claim)
        if (claim.rank, claim.rule) < (other.rank, other.rule):
            best[claim[:2]] = claim
    return list(best.values())


def _united(cluster: list[Claim], end: int) -> Claim:
    """Return the one claim over a cluster that ends at ``end``."""
    start = cluster[0].start
    if len(cluster) == 1:
        return cluster[0]
    whole = [claim for claim in cluster if claim.start == start and claim.end == end]
    winner = min(whole or cluster, key=lambda claim: (claim.rank, claim.start - claim.end, claim.rule))
    return winner if winner.start == start and winner.end == end else winner.moved(start, end)
