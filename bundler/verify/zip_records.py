"""The records of a zip archive, read strictly and without `zipfile`: what lenient readers disagree on is refused.

Layout after PKWARE's APPNOTE 6.3: local headers with data, the central directory, its end record. A bundle uses the
plainest form: one disk, no ZIP64, no extra fields, no comments, no data descriptors, nothing between the parts.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Final

from bundler.verify import limits
from bundler.verify.reasons import BrokenBundleError, Reason

_END: Final = struct.Struct("<4sHHHHIIH")
_CENTRAL: Final = struct.Struct("<4sBBHHHHHIIIHHHHHII")
_LOCAL: Final = struct.Struct("<4sHHHHHIIIHH")
_END_MAGIC: Final = b"PK\x05\x06"
_CENTRAL_MAGIC: Final = b"PK\x01\x02"
_LOCAL_MAGIC: Final = b"PK\x03\x04"
_ENCRYPTED_FLAGS: Final = 0x0001 | 0x0040 | 0x2000
_UTF8_FLAG: Final = 0x0800
# The values that refer the reader to a ZIP64 record.
_ZIP64_COUNT: Final = 0xFFFF
_ZIP64_SIZE: Final = 0xFFFFFFFF


@dataclass(frozen=True, slots=True, repr=False)
class Entry:
    """One member as the central directory tells it; ``data`` is its still compressed bytes."""

    name: bytes
    data: memoryview
    method: int
    crc: int
    size: int
    date: int
    time: int
    system: int
    attributes: int


@dataclass(frozen=True, slots=True)
class _Central:
    name: bytes
    flags: int
    method: int
    time: int
    date: int
    crc: int
    packed: int
    size: int
    system: int
    attributes: int
    offset: int


def read_entries(archive: bytes) -> tuple[Entry, ...]:
    """Return the members of ``archive`` in the order of the central directory, or say why it is not a plain zip."""
    count, directory, end = _end_record(archive)
    central = _central_directory(archive, count, directory, end)
    entries = []
    position = 0
    for number, record in enumerate(central, start=1):
        if record.offset != position:
            early = record.offset > position
            reason = Reason.PREFIXED_DATA if number == 1 and early else Reason.OVERLAPPING_MEMBERS
            raise BrokenBundleError(reason, number)
        start = _local_header(archive, record, number)
        position = start + record.packed
        if position > directory:
            raise BrokenBundleError(Reason.OVERLAPPING_MEMBERS, number)
        entries.append(_entry(record, memoryview(archive)[start:position]))
    if position != directory:
        raise BrokenBundleError(Reason.OVERLAPPING_MEMBERS)
    return tuple(entries)


def _end_record(archive: bytes) -> tuple[int, int, int]:
    """Return the number of members, where the central directory starts and where it ends."""
    end = archive.rfind(_END_MAGIC)
    if end < 0:
        raise BrokenBundleError(Reason.TRUNCATED if archive.startswith(_LOCAL_MAGIC) else Reason.NOT_A_ZIP)
    if len(archive) - end < _END.size:
        raise BrokenBundleError(Reason.TRUNCATED)
    _, disk, first_disk, on_disk, count, length, start, comment = _END.unpack_from(archive, end)
    if comment:
        raise BrokenBundleError(Reason.ARCHIVE_COMMENT)
    if len(archive) != end + _END.size:
        raise BrokenBundleError(Reason.TRAILING_DATA)
    if disk or first_disk or on_disk != count or count == _ZIP64_COUNT or _ZIP64_SIZE in {length, start}:
        raise BrokenBundleError(Reason.SPLIT_ARCHIVE)
    if not count:
        raise BrokenBundleError(Reason.NO_MEMBERS)
    if count > limits.MEMBERS:
        raise BrokenBundleError(Reason.TOO_MANY_MEMBERS)
    if start + length != end:
        raise BrokenBundleError(Reason.PREFIXED_DATA if start + length < end else Reason.TRUNCATED)
    return count, start, end


def _central_directory(archive: bytes, count: int, position: int, end: int) -> list[_Central]:
    records = []
    for number in range(1, count + 1):
        if position + _CENTRAL.size > end:
            raise BrokenBundleError(Reason.TRUNCATED, number)
        fields = _CENTRAL.unpack_from(archive, position)
        if fields[0] != _CENTRAL_MAGIC:
            raise BrokenBundleError(Reason.HEADER_MISMATCH, number)
        (_, _, system, _, flags, method, time, date, crc, packed, size) = fields[:11]
        (name_length, extra, comment, disk, _, attributes, offset) = fields[11:]
        name = archive[position + _CENTRAL.size : position + _CENTRAL.size + name_length]
        if flags & _ENCRYPTED_FLAGS:
            raise BrokenBundleError(Reason.ENCRYPTED, number)
        if extra:
            raise BrokenBundleError(Reason.EXTRA_FIELD, number)
        if comment:
            raise BrokenBundleError(Reason.MEMBER_COMMENT, number)
        if disk:
            raise BrokenBundleError(Reason.SPLIT_ARCHIVE, number)
        if len(name) != name_length:
            raise BrokenBundleError(Reason.TRUNCATED, number)
        records.append(_Central(name, flags, method, time, date, crc, packed, size, system, attributes, offset))
        position += _CENTRAL.size + name_length
    if position != end:
        raise BrokenBundleError(Reason.TRAILING_DATA)
    return records


def _local_header(archive: bytes, record: _Central, number: int) -> int:
    """Check that the local header repeats the central one, and return where the member's data starts."""
    if record.offset + _LOCAL.size > len(archive):
        raise BrokenBundleError(Reason.TRUNCATED, number)
    magic, _, flags, method, time, date, crc, packed, size, name_length, extra = _LOCAL.unpack_from(
        archive, record.offset
    )
    start: int = record.offset + _LOCAL.size
    if flags & _ENCRYPTED_FLAGS:
        raise BrokenBundleError(Reason.ENCRYPTED, number)
    told = (magic, flags & ~_UTF8_FLAG, method, time, date, crc, packed, size, archive[start : start + name_length])
    expected = (
        _LOCAL_MAGIC, record.flags & ~_UTF8_FLAG, record.method, record.time, record.date, record.crc,
        record.packed, record.size, record.name,
    )  # fmt: skip
    if told != expected:
        raise BrokenBundleError(Reason.HEADER_MISMATCH, number)
    if extra:
        raise BrokenBundleError(Reason.EXTRA_FIELD, number)
    return start + int(name_length)


def _entry(record: _Central, data: memoryview) -> Entry:
    return Entry(
        name=record.name,
        data=data,
        method=record.method,
        crc=record.crc,
        size=record.size,
        date=record.date,
        time=record.time,
        system=record.system,
        attributes=record.attributes,
    )
