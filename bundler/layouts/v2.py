"""The older layout that 1.0.x still reads: ``details/<readable>--<sha256>/task.json``, no states."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bundler.layouts.directories import load_folder, task_folders
from bundler.layouts.interface import Entry
from bundler.layouts.task_names import directory_name
from bundler.machine.files import is_file, is_folder, is_link
from bundler.model import Task


class V2:
    """Run directories with ``agentcompass.task.v2`` details."""

    name = "v2"

    def claims(self, root: Path, schema: str) -> bool:
        """Claim a run whose task folders lie directly below ``details``, or whose run_info says v2 beside a run.log."""
        if next(task_folders(root / "details", "unknown"), None) is not None:
            return True
        return schema.endswith(".v2") and is_file(root / "run.log")

    def entries(self, root: Path) -> Iterator[Entry]:
        """Yield the task folders; this layout tells no state by place."""
        yield from task_folders(root / "details", "unknown")

    def find(self, root: Path, task_id: str) -> Entry | None:
        """Look for the directory that the id's hash names."""
        name = directory_name(task_id)
        path = root / "details" / name
        return Entry(name, "unknown", path) if is_folder(path) and not is_link(path) else None

    def load(self, root: Path, entry: Entry) -> Task:
        """Read task.json's id and list the attempts."""
        return load_folder(root, entry)
