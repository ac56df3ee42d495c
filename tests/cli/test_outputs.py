"""What the main command tells people, machines and chats, on a terminal and in a pipe."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import pytest

from bundler.cli import terminal
from bundler.cli.main import run
from bundler.errors import ExitCode

RUN = Path(__file__).resolve().parents[1] / "fixtures" / "runs" / "judge-401"
KEYS = [
    "exit", "zip", "body", "sha256", "size", "title", "command", "page", "run", "diagnosis", "checklist", "omissions",
    "redactions", "harvest", "verification",
]  # fmt: skip


@pytest.fixture
def quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return arguments for a report that reads nothing of this machine, in an empty home."""
    for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("COLUMNS", "200")
    run_folder = next(path.parent for path in RUN.rglob("run_info.json"))
    return ["report", str(run_folder), "--no-harvest", "--no-provider-checks", "-o", str(tmp_path / "out")]


def test_json_is_one_stable_object(quick: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing but one object is on stdout; its keys are those that docs/cli.md names, and more may only be added."""
    assert run([*quick, "--json", "--repo", "owner/name"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told)[: len(KEYS)] == KEYS
    documented = (Path(__file__).resolve().parents[2] / "docs" / "cli.md").read_text(encoding="utf-8")
    assert all(f"`{key}`" in documented for key in told)
    assert set(told["diagnosis"]) == {"phase", "class", "row", "cause", "next_step", "fingerprint"}
    assert Path(told["zip"]).is_file()
    assert Path(told["body"]).is_file()
    assert told["page"].startswith("https://github.com/owner/name/issues/new?title=")
    assert len(told["checklist"]) == 8


def test_summary_in_a_pipe_is_plain(quick: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Without a terminal there is no escape and no progress; it tells phase, removal, verification, files and the next step."""
    assert run(quick) == 0
    shown = capsys.readouterr()
    assert "\x1b" not in shown.out + shown.err
    assert "\r" not in shown.out + shown.err
    for word in (
        "Task",
        "Phase",
        "Cause",
        "Next step",
        "Fingerprint",
        "Removed",
        "Verified",
        "gh issue create",
        ".zip",
        ".md",
        "public the moment",
    ):
        assert word in shown.out


def test_text_is_for_a_chat(quick: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """``--format text`` prints a few plain lines and nothing else."""
    assert run([*quick, "--format", "text"]) == 0
    lines = capsys.readouterr().out.strip().splitlines()
    assert len(lines) == 6
    assert lines[-1].startswith("Fingerprint: ")


def test_quiet_and_verbose(quick: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Quiet says nothing at all; verbose names the steps with their times on stderr."""
    assert run([*quick, "--quiet"]) == 0
    shown = capsys.readouterr()
    assert shown.out + shown.err == ""
    assert run([*quick, "--verbose", "--json"]) == 0
    assert run([*quick, "--verbose"]) == 0
    assert re.search(r"^ *\d+\.\d\ds  verifying", capsys.readouterr().err, re.MULTILINE)


def test_open_gives_the_prefilled_page(
    quick: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``--open`` opens the page of the repository, says that nothing was sent, and needs to know the repository."""
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda address: bool(opened.append(address)) or True)
    assert run([*quick, "--open", "--repo", "owner/name"]) == 0
    assert len(opened) == 1
    assert len(opened[0]) <= 6_000
    assert "nothing is sent" in capsys.readouterr().err
    assert run([*quick[:-1], f"{quick[-1]}-not", "--open"]) == ExitCode.USAGE
    assert len(opened) == 1
    assert not Path(f"{quick[-1]}-not").exists()


def test_own_template_from_the_configuration(quick: list[str], tmp_path: Path) -> None:
    """The template that the configuration names makes the body."""
    own = tmp_path / "own.md.j2"
    own.write_text("MINE {{ report.fingerprint }}\n", encoding="utf-8")
    config = tmp_path / "config.toml"
    config.write_text(f"template = {str(own)!r}\n", encoding="utf-8")
    assert run([*quick, "--config", str(config), "-q"]) == 0
    assert next((tmp_path / "out").glob("*.md")).read_text(encoding="utf-8").startswith("MINE `")


class _Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("name", "value", "colored"), [("TERM", "xterm", True), ("NO_COLOR", "1", False), ("TERM", "dumb", False)]
)
def test_colours(monkeypatch: pytest.MonkeyPatch, name: str, value: str, colored: bool) -> None:
    """Colours are for a terminal, unless ``NO_COLOR`` is set or the terminal is dumb."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv(name, value)
    screen = _Screen()
    monkeypatch.setattr(sys, "stdout", screen)
    terminal.answer("text", fg="red")
    assert ("\x1b[31m" in screen.getvalue()) is colored


def test_evidence_cannot_steer_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """Escapes and direction marks in what is printed are dropped or spelled out."""
    terminal.answer("\x1b]0;title\x07a\x1b[2Jb\u202ec\x9b31m\r\x00")
    assert capsys.readouterr().out == "ab⟨U+202E⟩c⟨U+009B⟩31m⟨U+000D⟩⟨U+0000⟩\n"
