"""A command runs as if nobody were there, also where the machine is at its limits."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.execution.stage import environment, record, words

SCRIPT = "i=0; while [ $i -lt 16 ]; do head -c 4096 /dev/zero; i=$((i+1)); done; exit 7"


def under(home: Path, prepare: Callable[[], object], *argv: str, **streams: int) -> subprocess.CompletedProcess[bytes]:
    """Run ``exec`` after something was done to the process, with the module found without the working folder."""
    return subprocess.run(
        words("exec", *argv), cwd=home, env=environment(home, PYTHONDONTWRITEBYTECODE="1"), preexec_fn=prepare, check=False, timeout=60,
        **({"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | streams),
    )  # fmt: skip


def no_room() -> None:
    """Let no file grow beyond a page: what a full disk does, in the same words to us."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))


def test_a_full_state_disk_ends_the_recording_alone(tmp_path: Path) -> None:
    """All output and the exit code are the command's; that the record is not whole is said once."""
    done = under(tmp_path, no_room, "--on-failure", "never", "--", "sh", "-c", SCRIPT)
    assert (len(done.stdout), done.returncode) == (16 * 4096, 7)
    assert done.stderr.decode().count("could not be recorded") == 1
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize("asked", ["ask", "never"])
def test_a_closed_stream_stays_closed(tmp_path: Path, number: int, asked: str) -> None:
    """The command finds closed what was closed, and its exit code is ours; whatever is recorded of it is its own."""
    probe = f"import os, sys\ntry:\n os.fstat({number})\nexcept OSError:\n sys.exit(3)\nsys.exit(4)"
    done = under(tmp_path, lambda: os.close(number), "--on-failure", asked, "--", sys.executable, "-c", probe)
    assert done.returncode == 3
    assert b"Traceback" not in done.stdout + done.stderr
    assert b"bug" not in done.stderr
    assert record(tmp_path)["exit_code"] == 3


def test_a_deleted_folder_is_no_hindrance(tmp_path: Path) -> None:
    """In a working folder that was deleted the command runs all the same."""
    gone = tmp_path / "gone"
    gone.mkdir()

    def delete() -> None:
        os.chdir(gone)
        gone.rmdir()

    done = under(tmp_path, delete, "--", "sh", "-c", "echo ran; exit 5")
    assert (done.stdout, done.returncode) == (b"ran\n", 5)
    assert b"to report this failure" in done.stderr
