"""How AgentCompass names a task's directory: readable part, ``--``, SHA-256 of the task id (store.py, 1.0.1)."""

from __future__ import annotations

import hashlib
import re
from typing import Final

_HASHED: Final = re.compile(r"(?P<readable>.*)--(?P<digest>[0-9a-f]{64})\Z", re.DOTALL)
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9._=-]+")
_READABLE_LIMIT: Final = 80


def digest(task_id: str) -> str:
    """Return the SHA-256 of a task id, in hexadecimal digits."""
    return hashlib.sha256(task_id.encode("utf-8", "surrogatepass")).hexdigest()


def directory_name(task_id: str) -> str:
    """Return the directory name of a task id."""
    return f"{readable_part(task_id)}--{digest(task_id)}"


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


def hash_fits(name: str, task_id: str) -> bool:
    """Say whether a directory name's hash is the task id's; a name without a hash fits every id."""
    return digest_of(name) in ("", digest(task_id))
