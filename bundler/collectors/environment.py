"""environment.json: AgentCompass, Python, operating system and environment provider."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from bundler.collectors.options import CollectOptions
from bundler.machine.platform_facts import platform_facts
from bundler.machine.revision import RevisionProbe
from bundler.model import Omission, RawItem, Status
from redaction.findings import Format

MEMBER = "environment.json"


def collect_environment(
    info: Mapping[str, Any], started: float | None, options: CollectOptions
) -> tuple[RawItem | Omission, ...]:
    """Return the facts; ``provider_checks`` is null until the provider's own checks are merged in."""
    request = info.get("request")
    environment = request.get("environment") if isinstance(request, dict) else None
    probe = options.probe or RevisionProbe(options.agentcompass_python)
    revision = probe.found(started)
    document = {
        "agentcompass": revision,
        "operating_system": platform_facts(),
        "environment_provider": environment.get("id") if isinstance(environment, dict) else None,
        "run_started_at": started,
        "provider_checks": None,
    }
    data = json.dumps(document, indent=2, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"
    found = RawItem(MEMBER, data, Format.JSON, "this machine")
    if revision["version"] is None:
        return found, Omission("AgentCompass revision", Status.ABSENT, revision["note"])
    return (found,)
