"""The parts that the v3 and v2 layouts share: one folder per task, one folder per attempt."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bundler.layouts.interface import Entry
from bundler.layouts.stated import stated
from bundler.layouts.task_names import digest_of, slug_of
from bundler.machine.files import Unreadable, is_folder, read_whole
from bundler.model import AttemptFiles, Task

_DETAILS: Final = "details"
INDEX: Final = "task.json"
_ATTEMPT: Final = re.compile(r"attempt-(\d{1,6})\Z")
_RETRY: Final = re.compile(r".*\.attempt\d+\.retry(\d{1,6})\..*\.json\Z", re.DOTALL)
# A result of a retry count alone, {"retry_count": 2}, fits into this many bytes.
_RETRY_ONLY: Final = 200


def folders(folder: Path) -> list[str]:
    """Return the names of the folders in a folder, sorted; links are not followed, an unreadable one is empty."""
    try:
        with os.scandir(folder) as found:
            return sorted(entry.name for entry in found if entry.is_dir(follow_symlinks=False))
    except OSError:
        return []


def unlisted_places(root: Path) -> tuple[str, ...]:
    """Return the folders of tasks in a run that are there and cannot be listed, so that tasks may be missing."""
    places = (_DETAILS, *(f"{_DETAILS}/{inner}" for inner in folders(root / _DETAILS) if not digest_of(inner)))
    return tuple(name for name in places if is_folder(root / name) and not _can_be_listed(root / name))


def _can_be_listed(folder: Path) -> bool:
    try:
        with os.scandir(folder) as found:
            first = next(found, None)
        # A folder that may be listed and not entered tells names alone.
        return first is None or bool(os.lstat(first.path))
    except OSError:
        return False


def is_task_folder(folder: Path, name: str) -> bool:
    """Say whether a folder is a task's: by the hash in its name, or by the index it holds."""
    return bool(digest_of(name)) or os.path.lexists(folder / name / INDEX)


def task_folders(folder: Path, state: str) -> Iterator[Entry]:
    """Yield the task folders of one folder, by name."""
    for name in folders(folder):
        if is_task_folder(folder, name):
            yield Entry(name, state, folder / name)


def load_folder(root: Path, entry: Entry) -> Task:
    """Return the task of one folder; its id falls back to the readable part of the name when task.json is broken."""
    index = stated(entry.path / INDEX, root)
    return Task(
        task_id=index.task_id if index.task_id is not None else slug_of(entry.directory_name),
        directory_name=entry.directory_name,
        state=entry.state,
        path=entry.path,
        attempts=tuple(_attempts(root, entry.path)),
        category=index.category,
    )


def _attempts(root: Path, folder: Path) -> Iterator[AttemptFiles]:
    found = sorted((int(match.group(1)), name) for name in folders(folder) if (match := _ATTEMPT.match(name)))
    for number, name in found:
        yield _attempt(root, folder / name, number)


def _attempt(root: Path, folder: Path, number: int) -> AttemptFiles:
    result, checkpoint, artifacts = folder / "result.json", folder / "checkpoint.json", folder / "artifacts"
    return AttemptFiles(
        number=number,
        result=result if os.path.lexists(result) else None,
        checkpoint=checkpoint if os.path.lexists(checkpoint) else None,
        retries=tuple(_retries(folder / "retries")),
        artifacts=artifacts if os.path.lexists(artifacts) else None,
        retry_only=_is_retry_only(root, result),
    )


def _is_retry_only(root: Path, result: Path) -> bool:
    try:
        document = json.loads(read_whole(result, root, _RETRY_ONLY))
    except (Unreadable, ValueError, RecursionError):
        return False
    return isinstance(document, dict) and document.keys() == {"retry_count"}


def _retries(folder: Path) -> list[Path]:
    try:
        return sorted((path for path in folder.iterdir() if _RETRY.match(path.name)), key=_retry_number)
    except OSError:
        return []


def _retry_number(path: Path) -> tuple[int, str]:
    match = _RETRY.match(path.name)
    return (int(match.group(1)) if match else 0, path.name)
