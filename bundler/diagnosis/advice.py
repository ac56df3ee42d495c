"""Retry, reuse or restart: the troubleshooting page's choice for this failure, with the command."""

from __future__ import annotations

import json
import re
from dataclasses import replace

from bundler.diagnosis import commands
from bundler.diagnosis.model import Action, Advice, FailureClass, Phase
from bundler.diagnosis.rows.shape import Case

# What AgentCompass writes in the place of a value whose key looks secret.
_MASKED = "********"
_SERVER = 500
_THROTTLED = 429
_PASSING_TYPES = frozenset(
    {"APIConnectionError", "APITimeoutError", "ConnectError", "ReadTimeout", "RemoteProtocolError"}
)
_DETERMINISTIC = (
    "harness_max_iterations",
    "harness_limit_reached",
    "harness_stuck",
    "model_empty_output",
    "verifier_timeout",
    "verifier_result_invalid",
    "verifier_crashed",
)


def advise(case: Case, failure_class: FailureClass, row_id: str) -> Advice:
    """Return the advice for a failure of this class and row; what AgentCompass masked is to be filled in."""
    advice = _choose(case, failure_class, row_id)
    if _MASKED in advice.command:
        return replace(advice, reason=f"{advice.reason} (fill in what reads {_MASKED})")
    return advice


def _choose(case: Case, failure_class: FailureClass, row_id: str) -> Advice:
    facts, failure = case.facts, case.failure
    if failure.phase is Phase.NONE:
        return Advice(Action.NOTHING, "nothing failed: the result counts as it is")
    if failure.phase is Phase.DEADLINE:
        reason = "the finished tasks are valid; give the rest more time, with all measured settings unchanged"
        return Advice(Action.REUSE, reason, commands.whole(facts, *commands.reuse(facts), "--timeout-seconds", "0"))
    if failure.phase is Phase.OUTSIDE:
        reason = "the run was interrupted: reuse its finished tasks after checking that the settings are the same"
        return Advice(Action.REUSE, reason, commands.whole(facts, *commands.reuse(facts)))
    if failure.phase is Phase.BEFORE:
        return Advice(Action.RERUN, "nothing was run: correct the command and run it again", facts.command)
    if failure.phase is Phase.ANALYSIS:
        return Advice(Action.KEEP, "the measured result is usable; only the optional analysis is missing")
    if row_id in ("agent-timeout", "verifier-timeout") or failure.code.startswith(_DETERMINISTIC):
        reason = "keep it as a measured failure, unless a limit or the integration is wrong for this benchmark"
        return Advice(Action.KEEP, reason)
    if _passes(case):
        return _retry(case)
    return _after_fix(case, failure_class)


def _passes(case: Case) -> bool:
    if case.status is not None and case.from_model:
        return case.status == _THROTTLED or case.status >= _SERVER
    names = {name.rpartition(".")[2] for name in case.failure.types}
    return bool(names & _PASSING_TYPES)


def _retry(case: Case) -> Advice:
    issue = case.failure.issue
    more = ["--max-retries", "2"]
    if issue is not None and issue.severity == "error":
        # Only FATAL issues are retried without a pattern; the pattern is matched on message and code.
        name = case.failure.types[0].rpartition(".")[2] if case.failure.types else issue.code
        more += ["--retry-pattern-list", json.dumps([re.escape(name)])]
    reason = "it may pass by itself: retry this task with a narrow pattern and unchanged settings"
    return Advice(Action.RETRY, reason, commands.one_task(case.facts, *more))


def _after_fix(case: Case, failure_class: FailureClass) -> Advice:
    facts = case.facts
    if failure_class is FailureClass.CONFIGURATION:
        reason = "a setting is wrong: start a new run with the right one and do not merge it into this result"
        return Advice(Action.RESTART, reason, commands.whole(facts))
    if failure_class in (FailureClass.CREDENTIALS, FailureClass.PROVIDER, FailureClass.MODEL):
        reason = "repair the access or the service first; measured settings stay, so the finished tasks can be reused"
        return Advice(Action.RERUN, reason, commands.whole(facts, *commands.reuse(facts)))
    reason = "rerun the task once the integration is repaired, and note the code revision and how it was reused"
    return Advice(Action.RERUN, reason, commands.one_task(facts, "--max-retries", "0", "--file-log-level", "DEBUG"))
