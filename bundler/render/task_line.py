"""Which task and attempt a report is about, in words that every view shares."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bundler.render.documents import words

WHOLE_RUN = "the whole run"
NO_ATTEMPT = "no attempt left a file"


def task_line(named: Mapping[str, Any], mark: Callable[[str], str] = str) -> str:
    """Return task and attempt of an identity; a run without a task, or a task without attempts, is said to be so."""
    if not named.get("task_id"):
        return WHOLE_RUN
    return f"{mark(words(named['task_id']))}, {_attempt(named)}"


def _attempt(named: Mapping[str, Any]) -> str:
    attempt, attempts = named.get("attempt"), named.get("attempts")
    if attempt is None and attempts == 0:
        return NO_ATTEMPT
    return f"attempt {words(attempt)}" + (f" of {words(attempts)}" if attempts else "")
