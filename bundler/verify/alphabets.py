"""Runs of base64 and hexadecimal digits, decoded at every offset without asking where a value began."""

from __future__ import annotations

import binascii
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

from bundler.verify.lines import Lines

# The least that holds eight bytes: eleven base64 digits without padding, sixteen hexadecimal ones.
_BASE64_RUN: Final = re.compile(rb"[A-Za-z0-9+/_-]{11,}+")
_HEX_RUN: Final = re.compile(rb"[0-9a-fA-F]{16,}+")
_URL_SAFE: Final = bytes.maketrans(b"-_", b"+/")
_OFFSETS: Final = 4
# Decoded noise is dropped: only stretches of printable ASCII, and runs that are UTF-8 as a whole, can hold a value.
_PRINTABLE: Final = frozenset({*range(0x20, 0x7F), 0x09, 0x0A, 0x0D})
_ONLY_PRINTABLE: Final = bytes(byte if byte in _PRINTABLE else 0 for byte in range(256))
_SHORTEST: Final = 8
_PRINTABLE_STRETCH: Final = re.compile(rb"[^\x00]{8,}+")
_CONTINUATION: Final = bytes(range(0x80, 0xC0))
_WIDE: Final = re.compile(rb"(?:[\x20-\x7e]\x00){8,}+")

_Piece = tuple[int, bytes]


def decode_base64(lines: Lines) -> Lines:
    """Return what the base64 runs of each line decode to, at all offsets, plain or URL-safe, padded or not."""
    matches = _first_of_each(_BASE64_RUN, lines)
    runs = [match.group().translate(_URL_SAFE) for match in matches]
    pieces: list[_Piece] = []
    for offset in range(_OFFSETS):
        # A run that does not fill its last group is filled up with zeros, and a group of zeros parts the runs.
        padded = [run[offset:] + b"A" * (-(len(run) - offset) % 4) + b"AAAA" for run in runs]
        decoded = binascii.a2b_base64(b"".join(padded))
        pieces += _texts(decoded, [len(run) // 4 * 3 for run in padded])
    return _placed(lines, matches, pieces)


def decode_hexadecimal(lines: Lines) -> Lines:
    """Return what the hexadecimal runs of each line decode to, at both offsets."""
    matches = _first_of_each(_HEX_RUN, lines)
    pieces: list[_Piece] = []
    for offset in range(2):
        runs = [match.group()[offset:] for match in matches]
        runs = [run[: len(run) // 2 * 2] + b"00" for run in runs]
        pieces += _texts(binascii.unhexlify(b"".join(runs)), [len(run) // 2 for run in runs])
    return _placed(lines, matches, pieces)


def _first_of_each(run: re.Pattern[bytes], lines: Lines) -> list[re.Match[bytes]]:
    """Return the first occurrence of each different run: logs repeat paths and identifiers a thousand times."""
    first: dict[bytes, re.Match[bytes]] = {}
    for match in run.finditer(lines.data):
        first.setdefault(match.group(), match)
    return list(first.values())


def _texts(decoded: bytes, lengths: Sequence[int]) -> Iterator[_Piece]:
    """Yield (index of the run, text) for all of ``decoded`` that reads as text; ``lengths`` part it into runs."""
    starts = list(accumulate(lengths[:-1], initial=0))
    for match in _PRINTABLE_STRETCH.finditer(decoded.translate(_ONLY_PRINTABLE)):
        yield bisect_right(starts, match.start()) - 1, match.group()
    for match in _WIDE.finditer(decoded):
        yield bisect_right(starts, match.start()) - 1, match.group().replace(b"\x00", b"")
    if not decoded.isascii():
        for index, (start, length) in enumerate(zip(starts, lengths, strict=True)):
            text = _as_utf8(decoded[start : start + length])
            if text:
                yield index, text


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


def _placed(lines: Lines, matches: Sequence[re.Match[bytes]], pieces: Sequence[_Piece]) -> Lines:
    return Lines.of((lines.line_at(matches[index].start()), text) for index, text in sorted(pieces))
