"""The escapes that text is written in: which there are, where they stand, and what they say."""

from __future__ import annotations

import codecs
import html
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress
from typing import Final

from redaction.unescape import unescaped
from redaction.vectorscan import Presence

Escape = tuple[int, int, bytes]
"""Start and end of an escape in a text, and the bytes it stands for."""

Decode = Callable[[re.Match[bytes]], bytes]

_SIMPLE: Final = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\x08", b"f": b"\x0c", b"v": b"\x0b", b"a": b"\x07"}


def _backslash(match: re.Match[bytes]) -> bytes:
    """Decode one JSON or Python escape."""
    text = match.group()
    return _backslash_said(text) if len(text) <= _LONGEST_KEPT else text[: len(text) // 2]


_LONGEST_KEPT: Final = 16
"""Only runs of backslashes are longer."""


@lru_cache(maxsize=4096)
def _backslash_said(text: bytes) -> bytes:
    mark = text[1:2]
    if mark == b"\\":
        return text[: len(text) // 2]
    if mark in b"uU":
        return _utf8(text)
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


def _utf8(text: bytes) -> bytes:
    r"""Decode a run of ``\uXXXX`` (surrogate pairs joined, lone ones kept as they can be) or one ``\\UXXXXXXXX``."""
    if text[1:2] == b"U":
        number = int.from_bytes(bytes.fromhex(text[2:].decode()), "big")
        return chr(number).encode("utf-8", "surrogatepass") if number <= sys.maxunicode else text
    units = bytes.fromhex(text.replace(b"\\u", b"").decode())
    return units.decode("utf-16-be", "surrogatepass").encode("utf-8", "surrogatepass")


def _percent(match: re.Match[bytes]) -> bytes:
    """Decode one ``%XX``, or some that follow each other."""
    return bytes.fromhex(match.group().replace(b"%", b"").decode())


def _entity(match: re.Match[bytes]) -> bytes:
    """Decode one HTML entity."""
    return _entity_said(match.group())


@lru_cache(maxsize=1024)
def _entity_said(text: bytes) -> bytes:
    return html.unescape(text.decode("ascii")).encode("utf-8", "replace")


def _nothing(_: re.Match[bytes]) -> bytes:
    """Decode what shows nothing."""
    return b""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of escape: a literal that each begins with, its pattern (which says so first), and what decodes one."""

    trigger: bytes
    pattern: re.Pattern[bytes]
    decode: Decode

    def undone(self, text: bytes) -> bytes:
        """Return a text in which there is no other kind of escape with this one undone."""
        if self.decode is _nothing:
            # To leave out what is always the same is much faster.
            return text.replace(self.trigger, b"") if self.pattern.pattern in _LITERALS else self.pattern.sub(b"", text)
        if self.decode is _percent:
            return _PERCENTS.sub(_percent, text)
        return self.pattern.sub(self.decode, text)


_PERCENTS: Final = re.compile(rb"(?:%[0-9a-fA-F]{2})++")
_LITERALS: Final = (rb"\x00", rb"\x08", rb"\xef\xbb\xbf", rb"\xc2\xad", rb"\xe1\xa0\x8e")

_LONG: Final = (
    rb"u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}"
    rb"|x[0-9a-fA-F]{2}(?:\\x[0-9a-fA-F]{2}){0,3}+|033"
)
BACKSLASH: Final = Kind(b"\\", re.compile(rb"""\\(?:\\(?:\\\\)*+|""" + _LONG + rb"""|[nrtbfva"'/&=-])"""), _backslash)
JSON: Final = Kind(
    b"\\",
    re.compile(
        rb"""\\(?:\\(?:\\\\)*+|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|["/bfnrt])"""
    ),
    _backslash,
)
# The backslash of an escape ends no control sequence: it would take the escape with it.
_TERMINATOR: Final = rb"""\\(?![\\xuU0nrtbfva"'/&=-])"""
OTHERS: Final = (
    Kind(b"%", re.compile(rb"%[0-9a-fA-F]{2}"), _percent),
    Kind(b"&", re.compile(rb"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8}[0-9]{0,2});"), _entity),
    *(
        Kind(trigger, re.compile(pattern), _nothing)
        for trigger, pattern in (
            # ANSI: CSI sequences (ECMA-48), OSC strings (titles, hyperlinks), two-byte escapes.
            (
                b"\x1b",
                rb"\x1b(?:\[[0-?]{0,32}+[ -/]{0,4}+[@-\[\]-~]|\][^\x07\x1b]{0,256}+(?:\x07|\x1b\\)"
                rb"|[@-Z^_=>78cM]|" + _TERMINATOR + rb")",
            ),
            # The same, once a log has shown ESC as a caret or lost it to an octal or hexadecimal escape.
            (b"^[[", rb"\^\[\[[0-?]{0,32}+[ -/]{0,4}+[@-\[\]-~]"),
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
    ),
)


def others_in(block: bytes) -> tuple[Kind, ...]:
    """Return the kinds other than backslashes whose literal stands in a block."""
    # Whether all are ASCII is told at once.
    kinds, there = (_IN_ASCII, _THERE_IN_ASCII) if block.isascii() else (OTHERS, _THERE)
    return tuple(compress(kinds, there(block)))


def others_told_in(block: bytes) -> tuple[Kind, ...]:
    """Return the kinds other than backslashes of which a block holds an escape, not only its literal."""
    return _told(block, others_in(block))


def _told(block: bytes, kinds: tuple[Kind, ...]) -> tuple[Kind, ...]:
    """Return those of some kinds of which a block holds an escape."""
    # To look for a literal is many times as fast as to look for a pattern.
    return tuple(kind for kind in kinds if kind.trigger in block and kind.pattern.search(block))


_IN_ASCII: Final = tuple(kind for kind in OTHERS if kind.trigger.isascii())
_THERE: Final = Presence([kind.trigger for kind in OTHERS])
_THERE_IN_ASCII: Final = Presence([kind.trigger for kind in _IN_ASCII])


def escapes(block: bytes) -> list[Escape]:
    """Return start, end and decoded bytes of every escape in a block, in order, none overlapping."""
    found: list[Escape] = []
    kinds = 0
    for kind in ((BACKSLASH,) if b"\\" in block else ()) + others_in(block):
        before = len(found)
        found.extend((*match.span(), kind.decode(match)) for match in kind.pattern.finditer(block))
        kinds += len(found) > before
    if kinds < 2:  # noqa: PLR2004 - one kind is in order already
        return found
    found.sort()
    disjoint: list[Escape] = []
    end = 0
    for escape in found:
        if escape[0] >= end:
            disjoint.append(escape)
            end = escape[1]
    return disjoint


_UNUSUAL: Final = re.compile(rb"""\\(?:[^"'nrtbfva]|\Z)""")
_UNUSUAL_JSON: Final = re.compile(rb"""\\(?:[^"nrtbf]|\Z)""")
_DOUBTFUL: Final = re.compile(rb"""\\[^"'nrtbfva\\]""")
_DOUBTFUL_JSON: Final = re.compile(rb"""\\[^"nrtbf\\]""")
"""Without such a pair no escape is unusual, whichever backslashes belong together: so they need not be paired first."""

_RARE: Final = re.compile(rb"\\(?:" + _LONG + rb")")
_RARE_JSON: Final = re.compile(rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4})")


def without_backslashes(text: bytes, *, json: bool = False) -> bytes:
    """Return a text with one layer of its backslash escapes undone (``json``: of those that JSON knows), fast."""
    usual = copied(text, json=json)
    if usual is not None:
        return usual
    fast = unescaped(text, _RARE_JSON if json else _RARE, _backslash, json=json)
    return (JSON if json else BACKSLASH).pattern.sub(_backslash, text) if fast is None else fast


def copied(text: bytes, *, json: bool = False) -> bytes | None:
    """Return what ``without_backslashes`` does if that takes no longer than a few copies, else ``None``."""
    if b"\\" not in text:
        return text
    doubt = (_DOUBTFUL_JSON if json else _DOUBTFUL).search(text)
    if doubt is not None:
        unusual = _UNUSUAL_JSON if json else _UNUSUAL
        if _opens(text, doubt.start()) or unusual.search(text.replace(b"\\\\", b"")) is not None:
            return None
    if text.endswith(b"\\") and _opens(text, len(text) - 1):
        return None
    # Python's own decoder of byte strings: for usual escapes the same, at the speed of a copy.
    return codecs.escape_decode(text)[0]


def _opens(text: bytes, at: int) -> bool:
    """Say whether a backslash, the last of its run, belongs to what follows: those before it are paired among themselves."""
    run = at + 1 - len(text[: at + 1].rstrip(b"\\"))
    return run % 2 == 1


def copied_once(text: bytes, others: tuple[Kind, ...]) -> bytes | None:
    """Return what ``decoded_once`` does if that takes no longer than a few copies, else ``None``."""
    return None if _told(text, others) else copied(text)


def decoded_once(text: bytes, others: tuple[Kind, ...] | None = None) -> bytes:
    """Return a text with one layer of escapes undone; ``others`` are the kinds beside backslashes it may hold."""
    there = _told(text, others_in(text) if others is None else others)
    if not there:
        return without_backslashes(text)
    if len(there) == 1 and b"\\" not in text:
        return there[0].undone(text)
    pieces: list[bytes] = []
    at = 0
    for start, end, said in escapes(text):
        pieces += text[at:start], said
        at = end
    pieces.append(text[at:])
    return b"".join(pieces)
