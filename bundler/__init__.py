"""compass-report: one failed AgentCompass task as a sanitized zip and an issue body."""

from __future__ import annotations

__version__ = "0.1.0"
