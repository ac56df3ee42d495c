"""The eight items that AgentCompass's page "Report a Reproducible Issue" asks for, and which members serve each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from bundler.model import RedactedEvidence, Status

_ITEMS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("AgentCompass revision and Python version", ("environment.json",)),
    ("operating system and environment provider", ("environment.json", "evidence/run_info.json")),
    ("benchmark, harness, model protocol and task id", ("evidence/run_info.json", "evidence/task.json")),
    ("exact command with secrets removed", ("evidence/command.json", "command.sh")),
    ("component parameters and recipes", ("evidence/run_info.json", "evidence/params.json")),
    ("first failing phase and complete traceback", ("diagnosis.json", "evidence/tracebacks.txt", "evidence/log.txt")),
    (
        "run_info.json, params.json and task detail",
        ("evidence/run_info.json", "evidence/params.json", "evidence/attempt-"),
    ),
    ("reproduces with concurrency 1 and retries disabled", ("reproduction.json",)),
)
REPRODUCTION: Final = "reproduction.json"


@dataclass(frozen=True, slots=True)
class ChecklistEntry:
    """One item of the page: ``status`` is served, partly or missing; ``members`` are those that serve it."""

    item: str
    status: str
    members: tuple[str, ...]
    missing: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the entry as JSON values."""
        return {
            "item": self.item,
            "status": self.status,
            "members": list(self.members),
            "missing": list(self.missing),
        }


def checklist(evidence: RedactedEvidence) -> tuple[ChecklistEntry, ...]:
    """Return the eight items in the page's order."""
    present = {item.member: item.status for item in evidence.items}
    return tuple(_entry(item, wanted, present) for item, wanted in _ITEMS)


def _entry(item: str, wanted: tuple[str, ...], present: Mapping[str, Status]) -> ChecklistEntry:
    found = tuple(name for name in sorted(present) if any(name.startswith(prefix) for prefix in wanted))
    missing = tuple(prefix for prefix in wanted if not any(name.startswith(prefix) for name in found))
    whole = not missing and all(present[name] is Status.INCLUDED for name in found)
    status = "served" if whole else "partly" if found else "missing"
    return ChecklistEntry(item, status, found, missing)


def reproduces(evidence: RedactedEvidence) -> str:
    """Return ``yes``, ``no``, ``different failure`` or ``not tried``; only a measured rerun says anything else than the last."""
    for item in evidence.items:
        if item.member == REPRODUCTION:
            answer = json.loads(item.data).get("reproduces")
            return answer if isinstance(answer, str) else "not tried"
    return "not tried"
