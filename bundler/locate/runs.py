"""Finding run directories: by path, id, unique prefix, results folder, or ``latest``."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from bundler.errors import NotFoundError, UnreadableError
from bundler.layouts.registry import layout_of
from bundler.machine.files import Unreadable, read_head
from bundler.model import Run

RESULTS: Final = "results"
LATEST: Final = "latest"
# AgentCompass's own test for a run directory (store.py, 1.0.1).
_MARKS: Final = ("run_info.json", "progress.jsonl", "run.log")
# A results folder is results/<run name …>/<namespace>/<run id>; run names may add levels.
_DEEPEST: Final = 8
_MOST_FOLDERS: Final = 200_000
_INFO_LIMIT: Final = 256 * 1024 * 1024
_KNOWN_SCHEMAS: Final = frozenset({"agentcompass.run_info.v3", "agentcompass.run_info.v2", ""})


def find_run(reference: str | None, *, cwd: Path) -> Run:
    """Return the run that ``reference`` names, relative to ``cwd``; nothing or ``latest`` is the newest one.

    Raises ``NotFoundError`` if there is none or more than one, with the candidates, and ``UnreadableError`` for a
    directory that cannot be listed.
    """
    if reference in (None, "", LATEST):
        return open_run(_newest(cwd / RESULTS if (cwd / RESULTS).is_dir() else cwd))
    assert reference is not None  # noqa: S101 - for the type checker
    path = cwd / Path(reference).expanduser()
    if path.is_dir():
        return open_run(path) if is_run_directory(path) else open_run(_only(path, reference))
    if path.is_file() and is_run_directory(path.parent):
        return open_run(path.parent)
    return open_run(_by_id(reference, cwd))


def is_run_directory(path: Path) -> bool:
    """Say whether AgentCompass would take ``path`` for a run directory; the documented layout has ``logs`` instead."""
    return any(os.path.lexists(path / mark) for mark in _MARKS)


def open_run(path: Path) -> Run:
    """Return the run in a directory, with what is unusual about it; broken documents are notes, not errors."""
    root = path.resolve()
    info, notes = _info(root)
    stated = info.get("run_id")
    run_id = stated if isinstance(stated, str) and stated else root.name
    if run_id != root.name:
        notes.append(
            f"the directory is called {root.name} and run_info.json says {run_id}: a copy, such as `agentcompass analysis` makes"
        )
    schema = info.get("schema_version")
    schema = schema if isinstance(schema, str) else ""
    if schema not in _KNOWN_SCHEMAS:
        notes.append(f"run_info.json has the unknown schema {schema}; it is read as far as it can be")
    return Run(root, run_id, layout_of(root, schema).name, info, tuple(notes))


def _info(root: Path) -> tuple[dict[str, Any], list[str]]:
    try:
        data = read_head(root / "run_info.json", root, _INFO_LIMIT)
    except Unreadable as reason:
        return {}, [f"run_info.json: {reason.reason}"]
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return {}, ["run_info.json is not valid JSON"]
    return (document, []) if isinstance(document, dict) else ({}, ["run_info.json is not a JSON object"])


def run_directories(root: Path) -> Iterator[Path]:
    """Yield the run directories at or below ``root``, not following links; raises ``UnreadableError``."""
    if is_run_directory(root):
        yield root
        return
    pending = [(root, 0)]
    visited = 0
    while pending and visited < _MOST_FOLDERS:
        folder, depth = pending.pop()
        visited += 1
        for child in _folders(folder, required=folder == root):
            if is_run_directory(child):
                yield child
            elif depth < _DEEPEST:
                pending.append((child, depth + 1))


def _folders(folder: Path, *, required: bool) -> list[Path]:
    try:
        with os.scandir(folder) as found:
            return [Path(entry.path) for entry in found if entry.is_dir(follow_symlinks=False)]
    except OSError as error:
        if required:
            raise UnreadableError(f"Cannot list {folder}: {os.strerror(error.errno or 0)}.") from None
        return []


def newest_first(paths: Iterator[Path]) -> list[Path]:
    """Return run directories by their ids' time, newest first; ids are local times, so names sort."""
    return sorted(paths, key=lambda path: (path.name, _modified(path)), reverse=True)


def _modified(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _newest(root: Path) -> Path:
    # The newest by what was written last: ids may be chosen freely with --run-id.
    found = sorted(run_directories(root), key=lambda path: (_last_written(path), path.name)) if root.is_dir() else []
    if not found:
        raise NotFoundError(f"There is no run below {root}.", hint="Give a run directory, or run this where ./results is.")
    return found[-1]


def _last_written(path: Path) -> float:
    return max((_modified(path / mark) for mark in _MARKS), default=0.0)


def _only(root: Path, reference: str) -> Path:
    found = newest_first(run_directories(root))
    if len(found) == 1:
        return found[0]
    if not found:
        raise NotFoundError(
            f"{reference} is no run directory and holds none.",
            hint="A run directory holds run_info.json, progress.jsonl or run.log.",
        )
    raise NotFoundError(
        f"{reference} holds {len(found)} runs; choose one.",
        candidates=[str(path.relative_to(root)) for path in found],
        hint="Give its path, or `latest` where the newest is meant.",
    )


def _by_id(reference: str, cwd: Path) -> Path:
    root = cwd / RESULTS if (cwd / RESULTS).is_dir() else cwd
    found = newest_first(run_directories(root)) if root.is_dir() else []
    for matching in (_named(found, reference), [path for path in found if path.name.startswith(reference)]):
        if len(matching) == 1:
            return matching[0]
        if matching:
            raise NotFoundError(
                f"{len(matching)} runs fit {reference}; choose one.",
                candidates=[str(path.relative_to(root)) for path in matching],
            )
    raise NotFoundError(
        f"There is no run {reference}.",
        candidates=[str(path.relative_to(root)) for path in found],
        hint=f"Runs are looked for below {root}." if found else f"There is no run below {root}.",
    )


def _named(found: list[Path], reference: str) -> list[Path]:
    exact = [path for path in found if path.name == reference]
    return exact or [path for path in found if open_run(path).run_id == reference]
