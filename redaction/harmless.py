"""Values under sensitive names that tell nothing: absent, switched off, or a reference to where the value is."""

from __future__ import annotations

import re
from typing import Final

_HARMLESS: Final = re.compile(
    rb"\s*+(?:|[0-9]{1,4}(?:\.[0-9]{1,5}){2}(?:[.+-]?[a-z]{1,6}[0-9]{0,4}){0,2}|\?[a-z]{2,16}|none|null|nil|true|false|yes|no|on|off|unset|empty|n/?a|undefined|\*++|\.{3}|\xe2\x80\xa6"
    rb"|[\[<(]?(?:redacted|hidden|masked|removed|omitted)[\]>)]?"
    rb"|(?-i:\$(?:env:)?[A-Z][A-Z0-9_]*+|%[A-Z][A-Z0-9_]*+%|(?:os\.environ/|env:)[A-Z][A-Z0-9_]*+)"
    rb"|\$\{[A-Za-z_][A-Za-z0-9_]*+\}|\$?\{\{[^{}\"']{1,64}+\}\})\s*+\Z",
    re.IGNORECASE,
)


def is_harmless(value: bytes) -> bool:
    """Say whether a value is a way to say that there is none, or where it comes from."""
    return len(value) < 128 and _HARMLESS.match(value) is not None  # noqa: PLR2004 - no such word is longer
