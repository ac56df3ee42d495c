"""Reading a bundle safely: the one way in for every reader of bundles, ours or received."""

from __future__ import annotations

import stat
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from bundler.verify import limits
from bundler.verify.names import checked_names
from bundler.verify.reasons import BrokenBundleError, Reason
from bundler.verify.zip_records import Entry, read_entries

MANIFEST: Final = "manifest.json"
_STORED: Final = 0
_DEFLATED: Final = 8
_UNIX: Final = 3
_MODE: Final = stat.S_IFREG | 0o644
# 1980-01-01 00:00:00 in the MS-DOS form of zip headers: year 0, month 1, day 1.
_DATE: Final = 0x0021
_TIME: Final = 0


@dataclass(frozen=True, slots=True, repr=False)
class Archive:
    """The members of a structurally sane bundle, unpacked, by name and in the order of the archive."""

    members: Mapping[str, bytes]
    packed_bytes: int

    def __repr__(self) -> str:
        """Count, never show."""
        return f"Archive({len(self.members)} members)"


def read_archive(source: Path | BinaryIO) -> Archive:
    """Return the unpacked members of ``source``; raise ``BrokenBundleError`` with the reason if it is not sane.

    Nothing is written to disk, no name is used as a path, and never more than the limits is held in memory.
    """
    data = read_bytes(source)
    entries = read_entries(data)
    names = checked_names([entry.name for entry in entries])
    for number, entry in enumerate(entries, start=1):
        _check_attributes(entry, number)
    if sum(entry.size for entry in entries) > limits.TOTAL_BYTES:
        raise BrokenBundleError(Reason.TOO_LARGE)
    members = {
        name: _unpack(entry, number)
        for number, (name, entry) in enumerate(zip(names, entries, strict=True), start=1)
    }  # fmt: skip
    return Archive(members, len(data))


def read_bytes(source: Path | BinaryIO) -> bytes:
    """Return the bytes of ``source``, or refuse it when it is larger than a bundle may be."""
    try:
        if isinstance(source, Path):
            if not source.is_file():
                raise BrokenBundleError(Reason.UNREADABLE)
            with source.open("rb") as stream:
                data = stream.read(limits.ARCHIVE_BYTES + 1)
        else:
            data = source.read(limits.ARCHIVE_BYTES + 1)
    except OSError:
        raise BrokenBundleError(Reason.UNREADABLE) from None
    if len(data) > limits.ARCHIVE_BYTES:
        raise BrokenBundleError(Reason.TOO_LARGE)
    return data


def _check_attributes(entry: Entry, number: int) -> None:
    mode = entry.attributes >> 16
    if entry.system == _UNIX and not stat.S_ISREG(mode):
        raise BrokenBundleError(Reason.NOT_A_REGULAR_FILE, number)
    if entry.system != _UNIX or mode != _MODE or entry.attributes & 0xFFFF:
        raise BrokenBundleError(Reason.UNEXPECTED_MODE, number)
    if (entry.date, entry.time) != (_DATE, _TIME):
        raise BrokenBundleError(Reason.UNEXPECTED_DATE, number)


def _unpack(entry: Entry, number: int) -> bytes:
    packed = bytes(entry.data)
    if entry.size > limits.MEMBER_BYTES:
        raise BrokenBundleError(Reason.TOO_LARGE, number)
    if entry.size > limits.RATIO_FREE_BYTES and entry.size > limits.RATIO * max(len(packed), 1):
        raise BrokenBundleError(Reason.COMPRESSION_RATIO, number)
    if entry.method == _STORED:
        data = packed
    elif entry.method == _DEFLATED:
        data = _inflate(packed, entry.size, number)
    else:
        raise BrokenBundleError(Reason.UNKNOWN_COMPRESSION, number)
    if len(data) != entry.size:
        raise BrokenBundleError(Reason.BROKEN_COMPRESSION, number)
    if zlib.crc32(data) != entry.crc:
        raise BrokenBundleError(Reason.CHECKSUM, number)
    return data


def _inflate(packed: bytes, size: int, number: int) -> bytes:
    """Return at most ``size`` bytes of output: what claims less than it holds is refused before it unfolds."""
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        data = inflater.decompress(packed, size + 1)
    except zlib.error:
        raise BrokenBundleError(Reason.BROKEN_COMPRESSION, number) from None
    if not inflater.eof or inflater.unused_data or inflater.unconsumed_tail:
        raise BrokenBundleError(Reason.BROKEN_COMPRESSION, number)
    return data
