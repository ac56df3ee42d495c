"""The phases an attempt went through, from progress events, else from the markers of the run log."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bundler.diagnosis.model import Phase, PhaseSpan
from bundler.model import Event, Facts

# AgentCompass's phase ids (runtime/runner.py, 1.0.0 and 1.0.1) in the words of the troubleshooting page.
PHASES = {
    "plan": Phase.PLAN,
    "open_environment": Phase.ENVIRONMENT,
    "prepare_task": Phase.MATERIAL,
    "start_harness": Phase.HARNESS,
    "run_harness": Phase.RUN,
    "run_task": Phase.RUN,
    "collect_harness_result": Phase.COLLECT,
    "collect_artifacts": Phase.COLLECT,
    "download_artifacts": Phase.COLLECT,
    "recover_evaluation": Phase.EVALUATE,
    "save_evaluation_checkpoint": Phase.EVALUATE,
    "evaluate_environment": Phase.EVALUATE,
    "evaluate": Phase.EVALUATE,
    "analyze": Phase.ANALYSIS,
}
SETUP = ("plan", "open_environment", "prepare_task", "start_harness")
ROLLOUT = ("run_harness", "run_task")
_MARKERS = {
    "▶ Execution plan building": "plan",
    "▶ Environment setup started": "open_environment",
    "▶ Material preparation started": "prepare_task",
    "▶ Harness setup started": "start_harness",
    "▶ Inference started": "run_harness",
    "▶ Evaluation environment setup started": "evaluate_environment",
    "▶ Scoring started": "evaluate",
}
_BOUNDARIES = frozenset({"attempt_retry", "attempt_finished", "task_finished", "run_finished"})


@dataclass(frozen=True, slots=True)
class Step:
    """One started phase: AgentCompass's id, where it is told and when."""

    id: str
    where: str
    start: float | None
    end: float | None
    failed: bool = False


def last_try(facts: Facts, attempt: int | None) -> tuple[Step, ...]:
    """Return the steps of the attempt's last physical try, oldest first."""
    steps = _steps(facts, attempt)
    return tuple(steps[-1]) if steps else _from_log(facts, attempt)


def spans(facts: Facts, attempt: int | None, failed: Step | None, ended: str = "failed") -> tuple[PhaseSpan, ...]:
    """Return every started phase of the attempt, all tries: the failed one marked, what follows it later."""
    tries = _steps(facts, attempt) or [list(_from_log(facts, attempt))]
    result: list[PhaseSpan] = []
    seen = False
    for number, steps in enumerate(tries):
        for step in steps:
            is_failed = step is failed or (failed is not None and number == len(tries) - 1 and step == failed)
            status = ended if is_failed else "later" if seen else "done" if step.end is not None else "unfinished"
            if number < len(tries) - 1 and step is steps[-1]:
                status = "retried"
            seen = seen or is_failed
            result.append(PhaseSpan(step.id, attempt, step.start, step.end, status, step.where))
    return tuple(result)


def _steps(facts: Facts, attempt: int | None) -> list[list[Step]]:
    tries: list[list[Step]] = [[]]
    events = [event for event in facts.events if _concerns(event, facts.task_id, attempt)]
    for index, event in enumerate(events):
        if event.name == "attempt_retry" or (event.name == "attempt_started" and tries[-1]):
            tries.append([])
        elif event.name == "phase_changed" and event.phase in PHASES:
            following = events[index + 1].timestamp if index + 1 < len(events) else None
            step = Step(
                event.phase,
                f"evidence/progress.jsonl:{event.line}",
                event.timestamp,
                following,
                event.status == "error",
            )
            _append(tries[-1], step)
    return [steps for steps in tries if steps]


def _append(steps: list[Step], step: Step) -> None:
    # A download reports its progress many times: one span.
    if steps and steps[-1].id == step.id:
        steps[-1] = Step(step.id, steps[-1].where, steps[-1].start, step.end, steps[-1].failed or step.failed)
    else:
        steps.append(step)


def _concerns(event: Event, task_id: str | None, attempt: int | None) -> bool:
    if event.task_id is None:
        return event.name in _BOUNDARIES
    if task_id is not None and event.task_id != task_id:
        return False
    return attempt is None or event.attempt is None or event.attempt == attempt


def _from_log(facts: Facts, attempt: int | None) -> tuple[Step, ...]:
    steps: list[Step] = []
    for record in facts.records:
        if record.task_id is None or (facts.task_id is not None and record.task_id != facts.task_id):
            continue
        if attempt is not None and record.attempt not in (None, attempt):
            continue
        message = re.split(r" \| ", record.message, maxsplit=1)[0].strip()
        if message.startswith("↻ Attempt retry scheduled") or message == "▶ Attempt started":
            steps.clear()
        elif message in _MARKERS:
            _append(steps, Step(_MARKERS[message], f"{record.source}:{record.line}", None, None))
    return tuple(steps)
