"""What the rules for a value under a sensitive name share: where they look, and the plainest of their judgements."""

from __future__ import annotations

import re
from functools import partial
from typing import Final

from redaction.findings import Kind
from redaction.rule import Rule
from redaction.rules.context import values
from redaction.rules.context.grammar import NAME_ANCHORS, NAME_REACH, sensitive_name, text_of
from redaction.rules.context.likely import VALUE_AHEAD, value_heads

named_rule: Final = partial(
    Rule,
    kind=Kind.SECRET,
    stem="secret",
    anchors=NAME_ANCHORS,
    reach=NAME_REACH,
    ahead=VALUE_AHEAD,
    heads=value_heads,
    gate=sensitive_name,
)
"""A rule for a value under a sensitive name: its pattern begins with ``NAME``."""


def is_named_secret(match: re.Match[bytes]) -> bool:
    """Accept a quoted or delimited value that its name makes a secret."""
    return values.is_plausible_secret(text_of(match, "name"), text_of(match, "value"), quoted=True)


def is_given(match: re.Match[bytes]) -> bool:
    """Accept anything but a template, a mask or a literal."""
    return not values.is_never_secret(text_of(match, "value"))
