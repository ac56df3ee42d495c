"""One line for all lines like it: what could begin in it, whatever its digits and ids are and whatever stands behind it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from redaction.automaton import Hit
from redaction.confirmation import Together
from redaction.foresight import hopeful
from redaction.rule import Gate

Ahead = Callable[[bytes, int], re.Match[bytes] | None]
Span = tuple[int, int]

DIGITS: Final = bytes.maketrans(b"123456789", b"000000000")
"""A line whose digits are all ``0`` stands for all lines with other digits."""

BLANK: Final = re.compile(rb"\x00+")
"""What stands for an id in the shape of a line."""

_MOST_HITS: Final = 256
_MOST_CANDIDATES: Final = 24
"""With more than that it is cheaper to look at the line as it stands, and a hostile one costs nothing here."""

_HEAD: Final = 8
"""Bytes of a line that most lines around it begin with as well: the time, or spaces."""

_ZERO: Final = 0x30


class Run(NamedTuple):
    """A gate that judges nothing but the run of some bytes around a place: how far back it begins, and the gate."""

    alphabet: bytes
    limit: int
    gates: tuple[Gate, ...]


class Beginning(NamedTuple):
    """What may begin at a literal: what must stand before it and behind it, what judges the run, the rules to try."""

    before: bytes | None
    ahead: bytes
    look: Ahead | None
    run: Run | None
    togethers: tuple[Together, ...]


class Anchor(NamedTuple):
    """A literal of some rules, and all that may begin at it."""

    literal: bytes
    beginnings: tuple[Beginning, ...]


class Candidate(NamedTuple):
    """What could begin at a literal of a shape: where it stands in the line, the literal if it holds digits.

    ``unless`` is a head (digits all the same) of the next line behind which nothing can begin here.
    """

    start: int
    end: int
    literal: bytes | None
    unless: bytes | None
    beginning: Beginning


class Shape(NamedTuple):
    """What is left to look at in lines of one shape."""

    candidates: tuple[Candidate, ...]
    known: tuple[tuple[int, bytes, int], ...]
    blanks: tuple[Span, ...]


QUIET: Final = Shape((), (), ())
BUSY: Final = Shape((), (), ((0, 0),))
"""The shape of lines in which so much could begin that they are looked at as they stand."""


class Literal(NamedTuple):
    """A literal that is looked for: what may begin at it, and its number among the known ones (-1: it is none)."""

    text: bytes
    beginnings: tuple[Beginning, ...]
    known: int


def asked(line: bytes, hits: Callable[[bytes], Sequence[Hit]], literals: Callable[[int], Iterable[Literal]]) -> Shape:
    """Return the shape of a line: which literals in it could begin something or be known.

    ``line`` has its digits all the same and its ids left blank, ``hits`` finds literals in such a line once it is
    lower-cased, ``literals`` says which a hit may stand for.
    """
    text = b"\n" + line + b"\n"
    low = text.lower()
    blanks = [match.span() for match in BLANK.finditer(text)]
    cuts = [0, *(edge for blank in blanks for edge in blank), len(text)]
    candidates: list[Candidate] = []
    known: list[tuple[int, bytes, int]] = []
    found = hits(low)
    if len(found) > _MOST_HITS:
        return BUSY
    for alike, start, end in found:
        if start > len(line):
            continue
        part = bisect_right(cuts, start)
        for literal, beginnings, number in literals(alike):
            if number >= 0:
                known.append((start - 1, literal, number))
            exact = literal if literal != literal.translate(DIGITS) else None
            for beginning in beginnings:
                if len(candidates) + len(known) > _MOST_CANDIDATES:
                    return BUSY
                if _could_begin(beginning, text, low, start, end, cuts[part - 1], cuts[part]):
                    unless = _unless(beginning, text, end) if cuts[part] == len(text) else None
                    candidates.append(Candidate(start - 1, end - 1, exact, unless, beginning))
    if not candidates and not known and not blanks:
        return QUIET
    return Shape(tuple(candidates), tuple(known), tuple((first - 1, last - 1) for first, last in blanks))


def _could_begin(beginning: Beginning, text: bytes, low: bytes, start: int, end: int, first: int, last: int) -> bool:
    """Say whether rules could match at a literal of a text of which nothing is known before ``first`` and from ``last`` on."""
    before, ahead, look, run, _ = beginning
    if before is not None and start > first and not _may_stand(before, low[start - 1]):
        return False
    if look is not None and not _may_follow(ahead, text, end, first, last):
        return False
    return run is None or _may_run(run, text, start, first, last)


def _may_follow(ahead: bytes, text: bytes, at: int, first: int, last: int) -> bool:
    """Say whether an expression could hold in a text of which nothing is known before ``first`` and from ``last`` on."""
    asked = hopeful(ahead)
    return asked is None or at - asked.behind < first or asked.pattern.match(text, at, last) is not None


def _may_run(run: Run, text: bytes, at: int, first: int, last: int) -> bool:
    """Say whether a gate could let a run of bytes pass; not asked where the run holds a digit or is not known whole."""
    begin = first + len(text[first:at].rstrip(run.alphabet))
    end = at + len(text[at:last]) - len(text[at:last].lstrip(run.alphabet))
    if begin == first or end == last or at - begin >= run.limit or b"0" in text[begin:end]:
        return True
    return any(gate(text, begin) >= 0 for gate in run.gates)


def _unless(beginning: Beginning, text: bytes, at: int) -> bytes | None:
    """Return the head of a next line like this one if nothing can begin at ``at`` before a line with such a head."""
    head = text[1 : 1 + _HEAD]
    asked = hopeful(beginning.ahead) if beginning.look is not None else None
    if asked is None or len(head) < _HEAD or b"\x00" in head or at - asked.behind < 0:
        return None
    return None if asked.pattern.match(text + head, at) else head


def stands(data: bytes, at: int, before: bytes | None) -> bool:
    """Say whether what stands before an offset may stand there."""
    return before is None or not at or bool(before[data[at - 1 : at].lower()[0]])


def _may_stand(before: bytes, byte: int) -> bool:
    """Say whether a byte may stand before a literal; all digits are the same."""
    return any(before[_ZERO : _ZERO + 10]) if byte == _ZERO else bool(before[byte])
