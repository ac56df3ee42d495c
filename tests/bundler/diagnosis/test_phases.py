"""The first failing phase, from whatever evidence is left."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bundler.diagnosis import diagnose
from bundler.diagnosis.model import Action, FailureClass, Phase
from bundler.model import Facts, Issue
from tests.bundler.diagnosis.scene import REQUEST, TASK, TO_ROLLOUT, events, failed, record, traceback


@pytest.mark.parametrize(
    ("reached", "phase"),
    [
        (1, Phase.PLAN),
        (2, Phase.ENVIRONMENT),
        (3, Phase.MATERIAL),
        (4, Phase.HARNESS),
        (5, Phase.RUN),
    ],
)
def test_the_last_started_phase_tells_set_up_failures_apart(reached: int, phase: Phase) -> None:
    """All set-up phases share one issue phase and code; progress decides, even against the issue."""
    facts = failed("setup", "setup_failed", "RuntimeError: no", phases=TO_ROLLOUT[:reached])
    assert diagnose(facts).phase is phase


def test_log_markers_stand_in_for_progress() -> None:
    """Without events the last opened marker of this task is the phase."""
    records = (
        record("▶ Execution plan building | task=group/task-1"),
        record("▶ Environment setup started | task=group/task-1"),
        record("▶ Inference started | task=other", task="other"),
    )
    facts = failed("setup", "setup_failed", "RuntimeError: no", events=(), records=records)
    assert diagnose(facts).phase is Phase.ENVIRONMENT


def test_the_traceback_tells_the_phase_when_nothing_else_does() -> None:
    """Where a set-up failure was raised names the phase, and the diagnosis says that it had to."""
    raised = traceback(("/x/site-packages/agentcompass/environments/modal.py", "open"), ends="RuntimeError: no")
    diagnosis = diagnose(failed("setup", "setup_failed", "RuntimeError: no", events=(), tracebacks=(raised,)))
    assert diagnosis.phase is Phase.ENVIRONMENT
    assert diagnosis.notes


@pytest.mark.parametrize("followers", [("collect_harness_result",), ("collect_harness_result", "evaluate")])
def test_what_follows_a_failed_rollout_is_not_the_failure(followers: tuple[str, ...]) -> None:
    """Collecting and evaluating go on after an inference that failed."""
    facts = failed("run", "model_request_failed", "APIError: no", severity="error", phases=(*TO_ROLLOUT, *followers))
    diagnosis = diagnose(facts)
    assert diagnosis.phase is Phase.RUN
    assert [span.status for span in diagnosis.timeline if span.phase in followers] == ["later"] * len(followers)


def test_the_first_issue_counts_and_later_ones_are_listed_apart() -> None:
    """An evaluation that fails after a failed rollout, and a cleanup warning, are no causes."""
    issues = (
        Issue("error", "run", "model_request_failed", "APIConnectionError: Connection error."),
        Issue("fatal", "evaluate", "judge_failed", "APIConnectionError: Connection error."),
        Issue("warning", "cleanup", "environment_failed", "RuntimeError: container is gone"),
    )
    facts = replace(failed("run", "", ""), issues=issues, all_issues={1: issues})
    diagnosis = diagnose(facts)
    assert diagnosis.phase is Phase.RUN
    assert diagnosis.issue is not None
    assert diagnosis.issue.code == "model_request_failed"
    assert [reference.where for reference in diagnosis.later] == ["evidence/attempt-1.json#/issues/2"]
    assert [reference.where for reference in diagnosis.others] == ["evidence/attempt-1.json#/issues/1"]


def test_a_failing_attempt_is_found_among_passing_ones() -> None:
    """With several attempts the first that failed is diagnosed, whichever was chosen."""
    issue = Issue("fatal", "run", "model_access_failed", "AuthenticationError: Error code: 401 - no")
    facts = replace(
        failed("run", "", "", attempt=3),
        issues=(),
        all_issues={1: (), 2: (issue,), 3: ()},
        result={"status": "completed"},
    )
    diagnosis = diagnose(facts)
    assert diagnosis.issue is not None
    assert diagnosis.issue.attempt == 2


def test_a_wrong_answer_is_no_failure() -> None:
    """A completed task with a false metric has no failing phase, no fingerprint, and says why."""
    facts = Facts(
        layout="v3",
        run_status="completed",
        request=REQUEST,
        task_id=TASK,
        attempt=1,
        task_state="normal",
        result={"status": "completed", "metrics": {"correct": False}},
        all_issues={1: ()},
    )
    diagnosis = diagnose(facts)
    assert (diagnosis.phase, diagnosis.failure_class) == (Phase.NONE, FailureClass.NONE)
    assert diagnosis.advice.action is Action.NOTHING
    assert diagnosis.fingerprint.id == ""
    assert "measurement" in " ".join(diagnosis.notes)


def test_an_error_task_in_a_completed_run_is_a_failure() -> None:
    """Exit 0 and status completed do not hide an ERROR issue."""
    diagnosis = diagnose(failed("run", "harness_max_iterations", "Reached the limit", severity="error"))
    assert diagnosis.is_failure
    assert any("completed" in note for note in diagnosis.notes)


@pytest.mark.parametrize(
    ("status", "phase"),
    [("timed_out", Phase.DEADLINE), ("cancelled", Phase.OUTSIDE), (None, Phase.OUTSIDE)],
)
def test_a_run_that_was_ended_has_no_failing_phase_of_its_own(status: str | None, phase: Phase) -> None:
    """A deadline, a cancelled run and one without any final status are told apart from failures of a phase."""
    going = events(TO_ROLLOUT)[:-3]
    facts = Facts(layout="v3", run_status=status, request=REQUEST, task_id=TASK, task_state="running", events=going)
    diagnosis = diagnose(facts)
    assert diagnosis.phase is phase
    assert diagnosis.advice.action is Action.REUSE
    assert {span.status for span in diagnosis.timeline} <= {"done", "unfinished"}
    assert "--reuse 20260102_030405" in diagnosis.advice.command


def test_failures_before_any_task_are_loading() -> None:
    """A run that failed before a task started failed while loading, whatever the log has."""
    facts = Facts(
        layout="v3",
        run_status="failed",
        run_error="Unknown benchmark sample_ids: nothing",
        request=REQUEST,
        events=(events(())[0],),
    )
    assert diagnose(facts).phase is Phase.LOAD


def test_no_task_at_all_is_a_selection_that_matched_nothing() -> None:
    """A run that completed with no task is reported, not praised."""
    loaded = replace(events(())[1], payload={"total_tasks": 0})
    assert diagnose(Facts(layout="v3", run_status="completed", request=REQUEST, events=(loaded,))).phase is Phase.LOAD


def test_planning_can_fail_outside_every_attempt() -> None:
    """A task that failed while planning has no result; its phase events and the log tell."""
    facts = Facts(
        layout="v3",
        run_status="failed",
        run_error="provider does not fit",
        request=REQUEST,
        task_id=TASK,
        task_state="unknown",
        events=events(("plan",)),
        records=(record("✗ Benchmark task failed | task=group/task-1", "ERROR"),),
    )
    assert diagnose(facts).phase is Phase.PLAN


def test_without_a_run_directory_the_console_tells() -> None:
    """Facts of a console alone are a failure before the run directory."""
    diagnosis = diagnose(Facts(console="noise\nError: model must be given\n", exit_code=2))
    assert diagnosis.phase is Phase.BEFORE
    assert diagnosis.evidence[0].where == "evidence/console.txt:2"


@pytest.mark.parametrize(("status", "phase"), [("run_error", Phase.RUN), ("eval_error", Phase.EVALUATE)])
def test_the_log_places_an_attempt_whose_result_is_gone(status: str, phase: Phase) -> None:
    """Without details, the attempt's logged status decides between rollout and evaluation."""
    facts = Facts(
        layout="v3",
        run_status="completed",
        request=REQUEST,
        task_id=TASK,
        task_state="error",
        events=events((*TO_ROLLOUT, "collect_harness_result", "evaluate")),
        records=(record(f"✓ Attempt completed | task=group/task-1 | attempt=1 | status={status}"),),
    )
    assert diagnose(facts).phase is phase


def test_an_analyzer_that_fails_is_the_analysis_phase() -> None:
    """Analyzer failures are never issues: the warning is the evidence, and the result stays usable."""
    facts = Facts(
        layout="v3",
        run_status="completed",
        request=REQUEST,
        task_id=TASK,
        attempt=1,
        task_state="normal",
        result={"status": "completed"},
        all_issues={1: ()},
        records=(record("Analyzer QualitativeAnalyzer failed for task group/task-1: no model", "WARNING"),),
    )
    diagnosis = diagnose(facts)
    assert diagnosis.phase is Phase.ANALYSIS
    assert diagnosis.advice.action is Action.KEEP
