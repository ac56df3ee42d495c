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
from bundler.diagnosis.failure import Failure
from bundler.diagnosis.http_status import client_type_in, status_in, status_of_type
from bundler.diagnosis.model import FailureIssue, Reference
from bundler.model import Facts, LogRecord

_ERROR_LINE = re.compile(
    r"^(?:[\[(]?\d{4}-\d\d-\d\d[T ][\d:.,Z+-]{5,30}[\])]? +)?"
    r"(?:ERROR|Error|error|stream error|API Error|fatal)\b.{0,2000}$"
)
# How harnesses log the answer to a request that they send again.
_ANSWER = re.compile(r"(?:\berror=|\bas it raised )([^\n]{1,2000})")
_JUDGE = re.compile(r"\bjudge call failed: [^\n]{1,2000}", re.IGNORECASE)
_CLIENT = re.compile(r"\b(?:litellm|openai|anthropic)\b|\bAPI[A-Za-z]{0,20}Error\b|\b(?:RateLimit|NotFound)Error\b")
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


def refused_requests(facts: Facts, failure: Failure) -> Reference | None:
    """Return how the endpoint answered where no request of a rollout succeeded, though a time limit ended it at last.

    Model clients try again until the harness's limit; what is reported then is the limit, and the answer stands in the
    chain or in the attempt's own log records.
    """
    trajectory = facts.result.get("trajectory")
    if not isinstance(trajectory, Mapping) or trajectory.get("steps") or "steps" not in trajectory:
        return None
    names = {link.type.rpartition(".")[2] for link in failure.links[-1:]}
    if not any(name.endswith(("TimeoutError", "TimeoutExpired")) for name in names):
        return None
    found: Reference | None = None
    for record in facts.records:
        told = _ANSWER.search(record.message)
        if told is None or record.level not in ("ERROR", "WARNING") or not _is_own(facts, record):
            continue
        said = told.group(1).strip()
        if _CLIENT.search(said) and (status_in(said) or status_of_type(client_type_in(said))):
            found = Reference(f"{record.source}:{record.line}", said)
    return found


def judge_answer(facts: Facts) -> Reference | None:
    """Return how the judge's endpoint answered, from the log: a scorer may keep no more than that its call failed."""
    found = None
    for record in facts.records:
        told = record.level == "ERROR" and _JUDGE.search(record.message)
        if told and status_in(record.message) and _is_own(facts, record):
            found = Reference(f"{record.source}:{record.line}", told.group(0).strip())
    return found


def _is_own(facts: Facts, record: LogRecord) -> bool:
    """Tell whether a record is this task's: by its tag, by the case it names, or because tasks ran one at a time."""
    if record.task_id is not None:
        return record.task_id == facts.task_id
    execution = facts.request.get("execution")
    alone = isinstance(execution, Mapping) and execution.get("task_concurrency") == 1
    alone = alone or any(
        event.name == "tasks_loaded" and event.payload.get("total_tasks") == 1 for event in facts.events
    )
    return f"case={facts.task_id} " in record.message or (alone and " case=" not in record.message)


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
