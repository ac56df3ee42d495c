"""Decoded views of a block with a map back to its offsets, built only where escapes stand, the map only where asked for."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain, pairwise
from typing import Final, Protocol

from redaction.escapes import BACKSLASH, JSON, Escape, Kind, decoded_once, escapes, others_in, without_backslashes
from redaction.unescape import SEGMENT, segments

MOST_LAYERS: Final = 8
"""Escapes inside escapes double at each level, so eight levels already need 255 backslashes per quote."""

SEAM: Final = b"\n\x01\n\x01\n"
"""What stands in a view for the text between two stretches; no rule and no known value reaches across it."""


_NO_SPACE: Final = bytes(byte for byte in range(256) if not bytes((byte,)).isspace())
_LONGEST_NAME: Final = 253
_LONGEST_RUN: Final = 4096
"""A value that goes on behind the margin belongs to the stretch to its end, or that far."""

_PART: Final = 1024
"""Bytes of which each escape is looked at to find the way back for one claim."""

_SPACE: Final = re.compile(rb"\s")


class View(Protocol):
    """A decoded stretch of a block; ``span`` leads from its offsets to the block's."""

    @property
    def text(self) -> bytes:
        """The decoded bytes."""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the block's span that ``text[start:end]`` was decoded from; ``start < end``."""


@dataclass(frozen=True, slots=True, repr=False)
class _Pieces:
    """A view whose every escape is known: literal and decoded pieces in turn."""

    text: bytes
    _at: list[int]
    _raw_start: list[int]
    _raw_end: list[int]

    def span(self, start: int, end: int) -> tuple[int, int]:
        first = bisect_right(self._at, start) - 1
        last = bisect_right(self._at, end - 1) - 1
        return self._raw(first, start)[0], self._raw(last, end - 1)[1]

    def _raw(self, piece: int, offset: int) -> tuple[int, int]:
        """Return the block's span of one byte of the view."""
        if piece % 2 == 0:
            inside = self._raw_start[piece] + offset - self._at[piece]
            return inside, inside + 1
        return self._raw_start[piece], self._raw_end[piece]


@dataclass(frozen=True, slots=True, repr=False)
class _Way:
    """How a stretch of a block is decoded: where it may be cut (into parts of some size), its text, its escapes."""

    cut: Callable[[int, int, int], list[int]]
    text: Callable[[int, int], bytes]
    pieces: Callable[[int, int], _Pieces]

    def parts(self, first: int, last: int) -> tuple[list[tuple[int, int]], list[int]]:
        """Return the parts of a segment, so small that the escapes of one are soon found, and where their texts begin."""
        parts = list(pairwise(self.cut(first, last, _PART)))
        lengths = (len(self.text(*part)) for part in parts[:-1])
        return parts, list(accumulate(lengths, initial=0))


class _Segments:
    """A view decoded at once, a segment of the block after the other; its escapes are found again where asked for."""

    def __init__(self, spans: Iterable[tuple[int, int]], way: _Way) -> None:
        """Decode some stretches of a block; a seam stands between them."""
        self._cuts: list[tuple[int, int]] = []
        self._at: list[int] = []
        joined: list[bytes] = []
        length = reached = 0
        for first, last in chain.from_iterable(pairwise(way.cut(*span, SEGMENT)) for span in spans):
            text = way.text(first, last)
            if self._cuts and first > reached:
                self._at.append(length)
                self._cuts.append((first, first))
                joined.append(SEAM)
                length += len(SEAM)
            self._at.append(length)
            self._cuts.append((first, last))
            joined.append(text)
            length += len(text)
            reached = last
        self.text = b"".join(joined)
        self._pieces = lru_cache(maxsize=64)(way.pieces)
        self._parts = lru_cache(maxsize=64)(way.parts)

    def span(self, start: int, end: int) -> tuple[int, int]:
        first, last = self._raw(start)[0], self._raw(end - 1)[1]
        return first, max(first, last)

    def _raw(self, offset: int) -> tuple[int, int]:
        """Return the block's span of one byte of the view; that of a seam is empty."""
        number = bisect_right(self._at, offset) - 1
        first, last = self._cuts[number]
        if first == last:
            return first, first
        inside = offset - self._at[number]
        parts, at = self._parts(first, last)
        part = bisect_right(at, inside) - 1
        inside -= at[part]
        return self._pieces(*parts[part]).span(inside, inside + 1)


def views(block: bytes, margin: int) -> Iterator[View]:
    """Yield the decoded view of the stretches of a block that hold escapes, with ``margin`` bytes around each.

    Seams keep the stretches apart: no value reaches across one. Where the stretches are most of the block, the view
    is of all of it.
    """
    others = others_in(block)
    whole = [(0, len(block))]
    # Where a backslash stands in every margin there is hardly anything between the stretches.
    dense = block.count(b"\\") * margin > len(block) and BACKSLASH.pattern.search(block) is not None
    spans = whole if dense else _stretches(block, others, margin)
    if not spans:
        return
    if sum(last - first for first, last in spans) > len(block) * 3 // 4:
        spans = whole
    yield _decoded_view(block, spans, others)


def _stretches(block: bytes, others: tuple[Kind, ...], margin: int) -> list[tuple[int, int]]:
    """Return the stretches around the escapes of a block, in order, at least a seam apart."""
    gap = 2 * margin + len(SEAM)
    spans = [
        match.span()
        for kind in (*((BACKSLASH,) if b"\\" in block else ()), *others)
        for match in _cluster(kind, gap).finditer(block)
    ]
    if others:
        spans.sort()
    stretches: list[tuple[int, int]] = []
    since = space = -1
    for first, last in spans:
        begin, end = _start_of_run(block, first - margin), min(len(block), last + margin)
        if not since <= end <= space:
            found = _SPACE.search(block, end)
            since, space = end, found.start() if found is not None else len(block)
        end = min(space, end + _LONGEST_RUN)
        if stretches and begin < stretches[-1][1] + len(SEAM):
            stretches[-1] = stretches[-1][0], max(stretches[-1][1], end)
        else:
            stretches.append((begin, end))
    return stretches


def _start_of_run(block: bytes, at: int) -> int:
    """Return where what stands before ``at`` begins: behind white space, or as far as the longest name."""
    if at <= 0:
        return 0
    floor = max(0, at - _LONGEST_NAME)
    return floor + len(block[floor:at].rstrip(_NO_SPACE))


@lru_cache(maxsize=128)
def _cluster(kind: Kind, gap: int) -> re.Pattern[bytes]:
    """Return a pattern for escapes of one kind that follow each other at no more than ``gap`` bytes."""
    one = kind.pattern.pattern
    first = b"\\x%02x" % kind.trigger[0]
    return re.compile(one + b"(?:[^" + first + b"]{0,%d}+" % gap + one + b")*+")


def _decoded_view(block: bytes, spans: list[tuple[int, int]], others: tuple[Kind, ...]) -> View:
    """Return the view of some stretches of a block that may hold ``others`` beside backslashes."""

    def cut(first: int, last: int, size: int) -> list[int]:
        return segments(block, first, last, size, only_backslashes=not others)

    def text(first: int, last: int) -> bytes:
        return decoded_once(block[first:last], others)

    def pieces(first: int, last: int) -> _Pieces:
        return _view(block, first, last, escapes(block[first:last]), first)

    return _Segments(spans, _Way(cut, text, pieces))


def json_view(block: bytes, start: int, end: int) -> View:
    """Return the content ``block[start:end]`` of a JSON string with exactly its own escapes undone."""

    def cut(first: int, last: int, size: int) -> list[int]:
        return segments(block, first, last, size)

    def text(first: int, last: int) -> bytes:
        return without_backslashes(block[first:last], json=True)

    def pieces(first: int, last: int) -> _Pieces:
        found = [(*match.span(), JSON.decode(match)) for match in JSON.pattern.finditer(block, first, last)]
        return _view(block, first, last, found)

    return _Segments([(start, end)], _Way(cut, text, pieces))


def whole_view(block: bytes) -> View | None:
    """Return a view of a whole block with one layer of escapes undone; ``None`` if it holds none."""
    view = _decoded_view(block, [(0, len(block))], others_in(block))
    return None if view.text == block else view


def collapse_view(block: bytes, pattern: re.Pattern[bytes]) -> View:
    """Return a view of a whole block in which each match of ``pattern`` is one space."""
    return _view(block, 0, len(block), [(*match.span(), b" ") for match in pattern.finditer(block)])


def _view(block: bytes, start: int, end: int, found: list[Escape], shift: int = 0) -> _Pieces:
    """Return the view of ``block[start:end]``; the escapes' offsets count from ``shift``."""
    pieces: list[bytes] = []
    at: list[int] = []
    raw_start: list[int] = []
    raw_end: list[int] = []
    length = 0
    position = start
    for escape_start, escape_end, decoded in [*found, (end - shift, end - shift, b"")]:
        first, last = escape_start + shift, escape_end + shift
        for piece, piece_start, piece_end in ((block[position:first], position, first), (decoded, first, last)):
            at.append(length)
            raw_start.append(piece_start)
            raw_end.append(piece_end)
            pieces.append(piece)
            length += len(piece)
        position = last
    return _Pieces(b"".join(pieces), at, raw_start, raw_end)


_PLAIN: Final = re.compile(rb"[^\\%&^\x00\x08\x1b\x80-\xff]*+\Z")
"""No escape begins in such a text."""


def decoded(value: bytes) -> bytes:
    """Return a value with every layer of escapes undone."""
    if _PLAIN.match(value) is not None:
        return value
    for _ in range(MOST_LAYERS):
        once = decoded_once(value)
        if once == value:
            return value
        value = once
    return value
