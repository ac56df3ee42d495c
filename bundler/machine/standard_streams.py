"""Our standard streams made to endure: closed, full or read by nobody, they change no exit code and raise nothing.

What was lost is remembered, for whoever decides how to end. What is printed can be written in any encoding.
"""

from __future__ import annotations

import errno
import io
import os
import select
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TextIO

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

STDIN: Final = 0
STDOUT: Final = 1
STDERR: Final = 2
# Streams that were closed when we were started: nothing is there, and a command run unchanged must find it so.
CLOSED: Final[set[int]] = set()
_NOBODY_READS: Final = frozenset({errno.EPIPE, errno.ECONNRESET, errno.EBADF})


class Enduring(io.RawIOBase):
    """Writes to a descriptor as long as that takes anything; then ``failed`` holds the error, and the rest is dropped."""

    def __init__(self, descriptor: int) -> None:
        """Write to a descriptor that stays open whatever becomes of this."""
        super().__init__()
        self._descriptor = descriptor
        self.failed = 0

    def writable(self) -> bool:
        """It is for writing."""
        return True

    def fileno(self) -> int:
        """Return the descriptor."""
        return self._descriptor

    def isatty(self) -> bool:
        """Tell whether a person looks at it."""
        return os.isatty(self._descriptor)

    def write(self, data: ReadableBuffer, /) -> int:
        """Write some of the data, or drop all of it where nothing can be written any more."""
        while not self.failed:
            try:
                return os.write(self._descriptor, data)
            except BlockingIOError:
                select.select([], [self._descriptor], [])
            except OSError as error:
                self.failed = error.errno or errno.EIO
        return memoryview(data).nbytes


def make_enduring() -> None:
    """Open what was closed, to nothing, and put enduring streams in the place of standard output and error."""
    for number in (STDIN, STDOUT, STDERR):
        try:
            os.fstat(number)
        except OSError:
            CLOSED.add(number)
            # The lowest free number is this one: those below are open by now.
            os.open(os.devnull, os.O_RDWR)
    if sys.stdin is None:
        sys.stdin = open(STDIN, encoding="utf-8", errors="surrogateescape", closefd=False)  # noqa: SIM115 - a descriptor
    if sys.platform != "win32":
        # A console of Windows has a stream of its own kind.
        sys.stdout, sys.stderr = _enduring(sys.stdout, STDOUT), _enduring(sys.stderr, STDERR)


def lost() -> str:
    """Return why what was printed did not arrive; empty if it did, or where nobody wanted to read (the rest of) it."""
    number = failure()
    return os.strerror(number) if number and number not in _NOBODY_READS else ""


def failure() -> int:
    """Return the error with which standard output ended, 0 if it took everything so far."""
    with suppress(OSError, ValueError, AttributeError):
        sys.stdout.flush()
    raw = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    return raw.failed if isinstance(raw, Enduring) else 0


def _enduring(given: TextIO | None, number: int) -> TextIO:
    is_error = number == STDERR
    buffer = io.BufferedWriter(Enduring(number))
    return io.TextIOWrapper(
        buffer,
        encoding=getattr(given, "encoding", None) or "utf-8",
        errors="backslashreplace",
        line_buffering=is_error or bool(getattr(given, "line_buffering", False)),
        write_through=bool(getattr(given, "write_through", False)),
    )
