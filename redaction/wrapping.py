"""Follow a value across line breaks: terminal wrapping, indentation, boxes and log prefixes."""

from __future__ import annotations

import re
from typing import Final

_BREAK: Final = re.compile(rb"(?:[ \t]*+(?:[|]|\xe2\x94[\x82\x83]|\xe2\x95\x91))?+[ \t]*+\\?+\r?\n[ \t]*+")
_BOX: Final = re.compile(rb"(?:[|>#*]|\xe2\x94[\x82\x83]|\xe2\x95\x91)[ \t]*+")
_SIGNS: Final = b" \t\r|\\"
_BARS: Final = frozenset((b"\xe2\x94\x82", b"\xe2\x94\x83", b"\xe2\x95\x91"))
_PREFIX: Final = 120
"""How far into a continuation line a log prefix may reach."""

_STRIDE: Final = 64
_SURE: Final = 4
"""How many bytes must agree behind a prefix that is no plain indentation."""

_WORD_ENDS: Final = re.compile(rb"(?![\w-])")

_MOST_FRAME: Final = 200
"""How many bytes of padding and frame may stand before a line break."""


def run_forward(data: bytes, at: int, folded: bytes, offset: int) -> tuple[int, int]:
    """Follow ``folded[offset:]`` from ``data[at:]`` and return where in both the last agreeing byte ends."""
    while True:
        count = _agreeing(data[at : at + len(folded) - offset].lower(), folded[offset:])
        at, offset = at + count, offset + count
        following = _after_break(data, at, folded, offset) if offset < len(folded) else None
        if following is None:
            return at, offset
        at = following


def run_backward(data: bytes, at: int, folded: bytes, offset: int) -> tuple[int, int]:
    """Follow ``folded[:offset]`` back from ``data[:at]`` and return where in both the first agreeing byte begins."""
    while True:
        before = data[max(0, at - offset) : at].lower()
        count = _agreeing(before[::-1], folded[:offset][::-1])
        at, offset = at - count, offset - count
        previous = _before_break(data, at, folded, offset) if offset else None
        if previous is None:
            return at, offset
        at = previous


def _agreeing(left: bytes, right: bytes) -> int:
    """Return how many leading bytes two texts share: by strides first, then the rest at once."""
    at, length = 0, min(len(left), len(right))
    while at < length and left[at : at + _STRIDE] == right[at : at + _STRIDE]:
        at += _STRIDE
    return length if at >= length else at + shared(left[at : at + _STRIDE], right[at : at + _STRIDE])


def shared(one: bytes, other: bytes) -> int:
    """Return how many leading bytes two short texts share."""
    length = min(len(one), len(other))
    different = int.from_bytes(one[:length], "big") ^ int.from_bytes(other[:length], "big")
    return length - (different.bit_length() + 7) // 8


def may_go_on_before(data: bytes, at: int, expected: int) -> bool:
    """Say whether a value whose byte before ``at`` is ``expected`` may go on there, or behind a line break."""
    return at > 0 and (data[at - 1 : at].lower()[0] == expected or data.rfind(b"\n", max(0, at - _PREFIX), at) >= 0)


def _after_break(data: bytes, at: int, folded: bytes, offset: int) -> int | None:
    """Return where ``folded[offset:]`` goes on behind a line break at ``at``; ``None`` if it does not."""
    match = _BREAK.match(data, at, at + _MOST_FRAME + _PREFIX)
    if match is None:
        return None
    wanted = folded[offset : offset + _SURE]
    begin = match.end()
    doubtful: int | None = None
    box: re.Match[bytes] | None = match
    while box is not None:
        at = box.end()
        if data[at : at + len(wanted)].lower() == wanted:
            if len(wanted) == _SURE or _WORD_ENDS.match(data, at + len(wanted)):
                return at
            # The year of a log prefix may begin with the last digit of a value.
            doubtful = at if doubtful is None else doubtful
        box = _BOX.match(data, at, begin + 16)
    line = data[begin : begin + _PREFIX].split(b"\n", 1)[0].lower()
    found = line.find(wanted) if len(wanted) == _SURE else _as_word(line, wanted)
    return begin + found if found >= 0 else doubtful


def _as_word(line: bytes, wanted: bytes) -> int:
    """Return where a very short rest of a value stands as a word of a line; ``-1`` if it does not."""
    found = re.search(rb"(?<![^\s|>\]:])" + re.escape(wanted) + rb"(?![\w-])", line)
    return found.start() if found else -1


def _before_break(data: bytes, at: int, folded: bytes, offset: int) -> int | None:
    """Return where ``folded[:offset]`` ends before a line break that precedes ``at``; ``None`` if it does not."""
    newline = data.rfind(b"\n", max(0, at - _PREFIX), at)
    if newline < 0:
        return None
    end = _line_end(data, max(0, newline - _MOST_FRAME), newline)
    wanted = folded[max(0, offset - _SURE) : offset]
    return end if data[max(0, end - len(wanted)) : end].lower() == wanted else None


def _line_end(data: bytes, begin: int, newline: int) -> int:
    """Return where a line ends without the padding and the frame before its line break."""
    line = data[begin:newline].rstrip(_SIGNS)
    while line[-3:] in _BARS:
        line = line[:-3].rstrip(_SIGNS)
    return begin + len(line)


def joined_before(data: bytes, at: int, most: int) -> list[bytes]:
    """Return up to ``most`` bytes before ``at``: as they stand first, then without a line break before them.

    A value goes on where a word begins, or where its line does.
    """
    texts = [data[max(0, at - most) : at]]
    newline = data.rfind(b"\n", max(0, at - max(_PREFIX, most)), at)
    if newline < 0 or not most:
        return texts
    end = _line_end(data, max(0, newline - _MOST_FRAME), newline)
    indentation = _INDENTED.match(data, newline + 1, at)
    words = data[newline + 1 : at]
    begins = {at - len(words) + len(words.rstrip(_TOKEN)), indentation.end() if indentation else newline + 1}
    texts += (data[max(0, end - most + at - begin) : end] + data[begin:at] for begin in begins if at - begin < most)
    return texts


def joined_after(data: bytes, at: int, most: int) -> list[bytes]:
    """Return up to ``most`` bytes from ``at`` on: as they stand first, then without the line break in them."""
    texts = [data[at : at + most]]
    newline = data.find(b"\n", at, at + most + _MOST_FRAME)
    if newline < 0:
        return texts
    end = _line_end(data, max(at, newline - _MOST_FRAME), newline)
    if end - at < most:
        line = data[newline + 1 : newline + 1 + _PREFIX].split(b"\n", 1)[0]
        for word in _WORD_BEGINS.finditer(line):
            begin = newline + 1 + word.start()
            texts.append(data[at:end] + data[begin : begin + most - (end - at)])
    return texts


_INDENTED: Final = re.compile(rb"(?:[ \t|>#*]|\xe2\x94[\x82\x83]|\xe2\x95\x91)*+")
_WORD_BEGINS: Final = re.compile(rb"(?<![^\s|>#*\x82\x83\x91:\]])[^\s|>#*]")
_TOKEN: Final = bytes(byte for byte in range(33, 127) if byte not in b"|>")
