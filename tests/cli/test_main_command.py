"""The main command on real runs: nothing planted comes out, the same input gives the same bytes, every ending is clean."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

from bundler.cli.main import run
from bundler.verify.interface import inspect_bundle
from tests.fixtures import fixture
from tests.fixtures.occurrences import forms

ROOT = Path(__file__).parents[2]
CASES = ["model-401-echo", "judge-401", "harness-prints-environment", "load-dataset-403", "legacy-v2-model-500-retries"]
_SHORTEST = 6
_STOPS = int(os.environ.get("COMPASS_REPORT_STOPS", "5"))


def _arguments(name: str, output: Path) -> list[str]:
    one = fixture(name)
    folders = sorted(one.run.glob("details/**/*--*")) if one.run else []
    tasks = [folder.name for folder in folders if folder.parent.name in {"fatal", "error", "details"}][:1]
    return ["report", str(one.run), *tasks, "-o", str(output), "--no-provider-checks", "--quiet"]


def _shown(folder: Path) -> dict[str, str]:
    texts = {f"name {path.name}": path.name for path in folder.iterdir()}
    for path in folder.iterdir():
        if path.suffix == ".zip":
            with zipfile.ZipFile(path) as bundle:
                texts |= {name: bundle.read(name).decode() for name in bundle.namelist()}
        else:
            texts[path.name] = path.read_text(encoding="utf-8")
    return texts


@pytest.mark.parametrize("known", [True, False], ids=["environment", "empty"])
@pytest.mark.parametrize("name", CASES)
def test_nothing_planted_comes_out(name: str, *, known: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No planted value is in a member, a name or the body in any form, whether or not the environment tells it."""
    one = fixture(name)
    for variable in list(os.environ):
        monkeypatch.delenv(variable)
    for variable, value in (one.command["env"] if known else {}).items():
        monkeypatch.setenv(variable, value)
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    extra = ["--command", one.command["shell"]] if known else []
    assert run([*_arguments(name, tmp_path), *extra]) == 0
    texts = _shown(tmp_path)
    found = []
    for planted in one.canaries:
        for form, spelled in forms(planted.value).items():
            pattern = re.compile(re.escape(spelled), re.IGNORECASE if form == "url" else 0)
            if len(spelled) >= _SHORTEST:
                found += [(planted.name, form, place) for place, text in texts.items() if pattern.search(text)]
    assert found == []


def test_the_same_input_gives_the_same_private_bytes(tmp_path: Path) -> None:
    """Two builds are identical, zip and body, and only their owner may read them."""
    for folder in ("a", "b"):
        assert run(_arguments("model-404", tmp_path / folder)) == 0
    first = {path.name: path.read_bytes() for path in (tmp_path / "a").iterdir()}
    assert first == {path.name: path.read_bytes() for path in (tmp_path / "b").iterdir()}
    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "a").iterdir()} == {0o600}


@pytest.mark.parametrize(
    ("extra", "code"),
    [
        (["--attempt", "9"], 3),
        (["--drop", "no-such-member"], 2),
        (["--config", "missing.toml"], 2),
        (["-o", "/dev/null/x"], 4),
    ],
)
def test_bad_input_is_one_sentence(
    extra: list[str], code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The right exit code, one sentence on stderr, nothing on stdout and nothing written."""
    assert run([*_arguments("model-404", tmp_path / "out"), *extra]) == code
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("compass-report: ")
    assert not list(tmp_path.glob("out/*"))


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGINT], ids=["kill", "ctrl-c"])
def test_a_stopped_build_leaves_nothing_half_written(ending: signal.Signals, tmp_path: Path) -> None:
    """Stopped at any moment, every final file verifies; the next build removes what was left and works."""
    moments = random.Random(20261202)
    command = [sys.executable, "-m", "bundler", *_arguments("model-404", tmp_path)]
    for _ in range(_STOPS):
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(moments.uniform(0.05, 3.0))
        process.send_signal(ending)
        process.wait(60)
        for path in tmp_path.glob("*.zip"):
            inspect_bundle(path)
    assert subprocess.run(command, cwd=ROOT, check=False, timeout=120).returncode == 0
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".md", ".zip"]
