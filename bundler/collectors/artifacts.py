"""Collected artifacts as a listing: names made safe, sizes; never a byte of their content, no digest."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from bundler.collectors.documents import relative
from bundler.machine.files import is_link
from bundler.model import Omission, RawItem, Status
from redaction.findings import Format

MEMBER = "evidence/artifacts.json"
_LISTED = 2000


def collect_artifacts(folder: Path | None, root: Path, attempt: int | None) -> RawItem | Omission:
    """Return the listing of one attempt's artifact folder."""
    if folder is None or not os.path.lexists(folder):
        return Omission(MEMBER, Status.ABSENT, "no artifact was collected")
    if is_link(folder):
        return Omission(MEMBER, Status.UNSAFE, "the folder is a link")
    listed: list[dict[str, object]] = []
    total = size = 0
    for entry in _entries(folder):
        total += 1
        size += entry["bytes"] if isinstance(entry["bytes"], int) else 0
        if len(listed) < _LISTED:
            listed.append(entry)
    document = {"attempt": attempt, "files": total, "bytes": size, "digests": "withheld", "entries": listed}
    note = f"only the first {_LISTED} of {total} are listed" if total > _LISTED else ""
    data = json.dumps(document, indent=2, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
    status = Status.TRUNCATED if note else Status.INCLUDED
    return RawItem(MEMBER, data, Format.JSON, relative(folder, root), status, note)


def _entries(folder: Path) -> Iterator[dict[str, object]]:
    for directory, folders, names in os.walk(folder, followlinks=False):
        folders.sort()
        for name in sorted(names):
            path = Path(directory, name)
            try:
                facts = path.lstat()
            except OSError:
                continue
            kind = "file" if stat.S_ISREG(facts.st_mode) else "link" if stat.S_ISLNK(facts.st_mode) else "special"
            yield {"path": _safe(path.relative_to(folder).as_posix()), "kind": kind, "bytes": facts.st_size}


def _safe(name: str) -> str:
    """Return a name without control characters, so that a listing stays one line per file."""
    readable = name.encode("utf-8", "replace").decode()
    return "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in readable)
