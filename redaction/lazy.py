"""Patterns that are compiled at their first use: a report of a small run needs few of the hundreds there are."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast


class _Lazy:
    """Stands for a compiled pattern; whatever is asked of it compiles it."""

    __slots__ = ("_compiled", "_source")

    def __init__(self, source: Callable[[], re.Pattern[bytes]]) -> None:
        self._source = source
        self._compiled: re.Pattern[bytes] | None = None

    def compiled(self) -> re.Pattern[bytes]:
        """Return the compiled pattern."""
        if self._compiled is None:
            self._compiled = self._source()
        return self._compiled

    def __getattr__(self, name: str) -> object:
        return getattr(self.compiled(), name)


def lazy(pattern: bytes, flags: int = 0) -> re.Pattern[bytes]:
    """Return what behaves like ``re.compile(pattern, flags)`` and costs nothing until it is used."""
    return made_late(lambda: re.compile(pattern, flags))


def made_late(source: Callable[[], re.Pattern[bytes]]) -> re.Pattern[bytes]:
    """Return what behaves like the pattern that ``source`` gives, and asks for it where it is used first."""
    return cast("re.Pattern[bytes]", _Lazy(source))


def compiled(pattern: object) -> re.Pattern[bytes]:
    """Return what a lazy pattern stands for, and a compiled one as it is."""
    return pattern.compiled() if isinstance(pattern, _Lazy) else cast("re.Pattern[bytes]", pattern)
