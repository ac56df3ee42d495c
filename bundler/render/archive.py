"""A zip that is the same for the same input and tells nothing of the machine that made it.

Fixed date (1980-01-01, the earliest a zip can hold), mode 0644, sorted names after the manifest, no extra fields and
no comments: the reproducible form that flit and the reproducible-builds project describe.
"""

from __future__ import annotations

import io
import stat
import zipfile
from collections.abc import Mapping
from typing import Final

MANIFEST: Final = "manifest.json"
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
_UNIX: Final = 3
LEVEL: Final = 6
"""How hard the members are compressed."""


def write_archive(manifest: bytes, members: Mapping[str, bytes]) -> bytes:
    """Return the bytes of a zip with the manifest first and the members in the order of their names."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", allowZip64=False) as archive:
        _write_member(archive, MANIFEST, manifest)
        for name in sorted(members):
            _write_member(archive, name, members[name])
    return buffer.getvalue()


def _write_member(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.create_system = _UNIX
    entry.external_attr = (stat.S_IFREG | 0o644) << 16
    archive.writestr(entry, data, compresslevel=LEVEL)
