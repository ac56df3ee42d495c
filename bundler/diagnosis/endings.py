"""Failures that no task's issue tells: of the run, before it, from outside, or none at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bundler.diagnosis.analyzers import analysis_failure
from bundler.diagnosis.before import before_the_run, no_run
from bundler.diagnosis.failure import Failure, chain_for, marked, post_run, run_chain
from bundler.diagnosis.model import FailureIssue, Phase, Reference
from bundler.diagnosis.timeline import PHASES, ROLLOUT, Step, last_try
from bundler.model import Event, Facts, LogRecord

_FATAL_TASKS = "Final FATAL issues"


def whole_run(facts: Facts) -> Failure:
    """Return what ended the run or this task when no issue says it; ``Phase.NONE`` when nothing failed."""
    if no_run(facts):
        return before_the_run(facts)
    if facts.task_id is not None and _task_is_done(facts):
        return _unmeasured(facts) or analysis_failure(facts) or _nothing(facts)
    ended = _last_event(facts, "run_finished")
    status = facts.run_status or (ended.status if ended else None)
    if status == "timed_out":
        return _ending(facts, Phase.DEADLINE, ended, "timed_out")
    if status == "cancelled":
        return _ending(facts, Phase.OUTSIDE, ended, "cancelled")
    if status is None:
        return _cut_off(facts)
    if status == "failed":
        return _failed(facts, ended)
    said = _no_tasks(facts)
    if said is not None:
        return Failure(Phase.LOAD, message="no task was loaded", message_where=said.where, proof=(said,))
    return _unpublished(facts) or analysis_failure(facts) or _nothing(facts)


def _no_tasks(facts: Facts) -> Reference | None:
    loaded = _last_event(facts, "tasks_loaded")
    if loaded is not None:
        empty = loaded.payload.get("total_tasks") == 0
        return Reference(f"evidence/progress.jsonl:{loaded.line}", "tasks_loaded: total_tasks 0") if empty else None
    record = next((item for item in facts.records if item.message.strip() == "✓ Tasks loaded | total=0"), None)
    return _reference(record) if record else None


def _task_is_done(facts: Facts) -> bool:
    """Tell whether the chosen task was published without a failing issue."""
    if facts.task_state == "normal":
        return True
    status = str(facts.result.get("status", ""))
    if facts.task_state in ("running", "fatal", "error"):
        return False
    return status in ("completed", "skipped")


def _unmeasured(facts: Facts) -> Failure | None:
    """Return the failure of a verifier that left nothing readable: "wrong" was recorded, and nothing was measured."""
    metrics = facts.result.get("metrics")
    if isinstance(metrics, Mapping) and any(value not in (False, 0, None) for value in metrics.values()):
        return None
    for index, issue in enumerate(facts.issues):
        if (issue.phase, issue.code) == ("evaluate", "verifier_result_invalid"):
            where = f"evidence/attempt-{facts.attempt or 1}.json#/issues/{index}"
            told = FailureIssue(issue.severity, issue.phase, issue.code, issue.message, where, facts.attempt)
            steps = [step for step in last_try(facts, facts.attempt) if PHASES[step.id] is Phase.EVALUATE]
            proof = [Reference(where, f"{issue.severity} {issue.phase} {issue.code}")]
            proof += [Reference(steps[-1].where, steps[-1].id)] if steps else []
            note = "AgentCompass counts this task as completed and its answer as wrong"
            return Failure(
                Phase.EVALUATE, told, facts.attempt, steps[-1] if steps else None, chain_for(facts, told),
                issue.message, where, tuple(proof), (note,),
            )  # fmt: skip
    return None


def _nothing(facts: Facts) -> Failure:
    notes = []
    metrics = facts.result.get("metrics")
    if isinstance(metrics, Mapping) and any(value is False for value in metrics.values()):
        notes.append("the answer was judged wrong: that is a measurement, not a failure")
    if facts.retries:
        notes.append(f"an earlier try failed and {len(facts.retries)} of the allowed retries recovered it")
    if facts.run_status in ("timed_out", "cancelled") or (facts.run_status is None and facts.layout):
        notes.append("this task is complete, although the run as a whole did not end")
    return Failure(Phase.NONE, notes=tuple(notes))


def _ending(facts: Facts, phase: Phase, ended: Event | None, status: str) -> Failure:
    where = f"evidence/progress.jsonl:{ended.line}" if ended else "evidence/run_info.json#/status"
    proof = [Reference(where, f"run_finished {status}" if ended else f"status {status}")]
    steps = last_try(facts, None) if facts.task_id else ()
    if steps:
        proof.append(Reference(steps[-1].where, steps[-1].id))
    return Failure(
        phase, step=steps[-1] if steps else None, message=facts.run_error, message_where=where, proof=tuple(proof)
    )


def _cut_off(facts: Facts) -> Failure:
    finished = marked(facts.records, "✓ Evaluation finished")
    if finished is not None:
        return _nothing(facts)
    failed = _failed_marker(facts)
    if failed is not None:
        return _failed(facts, None)
    steps = last_try(facts, None)
    last = max((event.line for event in facts.events), default=0)
    proof = [Reference("evidence/run_info.json#/status", "no final status was written")]
    if last:
        proof.append(Reference(f"evidence/progress.jsonl:{last}", "the last event, without a run_finished after it"))
    note = "a run that is still going looks the same as one that was killed: make sure that it is not running"
    step = steps[-1] if facts.task_id and steps else None
    return Failure(Phase.OUTSIDE, step=step, proof=tuple(proof), notes=(note,))


def _failed(facts: Facts, ended: Event | None) -> Failure:
    message = facts.run_error or str((ended.payload if ended else {}).get("error", ""))
    record = _failed_marker(facts)
    if message.startswith(_FATAL_TASKS):
        message = ""
    chain = run_chain(facts, message)
    if not message and record is not None and chain is not None:
        message = chain.reported.message
    phase, step, notes = _failed_phase(facts, record)
    where = f"evidence/progress.jsonl:{ended.line}" if ended else "evidence/run_info.json#/error"
    proof = [Reference(where, "run_finished failed" if ended else "status failed")]
    proof += [Reference(step.where, step.id)] if step else []
    proof += [_reference(record)] if record else []
    return Failure(phase, step=step, chain=chain, message=message, message_where=where, proof=tuple(proof), notes=notes)


def _failed_phase(facts: Facts, record: LogRecord | None) -> tuple[Phase, Step | None, tuple[str, ...]]:
    marker = record.message if record else ""
    if marker.startswith("✗ Request preparation failed"):
        return Phase.LOAD, None, ()
    if marker.startswith(("✗ Request finalization failed", "✗ Evaluation failed")) and _last_event(
        facts, "summary_started"
    ):
        note = "every task was over: writing the summary failed"
        return Phase.ANALYSIS, None, (note,)
    attempt, status = _logged_status(facts)
    steps = last_try(replace(facts, task_id=facts.task_id or _culprit(facts, record)), attempt)
    failed = [step for step in steps if step.failed]
    if failed:
        return PHASES[failed[0].id], failed[0], ()
    if any(step.id in ROLLOUT for step in steps):
        return _after_rollout(facts, steps, status)
    if steps:
        return PHASES[steps[-1].id], steps[-1], ()
    if marker.startswith(("✗ Benchmark task failed", "✗ Attempt planning failed")):
        return Phase.PLAN, None, ("the task failed outside every attempt: that is where its plan is built",)
    if _last_event(facts, "task_started") is None and not any(item.task_id for item in facts.records):
        return Phase.LOAD, None, ()
    return Phase.PLAN, None, ("no phase event is there, and a task had started: planning comes first",)


def _after_rollout(facts: Facts, steps: tuple[Step, ...], status: str) -> tuple[Phase, Step | None, tuple[str, ...]]:
    """Place a failure whose result is not there: the phases after a failed rollout are run through all the same."""
    note = "the result is not there: the phase comes from the phase events and the log alone"
    rollout = next(step for step in reversed(steps) if step.id in ROLLOUT)
    finished = _last_event(facts, "attempt_finished")
    fatal = finished is not None and finished.status == "failed"
    if status == "eval_error" or (not status and fatal and PHASES[steps[-1].id] is Phase.EVALUATE):
        return Phase.EVALUATE, steps[-1], (note,)
    if post_run(facts.records):
        collecting = next((step for step in reversed(steps) if PHASES[step.id] is Phase.COLLECT), None)
        return Phase.COLLECT, collecting, (note,)
    return Phase.RUN, rollout, (note,)


def _logged_status(facts: Facts) -> tuple[int | None, str]:
    """Return the attempt and the status of the first attempt that the log says did not complete."""
    for record in facts.records:
        if record.message.startswith("✓ Attempt completed") and record.task_id in (facts.task_id, None):
            status = record.message.rpartition("| status=")[2].strip()
            if status and " " not in status and status != "completed":
                return record.attempt, status
    return None, ""


def _culprit(facts: Facts, record: LogRecord | None) -> str | None:
    """Return the task that failed, when the run as a whole is asked about."""
    if record is not None and record.task_id is not None:
        return record.task_id
    failed = (event for event in facts.events if event.name == "task_finished" and event.status == "failed")
    return next((event.task_id for event in failed), None)


def _unpublished(facts: Facts) -> Failure | None:
    """A task that never was published although the run completed: the phase events say where it stopped."""
    if facts.task_id is None or facts.task_state not in ("running", "error", "fatal"):
        return None
    phase, step, notes = _failed_phase(facts, None)
    where = step.where if step else "evidence/task.json"
    return Failure(phase, step=step, proof=(Reference(where, facts.task_state),), notes=notes)


def _failed_marker(facts: Facts) -> LogRecord | None:
    return marked(
        facts.records,
        "✗ Request preparation failed",
        "✗ Benchmark task failed",
        "✗ Attempt planning failed",
        "✗ Attempt failed",
        "✗ Request finalization failed",
        "✗ Evaluation failed",
        "✗ Orchestration failed",
    )


def _last_event(facts: Facts, name: str) -> Event | None:
    return next((event for event in reversed(facts.events) if event.name == name), None)


def _reference(record: LogRecord) -> Reference:
    return Reference(f"{record.source}:{record.line}", record.message)
