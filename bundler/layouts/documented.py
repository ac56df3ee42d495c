"""The layout of AgentCompass's troubleshooting page: ``details/<task>.json`` and ``details/_error_<task>.json``."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from bundler.layouts.interface import Entry
from bundler.layouts.task_names import readable_part, slug_of, stated_task_id
from bundler.machine.files import Unreadable, read_head
from bundler.model import AttemptFiles, Task

_ERROR: Final = "_error_"
_KEY: Final = re.compile(rb'"(\d{1,6})"\s{0,20}+:\s{0,20}+\{')
# Attempts are counted in documents up to this size; a larger one is taken for a single attempt list by its head.
_WHOLE: Final = 64 * 1024 * 1024


class Documented:
    """Run directories with one JSON document per task, ``retry_details/`` and ``logs/``."""

    name = "documented"

    def claims(self, root: Path, schema: str) -> bool:
        """Claim a run with documents directly below ``details``, or with ``logs/`` and no run.log."""
        del schema
        if next(self.entries(root), None) is not None:
            return True
        return (root / "logs").is_dir() and not (root / "run.log").exists()

    def entries(self, root: Path) -> Iterator[Entry]:
        """Yield the documents by name, the erroneous ones told by their prefix."""
        try:
            with os.scandir(root / "details") as found:
                names = sorted(e.name for e in found if e.name.endswith(".json") and e.is_file(follow_symlinks=False))
        except OSError:
            return
        for name in names:
            failed = name.startswith(_ERROR)
            stem = name.removeprefix(_ERROR).removesuffix(".json")
            yield Entry(stem, "error" if failed else "normal", root / "details" / name)

    def find(self, root: Path, task_id: str) -> Entry | None:
        """Look for a document that the id's readable part names and that states this very id."""
        plain = re.sub(r"[/:]", "_", task_id)
        for entry in self.entries(root):
            named = slug_of(entry.directory_name) in {readable_part(task_id), plain}
            if named and stated_task_id(entry.path, root) == task_id:
                return entry
        return None

    def load(self, root: Path, entry: Entry) -> Task:
        """Read the document's id and count its attempts."""
        stated = stated_task_id(entry.path, root)
        retries = _retries(root, entry)
        attempts = tuple(
            AttemptFiles(number, entry.path, ("attempts", str(number)), None, retries.get(number, ()), None)
            for number in _attempt_numbers(entry.path, root)
        )
        return Task(
            task_id=stated if stated is not None else slug_of(entry.directory_name),
            directory_name=entry.directory_name,
            state=entry.state,
            path=entry.path,
            attempts=attempts,
        )


def _attempt_numbers(path: Path, root: Path) -> list[int]:
    try:
        data = read_head(path, root, _WHOLE)
    except Unreadable:
        return []
    try:
        document: Any = json.loads(data)
    except (ValueError, RecursionError):
        start = data.find(b'"attempts"')
        return sorted({int(match.group(1)) for match in _KEY.finditer(data, start)}) if start >= 0 else []
    attempts = document.get("attempts") if isinstance(document, dict) else None
    return sorted(int(key) for key in attempts if key.isdigit()) if isinstance(attempts, dict) else []


def _retries(root: Path, entry: Entry) -> dict[int, tuple[Path, ...]]:
    folder = root / "retry_details"
    pattern = re.compile(re.escape(entry.directory_name) + r"\.attempt(\d+)\.retry(\d+)\..*\.json\Z", re.DOTALL)
    found: dict[int, list[tuple[int, Path]]] = {}
    try:
        names = os.listdir(folder)
    except OSError:
        return {}
    for name in sorted(names):
        if match := pattern.match(name):
            found.setdefault(int(match.group(1)), []).append((int(match.group(2)), folder / name))
    return {number: tuple(path for _, path in sorted(files)) for number, files in found.items()}
