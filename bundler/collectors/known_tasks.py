"""Every task id of the run, so that records are matched exactly; and where the tasks' documents lie."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bundler.collectors.contract import contract
from bundler.collectors.json_stream import project
from bundler.collectors.reading import Unreadable, chunks
from bundler.machine.files import is_file, is_folder, is_link
from bundler.model import Selection

MOST_TASKS: Final = 100_000
"""The tasks of which documents are read."""
TASK_DOCUMENT: Final = "task.json"
_STATES = ("running", "normal", "error", "fatal")


def task_ids(root: Path, selection: Selection, from_progress: frozenset[str]) -> frozenset[str]:
    """Return the ids that progress.jsonl, the plans and, where those are silent, the detail files name."""
    plans = selection.run.info.get("resolved_execution_plans")
    found = set(from_progress) | (set(plans) if isinstance(plans, dict) else set())
    if len(found) <= 1:
        found |= {name for path in _task_files(root) if (name := _task_id(path, root))}
    return frozenset(found)


def task_places(root: Path) -> Iterator[Path]:
    """Yield the folders that hold tasks: those of the states, and ``details`` itself; none that is a link."""
    details = root / "details"
    if is_link(details) or not is_folder(details):
        return
    yield from (folder for state in _STATES if is_folder(folder := details / state) and not is_link(folder))
    yield details


def _task_files(root: Path) -> Iterator[Path]:
    count = 0
    for folder in task_places(root):
        for name, has_folder in listed(folder):
            document = folder / name / TASK_DOCUMENT if has_folder else folder / name
            if has_folder and not is_file(document):
                continue
            yield document
            count += 1
            if count >= MOST_TASKS:
                return


def listed(folder: Path) -> list[tuple[str, bool]]:
    """Return the names of folders and of JSON documents in a folder, and which is a folder; links are left out."""
    try:
        with os.scandir(folder) as entries:
            return sorted(
                (entry.name, is_folder)
                for entry in entries
                if (is_folder := entry.is_dir(follow_symlinks=False))
                or (entry.name.endswith(".json") and entry.is_file(follow_symlinks=False))
            )
    except OSError:
        return []


def _task_id(path: Path, root: Path) -> str | None:
    try:
        value = json.loads(project(chunks(path, root), contract("task"), indent=False).data)
    except (Unreadable, ValueError):
        return None
    name = value.get("task_id") if isinstance(value, dict) else None
    return name if isinstance(name, str) else None
