"""What a scan reports: a span and a rule, never the text."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What sort of value a rule finds; it decides the placeholder's shape."""

    SECRET = "secret"  # noqa: S105 - a word, not a password
    HOST = "host"
    PERSON = "person"
    MACHINE = "machine"
    EMAIL = "email"
    PHONE = "phone"
    ACCOUNT = "account"
    PATH = "path"
    TERM = "term"
    TASK_DATA = "task-data"


class Format(StrEnum):
    """How the bytes of an item are to be read."""

    TEXT = "text"
    JSON = "json"
    JSON_LINES = "jsonl"


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """One span of the scanned bytes that a rule claims.

    ``start`` and ``end`` are byte offsets into the input, end exclusive.
    """

    start: int
    end: int
    rule: str

    def __post_init__(self) -> None:
        """Refuse an empty or reversed span and a nameless rule."""
        if not 0 <= self.start < self.end:
            raise ValueError("a finding needs a span of at least one byte")
        if not self.rule:
            raise ValueError("a finding needs a rule")
