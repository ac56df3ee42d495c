"""Every task id of the run, so that records are matched exactly; and the documents of other tasks, to be hunted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from bundler.collectors.contract import contract
from bundler.collectors.json_stream import project
from bundler.collectors.reading import Unreadable, chunks
from bundler.collectors.withheld import Source
from bundler.model import Selection

_TASKS = 5000
_STATES = ("running", "normal", "error", "fatal")


def task_ids(root: Path, selection: Selection, from_progress: frozenset[str]) -> frozenset[str]:
    """Return the ids that progress.jsonl, the plans and, where those are silent, the detail files name."""
    plans = selection.run.info.get("resolved_execution_plans")
    found = set(from_progress) | (set(plans) if isinstance(plans, dict) else set())
    if len(found) <= 1:
        found |= {name for path in _task_files(root) if (name := _task_id(path, root))}
    return frozenset(found)


def _task_files(root: Path) -> Iterator[Path]:
    details = root / "details"
    if details.is_symlink() or not details.is_dir():
        return
    folders = [folder for state in _STATES if (folder := details / state).is_dir() and not folder.is_symlink()]
    count = 0
    for folder in (*folders, details):
        for path in sorted(folder.iterdir()):
            document = path if path.suffix == ".json" else path / "task.json"
            if document.is_file() and not path.is_symlink():
                yield document
                count += 1
                if count >= _TASKS:
                    return


def _task_id(path: Path, root: Path) -> str | None:
    try:
        value = json.loads(project(chunks(path, root), contract("task"), indent=False).data)
    except (Unreadable, ValueError):
        return None
    name = value.get("task_id") if isinstance(value, dict) else None
    return name if isinstance(name, str) else None


def other_documents(root: Path, selection: Selection) -> list[Source]:
    """Return other tasks' documents whose texts untagged records could hold."""
    own = selection.task.path if selection.task else None
    task, documented, result = contract("task"), contract("task_documented"), contract("result")
    sources: list[Source] = []
    for path in _task_files(root):
        folder = path.parent if path.name == "task.json" else path
        if own in (folder, path):
            continue
        sources.append(Source(path, task if folder.is_dir() else documented))
        if folder.is_dir():
            sources.extend(Source(one, result) for one in sorted(folder.glob("attempt-*/result.json")))
    return sources
