"""A command runs as if nobody were there: streams, exit code, signals, terminal."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.execution.stage import Terminal, console, environment, record, run, start, words

PYTHON = sys.executable
#: Counts Ctrl-C; ends by itself after two seconds, so that a second one would be seen.
COUNTING = (
    "import signal, time\n"
    "got = []\n"
    "signal.signal(signal.SIGINT, lambda number, frame: got.append(number))\n"
    "print('ready', flush=True)\n"
    "until = time.monotonic() + 30\n"
    "while not got and time.monotonic() < until: time.sleep(0.05)\n"
    "time.sleep(1.0)\n"
    "print('interrupts:', len(got), flush=True)\n"
    "raise SystemExit(130)\n"
)


@pytest.mark.parametrize("code", [0, 1, 2, 77, 130, 255])
def test_exit_code_is_the_commands(tmp_path: Path, code: int) -> None:
    """Every exit code is handed on."""
    assert run(tmp_path, "exec", "--on-failure", "never", "--", "sh", "-c", f"exit {code}").returncode == code


def test_streams_stay_apart_and_are_recorded(tmp_path: Path) -> None:
    """Standard output and error keep their places; the record holds both, argv, times and exit code, and is private."""
    argv = ["sh", "-c", "echo out; echo err >&2; exit 3", "a b", "--model-api-key", "x"]
    done = run(tmp_path, "exec", "--on-failure", "never", "--", *argv)
    assert (done.stdout, done.stderr, done.returncode) == ("out\n", "err\n", 3)
    kept = record(tmp_path)
    assert (kept["argv"], kept["exit_code"], kept["runs"]) == (argv, 3, [])
    assert kept["started"] <= kept["ended"]
    assert sorted(console(tmp_path).split()) == ["err", "out"]
    for path in (tmp_path / "state" / "compass-report" / "executions").rglob("*"):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600)


def test_one_place_for_both_streams_keeps_their_order(tmp_path: Path) -> None:
    """With ``2>&1`` what is printed alternately stays in order."""
    script = "i=0; while [ $i -lt 200 ]; do echo o$i; echo e$i >&2; i=$((i+1)); done"
    process = start_merged(tmp_path, script)
    assert process.split() == [f"{letter}{number}" for number in range(200) for letter in "oe"]


def start_merged(home: Path, script: str) -> str:
    """Run a script under ``exec`` with both streams going to one pipe; return what came."""
    done = subprocess.run(
        words("exec", "--on-failure", "never", "--", "sh", "-c", script),
        cwd=home, env=environment(home), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, timeout=60, check=True,
    )  # fmt: skip
    return done.stdout


def test_console_is_bounded_on_disk_and_whole_on_the_stream(tmp_path: Path) -> None:
    """Of ten megabytes the file keeps head and tail with a mark; the stream passes all."""
    code = "import sys\nfor n in range(200_000): sys.stdout.write(f'{n:049d}\\n')"
    done = run(tmp_path, "exec", "--on-failure", "never", "--", PYTHON, "-c", code)
    assert len(done.stdout) == 10_000_000
    kept = console(tmp_path)
    assert len(kept) < 2_200_000
    assert kept.startswith("0" * 49)
    assert kept.endswith(f"{199_999:049d}\n")
    assert f"{record(tmp_path)['left_out']} bytes left out" in kept


def test_standard_input_is_the_commands(tmp_path: Path) -> None:
    """What is piped in reaches the command."""
    done = subprocess.run(
        words("exec", "--", "cat"), cwd=tmp_path, env=environment(tmp_path), input=b"\x00\xffabc", capture_output=True,
        timeout=60, check=True,
    )  # fmt: skip
    assert done.stdout == b"\x00\xffabc"


def test_no_such_command(tmp_path: Path) -> None:
    """A command that does not exist is told as shells tell it."""
    done = run(tmp_path, "exec", "--", "no-such-program-here", "run")
    assert done.returncode == 127
    assert done.stderr == "compass-report: no-such-program-here: command not found\n"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGUSR1])
def test_signals_are_passed_on_and_end_us_alike(tmp_path: Path, number: signal.Signals) -> None:
    """A signal sent to us reaches the command, and we end as it ended."""
    process = start(tmp_path, "exec", "--on-failure", "never", "--", "sh", "-c", "echo ready; exec sleep 60")
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    process.send_signal(number)
    process.communicate(timeout=30)
    assert process.returncode == -number
    assert record(tmp_path)["exit_code"] == -number


def test_interrupt_without_terminal_arrives_once(tmp_path: Path) -> None:
    """A group's SIGINT, as CI runners send it, is one interrupt for the command."""
    process = start(tmp_path, "exec", "--on-failure", "never", "--", PYTHON, "-c", COUNTING)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    os.killpg(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=30)
    assert (out, process.returncode) == ("interrupts: 1\n", 130)


def test_killed_command_is_recorded(tmp_path: Path) -> None:
    """A command that is killed from outside leaves a record, and we end by the same signal."""
    process = start(tmp_path, "exec", "--on-failure", "never", "--", "sh", "-c", "echo $$; exec sleep 60")
    assert process.stdout is not None
    os.kill(int(process.stdout.readline()), signal.SIGKILL)
    process.communicate(timeout=30)
    assert process.returncode == -signal.SIGKILL
    assert record(tmp_path)["exit_code"] == -signal.SIGKILL


def test_head_of_console_outlives_our_own_kill(tmp_path: Path) -> None:
    """What was printed before we were killed is on the disk."""
    process = start(tmp_path, "exec", "--", "sh", "-c", "echo $$; exec sleep 60")
    assert process.stdout is not None
    child = process.stdout.readline()
    process.kill()
    process.communicate(timeout=30)
    assert console(tmp_path) == child
    os.kill(int(child), signal.SIGKILL)


class TestTerminal:
    """In a terminal the command has a terminal."""

    def test_colours_size_and_exit_code_stay(self, tmp_path: Path) -> None:
        """The command's output is a terminal of the real one's size."""
        code = (
            "import os, sys; print(sys.stdout.isatty(), sys.stderr.isatty(), sys.stdin.isatty()); raise SystemExit(4)"
        )
        terminal = Terminal(tmp_path, "exec", "--on-failure", "never", "--", PYTHON, "-c", code)
        assert terminal.end() == 4
        assert terminal.shown == b"True True True\r\n"
        assert console(tmp_path) == "True True True\n"

    def test_ctrl_c_arrives_once(self, tmp_path: Path) -> None:
        """One key press is one interrupt, though the terminal sends it to us as well; nobody is asked then."""
        terminal = Terminal(tmp_path, "exec", "--", PYTHON, "-c", COUNTING)
        terminal.wait_for(b"ready")
        terminal.press(b"\x03")
        assert terminal.end() == 130
        assert b"interrupts: 1" in terminal.shown
        assert b"[Y/n]" not in terminal.shown
        assert b"to report this failure: compass-report --console" in terminal.shown

    def test_a_person_is_asked(self, tmp_path: Path) -> None:
        """After a failure the question stands on the screen; a no leaves the way to do it later, and the exit code."""
        terminal = Terminal(tmp_path, "exec", "--", "sh", "-c", "echo broken; exit 5")
        terminal.wait_for(b"Build the report? [Y/n]")
        terminal.press(b"n\n")
        assert terminal.end() == 5
        assert b"to report this failure" in terminal.shown

    def test_input_is_typed_to_the_command(self, tmp_path: Path) -> None:
        """What is typed reaches the command."""
        terminal = Terminal(tmp_path, "exec", "--", "sh", "-c", "read line; echo got $line")
        time.sleep(0.5)
        terminal.press(b"hello\n")
        assert terminal.end() == 0
        assert b"got hello" in terminal.shown
