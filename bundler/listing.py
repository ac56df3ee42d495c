"""Runs and their failed tasks, grouped by how they failed; what ``list`` shows and the main command offers to choose from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bundler.collectors.collect import collect
from bundler.collectors.options import CollectOptions
from bundler.diagnosis import diagnose
from bundler.locate import choose_attempt, failed_tasks, run_directories
from bundler.locate.runs import open_run
from bundler.locate.search import newest_first
from bundler.model import Run, Selection, Task

# Beyond this many failed tasks of one run the rest are counted, not diagnosed one by one.
_MOST_DIAGNOSED: Final = 400


@dataclass(frozen=True, slots=True, repr=False)
class Group:
    """Tasks that failed in the same way; the first is the one with the least evidence to read."""

    fingerprint: str
    phase: str
    summary: str
    tasks: tuple[Task, ...]


@dataclass(frozen=True, slots=True, repr=False)
class RunLine:
    """One run as a listing shows it; ``progress`` is how far it came by progress.json's counts, raw."""

    run: Run
    failed: tuple[Task, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the machine-readable line."""
        return {
            "path": str(self.run.path),
            "run_id": self.run.run_id,
            "layout": self.run.layout,
            "status": self.run.info.get("status"),
            "started_at": self.run.info.get("started_at"),
            "failed": [{"task_id": task.task_id, "state": task.state} for task in self.failed],
            "notes": list(self.run.notes),
        }


def list_runs(root: Path, skipped: list[Path] | None = None) -> list[RunLine]:
    """Return the runs at or below ``root``, newest first; folders that cannot be listed are put into ``skipped``.

    Raises ``UnreadableError`` for ``root`` itself.
    """
    lines = []
    for path in newest_first(run_directories(root, skipped)):
        run = open_run(path)
        lines.append(RunLine(run, tuple(failed_tasks(run))))
    return sorted(lines, key=lambda line: str(line.run.info.get("started_at") or ""), reverse=True)


def group_failures(run: Run, tasks: Iterable[Task]) -> tuple[list[Group], int]:
    """Return the failures of a run grouped by fingerprint, largest group first, and how many were not looked at."""
    groups: dict[tuple[str, str, str], list[tuple[int, Task]]] = {}
    left = 0
    for number, task in enumerate(tasks):
        if number >= _MOST_DIAGNOSED:
            left += 1
            continue
        attempt = choose_attempt(run, task, None)
        evidence = collect(Selection(run, task, attempt), CollectOptions(machine_facts=False))
        found = diagnose(evidence.facts)
        size = sum(len(item.data) for item in evidence.items)
        groups.setdefault((found.fingerprint.id, str(found.phase), found.summary), []).append((size, task))
    ordered = sorted(groups.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    return [_group(key, sized) for key, sized in ordered], left


def _group(key: tuple[str, str, str], sized: list[tuple[int, Task]]) -> Group:
    smallest_first = sorted(sized, key=lambda pair: (pair[0], pair[1].task_id))
    return Group(key[0], key[1], key[2], tuple(task for _, task in smallest_first))


def grouped_lines(run: Run, tasks: list[Task]) -> list[str]:
    """Return the lines a user chooses a task from: each group with its size, then its smallest tasks' ids."""
    groups, left = group_failures(run, tasks)
    lines = []
    for group in groups:
        lines.append(f"{len(group.tasks)} × {group.phase} ({group.fingerprint or 'no failure'})")
        lines += [f"    {task.task_id}" for task in group.tasks[:3]]
        if len(group.tasks) > 3:  # noqa: PLR2004 - three examples are enough to choose from
            lines.append(f"    … and {len(group.tasks) - 3} more")
    return [*lines, *([f"{left} more failed tasks were not looked at"] if left else [])]
