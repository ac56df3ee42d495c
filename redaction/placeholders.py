"""What stands in a bundle in place of a value: names that no rule matches and every reader can tell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import compress
from typing import Final

from redaction.findings import Kind
from redaction.vectorscan import Presence

PLACEHOLDER: Final = re.compile(
    rb"REDACTED-[a-z0-9]{1,40}+(?:-[a-z0-9]{1,40}+){0,8}?-[0-9]{1,9}(?![A-Za-z0-9-])"
    rb"|WITHHELD-task-data-[0-9]{1,9}(?![A-Za-z0-9-])"
    rb"|(?<![A-Za-z0-9.-])(?:subdomain-[0-9]{1,9}\.)?private-host-[0-9]{1,9}\.invalid(?![A-Za-z0-9-])"
    rb"|(?<![A-Za-z0-9.-])(?:user|machine)-[0-9]{1,9}(?![A-Za-z0-9-])"
)
"""Every placeholder that a ledger can issue, except the role names of paths."""

HEADS: Final = (b"REDACTED-", b"WITHHELD-", b"private-host-", b"user-", b"machine-")
"""What a text must hold to hold a placeholder."""

_EACH: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rb"REDACTED-[a-z0-9]{1,40}+(?:-[a-z0-9]{1,40}+){0,8}?-[0-9]{1,9}(?![A-Za-z0-9-])",
        rb"WITHHELD-task-data-[0-9]{1,9}(?![A-Za-z0-9-])",
        rb"private-host-[0-9]{1,9}\.invalid(?![A-Za-z0-9-])",
        rb"user-[0-9]{1,9}(?![A-Za-z0-9-])",
        rb"machine-[0-9]{1,9}(?![A-Za-z0-9-])",
    )
)
"""The series one by one, in the order of their heads: to look for a literal costs next to nothing."""

_HELD: Final = Presence(HEADS)

_SERIES: Final = {
    Kind.HOST: ("private-host-", ".invalid"),
    Kind.PERSON: ("user-", ""),
    Kind.MACHINE: ("machine-", ""),
    Kind.TASK_DATA: ("WITHHELD-task-data-", ""),
}

_GLUE: Final = re.compile(rb"[A-Za-z0-9-]")


def numbered(kind: Kind, stem: str, number: int) -> str:
    """Return the placeholder number ``number`` (from 1) of a kind; ``stem`` names secrets and gives a path its role."""
    if kind is Kind.PATH:
        return stem
    head, tail = _SERIES.get(kind, (f"REDACTED-{stem}-", ""))
    return f"{head}{number}{tail}"


def imitations(text: bytes) -> Iterator[bytes]:
    """Yield what looks like a placeholder in a text that nothing was replaced in yet."""
    for pattern in compress(_EACH, _HELD(text)):
        yield from (match.group() for match in pattern.finditer(text))


def separated(placeholder: bytes, following: bytes) -> bytes:
    """Return the placeholder, closed with ``_`` where the ``following`` byte would run into its number."""
    if placeholder[-1:].isdigit() and _GLUE.match(following):
        return placeholder + b"_"
    return placeholder
