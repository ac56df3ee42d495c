"""Decoded views of a block with a map back to its offsets, built only where escapes stand, the map only where asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from redaction.escapes import (
    BACKSLASH,
    JSON,
    Kind,
    copied,
    copied_once,
    decoded_once,
    escapes,
    others_told_in,
    without_backslashes,
)
from redaction.unescape import segments
from redaction.way_back import SEAM, Pieces, Segments, View, Way, in_pieces

MOST_LAYERS: Final = 8
"""Escapes inside escapes double at each level, so eight levels already need 255 backslashes per quote."""

_NO_SPACE: Final = bytes(byte for byte in range(256) if not bytes((byte,)).isspace())
_LONGEST_NAME: Final = 253
_LONGEST_RUN: Final = 4096
"""A value that goes on behind the margin belongs to the stretch to its end, or that far."""

_SPACE: Final = re.compile(rb"\s")


def views(block: bytes, margin: int) -> Iterator[View]:
    """Yield the decoded view of the stretches of a block that hold escapes, with ``margin`` bytes around each.

    Seams keep the stretches apart: no value reaches across one. Where the stretches are most of the block, the view
    is of all of it.
    """
    others = others_told_in(block)
    whole = [(0, len(block))]
    # Where a backslash stands in every margin there is hardly anything between the stretches.
    backslashes = block.count(b"\\") if b"\\" in block else 0
    dense = backslashes * margin > len(block) and BACKSLASH.pattern.search(block) is not None
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

    def at_once(first: int, last: int) -> bytes | None:
        return copied_once(block[first:last], others)

    def pieces(first: int, last: int) -> Pieces:
        return in_pieces(block, first, last, escapes(block[first:last]), first)

    return Segments(spans, Way(cut, at_once, text, pieces))


def json_view(block: bytes, start: int, end: int) -> View:
    """Return the content ``block[start:end]`` of a JSON string with exactly its own escapes undone."""

    def cut(first: int, last: int, size: int) -> list[int]:
        return segments(block, first, last, size)

    def text(first: int, last: int) -> bytes:
        return without_backslashes(block[first:last], json=True)

    def at_once(first: int, last: int) -> bytes | None:
        return copied(block[first:last], json=True)

    def pieces(first: int, last: int) -> Pieces:
        found = [(*match.span(), JSON.decode(match)) for match in JSON.pattern.finditer(block, first, last)]
        return in_pieces(block, first, last, found)

    return Segments([(start, end)], Way(cut, at_once, text, pieces))


def whole_view(block: bytes) -> View | None:
    """Return a view of a whole block with one layer of escapes undone; ``None`` if it holds none."""
    view = _decoded_view(block, [(0, len(block))], others_told_in(block))
    return None if view.text == block else view


def collapse_view(block: bytes, pattern: re.Pattern[bytes]) -> View:
    """Return a view of a whole block in which each match of ``pattern`` is one space."""
    return in_pieces(block, 0, len(block), [(*match.span(), b" ") for match in pattern.finditer(block)])


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
