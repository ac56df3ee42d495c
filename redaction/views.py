"""Decoded views of a block with a map back to its offsets, built only where escape characters stand."""

from __future__ import annotations

import html
import re
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final, Protocol

from redaction.unescape import segments, unescaped

MOST_LAYERS: Final = 8
"""Escapes inside escapes double at each level, so eight levels already need 255 backslashes per quote."""

SEAM: Final = b"\n\x01\n\x01\n"
"""What stands in a view for the text between two stretches; no rule and no known value reaches across it."""

_HIDDEN: Final = (
    # ANSI: CSI sequences (ECMA-48), OSC strings (titles, hyperlinks), two-byte escapes.
    (b"\x1b", rb"\x1b(?:\[[0-?]{0,32}+[ -/]{0,4}+[@-~]|\][^\x07\x1b]{0,256}+(?:\x07|\x1b\\)|[@-Z\\^_=>78cM])"),
    # The same, once a log has shown ESC as a caret or lost it to an octal or hexadecimal escape.
    (b"^[[", rb"\^\[\[[0-?]{0,32}+[ -/]{0,4}+[@-~]"),
    # Zero-width and direction characters: U+200B–200F, U+202A–202E, U+2060–2064, U+FEFF, U+00AD, U+180E.
    (b"\xe2\x80", rb"\xe2\x80[\x8b-\x8f\xaa-\xae]"),
    (b"\xe2\x81", rb"\xe2\x81[\xa0-\xa4]"),
    (b"\xef\xbb\xbf", rb"\xef\xbb\xbf"),
    (b"\xc2\xad", rb"\xc2\xad"),
    (b"\xe1\xa0\x8e", rb"\xe1\xa0\x8e"),
    # NUL between the bytes of UTF-16 text, and backspaces of terminals.
    (b"\x00", rb"\x00"),
    (b"\x08", rb"\x08"),
)

_SIMPLE: Final = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\x08", b"f": b"\x0c", b"v": b"\x0b", b"a": b"\x07"}


def _backslash(match: re.Match[bytes]) -> bytes:
    """Decode one JSON or Python escape."""
    text = match.group()
    mark = text[1:2]
    if mark == b"\\":
        return text[: len(text) // 2]
    if mark in b"uU":
        return _utf8(match)
    if mark == b"x":
        raw = bytes.fromhex(text.replace(b"\\x", b"").decode())
        try:
            raw.decode()
        except UnicodeDecodeError:
            return raw.decode("latin-1").encode()
        return raw
    if mark == b"0":
        return b"\x1b"
    return _SIMPLE.get(mark, mark)


def _utf8(match: re.Match[bytes]) -> bytes:
    r"""Decode a run of ``\uXXXX`` (surrogate pairs joined, lone ones kept as they can be) or one ``\\UXXXXXXXX``."""
    text = match.group()
    if text[1:2] == b"U":
        number = int.from_bytes(bytes.fromhex(text[2:].decode()), "big")
        return chr(number).encode("utf-8", "surrogatepass") if number <= sys.maxunicode else text
    units = bytes.fromhex(text.replace(b"\\u", b"").decode())
    return units.decode("utf-16-be", "surrogatepass").encode("utf-8", "surrogatepass")


def _percent(match: re.Match[bytes]) -> bytes:
    """Decode one ``%XX``."""
    return bytes((int(match.group()[1:], 16),))


def _entity(match: re.Match[bytes]) -> bytes:
    """Decode one HTML entity."""
    return html.unescape(match.group().decode("ascii")).encode("utf-8", "replace")


_ESCAPES: Final[tuple[tuple[bytes, re.Pattern[bytes], Callable[[re.Match[bytes]], bytes] | None], ...]] = (
    (
        b"\\",
        re.compile(
            rb"""(?:\\\\)++|\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}"""
            rb"""|x[0-9a-fA-F]{2}(?:\\x[0-9a-fA-F]{2}){0,3}+|033|[nrtbfva"'/\\&=-])"""
        ),
        _backslash,
    ),
    (b"%", re.compile(rb"%[0-9a-fA-F]{2}"), _percent),
    (b"&", re.compile(rb"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8}[0-9]{0,2});"), _entity),
    *((trigger, re.compile(pattern), None) for trigger, pattern in _HIDDEN),
)


class View(Protocol):
    """A decoded stretch of a block; ``span`` leads from its offsets to the block's."""

    @property
    def text(self) -> bytes:
        """The decoded bytes."""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the block's span that ``text[start:end]`` was decoded from; ``start < end``."""


@dataclass(frozen=True, slots=True, repr=False)
class _Pieces:
    """A view whose every escape is known."""

    text: bytes
    _at: list[int]
    _raw_start: list[int]
    _raw_end: list[int]

    def span(self, start: int, end: int) -> tuple[int, int]:
        first = bisect_right(self._at, start) - 1
        last = bisect_right(self._at, end - 1) - 1
        return self._raw(first, start)[0], self._raw(last, end - 1)[1]

    def _raw(self, piece: int, offset: int) -> tuple[int, int]:
        """Return the block's span of one byte of the view; literal and decoded pieces alternate."""
        if piece % 2 == 0:
            inside = self._raw_start[piece] + offset - self._at[piece]
            return inside, inside + 1
        return self._raw_start[piece], self._raw_end[piece]


class _Segments:
    """A view of text full of escapes: decoded at once, its escapes worked out segment by segment where asked for."""

    def __init__(self, text: bytes, at: list[int], cuts: list[int], pieces: Callable[[int, int], _Pieces]) -> None:
        self.text = text
        self._at = at
        self._cuts = cuts
        self._pieces = lru_cache(maxsize=64)(pieces)

    def span(self, start: int, end: int) -> tuple[int, int]:
        return self._raw(start)[0], self._raw(end - 1)[1]

    def _raw(self, offset: int) -> tuple[int, int]:
        """Return the block's span of one byte of the view."""
        number = bisect_right(self._at, offset) - 1
        inside = offset - self._at[number]
        return self._pieces(self._cuts[number], self._cuts[number + 1]).span(inside, inside + 1)


def escapes(block: bytes) -> list[tuple[int, int, bytes]]:
    """Return start, end and decoded bytes of every escape in a block, in order, none overlapping."""
    found: list[tuple[int, int, bytes]] = []
    kinds = 0
    plain = block.isascii()
    for trigger, pattern, decode in _ESCAPES:
        if (plain and not trigger.isascii()) or trigger not in block:
            continue
        before = len(found)
        if decode is None:
            found.extend((match.start(), match.end(), b"") for match in pattern.finditer(block))
        else:
            found.extend((match.start(), match.end(), decode(match)) for match in pattern.finditer(block))
        kinds += len(found) > before
    if kinds < 2:  # noqa: PLR2004 - one kind is in order already
        return found
    found.sort()
    disjoint: list[tuple[int, int, bytes]] = []
    end = 0
    for escape in found:
        if escape[0] >= end:
            disjoint.append(escape)
            end = escape[1]
    return disjoint


def views(block: bytes, margin: int) -> Iterator[View]:
    """Yield the decoded view of the stretches of a block that hold escapes, with ``margin`` bytes around each.

    Seams keep the stretches apart: no value reaches across one. Where the stretches are most of the block, the view
    is of all of it.
    """
    if block.count(b"\\") * 2 * margin > len(block) and (whole := _dense(block, 0, len(block), json=False)) is not None:
        yield whole
        return
    found = escapes(block)
    if not found:
        return
    begin = max(0, found[0][0] - margin)
    end = found[0][1]
    seams: list[tuple[int, int, bytes]] = []
    skipped = begin
    for start, stop, _ in found:
        if start - end > 2 * margin + len(SEAM):
            seams.append((end + margin, start - margin, SEAM))
            skipped += start - end - 2 * margin
        end = stop
    end = min(len(block), end + margin)
    if skipped + len(block) - end < len(block) // 4:
        yield _view(block, 0, len(block), found)
    else:
        yield _view(block, begin, end, sorted(found + seams) if seams else found)


_JSON_ESCAPE: Final = re.compile(
    rb"""(?:\\\\)++|\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|["/bfnrt])"""
)


def json_view(block: bytes, start: int, end: int) -> View:
    """Return the content ``block[start:end]`` of a JSON string with exactly its own escapes undone."""
    return _dense(block, start, end, json=True) or _json_pieces(block, start, end)


def _json_pieces(block: bytes, start: int, end: int) -> _Pieces:
    found = [(match.start(), match.end(), _backslash(match)) for match in _JSON_ESCAPE.finditer(block, start, end)]
    return _view(block, start, end, found)


def _dense(block: bytes, start: int, end: int, *, json: bool) -> View | None:
    """Return the view of a stretch whose only escapes are backslashes; ``None`` if it holds others, or few."""
    if end - start < _FEW or not (json or _only_backslashes(block)):
        return None
    cuts = segments(block, start, end)
    texts: list[bytes] = []
    at = [0]
    for first, last in pairwise(cuts):
        text = unescaped(block[first:last], _RARE_JSON if json else _RARE, _backslash, json=json)
        if text is None:
            return None
        texts.append(text)
        at.append(at[-1] + len(text))

    def pieces(first: int, last: int) -> _Pieces:
        if json:
            return _json_pieces(block, first, last)
        found = [(*match.span(), _backslash(match)) for match in _ESCAPES[0][1].finditer(block, first, last)]
        return _view(block, first, last, found)

    return _Segments(b"".join(texts), at[:-1], cuts, pieces)


def _only_backslashes(block: bytes) -> bool:
    """Say whether a block holds no escape but backslashes."""
    plain = block.isascii()
    return not any(
        trigger in block and pattern.search(block)
        for trigger, pattern, _ in _ESCAPES[1:]
        if trigger.isascii() or not plain
    )


_FEW: Final = 256
"""Below so many bytes it does not matter how."""

_RARE: Final = re.compile(
    rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}"
    rb"|x[0-9a-fA-F]{2}(?:\\x[0-9a-fA-F]{2}){0,3}+|033)"
)
_RARE_JSON: Final = re.compile(rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4})")


def whole_view(block: bytes) -> View | None:
    """Return a view of a whole block with one layer of escapes undone; ``None`` if it holds none."""
    found = escapes(block)
    return _view(block, 0, len(block), found) if found else None


def collapse_view(block: bytes, pattern: re.Pattern[bytes]) -> View:
    """Return a view of a whole block in which each match of ``pattern`` is one space."""
    return _view(block, 0, len(block), [(*match.span(), b" ") for match in pattern.finditer(block)])


def _view(block: bytes, start: int, end: int, found: list[tuple[int, int, bytes]]) -> _Pieces:
    """Return the view of ``block[start:end]``: literal and decoded pieces in turn."""
    pieces: list[bytes] = []
    at: list[int] = []
    raw_start: list[int] = []
    raw_end: list[int] = []
    length = 0
    position = start
    for escape_start, escape_end, decoded in [*found, (end, end, b"")]:
        for piece, piece_start, piece_end in (
            (block[position:escape_start], position, escape_start),
            (decoded, escape_start, escape_end),
        ):
            at.append(length)
            raw_start.append(piece_start)
            raw_end.append(piece_end)
            pieces.append(piece)
            length += len(piece)
        position = escape_end
    return _Pieces(b"".join(pieces), at, raw_start, raw_end)


def decoded(value: bytes) -> bytes:
    """Return a value with every layer of escapes undone."""
    for _ in range(MOST_LAYERS):
        found = escapes(value)
        if not found:
            return value
        pieces: list[bytes] = []
        at = 0
        for start, end, text in found:
            pieces += value[at:start], text
            at = end
        pieces.append(value[at:])
        value = b"".join(pieces)
    return value
