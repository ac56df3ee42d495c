"""Decoders of the verifier: each undoes one way of writing a text differently, on the lines where it applies.

A decoder takes a line's bytes and returns the decoded bytes. Line feeds that come out of an escape are written as
carriage returns, so that one line stays one line and a place can be named.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

_ESCAPE: Final = re.compile(
    rb"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|u\{([0-9a-fA-F]{1,6})\}|x([0-9a-fA-F]{2})|([0-7]{1,3})|(.))", re.DOTALL
)
_SIMPLE: Final = {b"n": b"\r", b"r": b"\r", b"t": b"\t", b"b": b"\x08", b"f": b"\x0c", b"v": b"\x0b", b"a": b"\x07",
                  b"e": b"\x1b", b"\n": b"\r"}  # fmt: skip
_COMMON: Final = ((b'\\"', b'"'), (b"\\n", b"\r"), (b"\\/", b"/"), (b"\\'", b"'"))
# Tried where a run of backslashes begins, and with all of the run: a long run must not cost its square.
_SURROGATES: Final = re.compile(rb"(?<!\\)\\++u([dD][89abAB][0-9a-fA-F]{2})\\++u([dD][c-fC-F][0-9a-fA-F]{2})")
_BACKSLASHES: Final = re.compile(rb"\\{2,}+")
_PERCENT: Final = re.compile(rb"%([0-9a-fA-F]{2})")
_PERCENT_AGAIN: Final = re.compile(rb"%(?:25)*([0-9a-fA-F]{2})")
_NAMED: Final = rb"(#[0-9]{1,7}+;?|#[xX][0-9a-fA-F]{1,6}+;?|[a-zA-Z][a-zA-Z0-9]{1,31}+;)"
_ENTITY: Final = re.compile(rb"&" + _NAMED)
_ENTITY_AGAIN: Final = re.compile(rb"&(?:amp;)*+" + _NAMED)
# ECMA-48: control sequences, operating-system commands and strings (ended by BEL or ST), other two-byte escapes.
_TERMINAL: Final = re.compile(
    rb"(?:\x1b\[|\xc2\x9b)[0-?]*+[ -/]*+[@-~]?|\x1b[\]PX^_][^\x07\x1b\n]*+(?:\x07|\x1b\\)?|\x1b[ -/]*+[0-~]?"
)
# Soft hyphen, combining grapheme joiner, zero-width and direction marks, variation selectors, BOM.
_INVISIBLE: Final = re.compile(
    rb"\xc2\xad|\xcd\x8f|\xd8\x9c|\xe1\xa0[\x8b-\x8e]"
    rb"|\xe2\x80[\x8b-\x8f\xa8-\xae]|\xe2\x81[\xa0-\xaf]|\xef\xb8[\x80-\x8f]|\xef\xbb\xbf"
)
_CONTROL: Final = bytes([*range(9), *range(0x0E, 0x20), 0x7F])


@dataclass(frozen=True, slots=True)
class Decoder:
    """A named decoder: ``applies`` finds a line worth decoding, ``decode`` does it."""

    name: str
    applies: re.Pattern[bytes]
    decode: Callable[[bytes], bytes]


def _code_point(number: int) -> bytes:
    if number in {0x0A, 0x0D, 0x85, 0x2028, 0x2029}:
        return b"\r"
    return chr(number).encode("utf-8", "surrogatepass") if number <= 0x10FFFF else b"?"  # noqa: PLR2004


def _unescaped(match: re.Match[bytes]) -> bytes:
    unicode_escape = match[1] or match[2] or match[3]
    if unicode_escape:
        return _code_point(int(unicode_escape, 16))
    if match[4]:
        return _byte(int(match[4], 16))
    if match[5]:
        return _byte(int(match[5], 8) & 0xFF)
    return _SIMPLE.get(match[6], match[6])


def _byte(number: int) -> bytes:
    return b"\r" if number == 0x0A else bytes([number])  # noqa: PLR2004 -- the line feed


def _pair(match: re.Match[bytes]) -> bytes:
    high, low = int(match[1], 16), int(match[2], 16)
    return _code_point(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))


def unescape(line: bytes) -> bytes:
    """Undo one level of backslash escapes, as JSON, Python, shells and Markdown write them."""
    if b"\\\\" not in line:
        # Where no backslash escapes another, the common escapes can be undone one after the other.
        for written, meant in _COMMON:
            line = line.replace(written, meant)
    if b"\\" not in line:
        return line
    return _ESCAPE.sub(_unescaped, _SURROGATES.sub(_pair, line))


def unescape_all(line: bytes) -> bytes:
    """Undo backslash escapes of any number of levels: JSON in JSON in a Python repr."""
    return unescape(_BACKSLASHES.sub(rb"\\", line) if b"\\\\" in line else line)


def _percent_byte(match: re.Match[bytes]) -> bytes:
    return _byte(int(match[1], 16))


def unpercent(line: bytes) -> bytes:
    """Undo one level of percent encoding."""
    return _PERCENT.sub(_percent_byte, line)


def unpercent_all(line: bytes) -> bytes:
    """Undo percent encoding of any number of levels."""
    return _PERCENT_AGAIN.sub(_percent_byte, line)


def _entity(match: re.Match[bytes]) -> bytes:
    text = match[1].decode("ascii")
    decoded = html.unescape("&" + text.removesuffix(";") + ";")
    return decoded.replace("\n", "\r").encode("utf-8", "surrogatepass")


def unescape_html(line: bytes) -> bytes:
    """Undo one level of HTML entities, named and numeric."""
    return _ENTITY.sub(_entity, line)


def unescape_html_all(line: bytes) -> bytes:
    """Undo HTML entities of any number of levels."""
    return _ENTITY_AGAIN.sub(_entity, line)


def strip(line: bytes) -> bytes:
    """Remove what a terminal does not show: escape sequences, control and zero-width characters, UTF-16's NULs."""
    if b"\x1b" in line or b"\xc2\x9b" in line:
        line = _TERMINAL.sub(b"", line)
    line = line.translate(None, _CONTROL)
    return line if line.isascii() else _INVISIBLE.sub(b"", line)


# All that `strip` removes, found by the class of its first bytes.
_STRIP_APPLIES: Final = re.compile(
    rb"[\x00-\x08\x0e-\x1f\x7f\xc2\xcd\xd8\xe1\xe2\xef]"
    rb"(?:(?<=[\x00-\x7f])|(?<=\xc2)[\x9b\xad]|(?<=\xcd)\x8f|(?<=\xd8)\x9c|(?<=\xe1)\xa0[\x8b-\x8e]"
    rb"|(?<=\xe2)(?:\x80[\x8b-\x8f\xa8-\xae]|\x81[\xa0-\xaf])|(?<=\xef)(?:\xb8[\x80-\x8f]|\xbb\xbf))"
)

DECODERS: Final = (
    Decoder("terminal", _STRIP_APPLIES, strip),
    Decoder("escapes", re.compile(rb"\\"), unescape),
    Decoder("escapes-all", re.compile(rb"\\\\"), unescape_all),
    Decoder("percent", _PERCENT, unpercent),
    Decoder("percent-all", re.compile(rb"%25"), unpercent_all),
    Decoder("html", _ENTITY, unescape_html),
    Decoder("html-all", re.compile(rb"&amp;"), unescape_html_all),
)


def decode_everything(text: bytes) -> bytes:
    """Undo all of the above once, in the order in which texts are usually wrapped up."""
    for step in (strip, unescape_all, unpercent_all, unescape_html_all, strip):
        text = step(text)
    return text
