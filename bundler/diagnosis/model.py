"""What a diagnosis says, as frozen values; texts are raw here and go through the redactor before anyone sees them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

DIAGNOSIS_SCHEMA = "compass-report.diagnosis.v1"


class Phase(StrEnum):
    """The nine phases of AgentCompass's troubleshooting page, and four endings that belong to none of them."""

    LOAD = "Task loading or selection"
    PLAN = "Execution plan building"
    ENVIRONMENT = "Environment setup"
    MATERIAL = "Material preparation"
    HARNESS = "Harness setup"
    RUN = "run_harness / inference"
    COLLECT = "Artifact collection"
    EVALUATE = "Evaluation / verification"
    ANALYSIS = "Analysis"
    BEFORE = "before the run directory (CLI / preflight)"
    DEADLINE = "orchestration deadline"
    OUTSIDE = "interrupted from outside"
    NONE = "none (not a failure)"


class FailureClass(StrEnum):
    """Who can repair it."""

    CONFIGURATION = "configuration"
    CREDENTIALS = "credentials"
    PROVIDER = "provider/infrastructure"
    MODEL = "model endpoint"
    HARNESS = "harness"
    BENCHMARK = "benchmark/verifier"
    AGENTCOMPASS = "AgentCompass itself"
    NONE = "none"


class Action(StrEnum):
    """The choice of "Decide Whether to Retry, Reuse, or Restart", and ``NOTHING`` where nothing failed."""

    RETRY = "retry"
    REUSE = "reuse"
    RESTART = "restart"
    KEEP = "keep"
    RERUN = "rerun after fix"
    NOTHING = "nothing to do"


@dataclass(frozen=True, slots=True, repr=False)
class Reference:
    """A line of evidence: ``where`` is ``member:line`` or ``member#pointer``, ``says`` what stands there."""

    where: str
    says: str


@dataclass(frozen=True, slots=True, repr=False)
class FailureIssue:
    """The issue that stands for the failure; ``where`` is empty when it was told by no result file."""

    severity: str
    phase: str
    code: str
    message: str
    where: str
    attempt: int | None = None


@dataclass(frozen=True, slots=True, repr=False)
class ExceptionLink:
    """One exception of the cause chain, from the root cause to the one that was reported."""

    type: str
    message: str


@dataclass(frozen=True, slots=True, repr=False)
class MatchedRow:
    """The Common Failures row that explains the first failure; ``id`` is ours and stable, ``symptom`` the page's."""

    id: str
    symptom: str
    evidence: Reference


@dataclass(frozen=True, slots=True, repr=False)
class Advice:
    """What to do with the run; ``command`` is a real command line of the program, or empty where there is none."""

    action: Action
    reason: str
    command: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class PhaseSpan:
    """One started phase; times are seconds since the epoch; ``status`` is done, failed, later or unfinished."""

    phase: str
    attempt: int | None
    start: float | None
    end: float | None
    status: str
    where: str


@dataclass(frozen=True, slots=True, repr=False)
class Fingerprint:
    """``id`` is 12 hex digits of SHA-256 over ``canonical``, the readable form; both empty without failure."""

    id: str = ""
    canonical: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class Diagnosis:
    """The whole answer. ``row`` is None for "unrecognised"; ``later`` and ``others`` are listed apart on purpose."""

    phase: Phase
    owner: str
    summary: str
    failure_class: FailureClass
    cause: str
    next_step: str
    advice: Advice
    fingerprint: Fingerprint
    evidence: tuple[Reference, ...] = ()
    issue: FailureIssue | None = None
    said: str = ""
    exceptions: tuple[ExceptionLink, ...] = ()
    row: MatchedRow | None = None
    later: tuple[Reference, ...] = ()
    others: tuple[Reference, ...] = ()
    notes: tuple[str, ...] = ()
    timeline: tuple[PhaseSpan, ...] = ()

    @property
    def is_failure(self) -> bool:
        """Tell whether anything failed at all; a wrong answer is none."""
        return self.phase is not Phase.NONE

    def to_json(self) -> dict[str, Any]:
        """Return the documented form (docs/diagnosis.md): every key is always there, absent things are null or []."""
        return {
            "schema": DIAGNOSIS_SCHEMA,
            "summary": self.summary,
            "phase": self.phase.value,
            "owner": self.owner,
            "class": self.failure_class.value,
            "fingerprint": {"id": self.fingerprint.id, "canonical": self.fingerprint.canonical},
            "row": _row(self.row),
            "cause": self.cause,
            "next_step": self.next_step,
            "advice": {
                "action": self.advice.action.value,
                "reason": self.advice.reason,
                "command": self.advice.command,
            },
            "issue": _issue(self.issue),
            "said": self.said,
            "exceptions": [{"type": link.type, "message": link.message} for link in self.exceptions],
            "evidence": _references(self.evidence),
            "later": _references(self.later),
            "others": _references(self.others),
            "notes": list(self.notes),
            "timeline": [_span(span) for span in self.timeline],
        }


def _references(references: tuple[Reference, ...]) -> list[dict[str, str]]:
    return [{"where": reference.where, "says": reference.says} for reference in references]


def _row(row: MatchedRow | None) -> dict[str, Any] | None:
    if row is None:
        return None
    return {"id": row.id, "symptom": row.symptom, "where": row.evidence.where, "says": row.evidence.says}


def _issue(issue: FailureIssue | None) -> dict[str, Any] | None:
    if issue is None:
        return None
    return {
        "severity": issue.severity,
        "phase": issue.phase,
        "code": issue.code,
        "message": issue.message,
        "attempt": issue.attempt,
        "where": issue.where,
    }


def _span(span: PhaseSpan) -> dict[str, Any]:
    return {
        "phase": span.phase,
        "attempt": span.attempt,
        "start": span.start,
        "end": span.end,
        "status": span.status,
        "where": span.where,
    }
