"""A pure redaction library: text or JSON in, redacted text or JSON and findings out."""

from __future__ import annotations

from redaction.findings import Finding, Format, Kind
from redaction.placeholders import PLACEHOLDER
from redaction.policy import KnownValue, PathRole, Policy
from redaction.redacted import Redacted
from redaction.redactor import Redactor

__all__ = ["PLACEHOLDER", "Finding", "Format", "Kind", "KnownValue", "PathRole", "Policy", "Redacted", "Redactor"]
