"""Thousands of expressions at once, by the compiled scanner Vectorscan (on Windows: Hyperscan), where it can be used."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from threading import Lock
from typing import Final

End = tuple[int, int]
"""Where a match ends, and the number of its expression."""

Span = tuple[int, int, int]
"""The number of an expression, and where a match of it begins and ends."""


_CASELESS: Final = 1
_ONCE: Final = 8
_STARTS: Final = 256
"""``HS_FLAG_CASELESS``, ``HS_FLAG_SINGLEMATCH`` and ``HS_FLAG_SOM_LEFTMOST`` of ``hs_compile.h``."""

_LARGE: Final = 1 << 16


class _Database:
    """What the library compiled; one text at a time."""

    def __init__(self, expressions: Sequence[bytes], flags: Sequence[int]) -> None:
        """Compile expressions, each with its flags; raises ``ImportError`` where that cannot be done on this machine."""
        import hyperscan  # noqa: PLC0415 - 10 ms, and absent on some platforms

        self._one_at_a_time = Lock()
        try:
            self._database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
            self._database.compile(
                expressions=list(expressions),
                ids=list(range(len(expressions))),
                flags=[hyperscan.HS_FLAG_DOTALL | each for each in flags],
            )
        except hyperscan.HyperscanError as error:
            raise ImportError("the compiled scanner cannot be used here") from error

    def scan(self, block: bytes, note: Callable[[int, int, int, int, object], None]) -> None:
        """Tell ``note`` of each match: the number of the expression, where it begins (if that is known) and where it ends."""
        with self._one_at_a_time:
            self._database.scan(block, match_event_handler=note)


class Expressions:
    """Compiled expressions, which ignore the case of letters; a dot is any byte."""

    def __init__(self, expressions: Sequence[bytes], with_starts: Sequence[bytes] = ()) -> None:
        """Compile expressions; those ``with_starts`` are numbered behind the others, and also tell where a match begins.

        Raises ``ImportError`` where the library is missing or cannot be used on this machine. To compile a thousand
        expressions takes a fifth of a second, of literals a fiftieth.
        """
        self._plain = len(expressions)
        flags = [_CASELESS] * len(expressions) + [_CASELESS | _STARTS] * len(with_starts)
        self._database = _Database([*expressions, *with_starts], flags)

    def matches(self, block: bytes) -> tuple[list[End], list[Span]]:
        """Return where expressions match, in any order: each end once, with the leftmost beginning where that is told."""
        ends: list[End] = []
        spans: list[Span] = []
        plain, add = self._plain, ends.append

        def note(number: int, start: int, end: int, _flags: int, _context: object) -> None:
            if number < plain:
                add((end, number))
            else:
                spans.append((number, start, end))

        self._database.scan(block, note)
        return ends, spans


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
            return _Database([literal(each) for each in self._literals], [_ONCE] * len(self._literals))
        except ImportError:
            return None


def literal(text: Iterable[int]) -> bytes:
    """Return an expression that matches a text."""
    return b"".join(b"\\x%02x" % byte for byte in text)
