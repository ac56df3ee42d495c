"""Older results in the shape of the current one: an ``error`` text becomes an issue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bundler.model import Issue

_PHASES = {"eval_error": "evaluate", "run_error": "run", "run_error_or_eval_error": "run"}


def with_issues(result: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the kept fields of a result with ``issues``; an older ``error`` becomes one issue without a code."""
    error = result.get("error")
    if isinstance(result.get("issues"), list) or not isinstance(error, str) or not error:
        return result
    phase = _PHASES.get(str(result.get("status")), "")
    first_line = error.strip().splitlines()[-1 if error.lstrip().startswith("Traceback") else 0]
    return {**result, "issues": [{"severity": "error", "phase": phase, "code": "", "message": first_line}]}


def issues_of(result: Mapping[str, Any]) -> tuple[Issue, ...]:
    """Return a result's issues; fields that are no text are empty."""
    issues = result.get("issues")
    return tuple(
        Issue(*(str(one.get(name) or "") for name in ("severity", "phase", "code", "message")))
        for one in (issues if isinstance(issues, list) else ())
        if isinstance(one, dict)
    )
