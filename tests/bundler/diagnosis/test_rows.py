"""Which Common Failures row explains a failure, and which failures must have none."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bundler.diagnosis import diagnose
from bundler.diagnosis.model import Phase
from bundler.diagnosis.rows import ROWS
from bundler.model import Facts
from tests.bundler.diagnosis.scene import REQUEST, TASK, TO_ROLLOUT, events, failed, record

_UP_TO = {"environment": TO_ROLLOUT[:2], "material": TO_ROLLOUT[:3], "harness": TO_ROLLOUT[:4], "plan": TO_ROLLOUT[:1]}


def _row(facts: Facts) -> str:
    row = diagnose(facts).row
    return row.id if row else ""


def test_all_rows_of_the_page_are_there_once() -> None:
    """The page has 21 rows; each has an id of its own and something to recognise it by."""
    assert len(ROWS) == len({row.id for row in ROWS}) == len({row.symptom for row in ROWS}) == 21
    assert all(row.signatures and row.cause and row.next_step for row in ROWS)


@pytest.mark.parametrize(
    ("code", "message", "row"),
    [
        ("model_access_failed", "AuthenticationError: Error code: 401 - no", "endpoint-401"),
        ("model_failed", "HTTP 403: PermissionDeniedError: Error code: 403 - no", "endpoint-401"),
        (
            "harness_failed",
            "litellm.AuthenticationError: AuthenticationError: OpenAIException - denied",
            "endpoint-401",
        ),
        ("harness_interrupted", "401", "endpoint-401"),
        ("harness_interrupted", "unexpected status 401 Unauthorized: no, url: http://h/v1/responses", "endpoint-401"),
        ("model_access_failed", "NotFoundError: Error code: 404", "endpoint-404"),
        ("harness_interrupted", "stream error: exceeded retry limit, last status: 429 Too Many", "endpoint-429"),
        ("model_request_failed", "BadRequestError: Error code: 400 - model `m` does not exist", "endpoint-404"),
        ("model_request_failed", "RateLimitError: Error code: 429 - slow down", "endpoint-429"),
        ("model_request_failed", "BadRequestError: Error code: 400 - Model Not Exist", "endpoint-404"),
        (
            "model_request_failed",
            "BadRequestError: Error code: 400 - Invalid model name passed in model=m",
            "endpoint-404",
        ),
        ("model_request_failed", "BadRequestError: Error code: 400 - the answer is not a valid model of it", ""),
        ("tool_service_failed", "JinaServiceError: Jina Reader rejected the request with HTTP 402", "jina"),
        ("harness_timeout", "Codex command timed out after 60 seconds", "agent-timeout"),
        ("harness_failed", "TimeoutError: ", "agent-timeout"),
        ("harness_failed", "RuntimeError: Error calculating cost for model m: not mapped", "cost-tracking"),
        ("model_request_failed", "InternalServerError: Error code: 500 - oops", ""),
        ("model_request_failed", "APIConnectionError: Connection error.", ""),
        ("tool_service_failed", "RuntimeError: Search failed: ClientResponseError: 403, message='API key'", ""),
        ("harness_failed", "RuntimeError: the agent printed 401 and stopped", ""),
        ("harness_max_iterations", "Reached max iterations (3) without a final answer", ""),
        ("environment_failed", "EnvironmentInteractionError: sandbox gateway answered HTTP 403", ""),
    ],
)
def test_failures_of_the_rollout(code: str, message: str, row: str) -> None:
    """A status is the model endpoint's only where the code, the client or the words say so."""
    assert _row(failed("run", code, message)) == row


@pytest.mark.parametrize(
    ("where", "message", "row"),
    [
        ("environment", "RuntimeError: docker pull failed: manifest unknown", "image-pull"),
        (
            "environment",
            "RuntimeError: permission denied while trying to connect to the Docker daemon",
            "docker-permission",
        ),
        ("environment", "EnvironmentSetupError: cannot run b with the generic Modal sandbox.", "generic-sandbox"),
        ("environment", "RuntimeError: docker run failed: no space left on device", ""),
        ("environment", "RuntimeError: docker pull failed: write /x: no space left on device", "image-pull"),
        ("environment", "FileNotFoundError: [Errno 2] No such file or directory: 'docker'", "docker-permission"),
        ("environment", "FileNotFoundError: [Errno 2] No such file or directory: 'task.toml'", ""),
        (
            "environment",
            "RuntimeError: docker image inspect failed: sudo: a terminal is required to read",
            "docker-permission",
        ),
        ("material", "RuntimeError: failed to resolve it: exec /bin/sh: exec format error", "image-pull"),
        ("harness", "RuntimeError: no tmux session. stderr='/bin/sh: 1: tmux: not found\\n'", "harness-install"),
        ("environment", "RuntimeError: registry answered 401 Unauthorized", ""),
        ("harness", "RuntimeError: Codex install failed: npm error code E403", "harness-install"),
        ("harness", "RuntimeError: Codex binary resolution failed: codex", ""),
        ("harness", "ImportError: mini-swe-agent must be installed", "optional-dependency"),
        ("plan", "ValueError: environment provider 'x' does not support a task container image", "incompatible"),
    ],
)
def test_failures_of_the_set_up(where: str, message: str, row: str) -> None:
    """Set-up failures are recognised by what they say, inside the phase they belong to."""
    assert _row(failed("setup", "setup_failed", message, phases=_UP_TO[where])) == row


@pytest.mark.parametrize(
    ("code", "message", "row"),
    [
        ("judge_failed", "HTTP 401: AuthenticationError: Error code: 401 - no", "endpoint-401"),
        ("verifier_timeout", "verifier exceeded its limit", "verifier-timeout"),
        ("evaluate_failed", "PhaseTimeoutError: evaluate timed out after 3 seconds", "verifier-timeout"),
        ("judge_failed", "APITimeoutError: Request timed out.", ""),
        ("judge_failed", "ValueError: Judge response is empty", ""),
    ],
)
def test_failures_of_the_evaluation(code: str, message: str, row: str) -> None:
    """A judge request that times out by itself is no verifier limit."""
    assert _row(failed("evaluate", code, message, phases=(*TO_ROLLOUT, "evaluate"))) == row


@pytest.mark.parametrize(
    ("console", "row"),
    [
        ("│ Unused Tokens: [' ']. │\nbash: line 2: --env: command not found\n", "unused-tokens"),
        ("│ Unknown option: --sample-ids. │\n", "json-or-option"),
        ("Error: --benchmark-params must be a valid JSON object: Expecting value\n", "json-or-option"),
        ("TypeError: HLEConfig.__init__() got an unexpected keyword argument 'x'\n", "json-or-option"),
        ("agentcompass.errors.OptionalDependencyError: x requires the AgentCompass extra 'x'\n", "optional-dependency"),
        ("Error: Harness 'h' does not support environment 'docker' with model 'm'\n", "incompatible"),
        ("environments.docker has unknown parameters: nosuch_field\n", "json-or-option"),
        ("Error: Cannot reuse run_id 'r': results/r does not exist\n", "unexpected-rerun"),
        ("Error: something else\n", ""),
    ],
)
def test_failures_before_a_run_directory(console: str, row: str) -> None:
    """Without a run directory the console alone is matched."""
    assert _row(Facts(console=console, exit_code=2)) == row


def test_a_slow_request_is_a_rollout_limit_only_if_it_used_the_whole_budget() -> None:
    """The same client time-out is a row when the phase lasted as long as the rollout may, and none otherwise."""
    facts = failed("run", "model_request_failed", "APITimeoutError: Request timed out.", severity="error")
    assert _row(replace(facts, plan={"run_timeout_seconds": 10.0})) == "agent-timeout"
    assert _row(replace(facts, plan={"run_timeout_seconds": 9000.0})) == ""


@pytest.mark.parametrize(
    ("provider", "mode", "row"),
    [("docker", "allowlist", "sandbox-network"), ("docker", "public", ""), ("host_process", "allowlist", "")],
)
def test_an_unreachable_model_is_the_policy_only_in_a_restricted_sandbox(provider: str, mode: str, row: str) -> None:
    """The resolved plan, not the text, tells whether the policy can be to blame."""
    plan: dict[str, Any] = {"environment": {"id": provider}, "run_network_policy": {"network_mode": mode}}
    assert _row(failed("run", "harness_failed", "APIConnectionError: Connection error.", plan=plan)) == row


def test_an_observation_is_no_evidence() -> None:
    """What the agent saw, said or logged never makes a row."""
    facts = failed(
        "run",
        "harness_max_iterations",
        "Reached the limit",
        severity="error",
        result={"status": "run_error", "trajectory": {"steps": [{"observation": ["HTTP 401 invalid api key"]}]}},
        records=(record("tool printed: Error code: 401 - Incorrect API key provided", "ERROR"),),
    )
    assert _row(facts) == ""


def test_the_closing_words_of_an_agent_program_count() -> None:
    """The issue keeps the first line of standard error; the error that ended the program is further down."""
    error = "2026-01-02T03:04:05Z ERROR unexpected status 401 Unauthorized: no api key"
    text = f"Reading additional input from stdin...\n{error}"
    facts = failed(
        "run",
        "harness_interrupted",
        "Reading additional input from stdin...",
        result={"status": "run_error", "artifacts": {"execution_diagnostics": text}},
    )
    assert _row(facts) == "endpoint-401"


def test_rows_without_a_failure_rest_on_the_log() -> None:
    """Search rows may explain a run in which nothing failed, and say when the log line names no task."""
    facts = Facts(
        layout="v3",
        run_status="completed",
        request=REQUEST,
        task_id=TASK,
        attempt=1,
        task_state="normal",
        result={"status": "completed"},
        all_issues={1: ()},
        events=events(TO_ROLLOUT, ending="completed"),
        records=(record("fetch_page gave up on http://h/p after 3 attempts (last: HTTP 429)", "WARNING", task=None),),
    )
    diagnosis = diagnose(facts)
    assert (diagnosis.phase, diagnosis.row and diagnosis.row.id) == (Phase.NONE, "search-visit")
    assert any("names no task" in note for note in diagnosis.notes)


@pytest.mark.parametrize(
    ("message", "log", "steps", "row"),
    [
        ("HTTP 429: TimeoutError: litellm gave up", "", [], "endpoint-429"),
        (
            "TimeoutError: ",
            "LLM completion failed | case=group/task-1 | error=litellm.APIError: Error code: 429",
            [],
            "endpoint-429",
        ),
        (
            "TimeoutError: ",
            "Retrying in 4 seconds as it raised RateLimitError: litellm.RateLimitError: limit",
            [],
            "endpoint-429",
        ),
        (
            "TimeoutError: ",
            "LLM completion failed | case=another | error=litellm.APIError: Error code: 429",
            [],
            "agent-timeout",
        ),
        (
            "TimeoutError: ",
            "Retrying as it raised RateLimitError: litellm.RateLimitError: limit",
            [{"step_id": 1}],
            "agent-timeout",
        ),
        ("TimeoutError: ", "", [], "agent-timeout"),
    ],
)
def test_a_limit_that_ends_refused_requests_is_no_cause(message: str, log: str, steps: list[Any], row: str) -> None:
    """Where no request of a rollout succeeded, the endpoint's answer is the cause and not the limit it ran into."""
    facts = failed("run", "harness_failed", message, result={"status": "run_error", "trajectory": {"steps": steps}})
    records = (record(log, "WARNING" if "Retrying" in log else "ERROR", task=None),) if log else ()
    assert _row(replace(facts, records=records)) == row


@pytest.mark.parametrize(
    ("said", "hosts", "row", "words"),
    [
        ("API Error: Unable to connect to API (ENOTFOUND)", ["else.example"], "sandbox-network", "does not let"),
        ("API Error: Unable to connect to API (ENOTFOUND)", ["gateway.example"], "sandbox-network", "although its"),
        ("API Error: 403 host not in allowlist: gateway.example", [], "sandbox-network", "does not let"),
        ("unexpected status 403 Forbidden", [], "sandbox-network", "does not let"),
        ("API Error: 403 this key may not use the model", [], "endpoint-401", "credential"),
    ],
)
def test_an_agent_program_cut_off_by_the_policy(said: str, hosts: list[str], row: str, words: str) -> None:
    """What an agent program said at its end tells a restricted network from a credential; an allowed host is compared."""
    plan = {
        "environment": {"id": "docker"},
        "run_network_policy": {"network_mode": "allowlist", "allowed_hosts": hosts},
    }
    result = {"agent_errors": [{"event": "result", "message": said}]}
    found = diagnose(failed("run", "harness_interrupted", "Codex command failed", plan=plan, result=result))
    assert found.row is not None
    assert found.row.id == row
    assert words in found.cause


def test_an_image_without_the_harness_is_no_host_without_it() -> None:
    """The row speaks of an image; a host that lacks the program is another matter."""
    facts = failed(
        "setup", "setup_failed", "RuntimeError: Codex binary resolution failed: codex", phases=TO_ROLLOUT[:4]
    )
    assert _row(replace(facts, plan={"environment": {"id": "docker"}})) == "harness-install"
    assert _row(replace(facts, plan={"environment": {"id": "host_process"}})) == ""


def test_a_status_of_the_judge_stands_in_the_log() -> None:
    """A scorer may keep no more than that its call failed: the log has the answer, if it is this task's."""
    facts = failed("evaluate", "judge_failed", "item 0: judge_call_failed", phases=(*TO_ROLLOUT, "evaluate"))
    said = "ResearchClawBench judge call failed: Error code: 403 - forbidden"
    assert _row(replace(facts, records=(record(said, "ERROR"),))) == "endpoint-401"
    assert _row(replace(facts, records=(record(said, "ERROR", task="another"),))) == ""


@pytest.mark.parametrize(("correct", "phase"), [(False, Phase.EVALUATE), (True, Phase.NONE)])
def test_a_verifier_without_a_reward_measured_nothing(correct: bool, phase: Phase) -> None:
    """A warning that no reward could be read is a failure of the evaluation, unless there is a score all the same."""
    facts = failed("evaluate", "verifier_result_invalid", "No reward file found", severity="warning", phases=TO_ROLLOUT)
    result = {"status": "completed", "metrics": {"correct": correct}}
    found = diagnose(replace(facts, task_state="normal", result=result))
    assert found.phase is phase
    assert ("no measurement" in found.cause) == (phase is Phase.EVALUATE)
