"""What a task's document states about itself near its start: the task id and the category."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bundler.collectors.contract import Action, Node
from bundler.collectors.json_stream import project
from bundler.machine.files import Unreadable, chunks, read_head

_HEAD: Final = 256 * 1024
_WANTED: Final = Node(children={"task_id": Node(Action.KEEP), "category": Node(Action.KEEP)})


@dataclass(frozen=True, slots=True, repr=False)
class Stated:
    """A task id and a category; ``None`` where the document does not state them or cannot be read."""

    task_id: str | None = None
    category: str | None = None


def stated(document: Path, root: Path) -> Stated:
    """Return what the document's own top level states; a document that breaks off is read up to there."""
    try:
        head = read_head(document, root, _HEAD)
        found = _parsed(head)
        if found is None:
            found = _projected([head])
            if len(head) == _HEAD and "task_id" not in found:
                found = _projected(chunks(document, root))
    except Unreadable:
        return Stated()
    return Stated(_text(found.get("task_id")), _text(found.get("category")))


def _parsed(data: bytes) -> dict[str, Any] | None:
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return document if isinstance(document, dict) else {}


def _projected(pieces: Any) -> dict[str, Any]:
    return _parsed(project(pieces, _WANTED, indent=False).data) or {}


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
