"""Commands that end before there is a run, or are stopped in the middle, with the real AgentCompass."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping

import pytest

from tests.end_to_end.scene import Machine, everything_in, machine, only
from tests.fixtures import planted
from tests.fixtures.installations import Installation

pytestmark = pytest.mark.end_to_end
_SECONDS = 120


@pytest.fixture
def reporter(releases: Mapping[str, Installation]) -> Iterator[Machine]:
    """A machine whose model never answers in time."""
    with machine(releases["1.0.1"], "slow") as made:
        yield made


def test_malformed_json_gives_a_bundle_without_a_run(reporter: Machine) -> None:
    """AgentCompass writes nothing; the bundle holds command, console and diagnosis, and not the judge's key."""
    reports = reporter.workdir / "reports"
    broken = '{"judge_model": {"api_key": "' + planted.value("judge_key") + '", }}'
    ran = reporter.run("exec", "--on-failure", "bundle", "-o", str(reports), "--", *reporter.agentcompass(broken))
    assert ran.returncode == 2
    made = everything_in(reports)
    found = json.loads(made[f"{only(reports, '.zip').name}!diagnosis.json"].partition(b"\n")[2])
    assert found["phase"] == "before the run directory (CLI / preflight)"
    assert found["row"]["symptom"] == "JSON parsing or unknown option error"
    assert not [name for name, data in made.items() if planted.value("judge_key").encode() in data]


def test_interrupt_in_the_middle(reporter: Machine) -> None:
    """One Ctrl-C lets AgentCompass end in order, with its own exit code, and the run is found and reported."""
    reports = reporter.workdir / "reports"
    process = _in_the_middle(
        reporter, "exec", "--on-failure", "bundle", "-o", str(reports), "--", *reporter.agentcompass()
    )
    os.killpg(process.pid, signal.SIGINT)
    process.communicate(timeout=_SECONDS)
    assert process.returncode == 130
    assert _diagnosis(reporter)["phase"] == "interrupted from outside"


def test_kill_in_the_middle(reporter: Machine) -> None:
    """A killed AgentCompass is recorded as killed, its unfinished run is found, and nothing is left running."""
    reports = reporter.workdir / "reports"
    process = _in_the_middle(
        reporter, "exec", "--on-failure", "bundle", "-o", str(reports), "--", *reporter.agentcompass()
    )
    (child,) = _children(process.pid)
    os.kill(child, signal.SIGKILL)
    process.communicate(timeout=_SECONDS)
    assert process.returncode == -signal.SIGKILL
    assert _diagnosis(reporter)["phase"] == "interrupted from outside"


def _in_the_middle(reporter: Machine, *arguments: str) -> subprocess.Popen[str]:
    """Start a command and return when the model was asked."""
    process = reporter.start(*arguments, start_new_session=True)
    deadline = time.monotonic() + _SECONDS
    while not reporter.services.seen and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.1)
    assert process.poll() is None
    return process


def _children(process: int) -> list[int]:
    return [
        int(one) for one in subprocess.check_output(["ps", "-o", "pid=", "--ppid", str(process)], text=True).split()
    ]


def _diagnosis(reporter: Machine) -> dict[str, object]:
    reports = reporter.workdir / "reports"
    made = everything_in(reports)
    return dict(json.loads(made[f"{only(reports, '.zip').name}!diagnosis.json"].partition(b"\n")[2]))
