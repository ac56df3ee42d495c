"""Patterns that are compiled at their first use: a report of a small run needs few of the hundreds there are."""

from __future__ import annotations

import re
from typing import cast


class _Lazy:
    """Stands for a compiled pattern; whatever is asked of it compiles it."""

    __slots__ = ("_compiled", "flags_given", "pattern")

    def __init__(self, pattern: bytes, flags: int) -> None:
        self.pattern = pattern
        self.flags_given = flags
        self._compiled: re.Pattern[bytes] | None = None

    def match(self, data: bytes, start: int = 0, end: int | None = None) -> re.Match[bytes] | None:
        """Match as the compiled pattern does."""
        compiled = self._compiled or self.compiled()
        return compiled.match(data, start) if end is None else compiled.match(data, start, end)

    def compiled(self) -> re.Pattern[bytes]:
        """Return the compiled pattern."""
        if self._compiled is None:
            self._compiled = re.compile(self.pattern, self.flags_given)
        return self._compiled

    def __getattr__(self, name: str) -> object:
        return getattr(self.compiled(), name)


def lazy(pattern: bytes, flags: int = 0) -> re.Pattern[bytes]:
    """Return what behaves like ``re.compile(pattern, flags)`` and costs nothing until it is used."""
    return cast("re.Pattern[bytes]", _Lazy(pattern, flags))


def compiled(pattern: re.Pattern[bytes]) -> re.Pattern[bytes]:
    """Return what a lazy pattern stands for, and any other pattern as it is."""
    return pattern.compiled() if isinstance(pattern, _Lazy) else pattern
