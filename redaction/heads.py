"""How the text at an anchor must begin for its rules to be tried, said in expressions without lookaround.

A compiled scanner of many expressions (see ``sieve``) knows no lookaround, tells where a match ends, and is slow to get
ready for long expressions. So what must stand before and behind an anchor is written down anew: shorter and broader, as the
ways in which it can begin (see ``ways``). A head may match where the original would not, never the other way round.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from re import _parser  # type: ignore[attr-defined]
from typing import Final, NamedTuple

from redaction.rule import Said
from redaction.vectorscan import literal
from redaction.ways import START, Byte, Part, Way, folded, ways

_COUNTED: Final = 4
"""Longer repetitions are written without a bound."""

_SHORT: Final = 5
"""A name of more letters is rare enough to stand for itself, unless it is said what must not follow: that takes less time to compile."""

_LONGEST: Final = 1500
"""Longer expressions begin in too many ways to say how."""

_FURTHEST: Final = 2048
"""Nothing that a rule itself says goes on further than that behind an anchor."""


class Head(NamedTuple):
    """An expression that matches wherever the rules of an anchor are to be tried.

    ``length`` is how far behind the beginning of the anchor a match ends, if that is always the same, and ``reach`` how
    far at most.
    """

    expression: bytes
    length: int | None
    reach: int


def heads(anchor: bytes, before: bytes, ahead: bytes, said: Said = ()) -> list[Head]:
    """Return the heads of what begins at an anchor, in expressions that ignore the case.

    ``before`` holds the bytes of which one stands before the anchor, and ``ahead`` is an expression (IGNORECASE) that
    matches behind it; either is empty where it asks for nothing. ``said`` are pairs of expressions for a compiled scanner: one
    pair holds, the first right before the anchor and the second (``None``: what can be read from ``ahead``) behind it.
    Close to the edges of a text a head may be wrong: what must not stand there is taken to be something else that must.
    """
    if not said and _is_rare(anchor, ahead):
        return [alone(anchor)]
    found: dict[bytes, Head] = {}
    for lead, follow in said or ((_class(folded(before)) if before else b"", None),):
        start = lead + literal(anchor)
        if follow is not None:
            least, most = _parser.parse(follow).getwidth()
            length = len(anchor) + least if least == most else None
            found[start + follow] = Head(start + follow, length, len(anchor) + min(most, _FURTHEST))
            continue
        by_width: dict[int | None, dict[bytes, int]] = {}
        for text, width, most in map(_behind, _ways(anchor, ahead)):
            by_width.setdefault(width, {})[text] = most
        # Where nothing is asked for behind the anchor, other ways only say what may stand there.
        for width, texts in ({0: {b"": 0}} if 0 in by_width else by_width).items():
            length = None if width is None else len(anchor) + width
            found[start + _either(texts)] = Head(start + _either(texts), length, len(anchor) + max(texts.values()))
    return list(found.values())


def alone(anchor: bytes) -> Head:
    """Return the head of an anchor that stands for itself: a hundred of them compile in the time of one that asks for more."""
    return Head(literal(anchor), len(anchor), len(anchor))


def _behind(way: Way) -> tuple[bytes, int | None, int]:
    """Return what stands behind the anchor in one way, its width if that is always the same, and its greatest width."""
    parts = list(way.parts)
    if way.pending is not None and all(part.least == part.most for part in parts):
        parts.append(Part(way.pending, 1, 1))
    while parts and not parts[-1].least:
        parts.pop()
    if parts:
        parts[-1] = parts[-1]._replace(most=parts[-1].least)
    least, most = sum(part.least for part in parts), sum(part.most for part in parts)
    return b"".join(map(_written, parts)), least if least == most else None, most


def _is_rare(anchor: bytes, ahead: bytes) -> bool:
    """Say whether an anchor is a name that hardly any text holds."""
    return len(anchor) > _SHORT and re.sub(rb"[ _-]", b"", anchor).isalnum() and not ahead.startswith(b"(?!")


def _ways(anchor: bytes, ahead: bytes) -> tuple[Way, ...]:
    """Return the ways in which what is asked for behind an anchor can begin."""
    if not ahead or len(ahead) > _LONGEST:
        return (START,)
    return ways(anchor, ahead)


def _written(part: Part) -> bytes:
    """Return a part as an expression."""
    byte, least, most = part
    if least == most:
        return _class(byte) + (b"" if least == 1 else b"{%d}" % least)
    if most <= _COUNTED:
        return _class(byte) + b"{%d,%d}" % (least, most)
    return _class(byte) + (b"{%d,}" % least if least else b"*")


def _either(texts: Iterable[bytes]) -> bytes:
    """Return one of some expressions."""
    either = b"|".join(texts)
    return b"(?:" + either + b")" if b"|" in either else either


@lru_cache(maxsize=1024)
def _class(byte: Byte) -> bytes:
    """Return a class of bytes as an expression."""
    ranges: list[list[int]] = []
    for value in sorted(byte):
        if ranges and ranges[-1][1] == value - 1:
            ranges[-1][1] = value
        else:
            ranges.append([value, value])
    if len(byte) == 1:
        return literal(byte)
    return b"[" + b"".join(b"\\x%02x" % a + (b"-\\x%02x" % b if b > a else b"") for a, b in ranges) + b"]"
