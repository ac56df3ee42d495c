"""How AgentCompass names a task's directory: a readable part, ``--``, and the SHA-256 of the task id (store.py, 1.0.1)."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Final

from bundler.machine.files import Unreadable, read_head

_HASHED: Final = re.compile(r"(?P<readable>.*)--(?P<digest>[0-9a-f]{64})\Z", re.DOTALL)
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9._=-]+")
_TASK_ID: Final = re.compile(rb'"task_id"\s{0,20}+:\s{0,20}+("(?:[^"\\]++|\\.)*+")', re.DOTALL)
_READABLE_LIMIT: Final = 80
_HEAD: Final = 256 * 1024


def directory_name(task_id: str) -> str:
    """Return the directory name of a task id."""
    digest = hashlib.sha256(task_id.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{readable_part(task_id)}--{digest}"


def readable_part(task_id: str) -> str:
    """Return the readable, lossy part of a task's directory name."""
    return _UNSAFE.sub("_", task_id).strip("._-")[:_READABLE_LIMIT] or "task"


def digest_of(name: str) -> str:
    """Return the SHA-256 that a directory name ends in, or an empty string."""
    match = _HASHED.match(name)
    return match["digest"] if match else ""


def slug_of(name: str) -> str:
    """Return a directory or file name without its hash."""
    match = _HASHED.match(name)
    return match["readable"] if match else name


def stated_task_id(document: Path, root: Path) -> str | None:
    """Return the ``task_id`` that a document states near its start, or ``None`` where it cannot be read."""
    try:
        match = _TASK_ID.search(read_head(document, root, _HEAD))
        return json.loads(match.group(1)) if match else None
    except (Unreadable, ValueError):
        return None


def recovered_task_id(name: str, candidates: frozenset[str]) -> str | None:
    """Return the candidate whose SHA-256 the directory name ends in: how an id is known when task.json is broken."""
    digest = digest_of(name)
    for candidate in candidates:
        if digest and hashlib.sha256(candidate.encode("utf-8", "surrogatepass")).hexdigest() == digest:
            return candidate
    return None
