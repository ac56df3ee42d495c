"""Provider checks and effective configuration, with the programs replaced by their output."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bundler.machine.commands import CompletedOutput
from bundler.machine.effective_config import effective_config
from bundler.machine.provider_checks import provider_checks
from bundler.model import Facts


class Programs:
    """Answers every command in the same way and remembers what was asked."""

    def __init__(self, answer: CompletedOutput) -> None:
        self.answer = answer
        self.asked: list[str] = []

    def __call__(self, argv: Sequence[str], timeout: float, limit: int) -> CompletedOutput:
        """Return the answer; every call must be bounded."""
        assert timeout > 0
        assert limit > 0
        self.asked.append(" ".join(argv))
        return self.answer


def _facts(provider: str) -> Facts:
    return Facts(request={"environment": {"id": provider}, "harness": {"id": "h"}, "benchmark": {"id": "b"}})


@pytest.mark.parametrize(
    ("provider", "programs"),
    [("docker", {"docker"}), ("modal", {"modal"}), ("daytona", set()), ("host_process", set())],
)
def test_only_the_provider_of_the_run_is_asked(provider: str, programs: set[str]) -> None:
    """No check starts a program of another provider."""
    run = Programs(CompletedOutput(0, "fine"))
    assert provider_checks(_facts(provider), run)
    assert {command.split()[0] for command in run.asked} == programs


def test_an_unknown_provider_has_no_checks() -> None:
    """What the page does not name is not guessed at."""
    assert provider_checks(_facts("brainpp"), Programs(CompletedOutput(0, ""))) == []


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (CompletedOutput(1, "denied"), "failed"),
        (CompletedOutput(None, "", timed_out=True), "timed out"),
        (CompletedOutput(None, "", found=False), "not installed"),
    ],
)
def test_nothing_is_started_in_a_daemon_that_does_not_answer(answer: CompletedOutput, outcome: str) -> None:
    """The container check is skipped, and says so, when the daemon's own checks did not pass."""
    checks = provider_checks(_facts("docker"), Programs(answer))
    assert [check["outcome"] for check in checks] == [outcome, outcome, "skipped"]


def test_differences_between_configuration_and_plan_are_listed() -> None:
    """Warnings around the document are skipped; equal values are no difference."""
    text = 'WARNING: a dependency talks\n{"execution": {"run_timeout_seconds": null, "save_artifacts": true}}\n'
    facts = Facts(request=_facts("docker").request, plan={"run_timeout_seconds": 9.0, "save_artifacts": True})
    run = Programs(CompletedOutput(0, text))
    document = effective_config(facts, run=run)
    assert document["outcome"] == "passed"
    assert document["differences"] == [{"path": "execution.run_timeout_seconds", "here": None, "run": 9.0}]
    assert run.asked == ["agentcompass config show --format json --benchmark b --harness h --env docker"]


def test_what_cannot_be_parsed_is_kept_as_text() -> None:
    """A failing command is reported with its output and without differences."""
    document = effective_config(_facts("docker"), run=Programs(CompletedOutput(2, "Error: unknown benchmark")))
    assert (document["outcome"], document["config"], document["differences"]) == ("failed", None, [])
    assert document["output"] == "Error: unknown benchmark"
