"""The fingerprint: equal for one failure wherever it happens, different for different failures."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bundler.diagnosis import diagnose
from bundler.diagnosis.normalise import normalise
from bundler.model import Facts, Issue
from tests.bundler.diagnosis.scene import failed, traceback

_MACHINES = (
    "/home/alice/.venvs/agentcompass/lib/python3.12/site-packages",
    "/opt/py/lib/python3.11/site-packages",
    "venv",
)
_FRAMES = (("agentcompass/runtime/runner.py", "_run"), ("agentcompass/environments/docker.py", "open"))


def _print(facts: Facts) -> str:
    return diagnose(facts).fingerprint.id


@pytest.mark.parametrize("machine", _MACHINES)
def test_a_path_does_not_count(machine: str) -> None:
    """Frames count as module and function inside the package; a virtual environment of its name is no package."""
    message = "RuntimeError: docker run failed: no space left on device"
    raised = traceback(*((f"{machine}/{path}", name) for path, name in _FRAMES), ends=message)
    facts = failed("setup", "setup_failed", message, phases=("plan", "open_environment"), tracebacks=(raised,))
    assert diagnose(facts).fingerprint.canonical == (
        "Environment setup | RuntimeError | runtime.runner:_run environments.docker:open"
        " | docker run failed no space left on device"
    )


@pytest.mark.parametrize(
    ("raw", "redacted"),
    [
        (
            "key sk-abc123XYZ456 is refused by gw.corp.internal:8000",
            "key REDACTED-openai-key-1 is refused by private-host-2.invalid",
        ),
        ("no file /home/alice/data/x.csv here", "no file home-1/data/x.csv here"),
        ("mail alice@corp.example about run 17", "mail REDACTED-email-3 about run 18"),
        (
            "upstream http://svc:pw@10.0.0.1/v1 failed",
            "upstream http://REDACTED-url-password-1@private-host-1.invalid/v1 failed",
        ),
        ("said 'their words' and stopped", "said 'WITHHELD-task-data-4' and stopped"),
        ("token ******** is wrong", "token REDACTED-token-9 is wrong"),
    ],
)
def test_raw_and_redacted_texts_come_out_the_same(raw: str, redacted: str) -> None:
    """It can be computed again from a bundle, whatever numbers its placeholders have."""
    first, second = (_print(failed("run", "harness_failed", f"RuntimeError: {text}")) for text in (raw, redacted))
    assert first == second


def test_the_task_and_the_model_do_not_count() -> None:
    """The same failure of another task has the same fingerprint."""
    one = failed("setup", "setup_failed", "ValueError: no image for group/task-1 of model-of-theirs", phases=("plan",))
    other = replace(
        failed("setup", "setup_failed", "ValueError: no image for plain of model-of-theirs", phases=("plan",))
    )
    other = replace(
        other, task_id="plain", events=tuple(replace(e, task_id=e.task_id and "plain") for e in other.events)
    )
    assert _print(one) == _print(other)


def test_different_failures_differ() -> None:
    """Statuses, time-outs and phases are told apart even with the same words."""
    facts = [
        failed("run", "model_request_failed", f"APIStatusError: Error code: {status} - no")
        for status in (400, 401, 403, 404, 429, 500)
    ]
    facts.append(failed("run", "model_request_failed", "APITimeoutError: Request timed out."))
    facts.append(failed("evaluate", "judge_failed", "APIStatusError: Error code: 401 - no"))
    facts.append(failed("run", "model_empty_output", "Model returned no effective answer"))
    prints = [_print(one) for one in facts]
    assert all(first != second for first, second in combinations(prints, 2))


def test_an_older_layout_tells_the_same_failure() -> None:
    """An error text without severity, phase and code has the fingerprint of the issue it became later."""
    message = "AuthenticationError: Error code: 401 - Incorrect API key provided: ********."
    issue = Issue("error", "run", "", message)
    new = failed("run", "model_access_failed", message)
    old = replace(new, issues=(issue,), all_issues={1: (issue,)}, task_state="unknown", layout="v2")
    assert (diagnose(old).phase, _print(old)) == (diagnose(new).phase, _print(new))


@given(st.text(max_size=300))
def test_normalising_twice_changes_nothing(text: str) -> None:
    """A normalised message is its own normal form."""
    once = normalise(text)
    assert normalise(once) == once


@given(st.text(max_size=200), st.text(max_size=200))
def test_no_text_makes_it_fail(message: str, console: str) -> None:
    """Whatever stands in a message or a console, there is an answer, and it is JSON."""
    assert diagnose(failed("run", "harness_failed", message, console=console)).to_json()["phase"]
