"""What a recorded command's reports are to be about: one task of each run that failed, or the command itself."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bundler.execution.records import Execution
from bundler.listing import group_failures
from bundler.locate import failed_tasks
from bundler.locate.runs import open_run


@dataclass(frozen=True, slots=True, repr=False)
class Failed:
    """One report to make: of a task, a whole run (no task), or the command (no run); ``others`` groups failed too."""

    run: Path | None = None
    task: str | None = None
    tasks: int = 0
    others: int = 0


def failures_of(execution: Execution) -> tuple[Failed, ...]:
    """Return what failed, in the order of the runs; nothing if the command succeeded and no task failed.

    A run that ended well may hold failed tasks: AgentCompass 1.0.x counts tasks with ERROR issues as completed.
    """
    found = [failed for run in execution.runs if (failed := _of_run(run, execution)) is not None]
    if not found and execution.exit_code != 0:
        return (Failed(run=execution.runs[-1]),) if execution.runs else (Failed(),)
    return tuple(found)


def _of_run(path: Path, execution: Execution) -> Failed | None:
    run = open_run(path)
    tasks = failed_tasks(run)
    if tasks:
        groups, _ = group_failures(run, tasks)
        return Failed(path, groups[0].tasks[0].task_id, len(tasks), len(groups) - 1)
    broken = execution.exit_code != 0 and run.info.get("status") != "completed"
    return Failed(path) if broken else None
