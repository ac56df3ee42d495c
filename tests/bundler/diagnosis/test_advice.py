"""Laws of the advice: commands that do what the advice says, and words that say what failed."""

from __future__ import annotations

import json
import re
import shlex
from typing import Any

import pytest

from bundler.diagnosis import diagnose
from bundler.model import Event, Facts
from tests.bundler.diagnosis.scene import REQUEST, TASK, TO_ROLLOUT, events, failed, traceback


def _option(command: str, name: str) -> str:
    words = shlex.split(command)
    return words[words.index(name) + 1] if name in words else ""


@pytest.mark.parametrize("severity", ["fatal", "error"])
def test_reuse_lets_failed_tasks_run_again(severity: str) -> None:
    """Reuse alone keeps a failed task as it is: a retry is needed, and for an ERROR a pattern that matches its issue."""
    message = "PermissionDeniedError: Error code: 403 - no"
    found = diagnose(failed("run", "model_access_failed", message, severity=severity)).advice
    assert "--reuse 20260102_030405" in found.command
    assert _option(found.command, "--max-retries") == "1"
    patterns = json.loads(_option(found.command, "--retry-pattern-list") or "[]")
    assert [bool(re.search(pattern, message)) for pattern in patterns] == ([] if severity == "fatal" else [True])


def test_a_retry_pattern_matches_what_was_reported() -> None:
    """AgentCompass searches the issue's message and code, so that the cause's type is no pattern."""
    cause = traceback(("openai/_base.py", "request"), ends="httpx.ConnectError: refused")
    reported = traceback(("agentcompass/x.py", "f"), ends="openai.APIConnectionError: Connection error.")
    joined = f"{cause.text}\nThe above exception was the direct cause of the following exception:\n\n{reported.text}"
    facts = failed("run", "model_failed", "APIConnectionError: Connection error.", severity="error")
    chained = Facts(**{**_fields(facts), "result": {**facts.result, "artifacts": {"execution_diagnostics": joined}}})
    command = diagnose(chained).advice.command
    assert json.loads(_option(command, "--retry-pattern-list")) == ["APIConnectionError"]


@pytest.mark.parametrize(
    ("message", "action", "words"),
    [
        ("BadRequestError: Error code: 400 - maximum context length is 8 tokens", "restart", "longer than the model"),
        ("BadRequestError: Error code: 400 - the content management policy", "keep", "content filter"),
        ("APIStatusError: Error code: 413", "restart", "larger than"),
        ("UnprocessableEntityError: Error code: 422 - bad temperature", "restart", "bad temperature"),
        ("APIStatusError: Error code: 408 - timed out upstream", "retry", "in time"),
        ("InternalServerError: Error code: 503 - busy", "retry", "busy"),
        ("RateLimitError: Error code: 429 - slow down", "retry", "More requests"),
        ("RateLimitError: Error code: 429 - You exceeded your current quota", "rerun after fix", "used up"),
    ],
)
def test_what_a_status_asks_for(message: str, action: str, words: str) -> None:
    """A request that is refused again is changed, one that may pass is retried, a quota that is used up is paid for."""
    found = diagnose(failed("run", "model_request_failed", message))
    assert found.advice.action == action
    assert words in found.cause
    assert ("narrow pattern" in found.advice.reason) == ("--retry-pattern-list" in found.advice.command)


def test_nothing_is_reused_where_nothing_was_loaded() -> None:
    """Where loading failed there are no finished tasks."""
    facts = Facts(
        layout="v3", run_status="failed", run_error="git clone failed: Cloning into 'x'...\nfatal: no", request=REQUEST
    )
    found = diagnose(facts)
    assert found.phase == "Task loading or selection"
    assert "reuse" not in found.advice.command + found.advice.reason
    assert "git clone failed: fatal: no" in found.cause


@pytest.mark.parametrize(
    ("error", "words"),
    [
        ("OSError: [Errno 28] No space left on device", "results (or the data set) are written to is full"),
        ("OSError: [Errno 30] Read-only file system: 'results'", "read-only file system"),
    ],
)
def test_a_disk_that_cannot_be_written_is_named(error: str, words: str) -> None:
    """A full or read-only disk is no setting of the benchmark."""
    facts = Facts(layout="v3", run_status="failed", run_error=error, request=REQUEST, events=_started())
    assert words in diagnose(facts).cause


def test_masked_values_are_variables() -> None:
    """A masked credential of the request stands as the variable of the exact command, quoted for a shell."""
    masked: dict[str, Any] = {"judge_model": {"api_key": "********", "id": "judge"}}
    request = {**REQUEST, "benchmark": {"id": "hle", "params": masked}}
    command = diagnose(
        failed("run", "model_access_failed", "NotFoundError: Error code: 404", request=request)
    ).advice.command
    assert "********" not in command
    assert """"api_key": "'"$JUDGE_MODEL_API_KEY"'",""" in command


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        ("1: Pulling from x\ndocker: no matching manifest for linux/arm64\nSee 'docker run --help'. (cmd: docker run)",
         "docker run failed: docker: no matching manifest for linux/arm64"),
        ("Digest: sha256:1\ndocker: image was found but is for another platform (cmd: docker run x)",
         "docker run failed: docker: image was found but is for another platform"),
    ],
)  # fmt: skip
def test_the_telling_line_of_several_is_said(rest: str, said: str) -> None:
    """A message that begins with progress is quoted by the line that names the error."""
    first = "RuntimeError: docker run failed: Unable to find image 'x' locally"
    trace = traceback(("agentcompass/environments/docker.py", "open"), ends=f"{first}\n{rest}")
    facts = failed("setup", "setup_failed", first, phases=("plan", "open_environment"), tracebacks=(trace,))
    assert diagnose(facts).said == said


@pytest.mark.parametrize("name", ["DaytonaAuthenticationError", "AuthError"])
def test_a_traceback_inside_a_message_tells_the_cause(name: str) -> None:
    """A message that ends in a traceback's header says what that traceback ends in, and who can repair that."""
    inner = traceback(("sdk/client.py", "init"), ends=f"sdk.{name}: no credentials")
    outer = traceback(
        ("agentcompass/environments/x.py", "open"),
        ends=f"agentcompass.errors.EnvironmentSetupError: x failed: {inner.text}",
    )
    message = "EnvironmentSetupError: x failed: Traceback (most recent call last):"
    found = diagnose(failed("setup", "setup_failed", message, phases=("plan", "open_environment"), tracebacks=(outer,)))
    assert found.failure_class == "credentials"
    assert found.said == f"EnvironmentSetupError: x failed: {name}: no credentials"
    assert [link.type.rpartition(".")[2] for link in found.exceptions] == [name, "EnvironmentSetupError"]


def _fields(facts: Facts) -> dict[str, Any]:
    return {name: getattr(facts, name) for name in Facts.__dataclass_fields__}


def _started() -> tuple[Event, ...]:
    return (Event(1, "task_started", 1.0, "t", None, None, None, {}),)


def test_what_was_going_on_is_said_of_an_interrupted_run() -> None:
    """Of a task that was going on when the run was stopped the phase is told, and what to make sure of."""
    facts = Facts(
        layout="v3", request=REQUEST, task_id=TASK, attempt=1, task_state="running", events=events(TO_ROLLOUT)[:-3]
    )
    found = diagnose(facts)
    assert found.phase == "interrupted from outside"
    assert "while run_harness / inference was going on (run_harness, attempt 1)" in found.cause
    assert "--reuse" in found.next_step


def test_the_first_proof_quotes_the_program() -> None:
    """What is shown first is the issue with the program's own words."""
    found = diagnose(failed("run", "model_access_failed", "AuthenticationError: Error code: 401 - no key"))
    assert found.evidence[0].says == "fatal run model_access_failed: AuthenticationError: Error code: 401 - no key"


def test_a_reused_result_is_said_to_be_one() -> None:
    """A result that was taken from another run was not run in this one; other failed tasks are counted."""
    loaded = Event(2, "reuse_loaded", 1.0, None, None, None, None, {"reused_tasks": 3})
    found = diagnose(failed("run", "model_failed", "HTTP 401: x", events=(loaded,), others_failed=2))
    assert any("reused from an earlier run" in note for note in found.notes)
    assert "2 other tasks of this run failed too" in found.notes


def test_an_advised_command_keeps_what_was_set() -> None:
    """Environment, recipes, switches and limits are those of the run: reused results are measured in the same way."""
    facts = failed("run", "model_access_failed", "PermissionDeniedError: Error code: 403 - no")
    request = {
        **REQUEST,
        "environment": {
            "id": "docker",
            "params": {"platform": "linux/amd64"},
            "setup": {"workdir": "w"},
            "resources": {},
        },
        "model": {**REQUEST["model"], "wrap_api_key": True},
        "execution": {
            "save_artifacts": True,
            "run_timeout_seconds": 1,
            "timeout_multiplier": 1.0,
            "enabled_recipes": ["r"],
        },
    }
    command = diagnose(Facts(**{**_fields(facts), "request": request})).advice.command
    assert json.loads(_option(command, "--env-params")) == {"platform": "linux/amd64", "setup": {"workdir": "w"}}
    assert json.loads(_option(command, "--execution-params")) == {"run_timeout_seconds": 1, "save_artifacts": True}
    assert _option(command, "--recipe") == "r"
    assert "--wrap-api-key" in shlex.split(command)
