"""The diagnosis alone, redacted: for the terminal, with nothing written."""

from __future__ import annotations

import json
from typing import Any

from bundler.config import load_config
from bundler.pipeline.asked import gather_asked
from bundler.pipeline.clean import clean
from bundler.pipeline.request import Progress, ReportRequest


def redacted_diagnosis(request: ReportRequest, *, progress: Progress = lambda _step: None) -> dict[str, Any]:
    """Return the diagnosis of what ``request`` names, with the checks of ``environment.json``, all redacted."""
    config = load_config(request.config_file)
    asked = gather_asked(request, progress)
    cleaned = clean(asked.evidence, asked.request, config, progress)
    members = {item.member: item.data for item in cleaned.evidence.items}
    found: dict[str, Any] = json.loads(members["diagnosis.json"])
    environment = json.loads(members.get("environment.json", b"{}"))
    return {
        **found,
        "run": dict(cleaned.evidence.identity),
        "provider_checks": environment.get("provider_checks"),
        "effective_config": environment.get("effective_config"),
    }
