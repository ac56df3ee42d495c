"""What a scan reports: a span and a rule, never the text."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, Self


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

    __hash__ = str.__hash__
    """Members are texts; without this, each look-up of one would call a method of Python's."""


class Format(StrEnum):
    """How the bytes of an item are to be read."""

    TEXT = "text"
    JSON = "json"
    JSON_LINES = "jsonl"


class _Span(NamedTuple):
    start: int
    end: int
    rule: str


class Finding(_Span):
    """One span of the scanned bytes that a rule claims.

    ``start`` and ``end`` are byte offsets into the input, end exclusive.
    """

    __slots__ = ()

    def __new__(cls, start: int, end: int, rule: str) -> Self:
        """Refuse an empty or reversed span and a nameless rule."""
        if not 0 <= start < end:
            raise ValueError("a finding needs a span of at least one byte")
        if not rule:
            raise ValueError("a finding needs a rule")
        return super().__new__(cls, start, end, rule)
