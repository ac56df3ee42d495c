"""Where run directories are: below a results folder, or around a path into one."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from bundler.errors import UnreadableError
from bundler.machine.files import is_file, is_folder

# AgentCompass's own test for a run directory (store.py, 1.0.1).
MARKS: Final = ("run_info.json", "progress.jsonl", "run.log")
# What else tells one, where those three were not copied along.
_DETAILS: Final = "details"
_BESIDE_DETAILS: Final = ("logs", "retry_details", "params.json", "progress.json", "metrics.json")
_FOLDERS: Final = frozenset({_DETAILS, "logs", "retry_details", ".env-resources"})
# details/<state>/<task>/attempt-1/retries/<archive>/<file>, and artifacts somewhat deeper.
_DEEPEST_INSIDE: Final = 16
# A results folder is results/<run name …>/<namespace>/<run id>; run names may add levels.
_DEEPEST: Final = 8
_MOST_FOLDERS: Final = 200_000
_NEVER_RESULTS: Final = frozenset({".git", ".venv", "node_modules", "site-packages", "__pycache__"})


def is_run_directory(path: Path) -> bool:
    """Say whether AgentCompass would take ``path`` for a run directory, or it holds details and what is beside them."""
    if any(os.path.lexists(path / mark) for mark in MARKS):
        return True
    return is_folder(path / _DETAILS) and any(os.path.lexists(path / name) for name in _BESIDE_DETAILS)


def run_around(path: Path) -> Path | None:
    """Return the run directory in whose folders ``path`` lies, such as a task's folder or its result.json."""
    resolved = path.resolve()
    inner = resolved
    for candidate in resolved.parents[:_DEEPEST_INSIDE]:
        leads_in = inner.name in _FOLDERS or (inner == resolved and is_file(resolved))
        if leads_in and is_run_directory(candidate):
            return candidate
        inner = candidate
    return None


def run_directories(root: Path, skipped: list[Path] | None = None) -> Iterator[Path]:
    """Yield the run directories at or below ``root``, not following links.

    Folders below it that cannot be listed are put into ``skipped``; raises ``UnreadableError`` for ``root`` itself.
    """
    if is_run_directory(root):
        yield root
        return
    pending = [(root, 0)]
    visited = 0
    while pending and visited < _MOST_FOLDERS:
        folder, depth = pending.pop()
        visited += 1
        for child in _folders(folder, None if folder == root else skipped if skipped is not None else []):
            if is_run_directory(child):
                yield child
            elif depth < _DEEPEST:
                pending.append((child, depth + 1))


def _folders(folder: Path, skipped: list[Path] | None) -> list[Path]:
    try:
        with os.scandir(folder) as found:
            inner = [entry for entry in found if entry.name not in _NEVER_RESULTS]
            return [Path(entry.path) for entry in inner if entry.is_dir(follow_symlinks=False)]
    except OSError as error:
        if skipped is None:
            raise UnreadableError(f"Cannot list {folder}: {os.strerror(error.errno or 0)}.") from None
        skipped.append(folder)
        return []


def newest_first(paths: Iterable[Path]) -> list[Path]:
    """Return run directories by their ids' time, newest first; ids are local times, so names sort."""
    return sorted(paths, key=lambda path: (path.name, _modified(path)), reverse=True)


def last_written(path: Path) -> float:
    """Return when a run directory was last written to, in seconds since the epoch; 0 if that cannot be told."""
    return max(_modified(path / mark) for mark in MARKS)


def _modified(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
