"""Inputs of odd encodings, kinds and sizes end with a documented code, in time."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from bundler.cli.main import run
from bundler.errors import ExitCode
from bundler.execution.measured import SCHEMA
from tests.reproduce.bundles import write_bundle

RUN = next((Path(__file__).resolve().parents[1] / "fixtures" / "runs" / "judge-401").rglob("run_info.json")).parent
NOT_UTF8 = os.fsdecode(b"fake\xff\xfe\xe9Key7Zq9Xw2Lm4")

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="POSIX file kinds and names")


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of a run that may be changed, in an empty home."""
    for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    shutil.copytree(RUN, tmp_path / RUN.name)
    return tmp_path / RUN.name


def reported(folder: Path, *more: str) -> int:
    """Report the run of a folder quietly."""
    return run(["report", str(folder), "-q", "--no-provider-checks", "-o", str(folder.parent / "out"), *more])


@pytest.mark.parametrize(
    "encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be", "utf-8-sig"]
)
@pytest.mark.parametrize("name", ["progress.jsonl", "run_info.json", "params.json", "run.log"])
def test_evidence_of_another_encoding(copied: Path, name: str, encoding: str) -> None:
    """What is not UTF-8 is not read, or read as far as it goes, and never ends the report."""
    path = copied / name
    path.write_bytes(path.read_text(encoding="utf-8").encode(encoding))
    assert reported(copied, "--no-harvest") == ExitCode.OK


@pytest.mark.parametrize("moment", ["1" * 400, "-" + "1" * 400, "1e400", "NaN", "true", '"x"', "[1]"])
def test_odd_moments(copied: Path, moment: str) -> None:
    """A time stamp that is no time is none."""
    line = f'{{"run_id": "r", "event": "run_started", "timestamp": {moment}, "task_id": null, "payload": {{}}}}\n'
    path = copied / "progress.jsonl"
    path.write_bytes(line.encode() + path.read_bytes())
    assert reported(copied, "--no-harvest") == ExitCode.OK


def test_bytes_that_are_no_text_in_a_secret(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A key in the environment or on the command line may be any bytes; the report, its map and the exposure end well."""
    log = copied / "run.log"
    log.write_bytes(log.read_bytes() + b"02:21:36 INFO x key " + os.fsencode(NOT_UTF8) + b"\n")
    command = f"agentcompass run hle x y --model-api-key {NOT_UTF8}2"
    monkeypatch.setenv("OPENAI_API_KEY", NOT_UTF8)
    assert reported(copied, "--keep-map", "--command", command) == ExitCode.OK
    assert run(["exposure", str(copied), "--command", command]) == ExitCode.OK
    assert run(["diagnose", str(copied), "--command", command, "--no-provider-checks"]) == ExitCode.OK


def test_a_file_of_values_is_a_regular_file_of_some_size(
    copied: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A pipe is not waited for, a device not read without end."""
    monkeypatch.setenv("REPRODUCE_MODEL_BASE_URL", "http://llm.corp.example/v1")
    bundle = write_bundle(copied.parent / "a.zip")
    pipe, large = copied.parent / "pipe", copied.parent / "large"
    os.mkfifo(pipe)
    large.write_bytes(b"A=1\n" * 1_000_000)
    program = shutil.which("true") or "true"
    for path in (pipe, large, Path("/dev/zero"), copied):
        arguments = ["reproduce", str(bundle), "--run", "--agentcompass", program, "--env-file", str(path)]
        assert run(arguments) == ExitCode.UNREADABLE
        assert str(path) in capsys.readouterr().err


def test_a_pipe_in_the_state_folder_is_passed_over(copied: Path) -> None:
    """Whatever lies in the place of a record, a rerun's answer or a map: the command does not wait for it."""
    state = copied.parent / "home" / "compass-report"
    (state / "executions" / "20990101-000000").mkdir(parents=True)
    os.mkfifo(state / "executions" / "20990101-000000" / "record.json")
    (state / "maps").mkdir()
    os.mkfifo(state / "maps" / f"{'a' * 64}.map.json")
    assert reported(copied, "--no-harvest") == ExitCode.OK
    (bundle,) = (copied.parent / "out").glob("*.zip")
    assert run(["explain", str(bundle), "user-1"]) == ExitCode.NOT_FOUND


def test_a_pipe_as_a_template_is_no_template(copied: Path) -> None:
    """A template is a file."""
    os.mkfifo(copied.parent / "pipe")
    config = copied.parent / "config.toml"
    config.write_text('template = "pipe"\n')
    assert reported(copied, "--no-harvest", "--config", str(config)) == ExitCode.USAGE


def test_a_rerun_answer_that_is_none(copied: Path) -> None:
    """Nesting without end in what a rerun left is no answer."""
    folder = copied.parent / "home" / "compass-report" / "reproductions"
    folder.mkdir(parents=True)
    from bundler.execution.measured import _file, measured_of  # noqa: PLC0415

    _file(copied, None).write_text(json.dumps({"document": {"schema": SCHEMA}})[:-1] + ', "run": ' + "[" * 100_000)
    assert measured_of(copied, None) is None
