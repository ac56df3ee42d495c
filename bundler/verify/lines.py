"""Some lines of a document, decoded or not, that still know their numbers."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

# A break, and what indents or frames the next line; blanks and a continuation backslash may stand before it.
_BREAK: Final = re.compile(rb"[\r\n](?:[ \t\r\n>|]|\xe2\x94[\x80-\xbf])*+")


@dataclass(frozen=True, slots=True, repr=False)
class Lines:
    """Lines joined by line feeds in ``data``; ``numbers`` are their 1-based numbers, ``starts`` where each begins."""

    data: bytes
    numbers: tuple[int, ...] | range
    starts: tuple[int, ...]

    @classmethod
    def of_document(cls, data: bytes) -> Lines:
        """Split a whole document."""
        pieces = data.split(b"\n")
        return cls(data, range(1, len(pieces) + 1), _starts(pieces, 1))

    @classmethod
    def of(cls, numbered: Iterable[tuple[int, bytes]]) -> Lines:
        """Collect numbered lines, none of which may hold a line feed."""
        kept = [(number, line.replace(b"\n", b"\r")) for number, line in numbered]
        pieces = [line for _, line in kept]
        return cls(b"\n".join(pieces), tuple(number for number, _ in kept), _starts(pieces, 1))

    def line_at(self, position: int) -> int:
        """Return the number of the line that holds the byte at ``position``."""
        return self.numbers[max(bisect_right(self.starts, position) - 1, 0)]

    def matching(self, pattern: re.Pattern[bytes]) -> Iterator[tuple[int, bytes]]:
        """Yield the lines in which ``pattern`` is found; the pattern must not match a line feed."""
        data, position = self.data, 0
        while match := pattern.search(data, position):
            index = bisect_right(self.starts, match.start()) - 1
            end = self.starts[index + 1] - 1 if index + 1 < len(self.starts) else len(data)
            yield self.numbers[index], data[self.starts[index] : end]
            position = end + 1
            if position > len(data):
                return

    def decoded(self, applies: re.Pattern[bytes], decode: Callable[[bytes], bytes]) -> Lines:
        """Return only the lines that decoding changes, decoded."""
        changed = []
        for number, line in self.matching(applies):
            new = decode(line)
            if new != line:
                changed.append((number, new))
        return Lines.of(changed)

    def replaced(self, decode: Callable[[bytes], bytes]) -> Lines:
        """Return all lines, each decoded where decoding changes it."""
        ends = [*(start - 1 for start in self.starts[1:]), len(self.data)]
        parted = self.data.count(b"\n") == len(self.starts) - 1
        if not parted:
            # The pieces of a joined text may share an escape: it is decoded as one line.
            return Lines.of([(self.numbers[0], decode(self.data))])
        new = decode(self.data)
        if new.count(b"\n") == self.data.count(b"\n"):
            pieces = new.split(b"\n")
            return Lines(new, self.numbers, _starts(pieces, 1)) if new != self.data else Lines(b"", (), ())
        return Lines.of(
            (number, decode(self.data[start:end]))
            for number, start, end in zip(self.numbers, self.starts, ends, strict=True)
        )

    def joined(self) -> Lines:
        """Return the whole without line breaks and what wraps add to them, so that what was wrapped stands together."""
        breaks = [match.span() for match in _BREAK.finditer(self.data)]
        if not breaks:
            return Lines(b"", (), ())
        begins = [0, *(end for _, end in breaks)]
        pieces = [
            self.data[begin:end].removesuffix(b"\\").rstrip(b" \t")
            for begin, (end, _) in zip(begins, breaks, strict=False)
        ]
        pieces.append(self.data[begins[-1] :])
        return Lines(b"".join(pieces), tuple(map(self.line_at, begins)), _starts(pieces, 0))


def _starts(pieces: list[bytes], gap: int) -> tuple[int, ...]:
    return tuple(accumulate((len(piece) + gap for piece in pieces[:-1]), initial=0))
