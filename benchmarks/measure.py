"""What one process costs: CPU of it and its children, wall time, peak memory; repeated, the median taken."""

from __future__ import annotations

import os
import statistics
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

LONGEST: Final = 120
"""Seconds after which a process is given up."""


@dataclass(frozen=True, slots=True)
class Cost:
    """One run: seconds of CPU and of wall time, peak memory in MB, whether it ended by itself, and its exit code."""

    cpu: float
    wall: float
    memory: float
    finished: bool
    code: int = 0


def run(
    command: Sequence[str], output: Path, *, environment: Mapping[str, str] | None = None, longest: float = LONGEST
) -> Cost:
    """Run one process with its standard output in a file, and return its cost; it is killed after ``longest``."""
    begin = time.monotonic()
    with output.open("wb") as sink:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **(environment or {})},
        )
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() - begin > longest:
                process.kill()
            time.sleep(0.02)
    process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.monotonic() - begin
    return Cost(
        usage.ru_utime + usage.ru_stime,
        wall,
        usage.ru_maxrss / 1024,
        wall < longest and process.returncode >= 0,
        process.returncode,
    )


def median(costs: Sequence[Cost]) -> Cost:
    """Return the medians of several runs."""
    return Cost(
        statistics.median(cost.cpu for cost in costs),
        statistics.median(cost.wall for cost in costs),
        statistics.median(cost.memory for cost in costs),
        all(cost.finished for cost in costs),
        max(cost.code for cost in costs),
    )
