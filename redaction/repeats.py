"""Long stretches of text that only repeats itself: what is claimed in their middle is what is claimed at their edge.

An agent in a loop, or somebody hostile, writes megabytes of the same few bytes. What is done at a place depends on the
bytes around it, as far as rules look (``Rule.sight``), and on where matches ended before it. So once matches have ended at
the same distances from a place and from another one a number of periods further on, the claims between these two places
come again and again to the end of the stretch, and need not be looked for (see ``recurrence``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from redaction.rule import Rule

EDGE: Final = 4 << 10
"""Bytes before the end of a repetition that are looked at in any case, more where a rule looks further."""

FURTHEST_BACK: Final = 512
"""No rule looks further back than that from its anchor."""

_ENTRY: Final = 2 * FURTHEST_BACK
_WORTHWHILE: Final = 24 << 10
_LONGEST_PERIOD: Final = 1 << 12
_PROBE: Final = 64
_STEP: Final = 1 << 14
_GROWTH: Final = 1 << 16


class Stretch(NamedTuple):
    """A part of a text; ``period`` is the distance at which its bytes and those around it come again, or 0."""

    begin: int
    end: int
    period: int


def stretches(text: bytes, rules: Sequence[Rule]) -> Iterator[Stretch]:
    """Yield the parts of a text in order, with the periods of those that repeat themselves.

    Around such a part the text repeats itself as far as any of the ``rules`` that have an anchor in it looks.
    """
    begin = at = 0
    while len(text) - at >= _ENTRY + EDGE + _WORTHWHILE:
        end, period = _repeats_until(text, at)
        edge = _edge(text[at : at + period + _PROBE].lower(), rules) if end - at >= EDGE + _WORTHWHILE else 0
        if edge and end - at >= _ENTRY + edge + _WORTHWHILE:
            yield Stretch(begin, at + _ENTRY, 0)
            yield Stretch(at + _ENTRY, end - edge, period)
            begin = end - edge
            at = end
        else:
            at += _STEP
    if begin < len(text):
        yield Stretch(begin, len(text), 0)


def _edge(unit: bytes, rules: Sequence[Rule]) -> int:
    """Return how far behind its anchor any rule may look that has an anchor in a lower-cased text, and some more."""
    return max(
        (
            rule.sight + FURTHEST_BACK
            for rule in rules
            if rule.sight > EDGE and any(each in unit for each in rule.anchors)
        ),
        default=EDGE,
    )


def _repeats_until(text: bytes, at: int) -> tuple[int, int]:
    """Return where the repetition that stands at ``at`` ends, or less, and its period; ``at`` and 0 if there is none."""
    period = text.find(text[at : at + _PROBE], at + 1, at + _LONGEST_PERIOD + _PROBE) - at
    if period <= 0:
        return at, 0
    end, size = at, _GROWTH
    while size >= _PROBE:
        piece = text[end : end + size]
        if piece and text.startswith(piece, end + period):
            end += len(piece)
        else:
            size //= 4
    return end, period
