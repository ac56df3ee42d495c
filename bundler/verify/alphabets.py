"""Runs of base64 and hexadecimal digits, decoded at every offset without asking where a value began."""

from __future__ import annotations

import binascii
import re
from collections.abc import Sequence
from typing import Final

from bundler.verify.lines import Lines

_BASE64_RUN: Final = re.compile(rb"[A-Za-z0-9+/_-]{16,}+")
_HEX_RUN: Final = re.compile(rb"(?:0[xX])?([0-9a-fA-F]{16,}+)")
_URL_SAFE: Final = bytes.maketrans(b"-_", b"+/")
_OFFSETS: Final = 4
# Decoded noise is dropped: only stretches of text (printable ASCII and well-formed UTF-8) can hold a value.
_TEXT: Final = re.compile(
    rb"(?:[\x20-\x7e\t\r\n]|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}){8,}+"
)
_WIDE: Final = re.compile(rb"(?:[\x20-\x7e]\x00){8,}+|(?:\x00[\x20-\x7e]){8,}+")


def decode_base64(lines: Lines) -> Lines:
    """Return what the base64 runs of each line decode to, at all offsets, plain or URL-safe, padded or not."""
    return _decoded(lines, _BASE64_RUN, _base64_pieces)


def decode_hexadecimal(lines: Lines) -> Lines:
    """Return what the hexadecimal runs of each line decode to, at both offsets."""
    return _decoded(lines, _HEX_RUN, _hexadecimal_pieces)


def _decoded(lines: Lines, run: re.Pattern[bytes], pieces) -> Lines:  # type: ignore[no-untyped-def]
    found = []
    for number, line in lines.matching(run):
        texts = pieces(run.findall(line))
        if texts:
            found.append((number, b"\x1e".join(texts)))
    return Lines.of(found)


def _base64_pieces(runs: Sequence[bytes]) -> list[bytes]:
    standard = [run.translate(_URL_SAFE) for run in runs]
    texts = []
    for offset in range(_OFFSETS):
        # A run that does not fill its last group is filled up with zeros, and groups of zeros part the runs.
        padded = b"AAAA".join(run[offset:] + b"A" * (-(len(run) - offset) % 4) for run in standard)
        texts += _texts(binascii.a2b_base64(padded))
    return texts


def _hexadecimal_pieces(runs: Sequence[bytes]) -> list[bytes]:
    texts = []
    for offset in range(2):
        for run in runs:
            texts += _texts(binascii.unhexlify(run[offset : offset + (len(run) - offset) // 2 * 2]))
    return texts


def _texts(decoded: bytes) -> list[bytes]:
    wide = [piece.replace(b"\x00", b"") for piece in _WIDE.findall(decoded)]
    return [piece.replace(b"\n", b"\r") for piece in _TEXT.findall(decoded)] + wide
