"""Runs of base64 and hexadecimal digits, decoded at every offset without asking where a value began."""

from __future__ import annotations

import binascii
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Final

from bundler.verify.lines import Lines

# The least that holds eight bytes: eleven base64 digits without padding, sixteen hexadecimal ones.
_BASE64_RUN: Final = re.compile(rb"[A-Za-z0-9+/_-]{11,}+")
_BASE64_DIGITS: Final = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-")
_HEX_RUN: Final = re.compile(rb"[0-9a-fA-F]{16,}+")
_URL_SAFE: Final = bytes.maketrans(b"-_", b"+/")
_OFFSETS: Final = 4
# Decoded noise is dropped: only stretches of printable ASCII, and runs that are UTF-8 as a whole, can hold a value.
_PRINTABLE: Final = frozenset({*range(0x20, 0x7F), 0x09, 0x0A, 0x0D})
_ONLY_PRINTABLE: Final = bytes(byte if byte in _PRINTABLE else 0 for byte in range(256))
_SHORTEST: Final = 8
_PRINTABLE_STRETCH: Final = re.compile(rb"[^\x00]{8,}+")
_CONTINUATION: Final = bytes(range(0x80, 0xC0))
# A run, behind the last zeros that end the one before, that may be UTF-8: no byte in it that cannot be, but for a
# character cut at either end. Noise has one early on, so this is over at once where asking Python costs a call for each.
_MAYBE_UTF8: Final = re.compile(
    rb"\x00\x00\x00(?=[^\x00])([\x80-\xbf]*+(?:[\x01-\x7f]|\x00(?!\x00\x00)|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}"
    rb"|[\xf0-\xf4][\x80-\xbf]{3})*+[\xc2-\xf4]?+[\x80-\xbf]*+)(?=\x00)"
)
_ZEROS: Final = bytes(3)
_WIDE: Final = re.compile(rb"(?:[\x20-\x7e]\x00){8,}+")

_Piece = tuple[int, bytes]


class Digits:
    """Decodes the runs of digits in the views of one document, each different run once: most views repeat it."""

    def __init__(self) -> None:
        """Nothing was decoded yet."""
        self._seen: set[bytes] = set()

    def decoded(self, lines: Lines) -> tuple[Lines, Lines]:
        """Return what the runs of base64 and of hexadecimal digits decode to that no other view has shown yet.

        Base64 is decoded at all offsets, plain or URL-safe, padded or not; hexadecimal at both.
        """
        # Logs repeat paths and identifiers a thousand times. Every hexadecimal digit is one of base64.
        runs = [run for run in dict.fromkeys(_BASE64_RUN.findall(lines.data)) if run not in self._seen]
        self._seen.update(runs)
        return _placed(lines, runs, _from_base64(runs)), _placed(lines, runs, _from_hexadecimal(runs))


def _from_base64(runs: Sequence[bytes]) -> Iterator[_Piece]:
    runs = [run.translate(_URL_SAFE) for run in runs]
    for offset in range(_OFFSETS):
        # A run that does not fill its last group is filled up with zeros, and a group of zeros parts the runs.
        padded = [run[offset:] + b"A" * (-(len(run) - offset) % 4) + b"AAAA" for run in runs]
        yield from _texts(binascii.a2b_base64(b"".join(padded)), [len(run) // 4 * 3 for run in padded])


def _from_hexadecimal(runs: Sequence[bytes]) -> Iterator[_Piece]:
    held = [(index, digits) for index, run in enumerate(runs) for digits in _HEX_RUN.findall(run)]
    for offset in range(2):
        some = [digits[offset:] for _, digits in held]
        some = [digits[: len(digits) // 2 * 2] + b"000000" for digits in some]
        for number, text in _texts(binascii.unhexlify(b"".join(some)), [len(digits) // 2 for digits in some]):
            yield held[number][0], text


def _texts(decoded: bytes, lengths: Sequence[int]) -> Iterator[_Piece]:
    """Yield (index of the run, text) for all of ``decoded`` that reads as text; ``lengths`` part it into runs.

    Each run ends in three zeros.
    """
    starts = list(accumulate(lengths[:-1], initial=0))
    for match in _PRINTABLE_STRETCH.finditer(decoded.translate(_ONLY_PRINTABLE)):
        yield bisect_right(starts, match.start()) - 1, match.group()
    for match in _WIDE.finditer(decoded):
        yield bisect_right(starts, match.start()) - 1, match.group().replace(b"\x00", b"")
    if not decoded.isascii():
        for match in _MAYBE_UTF8.finditer(_ZEROS + decoded):
            text = _as_utf8(match[1])
            if text:
                yield bisect_right(starts, match.start(1) - len(_ZEROS)) - 1, text


def _as_utf8(run: bytes) -> bytes:
    """Return ``run`` if it is UTF-8 with letters beyond ASCII, give or take a character cut at either end."""
    text = run.rstrip(b"\x00").lstrip(_CONTINUATION)
    if len(text) < _SHORTEST or text.isascii():
        return b""
    try:
        text.decode("utf-8")
    except UnicodeDecodeError as error:
        # Only a character that the end of the run cuts short may be missing.
        if error.reason != "unexpected end of data":
            return b""
    return text


def _placed(lines: Lines, runs: Sequence[bytes], pieces: Iterable[_Piece]) -> Lines:
    """Return the pieces as lines, each with the number of the line that its run first stands in.

    ``runs`` are in the order in which they first stand there.
    """
    ordered = sorted(pieces)
    numbers: dict[int, int] = {}
    position = 0
    for index in dict.fromkeys(index for index, _ in ordered):
        position = _place_of(runs[index], lines.data, position)
        numbers[index] = lines.line_at(position)
    return Lines.of((numbers[index], text) for index, text in ordered)


def _place_of(run: bytes, data: bytes, position: int) -> int:
    """Return where ``run`` stands as a whole from ``position`` on; ``ValueError`` if it does not."""
    while True:
        position = data.index(run, position)
        around = _BASE64_RUN.match(data, position)
        end = around.end() if around else position + len(run)
        if end == position + len(run) and (position == 0 or data[position - 1] not in _BASE64_DIGITS):
            return position
        # A part of a longer run.
        position = end
