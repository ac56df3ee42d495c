"""The failure capsule: what the model endpoints did in the failing attempt, as far as the evidence shows it.

By call index, never by content: no prompt, no answer. Says plainly where a failure is not one of an endpoint.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from bundler.capsule import MEMBER, SCHEMA, OutcomeKind, Role
from bundler.collectors.endpoint_signs import Outcome, outcome_in
from bundler.model import Facts, Issue, RawItem
from redaction.findings import Format

_FAILING: Final = frozenset({"fatal", "error"})
_MOST_CALLS: Final = 200
# Results of older layouts name no phase; what is not an evaluation's is the run's.
_RUN: Final = ("run", "")
_EVALUATE: Final = ("evaluate",)
# naive_search_agent logs every try of one request: "LLM request error (attempt 1/3): RateLimitError: …".
_TRY: Final = re.compile(r"LLM request error \(attempt (\d{1,4})/(\d{1,4})\): ([\s\S]*)")
_WHY_NOT: Final[Mapping[str, str]] = {
    "setup": "the failure is in the sandbox, the harness or the material: no endpoint's answer causes it",
    "collect": "collecting files from the sandbox failed: no endpoint's answer causes it",
    "evaluate": "the verifier failed, not the judge: it needs the task's own data and sandbox",
    "run": "the evidence shows no outcome of a model endpoint that would explain the failure",
}
_NO_ISSUE: Final = "no result tells of a failure: the run ended while loading, planning, or from outside"


def collect_capsule(facts: Facts) -> RawItem:
    """Return ``capsule.json`` for the attempt that the facts are about; it is always made, and says what it lacks."""
    document = _Capsule(facts).document()
    data = json.dumps(document, ensure_ascii=False, indent=2).encode("utf-8", "replace") + b"\n"
    return RawItem(MEMBER, data, Format.JSON, "result.json, run.log", note="outcomes of calls, no contents")


class _Capsule:
    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._member = f"evidence/attempt-{facts.attempt if facts.attempt is not None else 1}.json"
        self._issues = _failing_issues(facts)

    def document(self) -> dict[str, Any]:
        model = self._of(_RUN) or ([Outcome(OutcomeKind.ANSWERED, where=self._member)] if self._rolled_out() else [])
        judge = self._of(_EVALUATE)
        first = self._issues[0][1] if self._issues else None
        replayable = self._explained(model, judge)
        return {
            "schema": SCHEMA,
            "attempt": self._facts.attempt,
            "replayable": replayable,
            "why_not": "" if replayable else self._why_not(first),
            "calls": {role.value: _calls(calls) for role, calls in ((Role.MODEL, model), (Role.JUDGE, judge))},
            "after_the_last_call": "the last outcome repeats",
            "answered_before": self._answered_before(),
            "earlier_tries": [self._earlier(*numbered) for numbered in enumerate(self._facts.retries, start=1)],
        }

    def _of(self, phases: tuple[str, ...]) -> list[Outcome]:
        """Return the outcomes told by the issues of these phases; the log may tell each try of the last request."""
        for number, issue in self._issues:
            found = outcome_in(issue.message, f"{self._member}#/issues/{number}") if issue.phase in phases else None
            if found is not None and self._plausible(found, issue):
                found = self._sharpened(found, issue)
                return [*self._tries(found, issue), found] if phases is _RUN else [found]
        return []

    def _plausible(self, found: Outcome, issue: Issue) -> bool:
        """An evaluation's time limit tells of a judge only where the benchmark has one; else a verifier was slow."""
        if issue.phase not in _EVALUATE or not found.inferred:
            return True
        benchmark = self._facts.request.get("benchmark")
        params = benchmark.get("params") if isinstance(benchmark, Mapping) else None
        return isinstance(params, Mapping) and any("judge" in name for name in params)

    def _sharpened(self, found: Outcome, issue: Issue) -> Outcome:
        """A lost connection's message does not say how; the exception behind it in the traceback may."""
        if found.kind is not OutcomeKind.CONNECTION_FAILED:
            return found
        for trace in self._facts.tracebacks:
            better = outcome_in(trace.text, trace.where)
            same = issue.message.partition(":")[0] in trace.text
            if same and better is not None and better.kind in (OutcomeKind.REFUSED, OutcomeKind.RESET):
                return better
        return found

    def _tries(self, last: Outcome, issue: Issue) -> list[Outcome]:
        """Return the tries before the last one, from the log's unbroken sequence that ends in the issue's message."""
        tries: list[tuple[int, Outcome]] = []
        complete: list[Outcome] = []
        for record in self._facts.records:
            match = _TRY.match(record.message)
            told = outcome_in(match.group(3), f"{record.source}:{record.line}") if match else None
            if match is None or told is None:
                continue
            number = int(match.group(1))
            tries = [*tries, (number, told)] if tries and number == tries[-1][0] + 1 else [(number, told)]
            if tries[0][0] == 1 and number == int(match.group(2)) and match.group(3).splitlines()[0] in issue.message:
                complete = [outcome for _number, outcome in tries]
        return complete[:-1][-_MOST_CALLS:] if complete and complete[-1].kind is last.kind else []

    def _rolled_out(self) -> bool:
        """Tell whether a rollout ended well enough for an evaluation that failed."""
        return any(issue.phase == "evaluate" for _number, issue in self._issues)

    def _explained(self, model: list[Outcome], judge: list[Outcome]) -> bool:
        if not self._issues:
            return False
        phase = self._issues[0][1].phase
        return bool(judge) if phase in _EVALUATE else bool(model) and phase in _RUN

    def _why_not(self, first: Issue | None) -> str:
        return _WHY_NOT.get(first.phase, _WHY_NOT["run"]) if first else _NO_ISSUE

    def _answered_before(self) -> int:
        """Return how many steps were answered before the failing call; their contents are task data."""
        trajectory = self._facts.result.get("trajectory")
        steps = trajectory.get("steps") if isinstance(trajectory, Mapping) else None
        return len(steps) if isinstance(steps, list) else 0

    def _earlier(self, number: int, retry: Mapping[str, Any]) -> dict[str, Any]:
        told = [_message(issue) for issue in retry.get("issues") or () if isinstance(issue, Mapping)]
        told.append(retry["error"] if isinstance(retry.get("error"), str) else "")
        for text in told:
            if found := outcome_in(text, f"evidence/retries.jsonl:{number}"):
                return {"try": number, **found.to_json()}
        return {"try": number, "outcome": None}


def _failing_issues(facts: Facts) -> list[tuple[int, Issue]]:
    """Return the failing issues with their numbers, in the result's order, which is that of the diagnosis."""
    failing = ((number, issue) for number, issue in enumerate(facts.issues) if issue.severity in _FAILING)
    return [(number, issue) for number, issue in failing if issue.phase != "cleanup"]


def _calls(outcomes: Iterable[Outcome]) -> list[dict[str, Any]]:
    return [{"call": number, **outcome.to_json()} for number, outcome in enumerate(outcomes, start=1)]


def _word(value: object) -> str:
    return value if isinstance(value, str) else ""


def _message(issue: Mapping[str, Any]) -> str:
    return _word(issue.get("message"))
