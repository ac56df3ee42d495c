"""``build_report``: the same pipeline from Python; nothing printed, nothing ended."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bundler import build_report
from bundler.errors import NotFoundError, UsageError
from tests.fixtures import fixture


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)


def test_report_of_a_task(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A task's report is written and returned, and nothing is printed."""
    run = fixture("model-404")
    report = build_report(run.run, command=run.command["argv"], output_dir=tmp_path / "out", provider_checks=False)
    assert report.zip_path.is_file()
    assert report.body_path.read_text() == report.body
    assert report.diagnosis["phase"] == run.command["first_failing_phase"]
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("name", ["nodir-unknown-option", "nodir-malformed-json", "nodir-optional-dependency"])
def test_report_of_a_command_without_a_run(tmp_path: Path, name: str) -> None:
    """Command and console alone make a bundle that says where it failed, and holds none of the command's secrets."""
    told = fixture(name)
    report = build_report(
        command=told.command["argv"], exit_code=told.command["exit_code"], console_text=told.console,
        output_dir=tmp_path / "out", provider_checks=False,
    )  # fmt: skip
    assert report.diagnosis["phase"].startswith("before the run directory")
    assert report.diagnosis["row"] is not None
    assert report.manifest["layout"] == "no run directory"
    words = " ".join(told.command["argv"])
    assert not [one.name for one in told.canaries if one.value in words and one.value in report.body]


def test_errors_are_raised(tmp_path: Path) -> None:
    """What goes wrong is an exception with a sentence, never an exit."""
    with pytest.raises(NotFoundError):
        build_report()
    with pytest.raises(UsageError):
        build_report(console=tmp_path / "a", console_text="b")


def test_importing_the_package_imports_nothing_else() -> None:
    """The interface is imported when it is asked for."""
    code = "import sys, bundler; print([name for name in sys.modules if name.startswith(('bundler.', 'redaction'))])"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        == "['bundler.version']\n"
    )
