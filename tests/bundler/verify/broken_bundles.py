"""One broken bundle per reason and way, built by hand; run as a script, it writes them to a folder to look at.

Run it as ``python -m tests.bundler.verify.broken_bundles FOLDER``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from bundler.verify import limits
from bundler.verify.reasons import Reason
from tests.bundler.verify.writer import Member, bundle_of, manifest_of, zip_of

SOUND: Mapping[str, bytes] = {"evidence/log.txt": b"12:00:00 started\n12:00:01 done\n", "issue.md": b"# It failed\n"}
_LINK = 0o120777 << 16
_FOLDER = 0o040755 << 16
_PIPE = 0o010644 << 16
_BOMB = b"0" * (limits.RATIO_FREE_BYTES + 1)


def broken_bundles() -> Iterator[tuple[Reason, str, bytes]]:
    """Yield (reason, way, bytes of a bundle that is broken in exactly this way)."""
    yield from _archives()
    yield from _headers()
    yield from _names()
    yield from _manifests()
    yield from _contents()


def _members(
    *extra: Member, change: Mapping[str, Any] | None = None, names: Mapping[str, bytes] = SOUND
) -> list[Member]:
    """Return the members of a sound bundle, the last one changed, and ``extra`` ones behind it."""
    listed = {**names, **{member.name.decode("latin-1"): member.data for member in extra}}
    entries = [Member(b"manifest.json", json.dumps(manifest_of(listed)).encode())]
    entries += [Member(name.encode(), data) for name, data in sorted(names.items())]
    entries[-1] = replace(entries[-1], **(change or {}))
    return [*entries, *extra]


def _changed(**change: Any) -> bytes:
    return zip_of(_members(change=change))


def _archives() -> Iterator[tuple[Reason, str, bytes]]:
    sound = bundle_of(SOUND)
    end = sound.rfind(b"PK\x05\x06")
    yield Reason.NOT_A_ZIP, "empty", b""
    yield Reason.NOT_A_ZIP, "text", b"compass-report\n" * 20
    yield Reason.NO_MEMBERS, "end-record-only", zip_of([])
    yield Reason.PREFIXED_DATA, "program-before-it", b"#!/bin/sh\n" + sound
    yield Reason.PREFIXED_DATA, "with-shifted-offsets", _shifted(sound, b"#!/bin/sh\n")
    yield Reason.TRAILING_DATA, "after-the-end", sound + b"more"
    yield Reason.TRAILING_DATA, "second-archive", sound + sound[:end]
    yield Reason.TRAILING_DATA, "longer-directory", _directory_tail(sound)
    yield Reason.ARCHIVE_COMMENT, "comment", zip_of(_members(), comment=b"hello")
    yield Reason.TRUNCATED, "cut-in-half", sound[: len(sound) // 2]
    yield Reason.TRUNCATED, "cut-in-the-end-record", sound[:-3]
    yield Reason.TRUNCATED, "fewer-records-than-told", _count(sound, end, 4)
    yield Reason.SPLIT_ARCHIVE, "second-disk", sound[: end + 4] + b"\x01\x00" + sound[end + 6 :]
    yield Reason.SPLIT_ARCHIVE, "zip64-count", _count(sound, end, 0xFFFF)
    yield Reason.TOO_MANY_MEMBERS, "count", zip_of([Member(b"a", b"", 0)] * (limits.MEMBERS + 1))


def _shifted(sound: bytes, prefix: bytes) -> bytes:
    """Put bytes before the members and correct every offset, as self-extracting programs do."""
    data = bytearray(sound)
    position = int.from_bytes(data[-6:-2], "little")
    while data[position : position + 4] == b"PK\x01\x02":
        offset = int.from_bytes(data[position + 42 : position + 46], "little") + len(prefix)
        data[position + 42 : position + 46] = offset.to_bytes(4, "little")
        position += 46 + int.from_bytes(data[position + 28 : position + 30], "little")
    data[-6:-2] = (int.from_bytes(data[-6:-2], "little") + len(prefix)).to_bytes(4, "little")
    return prefix + bytes(data)


def _directory_tail(sound: bytes) -> bytes:
    """Let the central directory be longer than its records."""
    end = sound.rfind(b"PK\x05\x06")
    record = bytearray(sound[end:])
    record[12:16] = (int.from_bytes(record[12:16], "little") + 4).to_bytes(4, "little")
    return sound[:end] + b"more" + bytes(record)


def _count(sound: bytes, end: int, count: int) -> bytes:
    number = count.to_bytes(2, "little")
    return sound[: end + 8] + number + number + sound[end + 12 :]


def _headers() -> Iterator[tuple[Reason, str, bytes]]:
    entries = _members()
    body = zip_of(entries)
    hidden = Member(b"hidden.txt", b"x" * 40, 0)
    with_gap = zip_of([entries[0], hidden, *entries[1:]])
    yield Reason.OVERLAPPING_MEMBERS, "gap-with-a-hidden-member", _without_record(with_gap, 1)
    yield Reason.OVERLAPPING_MEMBERS, "two-records-one-member", _same_offset(body)
    yield Reason.HEADER_MISMATCH, "name", _changed(local={"name": b"issue.MD"})
    yield Reason.HEADER_MISMATCH, "size", _changed(local={"size": 5})
    yield Reason.HEADER_MISMATCH, "checksum", _changed(local={"crc": 5})
    yield Reason.HEADER_MISMATCH, "data-descriptor", _changed(local={"flags": 8})
    yield Reason.ENCRYPTED, "flag", _changed(flags=1)
    yield Reason.ENCRYPTED, "strong", _changed(flags=0x41)
    yield Reason.ENCRYPTED, "masked-headers", _changed(flags=0x2000)
    yield Reason.UNKNOWN_COMPRESSION, "bzip2", _changed(method=12)
    yield Reason.UNKNOWN_COMPRESSION, "zstandard", _changed(method=93)
    yield Reason.BROKEN_COMPRESSION, "noise", _changed(packed=b"\xff" * 20)
    yield Reason.BROKEN_COMPRESSION, "empty", _changed(packed=b"")
    yield Reason.BROKEN_COMPRESSION, "more-than-told", _changed(size=3)
    yield Reason.BROKEN_COMPRESSION, "bytes-after-the-stream", _changed(packed=Member(b"", b"# x").payload() + b"tail")
    yield Reason.BROKEN_COMPRESSION, "stored-with-another-size", _changed(method=0, size=3)
    yield Reason.CHECKSUM, "crc", _changed(crc=1)
    yield Reason.COMPRESSION_RATIO, "zeros", zip_of([Member(b"manifest.json", _BOMB)])
    yield Reason.TOO_LARGE, "one-member", _changed(size=limits.MEMBER_BYTES + 1)
    half = limits.TOTAL_BYTES // 2
    yield Reason.TOO_LARGE, "all-members", zip_of([Member(name, b"", size=half) for name in (b"a", b"b", b"c")])
    yield Reason.EXTRA_FIELD, "central", _changed(extra=b"UT\x05\x00\x03\x00\x00\x00\x00")
    yield Reason.EXTRA_FIELD, "local", _changed(local_extra=b"UT\x05\x00\x03\x00\x00\x00\x00")
    yield Reason.MEMBER_COMMENT, "comment", _changed(comment=b"hello")
    yield Reason.NOT_A_REGULAR_FILE, "link", _changed(attributes=_LINK)
    yield Reason.NOT_A_REGULAR_FILE, "folder", _changed(attributes=_FOLDER)
    yield Reason.NOT_A_REGULAR_FILE, "pipe", _changed(attributes=_PIPE)
    yield Reason.UNEXPECTED_MODE, "executable", _changed(attributes=0o100755 << 16)
    yield Reason.UNEXPECTED_MODE, "set-user-id", _changed(attributes=0o104644 << 16)
    yield Reason.UNEXPECTED_MODE, "other-system", _changed(system=0, attributes=0)
    yield Reason.UNEXPECTED_MODE, "hidden-by-dos-attribute", _changed(attributes=(0o100644 << 16) | 2)
    yield Reason.UNEXPECTED_DATE, "today", _changed(date=0x5C82)
    yield Reason.UNEXPECTED_DATE, "time", _changed(time=0x6000)


def _without_record(archive: bytes, index: int) -> bytes:
    """Drop one record from the central directory, so that its member is there and not listed."""
    data = bytearray(archive)
    position = int.from_bytes(data[-6:-2], "little")
    for _ in range(index):
        position += 46 + int.from_bytes(data[position + 28 : position + 30], "little")
    length = 46 + int.from_bytes(data[position + 28 : position + 30], "little")
    del data[position : position + length]
    for field in (slice(-14, -12), slice(-12, -10)):
        data[field] = (int.from_bytes(data[field], "little") - 1).to_bytes(2, "little")
    data[-10:-6] = (int.from_bytes(data[-10:-6], "little") - length).to_bytes(4, "little")
    return bytes(data)


def _same_offset(archive: bytes) -> bytes:
    """Let the second record point at the first member: the trick of quadratic zip bombs."""
    data = bytearray(archive)
    position = int.from_bytes(data[-6:-2], "little")
    position += 46 + int.from_bytes(data[position + 28 : position + 30], "little")
    data[position + 42 : position + 46] = b"\0\0\0\0"
    return bytes(data)


def _names() -> Iterator[tuple[Reason, str, bytes]]:
    unsafe = {
        "climbs": b"../../home/x", "climbs-inside": b"a/../b", "absolute": b"/etc/passwd", "drive": b"C:/x",
        "backslash": b"a\\b", "nul": b"a\0b", "empty": b"", "folder": b"a/", "double-slash": b"a//b", "dot": b"./a",
        "space": b"a b", "escape": b"a\x1b[31m", "not-ascii": "é".encode(), "direction-mark": "a\u202egpj".encode(),
        "too-long": b"a" * 300, "trailing-dot": b"a.", "hidden": b".bashrc", "line-feed": b"a\nb",
    }  # fmt: skip
    for way, name in unsafe.items():
        yield Reason.UNSAFE_NAME, way, zip_of(_members(Member(name, b"x")))
    for way, name in {"con": b"CON", "nul-txt": b"nul.txt", "com1": b"evidence/com1.log"}.items():
        yield Reason.RESERVED_NAME, way, zip_of(_members(Member(name, b"x")))
    yield Reason.DUPLICATE_NAME, "twice", zip_of(_members(Member(b"issue.md", b"# Another\n")))
    yield Reason.COLLIDING_NAME, "letter-case", zip_of(_members(Member(b"ISSUE.md", b"x")))
    yield Reason.COLLIDING_NAME, "file-and-folder", zip_of(_members(Member(b"issue.md/x", b"x")))


def _manifests() -> Iterator[tuple[Reason, str, bytes]]:
    entries = _members()
    sound = manifest_of(SOUND)

    def saying(**fields: Any) -> bytes:
        return bundle_of(SOUND, {**sound, **fields})

    yield Reason.MANIFEST_MISSING, "not-there", zip_of(entries[1:])
    yield Reason.MANIFEST_MISSING, "not-first", zip_of([*entries[1:], entries[0]])
    yield Reason.MANIFEST_UNREADABLE, "not-json", bundle_of(SOUND, b"{")
    yield Reason.MANIFEST_UNREADABLE, "a-list", bundle_of(SOUND, b"[]")
    yield Reason.MANIFEST_UNREADABLE, "not-utf-8", bundle_of(SOUND, b'{"a": "\xff"}')
    yield Reason.MANIFEST_UNREADABLE, "utf-16", bundle_of(SOUND, json.dumps(sound).encode("utf-16"))
    yield Reason.MANIFEST_UNREADABLE, "endless-depth", bundle_of(SOUND, b'{"a":' * 100_000)
    yield Reason.MANIFEST_SCHEMA, "another", saying(schema="compass-report.manifest.v9")
    yield Reason.MANIFEST_SCHEMA, "none", bundle_of(SOUND, {"members": sound["members"]})
    yield Reason.MANIFEST_FIELD, "members-empty", saying(members=[])
    yield Reason.MANIFEST_FIELD, "members-absent", bundle_of(SOUND, {"schema": sound["schema"]})
    yield Reason.MANIFEST_FIELD, "members-text", saying(members="issue.md")
    yield Reason.MANIFEST_FIELD, "member-without-name", saying(members=[{"size": 1}])
    yield Reason.DUPLICATE_NAME, "listed-twice", saying(members=[*sound["members"], sound["members"][0]])
    yield Reason.MEMBER_NOT_LISTED, "one-more", zip_of([*entries, Member(b"z.txt", b"x")])
    yield Reason.MEMBER_NOT_THERE, "one-less", zip_of(entries[:-1])
    yield Reason.UNEXPECTED_ORDER, "reversed", zip_of([entries[0], *reversed(entries[1:])])


def _contents() -> Iterator[tuple[Reason, str, bytes]]:
    sound = manifest_of(SOUND)

    def lying(**fields: Any) -> bytes:
        first, *rest = sound["members"]
        kept = {key: value for key, value in {**first, **fields}.items() if value is not None}
        return bundle_of(SOUND, {**sound, "members": [kept, *rest]})

    yield Reason.WRONG_SIZE, "another", lying(size=3)
    yield Reason.WRONG_SIZE, "not-given", lying(size=None)
    yield Reason.WRONG_SIZE, "true", lying(size=True)
    yield Reason.WRONG_DIGEST, "another", lying(sha256="0" * 64)
    yield Reason.WRONG_DIGEST, "not-given", lying(sha256=None)
    yield Reason.WRONG_ENCODING, "latin-1", bundle_of({"log.txt": "à la carte".encode("latin-1")})
    yield Reason.WRONG_ENCODING, "utf-16", bundle_of({"log.txt": "hello".encode("utf-16")})
    yield Reason.BROKEN_JSON, "cut", bundle_of({"evidence/task.json": b'{"a": '})
    yield Reason.BROKEN_JSON, "endless-depth", bundle_of({"evidence/task.json": b"[" * 100_000})


def main(folder: Path) -> None:
    """Write every broken bundle to ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    for reason, way, data in broken_bundles():
        (folder / f"{reason.value}--{way}.zip").write_bytes(data)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
