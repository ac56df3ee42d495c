"""What a long log holds of one task's quiet records: only those that an excerpt could take are looked at.

A report takes a few hundred kilobytes of a log. Of a gigabyte in which every record is the task's, the quiet ones
(information and debug) at its begin, around the task's first failure and at its end are read; the others are passed
over block by block and counted by their tags.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bundler.model import LogRecord

FAILURES: Final = ("ERROR", "CRITICAL")
LOUD: Final = ("WARNING", *FAILURES)
# Blocks (a chunk of the file each) are held until it is known whether a failure or the end of the log follows.
_MOST_BLOCKS: Final = 8
# A record is at least this long, with what the excerpt needs for it.
_SHORTEST_RECORD: Final = 100
# A block with fewer tags is read whole: that costs little.
DENSE: Final = 50


@dataclass(frozen=True, slots=True, repr=False)
class FoundRecord:
    """A record and why it was picked: it is the task's own (``own``), in its window, or of the run's head or end."""

    record: LogRecord
    why: str
    cut: bool = False


def is_failure(found: FoundRecord) -> bool:
    """Tell whether a record says that the task itself failed."""
    return found.why == "own" and found.record.level in FAILURES


@dataclass(frozen=True, slots=True, repr=False)
class Block:
    """A piece of the log: ``data[:end]`` is whole records, the first in line ``line``."""

    data: bytes
    end: int
    line: int


class Unread:
    """The last blocks whose quiet records were not looked at, and how many were passed over for good."""

    def __init__(self, enough: int | None) -> None:
        """``enough`` bytes of quiet records are read before any is passed over; without it none ever is."""
        self._enough = enough
        self._left = enough or 0
        self.failed = False
        self._blocks: deque[tuple[Block, int]] = deque()
        self._tags = 0
        self.passed_over = 0

    def saw(self, found: FoundRecord) -> None:
        """Count a record that was read; after the task's first failure as much again is."""
        if is_failure(found) and not self.failed:
            self.failed = True
            self._left = (self._enough or 0) // 2
        elif found.why == "own" and found.record.level not in LOUD:
            self._left -= max(_SHORTEST_RECORD, len(found.record.text))

    @property
    def satisfied(self) -> bool:
        """Tell whether enough quiet records were read, so that those of a block full of them may be passed over."""
        return self._enough is not None and self._left <= 0

    def add(self, block: Block, tags: int) -> None:
        """Hold a block back; older ones are given up where the newer ones hold enough."""
        self._blocks.append((block, tags))
        self._tags += tags
        while len(self._blocks) > 1:
            newer = self._tags - self._blocks[0][1]
            if len(self._blocks) <= _MOST_BLOCKS and newer * _SHORTEST_RECORD < (self._enough or 0):
                return
            self.passed_over += self._blocks.popleft()[1]
            self._tags = newer

    def taken(self) -> Iterator[Block]:
        """Give the blocks that are held, in order, and forget them."""
        while self._blocks:
            block, tags = self._blocks.popleft()
            self._tags -= tags
            yield block
