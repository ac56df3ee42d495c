"""environment.json: AgentCompass, Python, operating system and environment provider."""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping
from typing import Any

from bundler.collectors.options import CollectOptions
from bundler.model import Omission, RawItem
from redaction.findings import Format

MEMBER = "environment.json"


def collect_environment(
    info: Mapping[str, Any], started: float | None, options: CollectOptions
) -> tuple[RawItem | Omission, ...]:
    """Return the facts; ``provider_checks`` is null until the provider's own checks are merged in."""
    request = info.get("request")
    environment = request.get("environment") if isinstance(request, dict) else None
    document = {
        "operating_system": {"system": platform.system(), "release": platform.release(), "machine": platform.machine()},
        "environment_provider": environment.get("id") if isinstance(environment, dict) else None,
        "run_started_at": started,
        "agentcompass": None,
        "provider_checks": None,
    }
    data = json.dumps(document, indent=2).encode() + b"\n"
    return (RawItem(MEMBER, data, Format.JSON, "this machine"),)
