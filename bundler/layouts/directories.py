"""The parts that the v3 and v2 layouts share: one folder per task, one folder per attempt."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bundler.layouts.interface import Entry
from bundler.layouts.task_names import digest_of, slug_of, stated_task_id
from bundler.model import AttemptFiles, Task

_ATTEMPT: Final = re.compile(r"attempt-(\d{1,6})\Z")
_RETRY: Final = re.compile(r".*\.attempt\d+\.retry(\d+)\..*\.json\Z", re.DOTALL)


def task_folders(folder: Path, state: str) -> Iterator[Entry]:
    """Yield the task folders of one folder, by name; links are not followed."""
    try:
        with os.scandir(folder) as found:
            names = sorted(entry.name for entry in found if entry.is_dir(follow_symlinks=False))
    except OSError:
        return
    for name in names:
        if digest_of(name):
            yield Entry(name, state, folder / name)


def load_folder(root: Path, entry: Entry) -> Task:
    """Return the task of one folder; its id falls back to the readable part of the name when task.json is broken."""
    stated = stated_task_id(entry.path / "task.json", root)
    return Task(
        task_id=stated if stated is not None else slug_of(entry.directory_name),
        directory_name=entry.directory_name,
        state=entry.state,
        path=entry.path,
        attempts=tuple(_attempts(entry.path)),
    )


def _attempts(folder: Path) -> Iterator[AttemptFiles]:
    try:
        names = os.listdir(folder)
    except OSError:
        return
    numbers = sorted(int(match.group(1)) for name in names if (match := _ATTEMPT.match(name)))
    for number in numbers:
        yield _attempt(folder / f"attempt-{number}", number)


def _attempt(folder: Path, number: int) -> AttemptFiles:
    result, checkpoint, artifacts = folder / "result.json", folder / "checkpoint.json", folder / "artifacts"
    return AttemptFiles(
        number=number,
        result=result if os.path.lexists(result) else None,
        checkpoint=checkpoint if os.path.lexists(checkpoint) else None,
        retries=tuple(_retries(folder / "retries")),
        artifacts=artifacts if os.path.lexists(artifacts) else None,
    )


def _retries(folder: Path) -> list[Path]:
    try:
        names = [name for name in os.listdir(folder) if _RETRY.match(name)]
    except OSError:
        return []
    return [folder / name for name in sorted(names, key=_retry_number)]


def _retry_number(name: str) -> tuple[int, str]:
    match = _RETRY.match(name)
    return (int(match.group(1)) if match else 0, name)
