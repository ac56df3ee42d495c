"""Running other programs: no shell, bounded in time and output, nothing left running."""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

_PIECE: Final = 64 * 1024
# How long to wait for the rest of the output once the program is gone; a process that left the group may hold it open.
_REST: Final = 2.0
# How often a program is looked at whose output is held open by one that it started.
_LOOK: Final = 0.05
_RUNNING: Final[set[subprocess.Popen[bytes]]] = set()


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

    It has no input and a process group of its own, which is ended as a whole; what it prints beyond the limit is read
    and dropped. Never raises for what the program does.
    """
    try:
        process = subprocess.Popen(
            list(argv),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=None if env is None else dict(env),
            cwd=cwd,
            start_new_session=sys.platform != "win32",
        )
    except (OSError, ValueError):
        return CompletedOutput(None, "", found=False)
    assert process.stdout is not None  # noqa: S101 - it was asked for
    kept = bytearray()
    reader = threading.Thread(target=_drain, args=(process.stdout, kept, limit), daemon=True)
    reader.start()
    exit_code: int | None = None
    timed_out = False
    _RUNNING.add(process)
    try:
        exit_code = _wait(process, reader, timeout)
    except subprocess.TimeoutExpired:
        timed_out = True
    finally:
        _end(process)
        _RUNNING.discard(process)
        reader.join(_REST)
    if not reader.is_alive():
        process.stdout.close()
    data = bytes(kept)
    return CompletedOutput(exit_code, data[:limit].decode("utf-8", "replace"), timed_out, cut=len(data) > limit)


def _wait(process: subprocess.Popen[bytes], reader: threading.Thread, timeout: float) -> int:
    """Wait for a program; the end of its output tells its end at once, where waiting for itself would look now and then."""
    deadline = time.monotonic() + timeout
    while reader.is_alive() and process.poll() is None and (left := deadline - time.monotonic()) > 0:
        reader.join(min(left, _LOOK))
    return process.wait(max(0.0, deadline - time.monotonic()))


@atexit.register
def _end_running() -> None:
    """End what was started in the background when we are interrupted."""
    for process in tuple(_RUNNING):
        _end(process)


def _drain(stream: IO[bytes], kept: bytearray, limit: int) -> None:
    """Keep what is printed up to one byte over the limit, and read the rest so that the program does not stall."""
    with suppress(OSError, ValueError):
        while piece := os.read(stream.fileno(), _PIECE):
            kept.extend(piece[: max(0, limit + 1 - len(kept))])


def _end(process: subprocess.Popen[bytes]) -> None:
    """End what is left of the process group; a program that already ended may have left children."""
    with suppress(OSError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired):
        process.wait(5)
