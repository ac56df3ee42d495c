"""A secret or a term that is a word of ours neither keeps a bundle from being made nor takes it apart."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from bundler.cli.main import run
from bundler.errors import ExitCode
from bundler.own_words import is_own_word
from bundler.verify.distinctive import is_distinctive
from redaction.findings import Kind

RUN = next((Path(__file__).resolve().parents[1] / "fixtures" / "runs" / "judge-401").rglob("run_info.json")).parent
OURS = (
    "compass-report", "evidence", "manifest.json", "run_info.json", "evidence/run_info.json", "traceback", "credentials",
    "attempt-1", "host_process", "REDACTED-openai-key-1", "private-host-1.invalid", "WITHHELD-task-data-1", "placeholders",
    "verification", "compass-report.manifest.v1", "Withheld", "omissions", "fingerprint",
)  # fmt: skip


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty home."""
    for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))


def test_both_sides_know_them() -> None:
    """The redactor and the verifier know our words alike, and take no others for them."""
    assert all(is_own_word(word) and not is_distinctive(word, Kind.SECRET) for word in OURS)
    assert not any(
        is_own_word(word) or not is_distinctive(word, Kind.SECRET)
        for word in ("Hq7-fake-Zx93kd", "evidence2026", "attempt-x")
    )


@pytest.mark.parametrize("word", OURS)
def test_a_secret_that_is_a_word_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    """The bundle is made and keeps its words."""
    monkeypatch.setenv("OPENAI_API_KEY", word)
    arguments = ["report", str(RUN), "-q", "--no-provider-checks", "-o", str(tmp_path / "out")]
    assert run(arguments) == ExitCode.OK
    (bundle,) = (tmp_path / "out").glob("*.zip")
    with zipfile.ZipFile(bundle) as archive:
        diagnosis = json.loads(archive.read("diagnosis.json"))
    assert any(one["where"].startswith("evidence/attempt-1.json") for one in diagnosis["evidence"])


@pytest.mark.parametrize("word", OURS)
def test_a_word_of_ours_on_the_command_line(tmp_path: Path, word: str) -> None:
    """The bundle is made; a word that every bundle says tells nothing, as `EMPTY` in that place tells nothing."""
    arguments = ["report", str(RUN), "-q", "--no-provider-checks", "-o", str(tmp_path / "out")]
    assert run([*arguments, "--command", f"agentcompass run --model-api-key {word} --x"]) == ExitCode.OK


@pytest.mark.parametrize("word", ["evidence", "manifest.json", "compass-report"])
def test_a_term_that_is_a_word_of_ours(tmp_path: Path, capsys: pytest.CaptureFixture[str], word: str) -> None:
    """The user is told which term it is, before anything is written."""
    config = tmp_path / "config.toml"
    config.write_text(f'terms = ["{word}"]\n')
    arguments = ["report", str(RUN), "-q", "--no-provider-checks", "--no-harvest", "-o", str(tmp_path / "out")]
    assert run([*arguments, "--config", str(config)]) == ExitCode.USAGE
    assert f"The term {word} " in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
