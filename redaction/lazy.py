"""Patterns that are compiled at their first use: a report of a small run needs few of the hundreds there are."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast


class _Lazy:
    """Stands for a compiled pattern; whatever is asked of it compiles it, except its text where that is known."""

    __slots__ = ("_compiled", "_source", "_text")

    def __init__(self, source: Callable[[], re.Pattern[bytes]], text: bytes | None) -> None:
        self._source = source
        self._text = text
        self._compiled: re.Pattern[bytes] | None = None

    @property
    def pattern(self) -> bytes:
        """The pattern's text."""
        return self.compiled().pattern if self._text is None else self._text

    def compiled(self) -> re.Pattern[bytes]:
        """Return the compiled pattern."""
        if self._compiled is None:
            self._compiled = self._source()
        return self._compiled

    def __getattr__(self, name: str) -> object:
        return getattr(self.compiled(), name)


def lazy(pattern: bytes, flags: int = 0) -> re.Pattern[bytes]:
    """Return what behaves like ``re.compile(pattern, flags)`` and costs nothing until it is used."""
    return cast("re.Pattern[bytes]", _Lazy(lambda: re.compile(pattern, flags), pattern))


def made_late(source: Callable[[], re.Pattern[bytes]]) -> re.Pattern[bytes]:
    """Return what behaves like the pattern that ``source`` gives, and asks for it where it is used first."""
    return cast("re.Pattern[bytes]", _Lazy(source, None))


def compiled(pattern: object) -> re.Pattern[bytes]:
    """Return what a lazy pattern stands for, and a compiled one as it is."""
    return pattern.compiled() if isinstance(pattern, _Lazy) else cast("re.Pattern[bytes]", pattern)
