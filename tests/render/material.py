"""Redacted evidence for the renderer's tests, made by hand: nothing here went through a redactor."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from bundler.model import BundleName, Omission, PlaceholderEntry, RedactedEvidence, RedactedItem, Status
from redaction.findings import Format

MESSAGE = "AuthenticationError: Error code: 401 - Incorrect API key provided: REDACTED-openai-key-1. You can find it."
LOG = (
    "02:04:18 INFO     runtime.runner  ▶ Evaluation started | model=m\n02:04:20 ERROR    x  key REDACTED-openai-key-1\n"
)


def diagnosis(**changed: Any) -> dict[str, Any]:
    """Return a diagnosis as JSON values."""
    return {
        "schema": "compass-report.diagnosis.v1",
        "summary": "run_harness / inference: HTTP 401 AuthenticationError: incorrect api key provided",
        "phase": "run_harness / inference",
        "owner": "the model endpoint",
        "class": "credentials",
        "fingerprint": {"id": "9e63aca27907", "canonical": "run_harness / inference | http 401 | AuthenticationError"},
        "row": {"id": "endpoint-401", "symptom": "`401` / `403` from a model endpoint"},
        "cause": "The endpoint refuses the credential.",
        "next_step": "Check MODEL_API_KEY.",
        "advice": {"action": "rerun after fix", "reason": "repair first", "command": "agentcompass run hle h m"},
        "issue": {"severity": "fatal", "phase": "run", "code": "model_access_failed", "message": MESSAGE},
        "exceptions": [{"type": "openai.AuthenticationError", "message": MESSAGE}],
        "evidence": [{"where": "evidence/log.txt:2", "says": "fatal run model_access_failed"}],
        "later": [],
        "others": [],
        "notes": [],
        "timeline": [
            {
                "phase": "plan",
                "attempt": 1,
                "start": 10.0,
                "end": 11.0,
                "status": "done",
                "where": "evidence/progress.jsonl:1",
            },
            {
                "phase": "run_harness",
                "attempt": 1,
                "start": 11.0,
                "end": 15.0,
                "status": "failed",
                "where": "evidence/progress.jsonl:2",
            },
        ],
        **changed,
    }


def evidence(
    members: Mapping[str, str] | None = None,
    *,
    found: Mapping[str, Any] | None = None,
    identity: Mapping[str, Any] | None = None,
    omissions: tuple[Omission, ...] = (Omission("evidence/console.txt", Status.ABSENT, "no console output was given"),),
) -> RedactedEvidence:
    """Return redacted evidence with these members over the usual ones."""
    texts = {
        "diagnosis.json": json.dumps(found if found is not None else diagnosis()),
        "environment.json": json.dumps({"agentcompass": {"version": "1.0.1", "python": "3.12.4"}}),
        "evidence/log.txt": LOG,
        "evidence/tracebacks.txt": 'Traceback (most recent call last):\n  File "venv/lib/x.py", line 3, in run\nValueError: no\n',
        "evidence/command.json": json.dumps(
            {"exact": {"source": "reconstructed", "command": "agentcompass run hle h m --max-retries 3"}}
        ),
        "evidence/run_info.json": json.dumps(
            {"request": {"model": {"id": "m"}, "environment": {"id": "host_process"}}}
        ),
        "evidence/attempt-1.json": json.dumps({"status": "run_error"}),
        "command.sh": "#!/bin/sh\nagentcompass run hle h m --max-retries 0\n",
        **(members or {}),
    }
    items = tuple(
        RedactedItem(name, text.encode("utf-8", "replace"), Format.TEXT, "run.log", Status.INCLUDED, "", ())
        for name, text in texts.items()
    )
    return RedactedEvidence(
        items=items,
        omissions=omissions,
        name=BundleName("hle", "task", "20261202_020418"),
        identity={
            "benchmark": "hle",
            "harness": "naive_search_agent",
            "task_id": "physics:02",
            "attempt": 1,
            **(identity or {}),
        },
        placeholders={
            "REDACTED-openai-key-1": PlaceholderEntry("openai-key", "secret", 2),
            "venv": PlaceholderEntry("path-role", "path", 1),
        },
        redactions={},
        harvest={},
        task_data="outline",
        layout="v3",
    )
