"""Reading the redacted members back as values; what is missing or of another shape reads as unknown, never as zero."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from bundler.model import RedactedEvidence

UNKNOWN = "unknown"


class Documents:
    """The redacted members of one report by name, parsed when they are asked for."""

    def __init__(self, members: Mapping[str, bytes]) -> None:
        """Keep the members' bytes."""
        self._members = members

    @classmethod
    def of(cls, evidence: RedactedEvidence) -> Documents:
        """Return the documents of redacted evidence."""
        return cls({item.member: item.data for item in evidence.items})

    def names(self, prefix: str = "") -> list[str]:
        """Return the members whose names begin with ``prefix``, sorted."""
        return sorted(name for name in self._members if name.startswith(prefix))

    def text(self, name: str) -> str:
        """Return a member as text, or an empty string."""
        return self._members.get(name, b"").decode("utf-8", "replace")

    def json(self, name: str) -> Any:
        """Return a member's JSON value, or ``None`` where there is none that parses."""
        data = self._members.get(name)
        if data is None:
            return None
        try:
            return json.loads(data)
        except (ValueError, RecursionError):
            return None

    def object(self, name: str) -> Mapping[str, Any]:
        """Return a member's JSON object; empty where there is none, or another kind of value."""
        value = self.json(name)
        return value if isinstance(value, Mapping) else {}

    def lookup(self, name: str, *path: str) -> Any:
        """Return the value at ``path`` inside a member, or ``None``."""
        return dig(self.json(name), *path)


def dig(value: Any, *path: str) -> Any:
    """Return the value below ``path``, or ``None`` as soon as a step is not there."""
    for step in path:
        if not isinstance(value, Mapping):
            return None
        value = value.get(step)
    return value


def words(value: Any) -> str:
    """Return a scalar or list as words for one line; ``unknown`` for what is absent or withheld."""
    if value is None or value == "" or (isinstance(value, Mapping) and "withheld" in value):
        return UNKNOWN
    if isinstance(value, (list, tuple)):
        return ", ".join(words(entry) for entry in value) or UNKNOWN
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return json.dumps(value, ensure_ascii=False)
    return str(value)
