"""Retry, reuse or restart: the troubleshooting page's choice for this failure, with the command."""

from __future__ import annotations

import json
import re
from dataclasses import replace

from bundler.diagnosis import commands
from bundler.diagnosis.exceptions import leading_type
from bundler.diagnosis.http_status import client_type_in
from bundler.diagnosis.model import Action, Advice, FailureClass, FailureIssue, Phase
from bundler.diagnosis.rows.shape import USED_UP, Case
from bundler.diagnosis.unlisted import FILTERED

# What AgentCompass writes in the place of a value whose key looks secret.
_MASKED = "********"
_SERVER = 500
_THROTTLED = 429
# A timeout, too early, too many requests: the same request may pass later.
_PASSING = frozenset({408, 425, _THROTTLED})
# The request itself is refused: sent again it is refused again.
_REFUSED = frozenset({400, 413, 414, 422})
_PASSING_TYPES = frozenset(
    {"APIConnectionError", "APITimeoutError", "ConnectError", "ReadTimeout", "RemoteProtocolError"}
)
_DETERMINISTIC = (
    "harness_max_iterations",
    "harness_limit_reached",
    "harness_stuck",
    "model_empty_output",
    "verifier_timeout",
    "verifier_crashed",
)
_AGAIN = (
    "measured settings stay, so --reuse keeps the finished tasks and --max-retries lets it run the failed ones again"
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
        reason = (
            "the run was interrupted: --reuse keeps its finished tasks and runs the others, after checking that the"
            " settings are the same; tasks that failed are run again only with --max-retries 1 besides"
        )
        return Advice(Action.REUSE, reason, commands.whole(facts, *commands.reuse(facts)))
    if failure.phase is Phase.BEFORE:
        return Advice(Action.RERUN, "nothing was run: correct the command and run it again", facts.command)
    if failure.phase is Phase.ANALYSIS:
        return Advice(Action.KEEP, "the measured result is usable; only the optional analysis is missing")
    if row_id in ("agent-timeout", "verifier-timeout") or failure.code.startswith(_DETERMINISTIC):
        reason = "keep it as a measured failure, unless a limit or the integration is wrong for this benchmark"
        return Advice(Action.KEEP, reason)
    if failure.code == "verifier_result_invalid":
        reason = "the recorded score is no measurement: repair the verifier or its image and run the task again, as a new run"
        return Advice(Action.RERUN, reason, commands.one_task(facts))
    if failure.phase is Phase.LOAD:
        return _load_again(case, failure_class)
    if _passes(case):
        return _retry(case)
    return _after_fix(case, failure_class)


def _load_again(case: Case, failure_class: FailureClass) -> Advice:
    """No task was loaded, so that there is nothing to reuse."""
    command = commands.whole(case.facts)
    if failure_class is FailureClass.CONFIGURATION:
        return Advice(Action.RESTART, "no task was loaded: correct the setting and start the run again", command)
    return Advice(Action.RERUN, "no task was loaded: repair what is named above, then start the run again", command)


def _passes(case: Case) -> bool:
    if any(USED_UP.search(text.says) for text in case.failure.texts):
        return False
    if case.status is not None and case.from_model:
        return case.status in _PASSING or case.status >= _SERVER
    names = {name.rpartition(".")[2] for name in case.failure.types}
    return bool(names & _PASSING_TYPES)


def _retry(case: Case) -> Advice:
    pattern = _pattern(case.failure.issue)
    narrow = " with a narrow pattern and" if pattern else " with"
    reason = f"it may pass by itself: retry this task{narrow} unchanged settings"
    return Advice(Action.RETRY, reason, commands.one_task(case.facts, "--max-retries", "2", *pattern))


def _pattern(issue: FailureIssue | None) -> tuple[str, ...]:
    """Return the option that makes AgentCompass retry this issue: FATAL ones need none.

    It searches for the pattern in the issue's message and code, never in the causes of the exception.
    """
    if issue is None or issue.severity != "error":
        return ()
    name = leading_type(issue.message)[0].rpartition(".")[2] or client_type_in(issue.message) or issue.code
    return ("--retry-pattern-list", json.dumps([re.escape(name)])) if name else ()


def _after_fix(case: Case, failure_class: FailureClass) -> Advice:
    facts = case.facts
    if case.from_model and case.status in _REFUSED and failure_class is FailureClass.MODEL:
        return _refused(case)
    if failure_class is FailureClass.CONFIGURATION:
        reason = "a setting is wrong: start a new run with the right one and do not merge it into this result"
        return Advice(Action.RESTART, reason, commands.whole(facts))
    if failure_class in (FailureClass.CREDENTIALS, FailureClass.PROVIDER, FailureClass.MODEL):
        again = (*commands.reuse(facts), "--max-retries", "1", *_pattern(case.failure.issue))
        return Advice(Action.RERUN, f"repair the access or the service first; {_AGAIN}", commands.whole(facts, *again))
    reason = "rerun the task once the integration is repaired, and note the code revision and how it was reused"
    return Advice(Action.RERUN, reason, commands.one_task(facts, "--max-retries", "0", "--file-log-level", "DEBUG"))


def _refused(case: Case) -> Advice:
    if any(FILTERED.search(text.says) for text in case.failure.texts):
        reason = "the filter refuses what this task says: keep it as a measured failure of this endpoint"
        return Advice(Action.KEEP, reason)
    reason = (
        "the same request is refused again: change what it asks for (max_tokens, context length, parameters) and start"
        " a new run, as these settings are measured"
    )
    return Advice(Action.RESTART, reason, commands.whole(case.facts))
