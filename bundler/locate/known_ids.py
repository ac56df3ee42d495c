"""The task ids that a run names outside of its task documents: in its progress events and its resolved plans."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from bundler.machine.files import Unreadable, chunks
from bundler.model import Run

# An event line is small; a longer one is passed over, not collected.
_LONGEST_LINE: Final = 4 * 1024 * 1024


def known_task_ids(run: Run) -> frozenset[str]:
    """Return the task ids that progress.jsonl and the resolved plans name."""
    plans = run.info.get("resolved_execution_plans")
    planned = frozenset(plans) if isinstance(plans, dict) else frozenset[str]()
    return planned | frozenset(_progress_ids(run.path))


def _progress_ids(root: Path) -> Iterator[str]:
    rest = b""
    try:
        for chunk in chunks(root / "progress.jsonl", root):
            *lines, rest = (rest + chunk).split(b"\n")
            yield from _ids(lines)
            rest = rest if len(rest) <= _LONGEST_LINE else b""
    except Unreadable:
        return
    yield from _ids([rest])


def _ids(lines: list[bytes]) -> Iterator[str]:
    for line in lines:
        # One event of each task is enough, and a run has a dozen of them.
        if (b'"task_started"' in line or b'"task_finished"' in line) and (task_id := _task_id(line)) is not None:
            yield task_id


def _task_id(line: bytes) -> str | None:
    try:
        event: Any = json.loads(line.decode("utf-8-sig", "surrogatepass"))
    except (ValueError, RecursionError):
        return None
    task_id = event.get("task_id") if isinstance(event, dict) else None
    return task_id if isinstance(task_id, str) else None
