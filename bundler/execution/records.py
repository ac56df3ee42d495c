"""What ``compass-report exec`` remembers of a command: argv, times, exit code, console, and the runs it made.

One folder per command below the user's state folder, files of mode 0600: the argv may hold secrets. Only the newest
``_KEPT`` are kept. A later report of one of those runs finds its record here.
"""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bundler.machine.environment import state_folder
from bundler.machine.files import Unreadable, is_file, is_folder, read_whole
from bundler.machine.output import write_private

if TYPE_CHECKING:
    from bundler.pipeline.request import ReportRequest

_KEPT: Final = 20
_RECORD: Final = "record.json"
CONSOLE: Final = "console.txt"
_LIMIT: Final = 64 * 1024 * 1024
_SCHEMA: Final = "compass-report.execution.v1"


@dataclass(frozen=True, slots=True, repr=False)
class Execution:
    """One command that ran: times in seconds since the epoch, a negative exit code for a signal as in ``subprocess``.

    ``console`` is the file with what it printed, ``left_out`` how many bytes are missing in its middle.
    """

    argv: tuple[str, ...]
    folder: Path
    started: float
    ended: float
    exit_code: int
    console: Path
    left_out: int = 0
    runs: tuple[Path, ...] = ()


def new_folder() -> Path:
    """Make a private folder for one command and remove those beyond the newest."""
    place = _place()
    place.mkdir(parents=True, exist_ok=True, mode=0o700)
    for old in sorted(path for path in place.iterdir() if is_folder(path))[: -(_KEPT - 1)]:
        shutil.rmtree(old, ignore_errors=True)
    stamp = time.strftime("%Y%m%d-%H%M%S")
    folder = place / f"{stamp}-{time.time_ns() % 1_000_000_000:09d}-{os.getpid()}"
    folder.mkdir(mode=0o700)
    return folder


def remember(execution: Execution) -> None:
    """Write the record beside its console; raises ``UnreadableError`` where the state folder cannot be written."""
    document = {
        "schema": _SCHEMA,
        "argv": list(execution.argv),
        "folder": str(execution.folder),
        "started": execution.started,
        "ended": execution.ended,
        "exit_code": execution.exit_code,
        "left_out": execution.left_out,
        "runs": [str(run) for run in execution.runs],
    }
    data = json.dumps(document, ensure_ascii=False, indent=2).encode("utf-8", "surrogateescape")
    write_private(execution.console.parent / _RECORD, data)


def execution_of_run(run: Path) -> Execution | None:
    """Return the newest record of a command that made a run directory, or ``None``."""
    resolved = run.resolve()
    return next((one for one in _newest_first() if resolved in one.runs), None)


def execution_of_console(console: Path) -> Execution | None:
    """Return the record beside a console file of ours, or ``None`` for any other file."""
    resolved = console.resolve()
    if resolved.name != CONSOLE or resolved.parent.parent != _place().resolve():
        return None
    return _read(resolved.parent)


def with_execution(request: ReportRequest, execution: Execution | None) -> ReportRequest:
    """Return the request with what was recorded, wherever the user says nothing else."""
    if execution is None:
        return request
    python = request.agentcompass_python or interpreter_of(execution)
    return replace(
        request,
        captured=request.captured or (() if request.command else execution.argv),
        exit_code=execution.exit_code if request.exit_code is None else request.exit_code,
        console=request.console or (execution.console if is_file(execution.console) else None),
        agentcompass_python=python,
    )


def interpreter_of(execution: Execution) -> Path | None:
    """Return the Python behind the ``agentcompass`` that was started by its path, or ``None`` for one on PATH."""
    from bundler.machine.revision import interpreter_behind  # noqa: PLC0415 - only where a record was found

    program = Path(execution.argv[0]) if execution.argv else Path()
    if program.name != "agentcompass" or program.parent == Path():
        return None
    return interpreter_behind(execution.folder / program)


def _place() -> Path:
    return state_folder() / "executions"


def _newest_first() -> Iterator[Execution]:
    place = _place()
    folders = sorted(place.iterdir(), reverse=True) if is_folder(place) else []
    for folder in folders:
        if (execution := _read(folder)) is not None:
            yield execution


def _read(folder: Path) -> Execution | None:
    with suppress(Unreadable, OSError, ValueError, KeyError, TypeError, RecursionError):
        data = read_whole(folder / _RECORD, folder, _LIMIT)
        found: dict[str, Any] = json.loads(data.decode("utf-8", "surrogateescape"))
        return Execution(
            argv=tuple(str(word) for word in found["argv"]),
            folder=Path(found["folder"]),
            started=float(found["started"]),
            ended=float(found["ended"]),
            exit_code=int(found["exit_code"]),
            console=folder / CONSOLE,
            left_out=int(found["left_out"]),
            runs=tuple(Path(run) for run in found["runs"]),
        )
    return None
