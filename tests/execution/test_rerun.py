"""Measured reruns: where credentials come from, what is remembered, and what a later report says."""

from __future__ import annotations

import json
import os
import stat
import sys
from pathlib import Path

import pytest

from bundler import build_report
from bundler.collectors.shell_words import json_argument, reference
from bundler.errors import ExitCode, UsageError
from bundler.execution.credentials import fill
from bundler.execution.measured import measured_of
from bundler.execution.process import NotStartedError, run_aside
from bundler.execution.rerun import measure, plan, ready
from bundler.locate import select
from bundler.machine.environment import state_folder
from tests.fixtures import fixture

#: A program that leaves a copy of a run directory, as the rerun's result.
COPIES = """#!{python}
import os, shutil, sys
target = sys.argv[sys.argv.index("--results-dir") + 1]
shutil.copytree({source!r}, os.path.join(target, "again"))
raise SystemExit(1)
"""


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)


def _program(folder: Path, text: str) -> str:
    path = folder / "agentcompass"
    path.write_text(text)
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize(
    ("source", "reproduces", "code"),
    [("model-404", "yes", 0), ("ok-correct", "no", 11), ("judge-401", "different failure", 10)],
)
def test_what_is_measured_goes_into_the_next_report(tmp_path: Path, source: str, reproduces: str, code: int) -> None:
    """The fingerprints decide; the answer is private on disk and stands in the next bundle with its own diagnosis."""
    run, again = fixture("model-404").run, fixture(source).run
    assert run is not None
    program = _program(tmp_path, COPIES.format(python=sys.executable, source=str(again)))
    selection = select(str(run), "math/group-01", None)
    environment = {**os.environ, "MODEL_API_KEY": "FAKE-key", "JUDGE_MODEL_API_KEY": "FAKE-judge"}
    planned = plan(selection, environment, execution=None, program=program, keep_environment=False)
    outcome = measure(ready(planned), environment, 60)
    assert (outcome.reproduces, outcome.exit_code) == (reproduces, code)
    kept = measured_of(run, "math/group-01")
    assert kept is not None
    assert kept.document["reproduces"] == reproduces
    for path in state_folder().glob("reproductions/*"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600

    report = build_report(run, "math/group-01", output_dir=tmp_path / "out", provider_checks=False)
    assert any(member["name"] == "reproduction.json" for member in report.manifest["members"])
    assert "FAKE-key" not in report.body


def test_a_rerun_that_proves_nothing_is_not_remembered(tmp_path: Path) -> None:
    """A command that ends before there is a run, or does not end in time, gives no answer."""
    run = fixture("model-401-echo").run
    assert run is not None
    selection = select(str(run), "physics:02", None)
    environment = {**os.environ, "MODEL_API_KEY": "FAKE-key", "JUDGE_MODEL_API_KEY": "FAKE-judge"}
    for text in ("#!/bin/sh\nexit 2\n", "#!/bin/sh\nexec sleep 60\n"):
        planned = plan(selection, environment, execution=None, program=_program(tmp_path, text), keep_environment=False)
        outcome = measure(planned, environment, 1.0)
        assert (outcome.reproduces, outcome.exit_code) == ("", ExitCode.COULD_NOT_RUN)
        assert measured_of(run, "physics:02") is None


def test_missing_credentials_are_named(tmp_path: Path) -> None:
    """Nothing is run with a credential missing; its variable is named."""
    run = fixture("model-401-echo").run
    planned = plan(select(str(run), "physics:02", None), {}, execution=None, program=None, keep_environment=False)
    with pytest.raises(UsageError) as raised:
        ready(planned)
    assert "MODEL_API_KEY" in raised.value.candidates


def test_only_one_try_and_no_environment_kept_unasked(tmp_path: Path) -> None:
    """The command runs one task at a time, without retries; the sandbox is kept on request only."""
    run = fixture("model-401-echo").run
    selection = select(str(run), "physics:02", None)
    argv = plan(selection, {}, execution=None, program=None, keep_environment=False).argv
    for option, value in (("--task-concurrency", "1"), ("--max-retries", "0")):
        assert argv[argv.index(option) + 1] == value
    assert "--keep-environment" not in argv
    kept = plan(selection, {}, execution=None, program=None, keep_environment=True)
    assert "--keep-environment" in kept.argv


def test_credentials_come_from_the_recorded_command() -> None:
    """The same option, and inside JSON the same place, of the recorded command; the environment comes first."""
    judge = {"judge_model": {"id": "judge", "api_key": reference("JUDGE_MODEL_API_KEY")}}
    argv = [
        "agentcompass",
        "run",
        "--model-api-key",
        reference("MODEL_API_KEY"),
        "--benchmark-params",
        json_argument(judge),
    ]
    given = {"judge_model": {"api_key": "FAKE'judge", "id": "judge"}}
    recorded = ["agentcompass", "run", "--benchmark-params", json.dumps(given), "--model-api-key=FAKE-model"]
    assert fill(argv, recorded, {}) == ({"MODEL_API_KEY": "FAKE-model", "JUDGE_MODEL_API_KEY": "FAKE'judge"}, [])
    assert fill(argv, recorded, {"MODEL_API_KEY": "FAKE-mine"})[0]["MODEL_API_KEY"] == "FAKE-mine"
    assert fill(argv, [], {}) == ({}, ["MODEL_API_KEY", "JUDGE_MODEL_API_KEY"])


def test_time_limit_stops_gently_first(tmp_path: Path) -> None:
    """A command over its time is interrupted, so that it can clean up, and its children end with it."""
    script = "import signal, sys, time\ntry: time.sleep(60)\nexcept KeyboardInterrupt: print('cleaned up', flush=True)"
    printed = bytearray()
    code = run_aside(
        [sys.executable, "-c", script], printed.extend, timeout=1.5, folder=tmp_path, environment=os.environ
    )
    assert (code, bytes(printed)) == (None, b"cleaned up\n")


def test_what_cannot_be_started(tmp_path: Path) -> None:
    """A program that is not there is told as such."""
    with pytest.raises(NotStartedError):
        run_aside(["no-such-program-here"], print, timeout=1, folder=tmp_path, environment={"PATH": ""})
