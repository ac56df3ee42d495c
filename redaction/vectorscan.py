"""Thousands of expressions at once, by the compiled scanner Vectorscan (on Windows: Hyperscan), where it can be used."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from threading import Lock

End = tuple[int, int]
"""Where a match ends, and the number of its expression."""

Span = tuple[int, int, int]
"""The number of an expression, and where a match of it begins and ends."""


class Expressions:
    """Compiled expressions, which ignore the case of letters; a dot is any byte."""

    def __init__(self, expressions: Sequence[bytes], with_starts: Sequence[bytes] = ()) -> None:
        """Compile expressions; those ``with_starts`` are numbered behind the others, and also tell where a match begins.

        Raises ``ImportError`` where the library is missing or cannot be used on this machine. To compile a thousand
        expressions takes a fifth of a second, of literals a fiftieth.
        """
        import hyperscan  # noqa: PLC0415 - 10 ms, and absent on some platforms

        self._plain = len(expressions)
        self._one_at_a_time = Lock()
        flags = hyperscan.HS_FLAG_CASELESS | hyperscan.HS_FLAG_DOTALL
        try:
            self._database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
            self._database.compile(
                expressions=[*expressions, *with_starts],
                ids=list(range(len(expressions) + len(with_starts))),
                flags=[flags] * len(expressions) + [flags | hyperscan.HS_FLAG_SOM_LEFTMOST] * len(with_starts),
            )
        except hyperscan.HyperscanError as error:
            raise ImportError("the compiled scanner cannot be used here") from error

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

        with self._one_at_a_time:
            self._database.scan(block, match_event_handler=note)
        return ends, spans


def literal(text: Iterable[int]) -> bytes:
    """Return an expression that matches a text."""
    return b"".join(b"\\x%02x" % byte for byte in text)
