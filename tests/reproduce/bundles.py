"""Small bundles made by hand, as a maintainer may receive them: sound ones, and ones that mean harm."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bundler.render.archive import write_archive

REQUEST: Mapping[str, Any] = {
    "benchmark": {
        "id": "hle",
        "params": {
            "judge_model": {"id": "judge", "api_key": "********", "base_url": "http://private-host-2.invalid:9000/v1"}
        },
    },
    "harness": {"id": "naive_search_agent", "params": {"max_retry": 1}},
    "environment": {"id": "host_process"},
    "model": {"id": "some-model", "base_url": "http://private-host-1.invalid:8000/v1", "api_key": "********"},
    "execution": {"task_concurrency": 8, "max_retries": 2},
}
REFUSED_429: Mapping[str, Any] = {
    "schema": "compass-report.capsule.v1",
    "replayable": True,
    "why_not": "",
    "calls": {
        "model": [{"call": 1, "outcome": "http-error", "status": 429, "body": {"error": {"message": "slow down"}}}],
        "judge": [],
    },
}


def documents(
    *,
    task: str = "math/group-01",
    fingerprint: str = "3e52ad4dc13e",
    request: Mapping[str, Any] = REQUEST,
    capsule: Mapping[str, Any] | None = REFUSED_429,
    version: str = "1.0.1",
) -> dict[str, bytes]:
    """Return the members of a bundle, without its manifest."""
    values: dict[str, Any] = {
        "diagnosis.json": {
            "summary": f"it failed ({fingerprint})",
            "phase": "run_harness / inference",
            "class": "model endpoint",
            "fingerprint": {"id": fingerprint, "canonical": "x"},
        },
        "environment.json": {"agentcompass": {"version": version, "python": "3.12.1"}},
        "evidence/run_info.json": {"request": request},
        "evidence/task.json": {"task_id": task, "category": "Math"},
    }
    if capsule is not None:
        values["capsule.json"] = capsule
    return {name: json.dumps(value).encode() for name, value in values.items()}


def write_bundle(
    path: Path,
    members: Mapping[str, bytes] | None = None,
    *,
    task: str = "math/group-01",
    run: str = "20261202_010101",
    began: str = "2026-12-02T01:01:01+00:00",
) -> Path:
    """Write a bundle with a manifest that fits its members."""
    members = members if members is not None else documents(task=task)
    manifest = {
        "schema": "compass-report.manifest.v1",
        "run": {"run_id": run, "task_id": task, "benchmark": "hle", "started_at": began, "attempt": 1},
        "placeholders": {"workdir": {"rule": "path-role", "kind": "path", "count": 1}},
        "members": [
            {
                "name": name,
                "format": "json",
                "status": "included",
                "size": len(data),
                "sha256": hashlib.sha256(data).hexdigest(),
            }
            for name, data in sorted(members.items())
        ],
        "omissions": [{"item": "evidence/console.txt", "status": "absent", "reason": "no console output was given"}],
    }
    path.write_bytes(write_archive(json.dumps(manifest).encode(), members))
    return path
