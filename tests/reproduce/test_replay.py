"""Replay: refusals say why, and the real AgentCompass gives the reporter's fingerprint again."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from bundler.cli.main import run
from bundler.reproduce.datasets import Shape, known_benchmarks, make_dataset
from bundler.reproduce.environment_values import closed_environment, filled_in
from tests.fixtures.installations import ENVIRONMENTS
from tests.reproduce.bundles import REFUSED_429, REQUEST, documents, write_bundle

PROGRAM = ENVIRONMENTS / "agentcompass-1.0.1" / "bin" / "agentcompass"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"capsule": None}, "no failure capsule"),
        ({"capsule": {**REFUSED_429, "replayable": False, "why_not": "the verifier failed"}}, "the verifier failed"),
        ({"request": {**REQUEST, "environment": {"id": "docker"}}}, "sandbox provider docker"),
        ({"request": {**REQUEST, "benchmark": {"id": "osworld"}}}, "no data set can be made up"),
    ],
)
def test_what_cannot_be_replayed_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: dict[str, Any], reason: str
) -> None:
    """Code 12 and one sentence with the reason."""
    bundle = write_bundle(tmp_path / "a.zip", documents(**change))
    assert run(["reproduce", str(bundle), "--replay", "--agentcompass", shutil.which("true") or "true"]) == 12
    assert reason in capsys.readouterr().err


def test_without_agentcompass_nothing_can_be_run(tmp_path: Path) -> None:
    """A program that is not there is code 12, not a bug."""
    bundle = write_bundle(tmp_path / "a.zip")
    assert run(["reproduce", str(bundle), "--replay", "--agentcompass", str(tmp_path / "none")]) == 12


def test_a_program_that_ends_early_is_no_verdict(tmp_path: Path) -> None:
    """Where no run directory appears, it could not be run."""
    bundle = write_bundle(tmp_path / "a.zip")
    assert run(["reproduce", str(bundle), "--replay", "--agentcompass", shutil.which("false") or "false"]) == 12


def test_a_run_needs_an_endpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``--run`` asks for the maintainer's endpoint before anything is written."""
    monkeypatch.delenv("REPRODUCE_MODEL_BASE_URL", raising=False)
    bundle = write_bundle(tmp_path / "a.zip")
    program = shutil.which("true") or "true"
    assert run(["reproduce", str(bundle), "--run", "-o", str(tmp_path / "out"), "--agentcompass", program]) == 2
    assert not (tmp_path / "out").exists()


def test_a_replay_knows_no_credential_of_the_maintainer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment of a replay holds no variable but the few that a program needs to start."""
    monkeypatch.setenv("OPENAI_API_KEY", "FAKE-canary")
    environment = closed_environment(tmp_path, {}, "http://127.0.0.1:9")
    assert "FAKE-canary" not in environment.values()
    assert environment["HTTPS_PROXY"] == "http://127.0.0.1:9"


def test_a_file_of_values_is_read_and_never_executed(tmp_path: Path) -> None:
    """Quotes are taken off, nothing is expanded, and only our own names count."""
    file = tmp_path / ".env"
    file.write_text("# c\nexport REPRODUCE_A='a b'\nREPRODUCE_B=$(touch x)\nPATH=/tmp\n")
    values = filled_in(file)
    assert values["REPRODUCE_A"] == "a b"
    assert "PATH" not in values
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("name", known_benchmarks())
@pytest.mark.parametrize("task", ["../../etc/x", "/etc/x", "a\nb", "..", "v1_999999999"])
def test_no_task_id_leads_out_of_the_folder(tmp_path: Path, name: str, task: str) -> None:
    """A made-up data set stays in its folder whatever the task and the parameters are called."""
    inside = tmp_path / "inside"
    inside.mkdir()
    make_dataset(name, Shape(task, "../x", {"version": "../../v", "modality": "../m"}), inside)
    assert [path.name for path in tmp_path.iterdir()] == ["inside"]


@pytest.mark.end_to_end
@pytest.mark.skipif(not PROGRAM.exists(), reason="AgentCompass 1.0.1 is not installed for tests")
@pytest.mark.parametrize(("play", "code"), [((), 0), (("--play", "model=503"), 10), (("--play", "model=answered"), 11)])
def test_the_real_program_gives_the_verdict(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], play: tuple[str, ...], code: int
) -> None:
    """The same outcomes give the same failure (0), another status another one (10), a healthy endpoint none (11)."""
    message = "Rate limit reached for some-model: Limit 3, Used 3, Requested 1."
    call = {"call": 1, "outcome": "http-error", "status": 429, "body": {"error": {"message": message}}}
    members = documents(capsule={**REFUSED_429, "calls": {"model": [call], "judge": []}})
    bundle = write_bundle(tmp_path / "a.zip", members)
    arguments = ["reproduce", str(bundle), "--replay", "--json", "--agentcompass", str(PROGRAM), *play]
    assert run(arguments) == code
    assert json.loads(capsys.readouterr().out)["exit_code"] == code
