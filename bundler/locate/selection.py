"""Run, task and attempt together: what the rest of the pipeline works on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from bundler.errors import NotFoundError
from bundler.layouts.registry import layout_named
from bundler.locate.attempts import choose_attempt
from bundler.locate.runs import find_run, given_path
from bundler.locate.tasks import all_tasks, failed_tasks, find_task
from bundler.machine.environment import working_folder
from bundler.model import Run, Selection, Task

_COMPLETED: Final = "completed"

Describe = Callable[[Run, list[Task]], list[str]]


def task_ids(run: Run, tasks: list[Task]) -> list[str]:
    """Describe tasks by their ids alone."""
    del run
    return [task.task_id for task in tasks]


def select(
    run: str | None,
    task: str | None,
    attempt: int | None,
    *,
    cwd: Path | None = None,
    describe: Describe = task_ids,
    skipped: list[Path] | None = None,
) -> Selection:
    """Return what the user means; see ``find_run``, ``find_task`` and ``choose_attempt`` for the forms and errors.

    Without ``task`` it is the one whose folder or file ``run`` names, else the only failed task; a run that failed
    without any task's failure is taken as a whole.
    ``describe`` turns several failed tasks into the lines that the user chooses from; for ``skipped`` see ``find_run``.
    """
    here = cwd or working_folder()
    found = find_run(run, cwd=here, skipped=skipped)
    if task is None:
        task = task_around(found, run, here)
    chosen = find_task(found, task) if task is not None else _only_failed(found, describe)
    if chosen is None:
        return Selection(found, None, None)
    return Selection(found, chosen, choose_attempt(found, chosen, attempt))


def task_around(run: Run, reference: str | None, cwd: Path) -> str | None:
    """Return the directory name of the task in whose folder a path into the run directory lies, if it lies in one."""
    path = given_path(reference, cwd) if reference else None
    if path is None or not path.resolve().is_relative_to(run.path):
        return None
    inside = path.resolve().relative_to(run.path).parts
    if inside[:1] != ("details",):
        return None
    names = {entry.path.name for entry in layout_named(run.layout).entries(run.path)}
    return next((part for part in inside[1:] if part in names), None)


def _only_failed(run: Run, describe: Describe) -> Task | None:
    failed = failed_tasks(run)
    if len(failed) == 1:
        return failed[0]
    if failed:
        raise NotFoundError(
            f"{len(failed)} tasks of {run.run_id} failed; choose one.",
            candidates=describe(run, failed),
            hint="One task of each group is enough: a group failed in the same way.",
        )
    tasks = list(all_tasks(run))
    if run.info.get("status") == _COMPLETED and tasks:
        raise NotFoundError(
            f"No task of {run.run_id} failed.",
            candidates=[task.task_id for task in tasks],
            hint="Name a task to report it all the same.",
        )
    return None
