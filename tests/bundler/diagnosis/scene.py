"""Builds facts as a real run would leave them: phases as progress events, issues, tracebacks, log records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bundler.model import Event, Facts, Issue, LogRecord, Traceback

TASK = "group/task-1"
REQUEST: dict[str, Any] = {
    "benchmark": {"id": "hle", "params": {"category": "all"}},
    "harness": {"id": "naive_search_agent"},
    "model": {"id": "model-of-theirs", "base_url": "http://gateway.example/v1", "api_protocol": "openai-chat"},
    "environment": {"id": "host_process"},
    "output": {"run_id": "20260102_030405"},
}
TO_ROLLOUT = ("plan", "open_environment", "prepare_task", "start_harness", "run_harness")


def events(phases: Sequence[str], task: str = TASK, attempt: int = 1, ending: str = "failed") -> tuple[Event, ...]:
    """Return the events of one attempt that went through ``phases``, ten seconds each, and of its run."""
    names = [("run_started", None, {}), ("tasks_loaded", None, {"total_tasks": 1}), ("task_started", None, {})]
    names += [("attempt_started", None, {}), *(("phase_changed", phase, {}) for phase in phases)]
    names += [("attempt_finished", None, {}), ("task_finished", None, {}), ("run_finished", None, {})]
    return tuple(
        Event(
            line=number,
            name=name,
            timestamp=1_700_000_000.0 + 10 * number,
            task_id=None if name.startswith(("run_", "tasks_")) else task,
            attempt=attempt if name in ("attempt_started", "phase_changed", "attempt_finished") else None,
            phase=phase,
            status=ending if name.endswith("_finished") else None,
            payload=payload,
        )
        for number, (name, phase, payload) in enumerate(names, 1)
    )


def record(message: str, level: str = "DEBUG", line: int = 1, task: str | None = TASK, text: str = "") -> LogRecord:
    """Return one log record, tagged with the task unless told otherwise."""
    return LogRecord("run.log", line, "03:04:05", level, "runtime.runner", message, text or message, task, 1)


def failed(
    phase: str, code: str, message: str, *, severity: str = "fatal", phases: Sequence[str] = TO_ROLLOUT, **more: Any
) -> Facts:
    """Return the facts of a task whose one attempt ended with one issue."""
    issue = Issue(severity, phase, code, message)
    facts: dict[str, Any] = {
        "layout": "v3",
        "run_status": "failed" if severity == "fatal" else "completed",
        "request": REQUEST,
        "task_id": TASK,
        "attempt": 1,
        "task_state": severity,
        "result": {"status": "eval_error" if phase == "evaluate" else "run_error"},
        "issues": (issue,),
        "all_issues": {1: (issue,)},
        "events": events(phases),
    }
    return Facts(**{**facts, **more})


def traceback(*frames: tuple[str, str], ends: str, where: str = "evidence/attempt-1.json#/artifacts") -> Traceback:
    """Return a traceback through ``frames`` (path and function, outermost first) that ends in ``ends``."""
    lines = ["Traceback (most recent call last):"]
    for path, function in frames:
        lines += [f'  File "{path}", line 12, in {function}', "    call()"]
    return Traceback(where, "\n".join([*lines, ends, ""]))
