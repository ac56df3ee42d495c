"""Long stretches of text that only repeats itself: what stands in their middle stands at their edges as well.

An agent in a loop, or somebody hostile, writes megabytes of the same few bytes. A rule that claims nothing at one
place claims nothing at any place with the same bytes around it, so the middle of such a stretch needs no second look.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

EDGE: Final = 1 << 14
"""Bytes at either end of a repetition that are looked at in any case; no rule looks further (see ``Rule.sight``)."""

_LONGEST_PERIOD: Final = 1 << 12
_PROBE: Final = 64
_STEP: Final = 1 << 16


class Stretch(NamedTuple):
    """A part of a text; ``alike`` is where the same bytes stood before, or -1 for a part to be looked at in any case."""

    begin: int
    end: int
    alike: int


def stretches(text: bytes, far: tuple[bytes, ...]) -> Iterator[Stretch]:
    """Yield the parts of a text in order.

    One that repeats what stands before it can be left out if nothing was claimed behind ``alike``. ``far`` holds the
    literals (lower-case) of rules that look further than ``EDGE``: what holds one of them is no repetition.
    """
    begin = at = 0
    while len(text) - at >= 4 * EDGE:
        end = _repeats_until(text, at, far)
        if end - at >= 4 * EDGE:
            yield Stretch(begin, at + 2 * EDGE, -1)
            yield Stretch(at + 2 * EDGE, end - EDGE, at + EDGE)
            begin = end - EDGE
            at = end
        else:
            at += _STEP
    if begin < len(text):
        yield Stretch(begin, len(text), -1)


def _repeats_until(text: bytes, at: int, far: tuple[bytes, ...]) -> int:
    """Return where the repetition that stands at ``at`` ends, or less; ``at`` if there is none."""
    period = text.find(text[at : at + _PROBE], at + 1, at + _LONGEST_PERIOD + _PROBE) - at
    if period <= 0:
        return at
    unit = text[at : at + period + _PROBE].lower()
    if any(literal in unit for literal in far):
        return at
    end, size = at, _STEP
    while size >= _PROBE:
        piece = text[end : end + size]
        if piece and text.startswith(piece, end + period):
            end += len(piece)
        else:
            size //= 4
    return end
