"""The way back from a decoded view to the bytes it was decoded from, found only where it is asked for."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Final, Protocol

from redaction.escapes import Escape

SEAM: Final = b"\n\x01\n\x01\n"
"""What stands in a view for the text between two stretches; no rule and no known value reaches across it."""

_LARGE: Final = 1 << 14
"""Bytes that are decoded at once where that takes no longer than a few copies."""

_SMALL: Final = 1 << 12
"""Bytes that are decoded at once elsewhere."""

_PART: Final = 256
"""Bytes of which each escape is looked at to find the way back for one claim."""


class View(Protocol):
    """A decoded stretch of a block; ``span`` leads from its offsets to the block's."""

    @property
    def text(self) -> bytes:
        """The decoded bytes."""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the block's span that ``text[start:end]`` was decoded from; ``start < end``."""


@dataclass(frozen=True, slots=True, repr=False)
class Pieces:
    """A view whose every escape is known: literal and decoded pieces in turn."""

    text: bytes
    _at: list[int]
    _raw_start: list[int]
    _raw_end: list[int]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the block's span that a part of the view was decoded from."""
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
class Way:
    """How a stretch of a block is decoded.

    ``cut`` says where it may be cut into parts of some size, ``at_once`` gives its text if that is to be had fast, ``text``
    in any case, and ``pieces`` its escapes one by one.
    """

    cut: Callable[[int, int, int], list[int]]
    at_once: Callable[[int, int], bytes | None]
    text: Callable[[int, int], bytes]
    pieces: Callable[[int, int], Pieces]

    def segments(self, span: tuple[int, int]) -> Iterator[tuple[int, int, bytes]]:
        """Yield the segments of a stretch in order, each with its text."""
        for first, last in pairwise(self.cut(*span, _LARGE)):
            text = self.at_once(first, last)
            if text is not None:
                yield first, last, text
            elif last - first > 2 * _LARGE:
                # Where no cut was found it would take as long to look for one again.
                yield first, last, self.text(first, last)
            else:
                yield from ((*part, self.text(*part)) for part in pairwise(self.cut(first, last, _SMALL)))

    def parts(self, first: int, last: int) -> tuple[list[tuple[int, int]], list[int]]:
        """Return a segment in about four parts, if it can be cut, and where their texts begin."""
        parts = list(pairwise(self.cut(first, last, 1 + (last - first) // 4)))
        lengths = (len(self.text(*part)) for part in parts[:-1])
        return parts, list(accumulate(lengths, initial=0))


class Segments:
    """A view decoded at once, a segment of the block after the other; its escapes are found again where asked for."""

    def __init__(self, spans: Iterable[tuple[int, int]], way: Way) -> None:
        """Decode some stretches of a block; a seam stands between them."""
        self._cuts: list[tuple[int, int]] = []
        self._at: list[int] = []
        joined: list[bytes] = []
        length = reached = 0
        for span in spans:
            if self._cuts and span[0] > reached:
                self._at.append(length)
                self._cuts.append((span[0], span[0]))
                joined.append(SEAM)
                length += len(SEAM)
            for first, last, text in way.segments(span):
                self._at.append(length)
                self._cuts.append((first, last))
                joined.append(text)
                length += len(text)
            reached = span[1]
        self.text = b"".join(joined)
        self._pieces = lru_cache(maxsize=64)(way.pieces)
        self._parts = lru_cache(maxsize=256)(way.parts)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the block's span that a part of the view was decoded from."""
        first, last = self._raw(start)[0], self._raw(end - 1)[1]
        return first, max(first, last)

    def _raw(self, offset: int) -> tuple[int, int]:
        """Return the block's span of one byte of the view; that of a seam is empty."""
        number = bisect_right(self._at, offset) - 1
        first, last = self._cuts[number]
        if first == last:
            return first, first
        inside = offset - self._at[number]
        while last - first > _PART:
            parts, at = self._parts(first, last)
            if len(parts) == 1:
                break
            part = bisect_right(at, inside) - 1
            inside -= at[part]
            first, last = parts[part]
        return self._pieces(first, last).span(inside, inside + 1)


def in_pieces(block: bytes, start: int, end: int, found: list[Escape], shift: int = 0) -> Pieces:
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
    return Pieces(b"".join(pieces), at, raw_start, raw_end)
