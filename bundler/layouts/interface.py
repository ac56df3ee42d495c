"""What every layout of a run directory can tell; the rest of the program does not know which one it has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from bundler.model import Task


@dataclass(frozen=True, slots=True, repr=False)
class Entry:
    """One task as the directory listing tells it, nothing read yet."""

    directory_name: str
    state: str
    path: Path


class Layout(Protocol):
    """One way of laying out a run directory."""

    name: str

    def claims(self, root: Path, schema: str) -> bool:
        """Say whether the run directory has this layout; ``schema`` is run_info.json's schema_version, or empty."""
        ...

    def entries(self, root: Path) -> Iterator[Entry]:
        """Yield the run's tasks in the order of their directory names, reading no file."""
        ...

    def find(self, root: Path, task_id: str) -> Entry | None:
        """Return the entry of an exact task id without listing, or ``None`` if the name does not tell."""
        ...

    def load(self, root: Path, entry: Entry) -> Task:
        """Return the task with its attempts."""
        ...
