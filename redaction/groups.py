"""Rules that begin at the same anchor and are tried alike, and what must stand before and behind an anchor."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from redaction.confirmation import Gated, Likely, Together
from redaction.rule import Further, Gate, Heads, Reach, Rule
from redaction.surroundings import Ahead

LONGEST_LITERAL: Final = 64
"""Of a longer anchor only so much is looked for; its rules look at the rest."""


class Group(NamedTuple):
    """An anchor, what stands before and behind it (as told, and as told for a compiled scanner), and rules tried alike."""

    anchor: bytes
    before: bytes
    ahead: bytes
    heads: Heads | None
    together: Together


def groups(rules: Sequence[Rule]) -> Iterator[Group]:
    """Yield the groups of rules that begin at the same anchor and are tried alike."""
    alike: dict[tuple[bytes, bytes, bytes, Heads | None, Reach | None], dict[Gate | None, dict[int, None]]] = {}
    for rank, rule in enumerate(rules):
        for anchor in rule.anchors:
            group = alike.setdefault((anchor[:LONGEST_LITERAL], rule.before, rule.ahead, rule.heads, rule.reach), {})
            group.setdefault(rule.gate, {})[rank] = None
    gated: dict[tuple[Gate | None, tuple[int, ...]], Gated] = {}
    for (literal, before, ahead, said, reach), gates in alike.items():
        for gate, ranks in gates.items():
            if (gate, tuple(ranks)) not in gated:
                gated[gate, tuple(ranks)] = _gated(rules, gate, tuple(ranks))
        back = (bytes(sorted(reach.alphabet)), reach.limit) if reach else None
        together = back, tuple(gated[gate, tuple(ranks)] for gate, ranks in gates.items())
        yield Group(literal, before, ahead, said, together)


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
def table_of(before: bytes) -> bytes | None:
    """Return a table of the bytes that may stand before, in either case; nothing if all may."""
    either = frozenset(before.lower() + before.upper())
    return bytes(byte in either for byte in range(256)) if before else None


def ahead_of(ahead: bytes) -> Ahead | None:
    """Return what looks ahead; nothing for an anchor that stands for itself."""
    return _compiled(ahead).match if ahead else None


def ahead_late(ahead: bytes) -> Ahead | None:
    """Return the same, compiled where it is first asked: most anchors of a sieve are never met."""
    return (lambda data, at: _compiled(ahead).match(data, at)) if ahead else None


@lru_cache(maxsize=1024)
def _compiled(ahead: bytes) -> re.Pattern[bytes]:
    return re.compile(ahead, re.IGNORECASE)
