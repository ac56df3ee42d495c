"""The stage: facts in, diagnosis out; no files, clock or network."""

from __future__ import annotations

from bundler.diagnosis.advice import advise
from bundler.diagnosis.analyzers import ANALYSIS_FAILED
from bundler.diagnosis.classes import classify
from bundler.diagnosis.exceptions import leading_type
from bundler.diagnosis.failure import FAILING, Failure, first_issue
from bundler.diagnosis.fingerprint import fingerprint
from bundler.diagnosis.model import Diagnosis, FailureClass, MatchedRow, Phase, Reference
from bundler.diagnosis.normalise import normalise
from bundler.diagnosis.owners import OWNERS
from bundler.diagnosis.phases import find_failure
from bundler.diagnosis.rows import Match, match_row
from bundler.diagnosis.rows.matching import case_of
from bundler.diagnosis.rows.shape import Case
from bundler.diagnosis.telling import said_by
from bundler.diagnosis.timeline import PHASES, spans
from bundler.diagnosis.unlisted import cause_of, next_step_of
from bundler.model import Facts

_SUMMARY = 160
_CLEANUP = ("Environment release failed", "Harness release failed", "Environment close failed")


def diagnose(facts: Facts) -> Diagnosis:
    """Return the diagnosis of the selected task, or of the run when no task is selected. Never raises on odd facts."""
    failure = find_failure(facts)
    case = case_of(facts, failure)
    match = match_row(case)
    failure_class = classify(case) if match is None or failure.phase is Phase.NONE else match.row.failure_class
    _, others = first_issue(facts)
    later, others = _split(facts, failure.phase, others)
    print_of = fingerprint(case)
    return Diagnosis(
        phase=failure.phase,
        owner=OWNERS[failure.phase],
        summary=_summary(case),
        failure_class=failure_class,
        cause=_cause(case, match),
        next_step=_next_step(case, match, failure_class),
        advice=advise(case, failure_class, match.row.id if match else ""),
        fingerprint=print_of,
        evidence=_proof(failure),
        issue=failure.issue,
        said=said_by(failure) if failure.phase is not Phase.NONE else "",
        exceptions=failure.links,
        row=MatchedRow(match.row.id, match.row.symptom, match.evidence) if match else None,
        later=later,
        others=others,
        notes=_notes(case, match),
        timeline=spans(facts, failure.attempt or facts.attempt, failure.step, _ended(failure.phase)),
    )


def _ended(phase: Phase) -> str:
    """A phase that was going on when the run was ended did not fail."""
    return "unfinished" if phase in (Phase.DEADLINE, Phase.OUTSIDE) else "failed"


def _split(
    facts: Facts, phase: Phase, others: tuple[Reference, ...]
) -> tuple[tuple[Reference, ...], tuple[Reference, ...]]:
    """Part what came later and is no cause (cleanup, analysis) from the other issues."""
    later = [other for other in others if " cleanup " in f" {other.says} "]
    for record in facts.records:
        analysis = phase is not Phase.ANALYSIS and ANALYSIS_FAILED.match(record.message)
        if record.message.startswith(_CLEANUP) or analysis:
            later.append(Reference(f"{record.source}:{record.line}", record.message))
    return tuple(later), tuple(other for other in others if other not in later)


def _proof(failure: Failure) -> tuple[Reference, ...]:
    """Return what proves the failure, the first with the program's own words: that is what a person wants to read."""
    said = said_by(failure) if failure.phase is not Phase.NONE else ""
    first = failure.proof[0] if failure.proof else None
    if first is None or not said or said in first.says:
        return failure.proof
    return (Reference(first.where, f"{first.says}: {said}"), *failure.proof[1:])


def _going_on(case: Case) -> str:
    """Say which phase of the chosen task was going on."""
    step = case.failure.step
    if step is None or case.facts.task_id is None:
        return ""
    number = case.facts.attempt or 1
    return f", while {PHASES[step.id].value} was going on ({step.id}, attempt {number})"


def _cause(case: Case, match: Match | None) -> str:
    if match is not None:
        return match.signature.cause or match.row.cause
    if case.failure.phase is Phase.NONE:
        return "nothing failed"
    if case.failure.phase is Phase.OUTSIDE:
        return f"The process was stopped before the run was over{_going_on(case)}."
    return cause_of(case, said_by(case.failure))


def _next_step(case: Case, match: Match | None, failure_class: FailureClass) -> str:
    if match is not None:
        return match.signature.next_step or match.row.next_step
    if case.failure.phase is Phase.NONE:
        return "none"
    if case.failure.phase is Phase.OUTSIDE:
        return (
            "Make sure that the run is not going on any more, and find out what stopped it (a signal, a scheduler's limit of"
            " time or memory, a closed terminal); then run the rest with --reuse."
        )
    return next_step_of(case, failure_class)


def _notes(case: Case, match: Match | None) -> tuple[str, ...]:
    notes = list(case.failure.notes)
    if match is not None and match.signature.log is not None and _untagged(case.facts, match.evidence):
        notes.append("the log line that the row rests on names no task; with several tasks at once it may be another's")
    if match is not None and match.signature.nearest:
        notes.append(f"the row is the nearest one, not an exact one: {match.signature.nearest}")
    failing = [n for n, issues in case.facts.all_issues.items() if any(issue.severity in FAILING for issue in issues)]
    if len(case.facts.all_issues) > 1 and failing:
        notes.append(f"{len(failing)} of {len(case.facts.all_issues)} attempts failed")
    if case.facts.run_status == "completed" and case.failure.issue is not None:
        notes.append("the run says completed: AgentCompass counts ERROR issues as completed tasks")
    if case.failure.issue is not None and case.facts.retries:
        count = len(case.facts.retries)
        notes.append(
            f"{count} earlier tries of this attempt failed as well"
            if count > 1
            else "the earlier try of this attempt failed as well"
        )
    if case.facts.others_failed and case.facts.task_id is not None:
        count = case.facts.others_failed
        notes.append(f"{count} other {'task' if count == 1 else 'tasks'} of this run failed too")
    if _reused(case.facts):
        notes.append("this result was reused from an earlier run: the task was not run in this one")
    return tuple(notes)


def _reused(facts: Facts) -> bool:
    loaded = any(event.name == "reuse_loaded" and event.payload.get("reused_tasks") for event in facts.events)
    started = any(
        event.task_id is not None and event.name in ("task_started", "attempt_started") for event in facts.events
    )
    return bool(loaded and not started and facts.task_id and facts.result)


def _untagged(facts: Facts, evidence: Reference) -> bool:
    return any(
        record.task_id is None and f"{record.source}:{record.line}" == evidence.where for record in facts.records
    )


def _summary(case: Case) -> str:
    """Return one line for a title: the phase, then what was reported, with values taken out as in the fingerprint."""
    failure = case.failure
    if failure.phase is Phase.NONE:
        return "No failure"
    said = normalise(leading_type(failure.message)[1]).replace("*", "…")
    name = failure.types[-1].rpartition(".")[2] if failure.types else failure.code
    status = f"HTTP {case.status}" if case.status else ""
    told = " ".join(part for part in (status, name) if part)
    told = ": ".join(part for part in (told, said) if part and part != failure.phase.value)
    return f"{failure.phase.value}: {told}"[:_SUMMARY] if told else failure.phase.value
