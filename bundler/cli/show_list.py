"""What ``list`` tells: one line per run, or one run's failures by group."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from bundler.cli.terminal import answer, say, warn
from bundler.errors import NotFoundError
from bundler.layouts.directories import unlisted_places
from bundler.listing import Group, RunLine, group_failures, list_runs
from bundler.locate.runs import RESULTS, not_listed
from bundler.machine.environment import working_folder
from bundler.machine.output import look_into

_EXAMPLES = 5


def show_listing(path: Path | None, *, as_json: bool) -> None:
    """Print the runs below ``path``; raises ``NotFoundError`` if there is none."""
    root = path or (Path(RESULTS) if Path(RESULTS).is_dir() else working_folder())
    look_into(root)
    skipped: list[Path] = []
    lines = list_runs(root, skipped)
    if not lines:
        raise NotFoundError(f"There is no run below {root}.", hint=not_listed(skipped))
    if skipped:
        warn(not_listed(skipped))
    if len(lines) == 1:
        _show_one(lines[0], as_json=as_json)
    elif as_json:
        document = {"runs": [line.to_json() for line in lines], "not_listed": [str(path) for path in skipped]}
        answer(json.dumps(document, ensure_ascii=False, indent=2))
    else:
        _show_many(root, lines)


def _show_many(root: Path, lines: list[RunLine]) -> None:
    width = max(len(_place(root, line)) for line in lines)
    for line in lines:
        failed = len(line.failed)
        style: dict[str, Any] = {"fg": "red"} if failed else {}
        answer(f"{_place(root, line):<{width}}  {_status(line):<10}  {failed} failed{_unlisted(line)}", **style)
    say(f"{len(lines)} runs; `compass-report list RUN` shows how the tasks of one failed.")


def _unlisted(line: RunLine) -> str:
    return ", and folders of tasks that cannot be listed" if unlisted_places(line.run.path) else ""


def _place(root: Path, line: RunLine) -> str:
    try:
        return str(line.run.path.relative_to(root.resolve()))
    except ValueError:
        return str(line.run.path)


def _status(line: RunLine) -> str:
    status = line.run.info.get("status")
    # AgentCompass writes no status while a run goes on, and none when it was killed.
    return status if isinstance(status, str) else "unfinished"


def _show_one(line: RunLine, *, as_json: bool) -> None:
    groups, left = group_failures(line.run, line.failed)
    if as_json:
        document = {**line.to_json(), "groups": [_group_json(group) for group in groups], "not_looked_at": left}
        answer(json.dumps(document, ensure_ascii=False, indent=2))
        return
    answer(f"{line.run.run_id}  {_status(line)}  {len(line.failed)} failed", bold=True)
    for note in line.run.notes:
        answer(f"note: {note}")
    for group in groups:
        answer()
        answer(f"{len(group.tasks)} × {group.summary}", fg="red")
        answer(f"    {group.phase}; fingerprint {group.fingerprint or 'none'}; smallest: {group.tasks[0].task_id}")
        for task in group.tasks[:_EXAMPLES]:
            answer(f"    {task.state:<8} {task.task_id}")
        if len(group.tasks) > _EXAMPLES:
            answer(f"    … and {len(group.tasks) - _EXAMPLES} more")
    if left:
        answer(f"{left} more failed tasks were not looked at")


def _group_json(group: Group) -> dict[str, Any]:
    return {
        "fingerprint": group.fingerprint,
        "phase": group.phase,
        "count": len(group.tasks),
        "smallest": group.tasks[0].task_id,
        "tasks": [task.task_id for task in group.tasks],
    }
