"""Rules that find a value by what stands around it: one line per rule."""

from __future__ import annotations

from redaction.rule import Rule
from redaction.rules.context import assignments

CONTEXT_RULES: tuple[Rule, ...] = (
    assignments.QUOTED_VALUE,
    assignments.BARE_VALUE,
    assignments.ARGUMENT,
)
