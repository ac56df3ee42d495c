"""What a command printed, kept bounded on disk: its head as it comes, its tail at the end, mode 0600.

A disk that is full or fails ends the keeping, never the command: what is missing is counted.
"""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import Final, Self

HEAD: Final = 1024 * 1024
TAIL: Final = 1024 * 1024


class ConsoleFile:
    """A sink for any number of bytes of which a file of at most head, mark and tail remains; a context manager."""

    def __init__(self, path: Path, *, head: int = HEAD, tail: int = TAIL) -> None:
        """Make the file, which must not exist; raises ``OSError``."""
        self.path = path
        self._file = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb", buffering=0)
        self._room = head
        self._most = tail
        self._tail = bytearray()
        self.left_out = 0
        self.broken = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def write(self, data: bytes) -> None:
        """Take more output; the head is on the disk at once, so that it outlives a kill."""
        head, rest = data[: self._room], data[self._room :]
        if head:
            self._room -= len(head)
            self._put(head)
        if rest:
            self._tail += rest
            # Trimmed at twice the size, so that each byte is moved once on average.
            if len(self._tail) > 2 * self._most:
                self._trim()

    def close(self) -> None:
        """Write the tail, with a mark where bytes are missing."""
        if self._file.closed:
            return
        self._trim()
        if self.left_out and not self.broken:
            self._put(b"\n[... %d bytes left out here ...]\n" % self.left_out)
        self._put(self._tail)
        try:
            self._file.close()
        except OSError:
            self.broken = True

    def _put(self, data: bytes | bytearray) -> None:
        """Write all of it, or count what the disk does not take; after the first failure nothing is tried again."""
        left = memoryview(data)
        try:
            while left and not self.broken:
                left = left[self._file.write(left) or 0 :]
        except OSError:
            self.broken = True
        self.left_out += len(left)

    def _trim(self) -> None:
        excess = len(self._tail) - self._most
        if excess > 0:
            del self._tail[:excess]
            self.left_out += excess
