"""The manifest: every member, everything left out and why, and what serves each item that the page asks for."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final

from bundler.model import RedactedEvidence, RedactedItem
from bundler.render.checklist import checklist
from bundler.version import __version__

SCHEMA: Final = "compass-report.manifest.v1"


def build_manifest(
    evidence: RedactedEvidence,
    *,
    fingerprint: str,
    run: Mapping[str, Any],
    checks: Mapping[str, Any],
    extra: Mapping[str, bytes],
) -> dict[str, Any]:
    """Return the manifest as JSON values.

    ``extra`` holds members that the renderer wrote itself (the issue body), ``checks`` what the verifier will check and
    how many canaries were sent; ``run`` identifies the run in redacted form.
    """
    members = [_member(item, evidence.redactions.get(item.member, {})) for item in evidence.items]
    members += [_written(name, data) for name, data in extra.items()]
    return {
        "schema": SCHEMA,
        "tool": {"name": "compass-report", "version": __version__, "rules_version": checks.get("rules_version")},
        "run": dict(run),
        "fingerprint": fingerprint,
        "task_data": evidence.task_data,
        "layout": evidence.layout,
        "notes": list(evidence.notes),
        "members": sorted(members, key=lambda member: str(member["name"])),
        "omissions": [{"item": o.item, "status": o.status.value, "reason": o.reason} for o in evidence.omissions],
        "checklist": [entry.to_json() for entry in checklist(evidence)],
        "placeholders": {
            name: {"rule": entry.rule, "kind": entry.kind, "count": entry.count}
            for name, entry in evidence.placeholders.items()
        },
        "harvest": [{"source": source, "count": count} for source, count in sorted(evidence.harvest.items())],
        "canaries": checks.get("canaries"),
        "verification": checks.get("verification"),
    }


def encode_manifest(manifest: Mapping[str, Any]) -> bytes:
    """Return the manifest as UTF-8 JSON, indented for people; half a surrogate pair in a name stays an escape."""
    return (json.dumps(manifest, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "backslashreplace")


def _member(item: RedactedItem, redactions: Mapping[str, int]) -> dict[str, Any]:
    return {
        "name": item.member,
        "format": item.format.value,
        "status": item.status.value,
        "source": item.source,
        "note": item.note,
        "size": len(item.data),
        "sha256": hashlib.sha256(item.data).hexdigest(),
        "redactions": dict(sorted(redactions.items())),
    }


def _written(name: str, data: bytes) -> dict[str, Any]:
    return {
        "name": name,
        "format": "text",
        "status": "included",
        "source": "written by compass-report from the other members",
        "note": "",
        "size": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
        "redactions": {},
    }
