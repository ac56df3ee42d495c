"""What a maintainer wants to know first of a bundle, as one value: identity, failure, versions, what is missing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bundler.capsule import MEMBER as CAPSULE
from bundler.reproduce.received import Received

_VERSIONS = ("version", "install", "commit", "dirty", "python")


def inspection(received: Received) -> dict[str, Any]:
    """Return the facts of one screen; what the bundle does not tell is ``None`` or empty, never guessed."""
    found = received.document("diagnosis.json")
    program = received.section("environment.json", "agentcompass")
    return {
        "form": received.form,
        "tool": received.manifest.get("tool"),
        "summary": found.get("summary"),
        "run": dict(received.run),
        "protocol": received.at("evidence/run_info.json", "request", "model", "api_protocol") or None,
        "layout": received.manifest.get("layout"),
        "phase": found.get("phase"),
        "owner": found.get("owner"),
        "class": found.get("class"),
        "row": received.at("diagnosis.json", "row", "symptom"),
        "cause": found.get("cause"),
        "next_step": found.get("next_step"),
        "fingerprint": found.get("fingerprint"),
        "issue": found.get("issue"),
        "shown_by": found.get("evidence") or [],
        "versions": {name: program.get(name) for name in _VERSIONS},
        "packages": dict(received.section("environment.json", "agentcompass", "packages")),
        "operating_system": dict(received.section("environment.json", "operating_system")),
        "reproduces": received.at("reproduction.json", "reproduces") or "not tried",
        "replayable": _replayable(received),
        "task_data": received.manifest.get("task_data"),
        "members": _members(received),
        "missing": _missing(received.manifest),
        "notes": [*received.notes, *_texts(received.manifest.get("notes")), *_texts(found.get("notes"))],
    }


def _replayable(received: Received) -> dict[str, Any]:
    capsule = received.document(CAPSULE)
    if not capsule:
        return {"answer": False, "why_not": "there is no failure capsule"}
    return {"answer": capsule.get("replayable") is True, "why_not": capsule.get("why_not") or ""}


def _members(received: Received) -> list[dict[str, Any]]:
    return [{"name": name, "size": len(data)} for name, data in received.members.items()]


def _missing(manifest: Mapping[str, Any]) -> list[dict[str, str]]:
    told = manifest.get("omissions")
    entries = [entry for entry in told if isinstance(entry, dict)] if isinstance(told, list) else []
    return [{name: str(entry.get(name) or "") for name in ("item", "status", "reason")} for entry in entries]


def _texts(value: object) -> list[str]:
    return [text for text in value if isinstance(text, str)] if isinstance(value, list) else []
