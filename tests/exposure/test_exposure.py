"""The exposure note: named by source, counted, attributed, never quoting a secret."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bundler import exposure
from bundler.cli.main import run
from bundler.errors import ExitCode
from bundler.exposure import find_exposure, readable_by
from bundler.machine.files import chunks
from redaction import KnownValue
from redaction.findings import Kind

KEY = "FAKE" + "k3yVALUE" + "0123456789abcdefXYZ"
KNOWN = [KnownValue(KEY, Kind.SECRET, "secret", "environment variable MODEL_API_KEY")]


def make_run(folder: Path) -> Path:
    """Write a small run directory with a key in its log, an error text and a link to elsewhere."""
    (folder / "details").mkdir(parents=True)
    (folder / "run.log").write_text(
        f"02:04:18 INFO     runtime.runner  started\n02:04:19 ERROR    AsyncFCInferencer  refused {KEY}\n  continued {KEY}\n"
        f"02:04:20 DEBUG    runtime.results.store  saved {KEY}\n",
        encoding="utf-8",
    )
    (folder / "details" / "task.json").write_text(json.dumps({"error": f"key {KEY}"}), encoding="utf-8")
    (folder / "clean.txt").write_text("nothing", encoding="utf-8")
    (folder / "link.txt").symlink_to(folder / "run.log")
    return folder


def test_counts_files_and_loggers(tmp_path: Path) -> None:
    """Each secret is counted by file, with the loggers whose records hold it; links are not followed."""
    exposure = find_exposure(make_run(tmp_path / "run"), KNOWN)
    found = {(one.file, one.count, one.loggers) for one in exposure.found}
    assert found == {("run.log", 3, ("AsyncFCInferencer", "runtime.results.store")), ("details/task.json", 1, ())}
    assert exposure.sources == ("environment variable MODEL_API_KEY",)
    assert exposure.files == 3


def test_nothing_quotes_the_secret(tmp_path: Path) -> None:
    """Neither the JSON form nor a repr holds the value."""
    exposure = find_exposure(make_run(tmp_path / "run"), KNOWN)
    assert KEY not in json.dumps(exposure.to_json()) + repr(exposure)


def test_only_secrets_are_exposed(tmp_path: Path) -> None:
    """A user's name or a host is no secret to rotate."""
    folder = make_run(tmp_path / "run")
    assert not find_exposure(folder, [KnownValue(KEY, Kind.PERSON, "user", "account")]).found
    assert find_exposure(folder, []).files == 3


@pytest.mark.parametrize(
    ("mode", "readers"), [(0o644, "everybody on this machine"), (0o640, "the owner's group"), (0o600, "the owner")]
)
def test_readers(tmp_path: Path, mode: int, readers: str) -> None:
    """Who may read a file is told by its mode and the folder's."""
    tmp_path.chmod(0o755)
    path = tmp_path / "file"
    path.touch()
    path.chmod(mode)
    assert readable_by(path) == readers
    if mode == 0o644:
        tmp_path.chmod(0o700)
        assert readable_by(path) != readers


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20, deadline=None)
@given(st.integers(0, 3), st.integers(-40, 40))
def test_across_blocks(tmp_path: Path, block: int, shift: int) -> None:
    """A secret is found once wherever it lies to the borders between the pieces that are read."""
    piece = 96 * 1024
    before = max(0, block * piece + shift)
    folder = tmp_path / "big"
    folder.mkdir(exist_ok=True)
    (folder / "x.bin").write_bytes(b"." * before + KEY.encode() + b"." * 100)
    with patch.object(exposure, "_BLOCK", piece), patch.object(exposure, "chunks", partial(chunks, size=piece)):
        assert [one.count for one in find_exposure(folder, KNOWN).found] == [1]


def test_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The command tells source, file, count and readers and what to do, and never shows the value."""
    monkeypatch.setenv("MODEL_API_KEY", KEY)
    monkeypatch.chdir(tmp_path)
    folder = make_run(tmp_path / "run")
    assert run(["exposure", str(folder)]) == 0
    shown = capsys.readouterr().out
    assert "MODEL_API_KEY" in shown
    assert "3 × in run.log" in shown
    assert "Rotate" in shown
    assert KEY not in shown
    assert run(["exposure", "--json", str(folder), str(tmp_path / "run" / "details")]) == 0
    folders = json.loads(capsys.readouterr().out)["folders"]
    assert [set(one) for one in folders] == [{"folder", "files", "known_secrets", "rotate", "found", "skipped"}] * 2
    assert run(["exposure", str(tmp_path / "none")]) == ExitCode.NOT_FOUND
