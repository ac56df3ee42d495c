"""What stands around an anchor comes again and again, with other digits: whether anything can begin there is asked once.

A log and a trajectory say the same few hundred things. So the surroundings of the anchors that a sieve leaves are
remembered, with every digit replaced by ``0``. When the same ones have come a few times it is asked whether anything could
begin at their anchor, whatever the digits are and whatever stands further on (see ``foresight``). Where nothing can,
the anchor is not looked at again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from redaction.confirmation import Together
from redaction.foresight import hopeful
from redaction.rule import Gate

Ahead = Callable[[bytes, int], re.Match[bytes] | None]

DIGITS: Final = bytes.maketrans(b"123456789", b"000000000")
"""A text whose digits are all ``0`` stands for all texts with other digits."""

BEFORE: Final = 32
BEHIND: Final = 40
"""Bytes before an anchor and from its beginning on that are its surroundings."""

_OFTEN: Final = 4
"""How often surroundings must be met before they are asked: to ask costs as much as to look a few times."""

_MOST: Final = 1 << 16
"""More surroundings than that are forgotten and learnt again."""

_ZERO: Final = 0x30
IDLE: Final = -1


class Run(NamedTuple):
    """A gate that judges nothing but the run of some bytes around a place: how far back it begins, and the gate."""

    alphabet: bytes
    limit: int
    gates: tuple[Gate, ...]


class Beginning(NamedTuple):
    """What may begin at an anchor.

    The anchor's length, what must stand before it (a table of bytes) and behind it (an expression, and what matches it), what
    judges the run around it, and the rules to try.
    """

    length: int
    before: bytes | None
    ahead: bytes
    look: Ahead | None
    run: Run | None
    togethers: tuple[Together, ...]


class Surroundings:
    """The surroundings met so far of the anchors of some heads; bounded."""

    def __init__(self, beginnings: Sequence[Sequence[Beginning]]) -> None:
        """Take what may begin at the anchor of each head."""
        self._beginnings = beginnings
        self._kept = 0
        self.met: list[dict[bytes, int]] = [{} for _ in beginnings]
        """For each head how often surroundings were met, or ``IDLE`` where nothing can begin in them."""

    def note(self, number: int, around: bytes, times: int) -> None:
        """Note that surroundings of a head's anchor, met so many times before, were met once more."""
        if times >= _OFTEN or len(around) < BEFORE + BEHIND:
            return
        if not times:
            self._kept += 1
            if self._kept > _MOST:
                self._kept = 1
                for met in self.met:
                    met.clear()
        asked = times + 1 == _OFTEN
        idle = asked and not any(_could_begin(each, around) for each in self._beginnings[number])
        self.met[number][around] = IDLE if idle else times + 1


def _could_begin(beginning: Beginning, around: bytes) -> bool:
    """Say whether rules could match at the anchor of some surroundings, whatever its digits are and whatever stands further on."""
    _, before, ahead, look, run, _ = beginning
    if before is not None and not _may_stand(before, around[BEFORE - 1]):
        return False
    if look is not None:
        asked = hopeful(ahead)
        at = BEFORE + beginning.length
        if asked is not None and asked.behind <= at and asked.pattern.match(around, at, len(around)) is None:
            return False
    return run is None or _may_run(run, around)


def _may_stand(before: bytes, byte: int) -> bool:
    """Say whether a byte may stand before an anchor; all digits are the same."""
    return any(before[_ZERO : _ZERO + 10]) if byte == _ZERO else bool(before[byte])


def _may_run(run: Run, around: bytes) -> bool:
    """Say whether a gate could let a run of bytes pass; not asked where the run holds a digit or is not known whole."""
    begin = len(around[:BEFORE].rstrip(run.alphabet))
    end = len(around) - len(around[BEFORE:].lstrip(run.alphabet))
    if not begin or end == len(around) or BEFORE - begin >= run.limit or b"0" in around[begin:end]:
        return True
    return any(gate(around, begin) >= 0 for gate in run.gates)
