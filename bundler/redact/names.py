"""File names made from redacted text: portable, short, and never a path."""

from __future__ import annotations

import re
from typing import Final

from bundler.model import Selection

_UNSAFE: Final = re.compile(r"[^A-Za-z0-9._=-]+")
_LONGEST: Final = 60
# Names that Windows keeps for devices, with any suffix.
_DEVICE: Final = re.compile(r"(?i)(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?\Z")


def file_name_part(text: str) -> str:
    """Return ``text`` as a part of a file name: AgentCompass's own alphabet, no leading dot, no device name."""
    part = _UNSAFE.sub("_", text).strip("._-")[:_LONGEST].rstrip("._-")
    return f"_{part}" if _DEVICE.match(part) else part or "unnamed"


def identity_words(selection: Selection) -> frozenset[str]:
    """Return the texts that name a run, its task and components: no copy of them counts as withheld task data."""
    info, task = selection.run.info, selection.task
    request = info.get("request")
    sections = (
        [request.get(part) for part in ("benchmark", "harness", "environment", "model")]
        if isinstance(request, dict)
        else []
    )
    found = [section.get("id") for section in sections if isinstance(section, dict)]
    found += [selection.run.run_id, info.get("started_at"), info.get("status")]
    found += [task.task_id, task.directory_name, task.category] if task else []
    return frozenset(word for word in found if isinstance(word, str) and word)
