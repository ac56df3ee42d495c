"""A pure redaction library: text or JSON in, redacted text or JSON and findings out."""

from __future__ import annotations

from redaction.findings import Finding, Format, Kind
from redaction.policy import KnownValue, PathRole, Policy

__all__ = ["Finding", "Format", "Kind", "KnownValue", "PathRole", "Policy"]
