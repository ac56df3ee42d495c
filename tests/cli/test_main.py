"""The front door: every ending has one sentence and its exit code; start-up imports click alone."""

from __future__ import annotations

import subprocess
import sys

import pytest

from bundler.cli import main as front_door
from bundler.cli.endings import report_ending, safe_crash_report
from bundler.cli.main import COMMANDS, run
from bundler.errors import ExitCode, InvalidBundleError, NotCleanError, NotFoundError, UnreadableError, UsageError

SECRET = "FAKE-secret-in-a-message"


def test_start_up_imports_only_click() -> None:
    """The command-line module imports nothing of ours and no library but click."""
    code = (
        "import sys; before = set(sys.modules); import click; with_click = set(sys.modules); import bundler.cli.main; "
        "new = {name.partition('.')[0] for name in set(sys.modules) - with_click} - {'bundler'}; "
        "ours = sorted(name for name in sys.modules if name.startswith(('bundler', 'redaction'))); print(new, ours)"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert answer.strip() == "set() ['bundler', 'bundler.cli', 'bundler.cli.main', 'bundler.version']"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """``COMMAND --help`` explains itself and ends well."""
    assert run([name, "--help"]) == 0
    assert "Usage:" in capsys.readouterr().out


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    """The first help shows the main use, every command and the exit codes."""
    assert run(["--help"]) == 0
    shown = capsys.readouterr().out
    assert "RUN [TASK]" in shown
    assert all(f"\n  {name} " in shown for name in COMMANDS)
    assert "130 interrupted" in " ".join(shown.split())


@pytest.mark.parametrize(
    "arguments", [["--no-such-option"], ["verify"], ["report", "a", "b", "c"], ["scrub", "--format", "x"]]
)
def test_usage_errors(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be understood is exit code 2 and one sentence."""
    assert run(arguments) == ExitCode.USAGE
    assert capsys.readouterr().err.startswith("compass-report: ")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UsageError("x"), 2),
        (NotFoundError("x", candidates=["a", "b"], hint="try"), 3),
        (UnreadableError("x"), 4),
        (NotCleanError("x"), 5),
        (InvalidBundleError("x"), 6),
        (RuntimeError(SECRET), 70),
        (RecursionError(SECRET), 70),
        (MemoryError(), 70),
        (UnicodeDecodeError("utf-8", SECRET.encode() + b"\xff", 0, 1, "bad"), 70),
        (PermissionError(13, SECRET, SECRET), 4),
        (OSError(24, SECRET), 4),
        (OSError(SECRET), 70),
        (KeyboardInterrupt(), 130),
    ],
)
def test_endings(error: BaseException, code: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Every error has its exit code, never 1; nothing of a message that could be evidence is printed."""
    assert report_ending(error) == code
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("compass-report: ") or code == ExitCode.INTERRUPTED
    assert SECRET not in shown.err
    assert "Traceback" not in shown.err


def test_a_crash_report_is_safe(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Our own crash names types and our own places: no message, no value, no folder of the user's."""

    def inner(value: str) -> None:
        raise ValueError(value)

    try:
        try:
            inner(SECRET)
        except ValueError as cause:
            raise KeyError(SECRET) from cause
    except KeyError as error:
        report = "\n".join(safe_crash_report(error))
    assert "KeyError" in report
    assert "ValueError" in report
    assert SECRET not in report
    assert str(tmp_path_factory.getbasetemp()) not in report


def test_the_default_command_takes_a_run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Arguments that name no command are the main command's."""
    monkeypatch.setattr(front_door, "DEFAULT", "report")
    assert run(["no/such/run", "task"]) == ExitCode.NOT_FOUND
    assert "no/such/run" in capsys.readouterr().err


def test_terminal_escapes_of_the_user_are_harmless(capsys: pytest.CaptureFixture[str]) -> None:
    """What the user typed is repeated without its control characters."""
    assert run(["\x1b[31mred\u202e"]) == ExitCode.NOT_FOUND
    assert "\x1b" not in capsys.readouterr().err


def test_the_command_cannot_ask_a_provider_whether_a_secret_is_valid() -> None:
    """What detect-secrets would ask with refuses in our command's process, and no client of the network is imported."""
    code = (
        "import sys\n"
        "from bundler.offline import stay_offline\n"
        "stay_offline()\n"
        "import requests\n"
        "from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class\n"
        "assert get_mapping_from_secret_type_to_class() and 'urllib3' not in sys.modules\n"
        "try:\n"
        "    requests.get('https://127.0.0.1/')\n"
        "except requests.exceptions.RequestException:\n"
        "    print('refused')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "refused\n"
