"""Thousands of expressions at once, by the compiled scanner Vectorscan (on Windows: Hyperscan), where it can be used."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from threading import Lock
from typing import Final

End = tuple[int, int]
"""Where a match ends, and the number of its expression."""

_CASELESS: Final = 1
_ONCE: Final = 8
"""``HS_FLAG_CASELESS`` and ``HS_FLAG_SINGLEMATCH`` of ``hs_compile.h``."""

_LARGE: Final = 1 << 16


class _Database:
    """What the library compiled; one text at a time."""

    def __init__(self, expressions: Sequence[bytes], flag: int) -> None:
        """Compile expressions, all with a flag; raises ``ImportError`` where that cannot be done on this machine."""
        import hyperscan  # noqa: PLC0415 - 10 ms, and absent on some platforms

        self._one_at_a_time = Lock()
        try:
            self._database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
            self._database.compile(
                expressions=list(expressions),
                ids=list(range(len(expressions))),
                flags=[hyperscan.HS_FLAG_DOTALL | flag] * len(expressions),
            )
        except hyperscan.HyperscanError as error:
            raise ImportError("the compiled scanner cannot be used here") from error

    def scan(self, block: bytes, note: Callable[[int, int, int, int, object], None]) -> None:
        """Tell ``note`` of each match: the number of the expression, nothing that is known, and where the match ends."""
        with self._one_at_a_time:
            self._database.scan(block, match_event_handler=note)


class Expressions:
    """Compiled expressions, which ignore the case of letters; a dot is any byte."""

    def __init__(self, expressions: Sequence[bytes]) -> None:
        """Compile expressions.

        Raises ``ImportError`` where the library is missing or cannot be used on this machine. To compile a thousand
        expressions takes a fifth of a second, of literals a fiftieth.
        """
        self._database = _Database(expressions, _CASELESS)

    def matches(self, block: bytes) -> list[End]:
        """Return where expressions match, in any order, each end once. To know the beginnings too would take a third longer."""
        ends: list[End] = []
        add = ends.append

        def note(number: int, _start: int, end: int, _flags: int, _context: object) -> None:
            add((end, number))

        self._database.scan(block, note)
        return ends


class Presence:
    """Which of a few literals a text holds."""

    def __init__(self, literals: Sequence[bytes]) -> None:
        """Take the literals; nothing is compiled before the first large text."""
        self._literals = literals

    def __call__(self, text: bytes) -> list[bool]:
        """Return for each literal, in order, whether the text holds it."""
        database = self._database if len(text) >= _LARGE else None
        if database is None:
            # To look for one byte is many times as fast as to look for more.
            return [each[-1] in text and each in text for each in self._literals]
        found: set[int] = set()
        database.scan(text, lambda number, *_: found.add(number))
        return [number in found for number in range(len(self._literals))]

    @cached_property
    def _database(self) -> _Database | None:
        try:
            return _Database([literal(each) for each in self._literals], _ONCE)
        except ImportError:
            return None


def literal(text: Iterable[int]) -> bytes:
    """Return an expression that matches a text."""
    return b"".join(b"\\x%02x" % byte for byte in text)
