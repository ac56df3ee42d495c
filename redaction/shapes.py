"""Lines that are written again and again with other numbers and ids in them need one look for all of them.

The *shape* of a line is the line with every digit replaced by ``0`` and every long run of letters and digits (an id, a
digest) left blank. The first lines of a shape are looked at like any text. When it has come a few times it is asked once
which literals in it could begin something, whatever the digits are and whatever stands in the blanks and behind the line
(see ``foresight``). From then on only those are looked at, and what touches a blank: in most lines of a log nothing.
What is found stays the same, because a literal is left out only where none of its rules can match.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import accumulate, compress, count, repeat
from operator import is_not
from typing import Final, NamedTuple

from redaction import automaton
from redaction.confirmation import Together
from redaction.shape import BLANK, BUSY, DIGITS, QUIET, Anchor, Literal, Shape, Span, asked, stands

Place = tuple[int, tuple[Together, ...]]
"""An offset in a text and the rules to try there."""

Known = tuple[int, int]
"""An offset in a text and the number of the known literal that stands there."""

_LONGEST: Final = 2000
"""Longer lines hardly ever come again."""

_MOST_BYTES: Final = 4 << 20
_MOST_MET: Final = 1 << 16
_MOST_ALIKE: Final = 6
"""What is remembered is forgotten and learnt again when it takes more room: shapes, hashes, shapes of one pattern."""

_OFTEN: Final = 4
"""How often a shape must be met before it is asked: to ask costs as much as to look at the line a few times."""

_PER_BLANK: Final = 96
"""A blank costs as much as so many bytes of text that nobody has to look at."""

_NEAR: Final = 768
"""What stands between two unknown lines is looked at with them if it is shorter: to begin anew costs as much."""

_MOST_PASSED: Final = 15
_WORTHWHILE: Final = 4
"""If less than a fourth of a window has a known shape, up to fifteen windows are looked at without asking."""

_LINE_END: Final = 0x0A
_LETTERS: Final = bytes(0x61 if bytes((byte,)).isalnum() else byte for byte in range(256))
_ID: Final = re.compile(
    rb"[^A-Za-z0-9](?:[a-fA-F0]{8}-(?:[a-fA-F0]{4}-){3}[a-fA-F0]{12}|(?=[A-Za-z]{0,32}+0)[A-Za-z0-9]{12,}+)"
)
"""An id behind something else, in a text whose digits are all ``0``."""

_OF_IDS: Final = b"abcdefghijklmnopqrstuvwxyz0123456789-"
_INNER: Final = re.compile(rb"[a-z0-9-]{12}")
_TEXT: Final = re.compile(rb"[^\x00]+")


class Frame(NamedTuple):
    """The texts between the blanks of a shape, each with its offset."""

    texts: tuple[tuple[int, bytes], ...]
    shape: Shape


class Seen(NamedTuple):
    """What a window holds: places and known literals in lines whose shape is known, ids in these, and the rest."""

    places: list[Place]
    known: list[Known]
    blanks: list[Span]
    rest: list[Span]


class Shapes:
    """The shapes of lines met so far; bounded."""

    def __init__(self, anchors: Sequence[Anchor], known: Sequence[bytes], *, accelerated: bool | None) -> None:
        """Take the anchors and the known literals; no anchor holds the end of a line."""
        self._accelerated = accelerated
        table = {each.literal: Literal(each.literal, each.beginnings, -1) for each in anchors}
        for number, text in enumerate(known):
            table[text] = Literal(text, table[text].beginnings if text in table else (), number)
        self._across = [literal for literal in table.values() if b"\n" in literal.text]
        self._within = [literal for literal in table.values() if b"\n" not in literal.text]
        alike: dict[bytes, list[Literal]] = {}
        for literal in self._within:
            alike.setdefault(literal.text.translate(DIGITS), []).append(literal)
        self._alike = list(alike.values())
        self._automaton = automaton.build(alike, accelerated=accelerated)
        self._shapes: dict[bytes, Shape] = {}
        self._frames: dict[bytes, list[Frame]] = {}
        self._met: dict[int, int] = {}
        self._bytes = 0
        self._passing = self._pass_next = 0

    def look(self, data: bytes, begin: int, end: int) -> Seen:
        """Look at the lines of ``data[begin:end]``; all there is in it stands in the result or in its rest."""
        seen = Seen([], [], [], [])
        if self._passing:
            self._passing -= 1
            seen.rest.append((begin, end))
            return seen
        self._look_at_lines(data, begin, end, seen)
        self._look_at_blanks(data, seen)
        if self._across:
            self._look_across(data, begin, end, seen)
        unknown = sum(last - first for first, last in seen.rest)
        if unknown * _WORTHWHILE > (end - begin) * (_WORTHWHILE - 1):
            self._passing = self._pass_next = min(2 * self._pass_next + 1, _MOST_PASSED)
        else:
            self._pass_next = 0
        return seen

    def _look_at_lines(self, data: bytes, begin: int, end: int, seen: Seen) -> None:
        """Look at each line between two offsets; a line that is cut by one of them is left to the rest."""
        lines = data[begin:end].translate(DIGITS).split(b"\n")
        cut = set() if begin and data[begin - 1] == _LINE_END else {0}
        if data[end - 1] == _LINE_END:
            lines.pop()
        else:
            cut.add(len(lines) - 1)
        shapes = list(map(self._shapes.get, lines))
        unusual: Iterable[int] = compress(count(), map(is_not, shapes, repeat(QUIET)))
        starts = list(accumulate(map(len, lines), initial=begin))
        for number in sorted(cut.union(unusual)) if cut else unusual:
            line, start = lines[number], starts[number] + number
            shape = None if number in cut else shapes[number]
            if shape is None and number not in cut and len(line) <= _LONGEST:
                shape = (
                    self._shapes.get(line)
                    or _fitting(line, self._frames.get(line.translate(_LETTERS), ()))
                    or self._learnt(line)
                )
            if shape is None or shape is BUSY:
                _add(seen.rest, start - 1, start + len(line))
            else:
                _note(data, start, shape, lines[number + 1] if number + 1 < len(lines) else b"", seen)

    def _learnt(self, line: bytes) -> Shape | None:
        """Return what is left to look at in lines of this shape, if it has been met before and is worth it."""
        blank = _ID.sub(_left_blank, b"\n" + line)[1:]
        key = hash(blank)
        self._met[key] = times = self._met.get(key, 0) + 1
        if times < _OFTEN:
            if len(self._met) > _MOST_MET:
                self._met.clear()
            return None
        blanks = len(BLANK.findall(blank))
        if len(blank) - blank.count(0) < _PER_BLANK * blanks:
            return None
        self._bytes += len(line)
        if self._bytes > _MOST_BYTES:
            self._shapes.clear()
            self._frames.clear()
            self._bytes = len(line)
        shape = asked(blank, self._automaton.hits, self._alike.__getitem__)
        if blanks:
            frames = self._frames.setdefault(line.translate(_LETTERS), [])
            frames.append(Frame(tuple((match.start(), match.group()) for match in _TEXT.finditer(blank)), shape))
            del frames[:-_MOST_ALIKE]
        else:
            self._shapes[line] = shape
        return shape

    def _look_at_blanks(self, data: bytes, seen: Seen) -> None:
        """Look at the literals that touch an id of a line whose shape is known."""
        if not seen.blanks:
            return
        touching, margin, finder = self._touching
        pieces: list[bytes] = []
        masks: list[bytes] = []
        shifts: list[int] = []
        ends: list[int] = []
        length = 0
        for first, last in seen.blanks:
            begin = first - margin if first > margin else 0
            piece = data[begin : last + margin]
            pieces.append(piece)
            masks += bytes(first - begin), b"x" * (last - first), bytes(begin + len(piece) - last)
            shifts.append(begin - length)
            length += len(piece)
            ends.append(length)
        touches = b"".join(masks).find
        for hit, start, end in finder.hits(b"".join(pieces).lower()):
            if touches(b"x", start, end) >= 0:
                number = bisect_right(ends, start)
                if end <= ends[number]:
                    shift = shifts[number]
                    _note_literal(data, start + shift, end + shift, touching[hit], seen)

    @cached_property
    def _touching(self) -> tuple[list[Literal], int, automaton.Automaton]:
        """The literals that can touch an id, how far one may stand out of it, and what finds them as they are."""
        touching = [literal for literal in self._within if _can_touch(literal.text)]
        texts = [literal.text for literal in touching]
        return touching, max(map(len, texts), default=0), automaton.build(texts, accelerated=self._accelerated)

    @cached_property
    def _finder_across(self) -> automaton.Automaton:
        """What finds the known literals that hold the end of a line."""
        return automaton.build((literal.text for literal in self._across), accelerated=self._accelerated)

    def _look_across(self, data: bytes, begin: int, end: int, seen: Seen) -> None:
        """Look for the known literals that hold the end of a line."""
        block = data[begin : end + automaton.LARGEST_LITERAL].lower()
        for hit, start, _ in self._finder_across.hits(block):
            if begin + start < end:
                seen.known.append((begin + start, self._across[hit].known))


def _note_literal(data: bytes, start: int, end: int, literal: Literal, seen: Seen) -> None:
    """Note what begins at a literal that stands in a text, and that it is known."""
    for before, _, look, _, togethers in literal.beginnings:
        if stands(data, start, before) and (look is None or look(data, end) is not None):
            seen.places.append((start, togethers))
    if literal.known >= 0:
        seen.known.append((start, literal.known))


def _note(data: bytes, line: int, shape: Shape, following: bytes, seen: Seen) -> None:
    """Note what is found in a line of a known shape; ``following`` is the next line, its digits all the same."""
    for first, last, literal, unless, (before, _, look, _, togethers) in shape.candidates:
        at = line + first
        if unless is not None and following.startswith(unless):
            continue
        if literal is not None and data[at : line + last].lower() != literal:
            continue
        if stands(data, at, before) and (look is None or look(data, line + last) is not None):
            seen.places.append((at, togethers))
    for first, literal, number in shape.known:
        at = line + first
        if data[at : at + len(literal)].lower() == literal:
            seen.known.append((at, number))
    for first, last in shape.blanks:
        seen.blanks.append((line + first, line + last))


def _can_touch(literal: bytes) -> bool:
    """Say whether a literal can touch an id, which is made of letters, digits and hyphens."""
    ends = literal[:1] + literal[-1:]
    return ends.strip(_OF_IDS) != ends or _INNER.search(literal) is not None


def _fitting(line: bytes, frames: Iterable[Frame]) -> Shape | None:
    """Return the shape of the frame that a line fits into."""
    for texts, shape in frames:
        for at, text in texts:
            if not line.startswith(text, at):
                break
        else:
            return shape
    return None


def _add(spans: list[Span], begin: int, end: int) -> None:
    """Add a span, together with the last one where they are near each other: to begin anew costs as much as to go on."""
    begin = max(begin, 0)
    if spans and begin - spans[-1][1] < _NEAR:
        spans[-1] = spans[-1][0], max(end, spans[-1][1])
    else:
        spans.append((begin, end))


def _left_blank(match: re.Match[bytes]) -> bytes:
    """Leave an id blank, and what stands before it as it is."""
    found = match.group()
    return found[:1] + bytes(len(found) - 1)
