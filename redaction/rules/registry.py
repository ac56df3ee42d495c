"""Every rule there is, one line each: a rule that is not named here does not run."""

from __future__ import annotations

from typing import Final

from redaction.rule import Rule
from redaction.rules.context import CONTEXT_RULES

PROVIDER_RULES: Final[tuple[Rule, ...]] = ()

RULES: Final[tuple[Rule, ...]] = PROVIDER_RULES + CONTEXT_RULES
