"""A folder that nobody may list hides what is in it, is named, and disables nothing else."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from bundler.cli.main import run
from bundler.errors import ExitCode
from tests.unprivileged import can_be_refused, unprivileged

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures" / "runs"
pytestmark = pytest.mark.skipif(not can_be_refused(), reason="nobody can be refused here")


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give a results folder with two runs, in an empty home, without the rights of root."""
    for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    for name in ("judge-401", "model-401-echo"):
        source = next((FIXTURES / name).rglob("run_info.json")).parent
        shutil.copytree(source, tmp_path / "results" / name / source.name)
    monkeypatch.chdir(tmp_path)
    with unprivileged():
        yield tmp_path / "results"
    for path in sorted(tmp_path.rglob("*")):
        if path.is_dir():
            path.chmod(0o755)


def report(*arguments: str) -> int:
    """Report without looking at this machine."""
    return run(["report", *arguments, "--no-harvest", "--no-provider-checks", "-q", "-o", "out"])


def test_a_folder_beside_the_runs(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Runs are listed and found all the same, and the folder is named wherever it may matter."""
    (results / "locked").mkdir(mode=0)
    assert run(["list"]) == ExitCode.OK
    shown = capsys.readouterr()
    assert "results/locked" in shown.err
    assert shown.out.count("failed") >= 2
    assert run(["list", "--json"]) == ExitCode.OK
    assert '"not_listed": [' in capsys.readouterr().out
    assert report("latest") in (ExitCode.OK, ExitCode.NOT_FOUND)
    capsys.readouterr()
    assert report(next(results.glob("judge-401/*")).name) == ExitCode.OK
    assert "locked" in capsys.readouterr().err
    assert run(["diagnose", "nosuch"]) == ExitCode.NOT_FOUND
    assert "locked" in capsys.readouterr().err


@pytest.mark.parametrize("place", ["details", "details/fatal", "details/error"])
def test_a_folder_of_tasks(results: Path, capsys: pytest.CaptureFixture[str], place: str) -> None:
    """That nothing is known to have failed is not told as if nothing had; the run can be reported."""
    (folder,) = results.glob("judge-401/*")
    if not (folder / place).is_dir():
        pytest.skip("the run has no such folder")
    (folder / place).chmod(0)
    assert run(["list", str(folder)]) == ExitCode.OK
    assert f"{place} cannot be listed" in capsys.readouterr().out
    assert report(str(folder)) == ExitCode.OK
    assert run(["list"]) == ExitCode.OK
    assert "cannot be listed" in capsys.readouterr().out


@pytest.mark.parametrize("inner", [".", "attempt-1"])
def test_a_task(results: Path, inner: str) -> None:
    """A task whose folder cannot be read gets a bundle without what is in it."""
    (folder,) = results.glob("judge-401/*")
    task = next(path for path in (folder / "details").glob("*/*") if path.is_dir())
    (task / inner).chmod(0)
    assert report(str(task)) == ExitCode.OK
    assert len(list(Path("out").glob("*.zip"))) == 1


def test_a_run(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A run that cannot be listed at all is named."""
    (folder,) = results.glob("judge-401/*")
    folder.chmod(0)
    for command in (["list", str(folder)], ["report", str(folder)]):
        assert run(command) == ExitCode.UNREADABLE
        assert f"Cannot list {folder}" in capsys.readouterr().err
