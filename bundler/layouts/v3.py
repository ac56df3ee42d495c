"""The layout that AgentCompass 1.0.x writes: ``details/<state>/<readable>--<sha256>/task.json``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bundler.layouts.directories import folders, is_task_folder, load_folder, task_folders
from bundler.layouts.interface import Entry
from bundler.layouts.task_names import directory_name
from bundler.machine.files import is_folder, is_link
from bundler.model import Task

# A task that moves while we look is found in its final state first.
_STATES: Final = ("fatal", "error", "normal", "running")


class V3:
    """Run directories of AgentCompass 1.0.0 and 1.0.1."""

    name = "v3"

    def claims(self, root: Path, schema: str) -> bool:
        """Claim a run whose details are sorted by state."""
        del schema
        return any(is_folder(root / "details" / state) for state in _STATES)

    def entries(self, root: Path) -> Iterator[Entry]:
        """Yield the tasks of every state, the known states first; a task that moves meanwhile is given once."""
        seen: set[str] = set()
        for entry in self._everywhere(root / "details"):
            if entry.directory_name not in seen:
                seen.add(entry.directory_name)
                yield entry

    def _everywhere(self, details: Path) -> Iterator[Entry]:
        for state in _STATES:
            yield from task_folders(details / state, state)
        # States of a later version, and tasks of an older one beside them, are read as far as they can be.
        for name in folders(details):
            if is_task_folder(details, name):
                yield Entry(name, "unknown", details / name)
            elif name not in _STATES:
                yield from task_folders(details / name, "unknown")

    def find(self, root: Path, task_id: str) -> Entry | None:
        """Look for the directory that the id's hash names."""
        name = directory_name(task_id)
        for state in _STATES:
            path = root / "details" / state / name
            if is_folder(path) and not is_link(path):
                return Entry(name, state, path)
        return None

    def load(self, root: Path, entry: Entry) -> Task:
        """Read task.json's id and list the attempts."""
        return load_folder(root, entry)
