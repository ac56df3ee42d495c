"""Safe reading: regular files inside one folder, in chunks, never through a link, a pipe or a device."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from bundler.model import Omission, Status

CHUNK = 1024 * 1024


class Unreadable(Exception):  # noqa: N818 - a state of the evidence, turned into an Omission by whoever asked
    """A file is absent, unreadable or unsafe to open."""

    def __init__(self, status: Status, reason: str) -> None:
        """Keep what the bundle will say about it."""
        super().__init__(reason)
        self.status, self.reason = status, reason

    def omission(self, item: str) -> Omission:
        """Return it as an omission of a member."""
        return Omission(item, self.status, self.reason)


def chunks(path: Path, root: Path) -> Iterator[bytes]:
    """Yield the file's bytes as far as they go now; raise ``Unreadable`` before the first byte where it cannot be."""
    if path.is_symlink() or not _inside(path, root):
        raise Unreadable(Status.UNSAFE, "it is a link, or leads out of the run directory")
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
    try:
        descriptor = os.open(path, flags)
    except FileNotFoundError:
        raise Unreadable(Status.ABSENT, "there is no such file") from None
    except OSError:
        raise Unreadable(Status.UNREADABLE, "the file cannot be opened") from None
    with open(descriptor, "rb", buffering=0) as handle:  # noqa: PTH123 - a descriptor, not a path
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise Unreadable(Status.UNSAFE, "it is not a regular file")
        try:
            while data := handle.read(CHUNK):
                yield data
        except OSError:
            raise Unreadable(Status.UNREADABLE, "the file cannot be read to its end") from None


def _inside(path: Path, root: Path) -> bool:
    try:
        return path.resolve().is_relative_to(root.resolve())
    except OSError:
        return False


def exists(path: Path) -> bool:
    """Tell whether anything is there, a dangling link included."""
    return os.path.lexists(path)


def read_head(path: Path, root: Path, limit: int) -> bytes:
    """Return at most ``limit`` bytes from the file's start; raise ``Unreadable`` where it cannot be read."""
    data = b""
    for chunk in chunks(path, root):
        data += chunk
        if len(data) >= limit:
            break
    return data[:limit]
