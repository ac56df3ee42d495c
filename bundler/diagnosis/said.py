"""What an agent program said about its own end: its error events, or the diagnostics of a result.

codex and claude_code put their whole standard error, or their event stream, into the diagnostics; the issue keeps the
first line only. Lines that quote the task or a tool are never read: only error lines, and error events.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from bundler.diagnosis.exceptions import HEADER
from bundler.diagnosis.model import FailureIssue, Reference
from bundler.model import Facts

_ERROR_LINE = re.compile(
    r"^(?:[\[(]?\d{4}-\d\d-\d\d[T ][\d:.,Z+-]{5,30}[\])]? +)?"
    r"(?:ERROR|Error|error|stream error|API Error|fatal)\b.{0,2000}$"
)
_TEXT_LIMIT = 200_000


def closing_words(facts: Facts, issue: FailureIssue | None) -> Reference | None:
    """Return the closing error of an agent program, or None when it told none or its diagnostics are a traceback."""
    if issue is None or not issue.code.startswith("harness_"):
        return None
    if issue.attempt != facts.attempt and facts.attempt is not None:
        return None
    event = _last_error_event(facts, issue)
    if event is not None:
        return event
    artifacts = facts.result.get("artifacts")
    text = artifacts.get("execution_diagnostics") if isinstance(artifacts, Mapping) else None
    if not isinstance(text, str) or HEADER in text:
        return None
    where = f"evidence/attempt-{issue.attempt}.json#/artifacts/execution_diagnostics"
    for line in reversed(text[-_TEXT_LIMIT:].splitlines()):
        said = _closing_event(line) or (line if _ERROR_LINE.match(line.strip()) else "")
        if said:
            return Reference(where, said.strip())
    return None


def _last_error_event(facts: Facts, issue: FailureIssue) -> Reference | None:
    errors = facts.result.get("agent_errors")
    said = [error for error in errors if isinstance(error, Mapping)] if isinstance(errors, list) else []
    if not said:
        return None
    # A turn that failed repeats its error, sometimes shorter.
    number = len(said) - 1
    last = said[number]
    for index in range(number - 1, -1, -1):
        if str(said[index].get("message")).startswith(str(last.get("message"))):
            number, last = index, said[index]
            break
    where = f"evidence/attempt-{issue.attempt}.json#/agent_errors/{number}/message"
    return Reference(where, _with_status(str(last.get("message")), last.get("status")))


def _closing_event(line: str) -> str:
    start = line.find('{"type":"result"')
    if start < 0:
        start = line.find('{"type": "result"')
    if start < 0:
        return ""
    try:
        event: Any = json.loads(line[start:])
    except (ValueError, RecursionError):
        return ""
    if not isinstance(event, Mapping) or not event.get("is_error"):
        return ""
    result = event.get("result")
    return _with_status(
        str(result) if isinstance(result, str) else str(event.get("subtype") or ""), event.get("api_error_status")
    )


def _with_status(told: str, status: object) -> str:
    return told if status is None or str(status) in told.split() else f"API Error: {status} {told}"
