"""The output streams of a command that is run unchanged: terminals stay terminals, files and pipes stay apart.

Where our stream is a terminal, the command writes to a pseudo-terminal with the same size and modes, so that it keeps
its colours and progress bars; else to a pipe. Streams that lead to the same place share one, so that their order stays.
"""

from __future__ import annotations

import contextlib
import errno
import os
import pty
import struct
import termios
from collections.abc import Iterator
from dataclasses import dataclass, field
from fcntl import ioctl
from typing import Final

from bundler.machine.standard_streams import CLOSED, STDERR, STDOUT

_CHUNK: Final = 64 * 1024
_OFLAG: Final = 1


@dataclass(slots=True, repr=False)
class Stream:
    """One way out: ``inner`` is what the command writes to, ``outer`` where we read it, ``target`` our own stream."""

    inner: int
    outer: int
    target: int
    terminal: bool
    broken: bool = False

    def read(self) -> bytes:
        """Return what the command wrote, or nothing at the end; Linux tells a pseudo-terminal's end by an error."""
        try:
            return os.read(self.outer, _CHUNK)
        except OSError as error:
            if error.errno == errno.EIO:
                return b""
            raise

    def pass_on(self, data: bytes) -> bool:
        """Write to our own stream; returns whether anybody still reads it."""
        try:
            while data:
                data = data[os.write(self.target, data) :]
        except OSError:
            self.broken = True
        return not self.broken

    def take_over_size(self) -> None:
        """Give the pseudo-terminal the size of the real one."""
        if self.terminal:
            with contextlib.suppress(OSError):
                ioctl(self.inner if self.inner >= 0 else self.outer, termios.TIOCSWINSZ, _size(self.target))


@dataclass(slots=True, repr=False)
class Streams:
    """The ways out of one command: which stream its standard output and its standard error are; ``None`` if closed."""

    stdout: Stream | None
    stderr: Stream | None
    open: list[Stream] = field(default_factory=list)

    @classmethod
    def like_ours(cls) -> Streams:
        """Return streams as our own are; raises ``OSError`` where no more can be opened."""
        out = _stream(STDOUT)
        both = out is not None and STDERR not in CLOSED
        same = both and (_same_place(STDOUT, STDERR) or (os.isatty(STDOUT) and os.isatty(STDERR)))
        err = out if same else _stream(STDERR)
        return cls(out, err, [stream for stream in ((out,) if same else (out, err)) if stream is not None])

    def started(self) -> None:
        """Close our copies of what the command writes to, once it has them."""
        for stream in self.open:
            os.close(stream.inner)
            stream.inner = -1

    def finished(self, stream: Stream) -> None:
        """Close a stream at its end, or that nobody reads any more: the command learns it as it would without us."""
        self.open.remove(stream)
        os.close(stream.outer)

    def close(self) -> None:
        """Close what is still open."""
        for stream in list(self.open):
            self.finished(stream)

    def terminals(self) -> Iterator[Stream]:
        """Yield the pseudo-terminals."""
        return (stream for stream in self.open if stream.terminal)


def _stream(target: int) -> Stream | None:
    if target in CLOSED:
        return None
    if not os.isatty(target):
        outer, inner = os.pipe()
        return Stream(inner, outer, target, terminal=False)
    outer, inner = pty.openpty()
    with contextlib.suppress(termios.error):
        modes = termios.tcgetattr(target)
        # The real terminal turns line feeds into line ends; doing it twice would double them.
        modes[_OFLAG] &= ~termios.OPOST
        termios.tcsetattr(inner, termios.TCSANOW, modes)
    stream = Stream(inner, outer, target, terminal=True)
    stream.take_over_size()
    return stream


def _same_place(one: int, other: int) -> bool:
    try:
        return os.path.sameopenfile(one, other)
    except OSError:
        return False


def _size(terminal: int) -> bytes:
    return ioctl(terminal, termios.TIOCGWINSZ, struct.pack("HHHH", 0, 0, 0, 0))
