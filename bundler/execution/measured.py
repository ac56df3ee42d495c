"""What a measured rerun found, remembered for the next report of the same task: private files in the state folder."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bundler.machine.environment import state_folder
from bundler.machine.files import Unreadable, read_whole
from bundler.machine.output import write_private

_LIMIT: Final = 64 * 1024 * 1024
SCHEMA: Final = "compass-report.reproduction.v1"


@dataclass(frozen=True, slots=True, repr=False)
class Measured:
    """The document as a bundle shows it (raw), and the run directory that the rerun made."""

    document: Mapping[str, Any]
    run: Path


def remember_measured(run: Path, task_id: str | None, measured: Measured) -> Path:
    """Keep what a rerun found, in place of an earlier one; returns the file. Raises ``UnreadableError``."""
    path = _file(run, task_id)
    value = {"document": dict(measured.document), "run": str(measured.run)}
    write_private(path, json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogateescape"))
    return path


def measured_of(run: Path, task_id: str | None) -> Measured | None:
    """Return what the last rerun of a task found, or ``None``."""
    file = _file(run, task_id)
    with suppress(Unreadable, OSError, ValueError, KeyError, TypeError, RecursionError):
        data = read_whole(file, file.parent, _LIMIT)
        value: dict[str, Any] = json.loads(data.decode("utf-8", "surrogateescape"))
        if value["document"]["schema"] == SCHEMA:
            return Measured(value["document"], Path(value["run"]))
    return None


def results_folder(run: Path, task_id: str | None) -> Path:
    """Return a results folder of its own for a rerun; it is not made yet."""
    stamp = f"{time.strftime('%Y%m%d-%H%M%S')}-{time.time_ns() % 1_000_000_000:09d}"
    return state_folder() / "reruns" / f"{_key(run, task_id)[:16]}-{stamp}"


def _file(run: Path, task_id: str | None) -> Path:
    return state_folder() / "reproductions" / f"{_key(run, task_id)}.json"


def _key(run: Path, task_id: str | None) -> str:
    named = json.dumps([str(run.resolve()), task_id])
    return hashlib.sha256(named.encode("utf-8", "surrogatepass")).hexdigest()
