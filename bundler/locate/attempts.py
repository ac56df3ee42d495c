"""Which attempt of a task is meant: the first that failed, unless the user says another."""

from __future__ import annotations

import json
from typing import Any, Final

from bundler.collectors.contract import Action, Node
from bundler.collectors.json_stream import project
from bundler.collectors.shapes import issues_of, with_issues
from bundler.errors import NotFoundError
from bundler.machine.files import Unreadable, chunks
from bundler.model import AttemptFiles, Run, Task

_KEEP: Final = Node(Action.KEEP)
# The few fields that tell how an attempt ended; a result of a gigabyte is streamed past them.
_OUTCOME: Final = Node(
    children={
        "status": _KEEP,
        "error": _KEEP,
        "issues": Node(items=Node(children={"severity": _KEEP, "phase": _KEEP, "code": _KEEP, "message": _KEEP})),
    },
    other=Node(Action.DROP),
)
_FAILING: Final = frozenset({"fatal", "error"})
_BAD_STATUS: Final = frozenset({"run_error", "eval_error", "run_error_or_eval_error", "cancelled", "interrupted"})


def choose_attempt(run: Run, task: Task, number: int | None) -> AttemptFiles | None:
    """Return the attempt ``number``, else the first with a fatal or error issue, else the last; ``None`` without any.

    Raises ``NotFoundError`` if the task has no attempt ``number``.
    """
    if number is not None:
        for attempt in task.attempts:
            if attempt.number == number:
                return attempt
        raise NotFoundError(
            f"The task has no attempt {number}.", candidates=[f"attempt {attempt.number}" for attempt in task.attempts]
        )
    for attempt in task.attempts:
        if attempt_failed(run, attempt):
            return attempt
    return task.attempts[-1] if task.attempts else None


def has_failed(run: Run, task: Task) -> bool:
    """Say whether any attempt of the task holds a fatal or error issue, or broke off without a result."""
    return any(attempt_failed(run, attempt) for attempt in task.attempts)


def attempt_failed(run: Run, attempt: AttemptFiles) -> bool:
    """Say whether one attempt failed, by its issues and, for older layouts, its status and error text."""
    outcome = attempt_outcome(run, attempt)
    if any(issue.severity in _FAILING for issue in issues_of(with_issues(outcome))):
        return True
    return outcome.get("status") in _BAD_STATUS


def attempt_outcome(run: Run, attempt: AttemptFiles) -> dict[str, Any]:
    """Return an attempt's status, issues and error text; empty where it has no readable result."""
    if attempt.result is None:
        return {}
    try:
        projection = project(chunks(attempt.result, run.path), _OUTCOME, pointer=attempt.pointer, indent=False)
        outcome = json.loads(projection.data)
    except (Unreadable, ValueError, RecursionError):
        return {}
    return outcome if isinstance(outcome, dict) else {}
