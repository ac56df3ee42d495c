"""One command run unchanged and recorded: what ``compass-report exec`` does before it offers a report."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from bundler.errors import UnreadableError
from bundler.execution.console import ConsoleFile
from bundler.execution.process import run_unchanged
from bundler.execution.records import CONSOLE, Execution, new_folder, remember
from bundler.execution.runs_made import results_folders, runs_below, runs_made
from bundler.machine.environment import working_folder


@dataclass(frozen=True, slots=True)
class Recorded:
    """What is known after a command ended; without ``execution`` it ran, and nothing of it could be recorded.

    ``whole`` says whether all that should be recorded is on the disk.
    """

    exit_code: int
    interrupted: bool
    execution: Execution | None
    whole: bool


def run_recorded(argv: Sequence[str]) -> Recorded:
    """Run a command unchanged, record it, and find the run directories it made. Raises ``NotStartedError``.

    A state folder that cannot be written never keeps the command from running.
    """
    here = working_folder()
    before = runs_below(results_folders(argv, here))
    started = time.time()
    with ExitStack() as stack:
        console = _console(stack)
        ended = run_unchanged(argv, console.write if console else _nowhere)
    if console is None:
        return Recorded(ended.exit_code, ended.interrupted, None, whole=False)
    execution = Execution(
        argv=tuple(argv),
        folder=here,
        started=started,
        ended=time.time(),
        exit_code=ended.exit_code,
        console=console.path,
        left_out=console.left_out,
        runs=runs_made(console.path, argv, here, before, started),
    )
    try:
        remember(execution)
    except (OSError, UnreadableError):
        return Recorded(ended.exit_code, ended.interrupted, execution, whole=False)
    return Recorded(ended.exit_code, ended.interrupted, execution, whole=not console.broken)


def _console(stack: ExitStack) -> ConsoleFile | None:
    try:
        return stack.enter_context(ConsoleFile(new_folder() / CONSOLE))
    except OSError:
        return None


def _nowhere(data: bytes) -> None:
    del data
