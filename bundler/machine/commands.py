"""Running other programs: no shell, bounded in time and output, nothing left running."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, repr=False)
class CompletedOutput:
    """What a program did: ``exit_code`` is ``None`` if it was ended for its time, ``found`` tells whether it exists.

    ``text`` is standard output and error together, at most the limit; ``cut`` tells whether there was more.
    """

    exit_code: int | None
    text: str
    timed_out: bool = False
    found: bool = True
    cut: bool = False


def run_bounded(
    argv: Sequence[str],
    *,
    timeout: float,
    limit: int,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> CompletedOutput:
    """Run a program for at most ``timeout`` seconds and return at most ``limit`` bytes of what it prints.

    It has no input and a process group of its own, which is ended as a whole. Never raises for what the program does.
    """
    with tempfile.TemporaryFile() as sink:
        try:
            process = subprocess.Popen(
                list(argv),
                stdin=subprocess.DEVNULL,
                stdout=sink,
                stderr=subprocess.STDOUT,
                env=None if env is None else dict(env),
                cwd=cwd,
                start_new_session=sys.platform != "win32",
            )
        except (OSError, ValueError):
            return CompletedOutput(None, "", found=False)
        timed_out = False
        try:
            exit_code: int | None = process.wait(timeout)
        except subprocess.TimeoutExpired:
            timed_out, exit_code = True, None
        finally:
            _end(process)
        sink.seek(0)
        data = sink.read(limit + 1)
    return CompletedOutput(exit_code, data[:limit].decode("utf-8", "replace"), timed_out, cut=len(data) > limit)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End what is left of the process group; a program that already ended may have left children."""
    with suppress(OSError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired):
        process.wait(5)
