"""A writer of bundles for tests: the plainest zip by hand, so that each part of it can be made wrong."""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from bundler.verify import canaries as canary_module
from bundler.verify.known_values import Known
from bundler.verify.values import Secrets

REGULAR = (0o100644) << 16


@dataclass(frozen=True)
class Member:
    """One member with every field of its headers; ``None`` means: as it should be."""

    name: bytes
    data: bytes
    method: int = 8
    packed: bytes | None = None
    crc: int | None = None
    size: int | None = None
    date: int = 0x21
    time: int = 0
    system: int = 3
    attributes: int = REGULAR
    flags: int = 0
    extra: bytes = b""
    local_extra: bytes = b""
    comment: bytes = b""
    local: Mapping[str, Any] | None = None

    def payload(self) -> bytes:
        """Return the bytes that follow the local header."""
        if self.packed is not None:
            return self.packed
        if self.method != 8:
            return self.data
        packer = zlib.compressobj(6, zlib.DEFLATED, -15)
        return packer.compress(self.data) + packer.flush()

    def header(self, **changes: Any) -> tuple[int, int, int, int, int, int, int]:
        """Return the seven fields that both headers share."""
        it = replace(self, **changes) if changes else self
        size = len(it.data) if it.size is None else it.size
        crc = zlib.crc32(it.data) if it.crc is None else it.crc
        return it.flags, it.method, it.time, it.date, crc, len(self.payload()), size


def zip_of(members: Sequence[Member], *, prefix: bytes = b"", suffix: bytes = b"", comment: bytes = b"") -> bytes:
    """Return the archive; ``prefix`` shifts nothing but itself, ``suffix`` follows the end record."""
    body, central = b"", b""
    for member in members:
        changes = dict(member.local or {})
        name = changes.pop("name", member.name)
        local = struct.pack(
            "<4sHHHHHIIIHH", b"PK\x03\x04", 20, *member.header(**changes), len(name), len(member.local_extra)
        )
        central += struct.pack(
            "<4sBBHHHHHIIIHHHHHII", b"PK\x01\x02", 20, member.system, 20, *member.header(), len(member.name),
            len(member.extra), len(member.comment), 0, 0, member.attributes, len(body),
        )  # fmt: skip
        central += member.name + member.extra + member.comment
        body += local + name + member.local_extra + member.payload()
    end = struct.pack(
        "<4sHHHHIIH", b"PK\x05\x06", 0, 0, len(members), len(members), len(central), len(body), len(comment)
    )
    return prefix + body + central + end + comment + suffix


def manifest_of(members: Mapping[str, bytes], **fields: Any) -> dict[str, Any]:
    """Return a manifest that fits ``members``."""
    listed = [
        {
            "name": name,
            "format": "json" if name.endswith(".json") else "text",
            "status": "included",
            "size": len(data),
            "sha256": hashlib.sha256(data).hexdigest(),
        }
        for name, data in sorted(members.items())
    ]
    return {"schema": "compass-report.manifest.v1", "members": listed, **fields}


def bundle_of(members: Mapping[str, bytes], manifest: Mapping[str, Any] | bytes | None = None, **fields: Any) -> bytes:
    """Return a whole, valid bundle of ``members``."""
    if not isinstance(manifest, bytes):
        manifest = json.dumps(manifest_of(members, **fields) if manifest is None else manifest, indent=1).encode()
    entries = [Member(b"manifest.json", manifest)]
    entries += [Member(name.encode(), data) for name, data in sorted(members.items())]
    return zip_of(entries)


CANARIES = canary_module.make(Random(7))


def secrets_of(*known: Known, withheld: Sequence[bytes] = (), **fields: Any) -> Secrets:
    """Return secrets with canaries that all came back clean."""
    outputs = tuple(b"12:00:00 seen REDACTED-openai-key-1\n" for _ in CANARIES.documents)
    given = {"known": known, "withheld": lambda: withheld, "canaries": CANARIES, "canary_outputs": outputs, **fields}
    return Secrets(**given)
