"""The layout of AgentCompass's troubleshooting page: ``details/<task>.json`` and ``details/_error_<task>.json``."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from bundler.collectors.contract import Action, Node
from bundler.collectors.json_stream import project
from bundler.layouts.interface import Entry
from bundler.layouts.stated import stated
from bundler.layouts.task_names import readable_part, slug_of
from bundler.machine.files import Unreadable, chunks, is_file, is_folder
from bundler.model import AttemptFiles, Task

_ERROR: Final = "_error_"
_SCALAR: Final = Node(Action.KEEP)
# The names of the attempts, and what tells a document that is one attempt's result itself; the rest is streamed past.
_OUTLINE: Final = Node(
    children={"status": _SCALAR, "attempts": Node(other=Node(children={"status": _SCALAR, "retry_count": _SCALAR}))}
)


class Documented:
    """Run directories with one JSON document per task, ``retry_details/`` and ``logs/``."""

    name = "documented"

    def claims(self, root: Path, schema: str) -> bool:
        """Claim a run with documents directly below ``details``, or with ``logs/`` and no run.log."""
        del schema
        if next(self.entries(root), None) is not None:
            return True
        return is_folder(root / "logs") and not is_file(root / "run.log")

    def entries(self, root: Path) -> Iterator[Entry]:
        """Yield the documents by name, the erroneous ones, told by their prefix, first."""
        try:
            with os.scandir(root / "details") as found:
                names = sorted(e.name for e in found if e.name.endswith(".json") and e.is_file(follow_symlinks=False))
        except OSError:
            return
        for name in sorted(names, key=lambda each: not each.startswith(_ERROR)):
            failed = name.startswith(_ERROR)
            stem = name.removeprefix(_ERROR).removesuffix(".json")
            yield Entry(stem, "error" if failed else "normal", root / "details" / name)

    def find(self, root: Path, task_id: str) -> Entry | None:
        """Look for a document that the id's readable part names and that states this very id."""
        plain = re.sub(r"[/:]", "_", task_id)
        for entry in self.entries(root):
            named = slug_of(entry.directory_name) in {readable_part(task_id), plain}
            if named and stated(entry.path, root).task_id == task_id:
                return entry
        return None

    def load(self, root: Path, entry: Entry) -> Task:
        """Read the document's id and count its attempts."""
        document = stated(entry.path, root)
        retries = _retries(root, entry)
        attempts = tuple(
            AttemptFiles(number, entry.path, pointer, None, retries.get(number, ()), None, retry_only=retry_only)
            for number, pointer, retry_only in _attempts(_outline(entry.path, root))
        )
        return Task(
            task_id=document.task_id if document.task_id is not None else slug_of(entry.directory_name),
            directory_name=entry.directory_name,
            state=entry.state,
            path=entry.path,
            attempts=attempts,
            category=document.category,
        )


def _outline(path: Path, root: Path) -> Mapping[str, Any]:
    try:
        document = json.loads(project(chunks(path, root), _OUTLINE, indent=False).data)
    except (Unreadable, ValueError, RecursionError):
        return {}
    return document if isinstance(document, dict) else {}


def _attempts(document: Mapping[str, Any]) -> Iterator[tuple[int, tuple[str, ...], bool]]:
    """Yield number, place in the document, and whether there is a retry count alone."""
    attempts = document.get("attempts")
    if isinstance(attempts, dict):
        for name in sorted((name for name in attempts if name.isdecimal() and name.isascii()), key=int):
            kept = attempts[name]
            yield int(name), ("attempts", name), isinstance(kept, dict) and kept.keys() == {"retry_count"}
    elif "status" in document:
        yield 1, (), False


def _retries(root: Path, entry: Entry) -> dict[int, tuple[Path, ...]]:
    folder = root / "retry_details"
    pattern = re.compile(re.escape(entry.directory_name) + r"\.attempt(\d{1,6})\.retry(\d{1,6})\..*\.json\Z", re.DOTALL)
    found: dict[int, list[tuple[int, Path]]] = {}
    try:
        paths = sorted(folder.iterdir())
    except OSError:
        return {}
    for path in paths:
        if match := pattern.match(path.name):
            found.setdefault(int(match.group(1)), []).append((int(match.group(2)), path))
    return {number: tuple(path for _, path in sorted(files)) for number, files in found.items()}
