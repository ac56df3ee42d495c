"""Provider sandboxes left behind: state and provider of this task's, nothing that names the sandbox."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from bundler.collectors.contract import contract
from bundler.collectors.documents import parsed
from bundler.collectors.json_stream import project
from bundler.collectors.reading import Unreadable, chunks
from bundler.machine.files import is_link
from bundler.model import Omission, RawItem, Status
from redaction.findings import Format

MEMBER = "evidence/resources.json"
FOLDER = ".env-resources"
_FILES = 2000


def collect_resources(root: Path, task_id: str | None) -> RawItem | Omission:
    """Return the states of the sandboxes that belong to the task, and how many belong to others."""
    folder = root / FOLDER
    if is_link(folder):
        return Omission(MEMBER, Status.UNSAFE, "the folder is a link")
    try:
        paths = sorted(folder.glob("*.json"))[:_FILES]
    except OSError:
        return Omission(MEMBER, Status.UNREADABLE, "the folder cannot be listed")
    if not paths:
        return Omission(MEMBER, Status.ABSENT, "no provider sandbox was left behind")
    own: list[Any] = []
    others = unreadable = 0
    node = contract("resource", task_id=task_id or "")
    for path in paths:
        try:
            value = parsed(project(chunks(path, root), node, own=task_id or "", indent=False).data)
        except Unreadable:
            unreadable += 1
            continue
        if isinstance(value, dict) and (task_id is None or value.get("task_id") == task_id):
            own.append(value)
        else:
            others += 1
    data = json.dumps({"resources": own, "of_other_tasks": others, "unreadable": unreadable}, indent=2)
    return RawItem(MEMBER, data.encode() + b"\n", Format.JSON, FOLDER)
