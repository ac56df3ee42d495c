"""Finding tasks of a run: by exact id, slug, directory name, or unique prefix."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from bundler.errors import NotFoundError
from bundler.layouts.interface import Entry
from bundler.layouts.registry import layout_named
from bundler.layouts.task_names import recovered_task_id, slug_of
from bundler.locate.attempts import has_failed
from bundler.machine.files import Unreadable, chunks
from bundler.model import Run, Task

_FAILED_STATES: Final = frozenset({"fatal", "error", "running"})
_SETTLED_STATES: Final = frozenset({"normal"})


def all_tasks(run: Run) -> Iterator[Task]:
    """Yield the run's tasks; ids are recovered from their hashes where a task.json does not state them."""
    layout = layout_named(run.layout)
    for entry in layout.entries(run.path):
        yield _load(run, entry)


def failed_tasks(run: Run) -> list[Task]:
    """Return the tasks that failed, are unfinished, or whose results hold an error, in the order of their names."""
    layout = layout_named(run.layout)
    entries = [entry for entry in layout.entries(run.path) if entry.state not in _SETTLED_STATES]
    tasks = [_load(run, entry) for entry in entries]
    return [task for task in tasks if task.state in _FAILED_STATES or has_failed(run, task)]


def find_task(run: Run, reference: str) -> Task:
    """Return the task that ``reference`` names; raises ``NotFoundError`` with candidates for none or several."""
    layout = layout_named(run.layout)
    exact = layout.find(run.path, reference)
    if exact is not None:
        return _load(run, exact)
    entries = list(layout.entries(run.path))
    for fits in (_is_name, _is_slug):
        matching = [entry for entry in entries if fits(entry, reference)]
        if len(matching) == 1:
            return _load(run, matching[0])
        if matching:
            raise _ambiguous(run, reference, [_load(run, entry) for entry in matching])
    return _by_prefix(run, reference, [_load(run, entry) for entry in entries])


def _is_name(entry: Entry, reference: str) -> bool:
    return reference in (entry.directory_name, entry.path.name)


def _is_slug(entry: Entry, reference: str) -> bool:
    return slug_of(entry.directory_name) == reference


def _by_prefix(run: Run, reference: str, tasks: list[Task]) -> Task:
    matching = [
        task for task in tasks if task.task_id == reference
    ] or [
        task for task in tasks if task.task_id.startswith(reference) or task.directory_name.startswith(reference)
    ]
    if len(matching) == 1:
        return matching[0]
    if matching:
        raise _ambiguous(run, reference, matching)
    if unstarted := [task_id for task_id in known_task_ids(run) if task_id == reference]:
        # The run knows the task and left no details of it: it was planned or stopped before it began.
        return Task(unstarted[0], slug_of(unstarted[0]), "unknown", None)
    raise NotFoundError(
        f"The run {run.run_id} has no task {reference}.",
        candidates=[task.task_id for task in tasks],
        hint="" if tasks else "The run has no task details at all; leave TASK out to report the run itself.",
    )


def _ambiguous(run: Run, reference: str, tasks: list[Task]) -> NotFoundError:
    lines = [f"{task.task_id}  ({task.directory_name})" for task in tasks]
    return NotFoundError(f"{len(tasks)} tasks of {run.run_id} fit {reference}; choose one by its exact id.", candidates=lines)


def _load(run: Run, entry: Entry) -> Task:
    task = layout_named(run.layout).load(run.path, entry)
    if task.task_id == slug_of(entry.directory_name):
        recovered = recovered_task_id(entry.directory_name, known_task_ids(run))
        if recovered is not None:
            return Task(recovered, task.directory_name, task.state, task.path, task.attempts, task.category)
    return task


_IDS: dict[Path, frozenset[str]] = {}


def known_task_ids(run: Run) -> frozenset[str]:
    """Return the task ids that progress.jsonl and the resolved plans name."""
    if run.path not in _IDS:
        plans = run.info.get("resolved_execution_plans")
        planned = frozenset(plans) if isinstance(plans, dict) else frozenset[str]()
        _IDS[run.path] = planned | frozenset(_progress_ids(run.path))
    return _IDS[run.path]


def _progress_ids(root: Path) -> Iterator[str]:
    rest = b""
    try:
        for chunk in chunks(root / "progress.jsonl", root):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                if b'"task_started"' in line and (task_id := _task_id(line)) is not None:
                    yield task_id
    except Unreadable:
        return


def _task_id(line: bytes) -> str | None:
    try:
        event: Any = json.loads(line)
    except (ValueError, RecursionError):
        return None
    task_id = event.get("task_id") if isinstance(event, dict) else None
    return task_id if isinstance(task_id, str) else None
