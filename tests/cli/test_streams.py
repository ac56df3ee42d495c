"""Standard streams that are closed, full, read by nobody or of a narrow encoding change no exit code."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.execution.stage import environment, words

RUN = next((Path(__file__).resolve().parents[1] / "fixtures" / "runs" / "judge-401").rglob("run_info.json")).parent
REPORT = ("report", str(RUN), "--no-harvest", "--no-provider-checks", "-o", "out")
COMMANDS = {
    ("--help",): 0,
    ("verify", "--help"): 0,
    ("--version",): 0,
    ("rules",): 0,
    ("list", str(RUN)): 0,
    ("verfy", "x"): 3,
    ("verify", "--no-such-option"): 2,
    REPORT: 0,
}


def ended(home: Path, *arguments: str, prepare: Callable[[], object] | None = None, **options: object) -> int:
    """Run a command and return its exit code."""
    given = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "stdin": subprocess.DEVNULL} | options
    return subprocess.run(
        words(*arguments), cwd=home, env=environment(home), preexec_fn=prepare, check=False, timeout=60, **given
    ).returncode  # type: ignore[call-overload]


def read_by_nobody() -> int:
    """Return the end of a pipe whose other end is closed."""
    outer, inner = os.pipe()
    os.close(outer)
    return inner


@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize("arguments", COMMANDS)
def test_a_closed_stream_changes_nothing(tmp_path: Path, arguments: tuple[str, ...], number: int) -> None:
    """Whichever stream is closed, the command ends as it would."""
    assert ended(tmp_path, *arguments, prepare=lambda: os.close(number)) == COMMANDS[arguments]


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
@pytest.mark.parametrize("arguments", COMMANDS)
def test_a_pipe_that_nobody_reads_changes_nothing(tmp_path: Path, arguments: tuple[str, ...], stream: str) -> None:
    """Who read enough has what was wanted: the ending is the command's own, and a report is written."""
    inner = read_by_nobody()
    assert ended(tmp_path, *arguments, **{stream: inner}) == COMMANDS[arguments]
    os.close(inner)
    assert (arguments is not REPORT) or len(list((tmp_path / "out").iterdir())) == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("arguments", COMMANDS)
def test_a_full_stderr_changes_nothing_and_a_full_stdout_is_told(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """What is said about the work may be lost; a result that is lost is no success, and files that were written are named."""
    code = COMMANDS[arguments]
    with Path("/dev/full").open("wb") as full:
        assert ended(tmp_path, *arguments, stderr=full) == code
        done = subprocess.run(
            words(*arguments), cwd=tmp_path, env=environment(tmp_path), stdout=full, stderr=subprocess.PIPE, text=True,
            check=False, timeout=60,
        )  # fmt: skip
    assert done.returncode == (code or 4)
    assert "Traceback" not in done.stderr
    assert ("No space left" in done.stderr) is (code == 0)
    assert ("were written and verified" in done.stderr) is (arguments is REPORT)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437", "koi8-r", "utf-8", "utf-16"])
@pytest.mark.parametrize("arguments", [("--help",), ("rules",), ("report", "nö\u2026\u202e"), ("config",)])
def test_any_encoding_will_do(tmp_path: Path, arguments: tuple[str, ...], encoding: str) -> None:
    """What an encoding cannot say is spelled out."""
    given = {**environment(tmp_path), "PYTHONIOENCODING": encoding}
    done = subprocess.run(words(*arguments), cwd=tmp_path, env=given, capture_output=True, check=False, timeout=60)
    assert done.returncode == (3 if arguments[0] == "report" else 0)


def test_scrub_ends_with_its_reader(tmp_path: Path) -> None:
    """An input without an end is not read on when nobody reads the output."""
    source = subprocess.Popen(["yes", "a line of some length"], stdout=subprocess.PIPE)
    inner = read_by_nobody()
    assert ended(tmp_path, "scrub", "--no-harvest", stdin=source.stdout, stdout=inner) == 0
    os.close(inner)
    source.kill()
    source.communicate()


@pytest.mark.parametrize("pause", [0.0, 0.0005, 0.002, 0.01])
def test_ctrl_c_again_and_again(tmp_path: Path, pause: float) -> None:
    """However often somebody presses Ctrl-C, one sentence and no traceback."""
    code = (
        "import os, signal, sys, threading, time\n"
        "def press():\n"
        f"    for _ in range(20): os.kill(os.getpid(), signal.SIGINT); time.sleep({pause})\n"
        "import bundler.cli.main\n"
        "from bundler.__main__ import main\n"
        "def hang(*_): threading.Thread(target=press, daemon=True).start(); time.sleep(30)\n"
        "bundler.cli.main.run = hang\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment(tmp_path), capture_output=True, text=True,
        check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode in (130, -signal.SIGINT)
    assert done.stderr == "\ncompass-report: Interrupted; no unfinished file is left.\n"
