"""Safe reading: regular files inside one folder, in chunks, never through a link, a pipe or a device.

On POSIX every folder on the way is opened relative to the one before it, without following links, so that nobody can
swap a link in between the check and the opening. A file is read as far as it went when it was opened, so that one that
grows faster than we read ends. A task that finishes while we read moves from ``details/running`` to its final state
(AgentCompass 1.0.1, store.py): its files are looked for there.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from bundler.model import Omission, Status

CHUNK: Final = 1024 * 1024
READ: Final = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
FOLDER: Final = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
STEPWISE: Final = os.open in os.supports_dir_fd and os.stat in os.supports_dir_fd and hasattr(os, "O_NOFOLLOW")
_RUNNING: Final = ("details", "running")
_FINAL_STATES: Final = ("fatal", "error", "normal")


class Unreadable(Exception):  # noqa: N818 - a state of the evidence, turned into an Omission by whoever asked
    """A file is absent, unreadable, too large or unsafe to open."""

    def __init__(self, status: Status, reason: str) -> None:
        """Keep what the bundle will say about it."""
        super().__init__(reason)
        self.status, self.reason = status, reason

    def omission(self, item: str) -> Omission:
        """Return it as an omission of a member."""
        return Omission(item, self.status, self.reason)


def chunks(path: Path, root: Path, size: int = CHUNK) -> Iterator[bytes]:
    """Yield the bytes that the file had when it was opened, or fewer if it shrinks, ``size`` at a time.

    Raises ``Unreadable`` before the first byte where it cannot be opened, and later where the disk fails.
    """
    descriptor = _open_wherever_it_is(path, root)
    with open(descriptor, "rb", buffering=0) as handle:  # noqa: PTH123 - a descriptor, not a path
        left = os.fstat(descriptor).st_size
        try:
            while left > 0 and (data := handle.read(min(size, left))):
                left -= len(data)
                yield data
        except OSError:
            raise Unreadable(Status.UNREADABLE, "the file cannot be read to its end") from None


def exists(path: Path) -> bool:
    """Tell whether anything is there, a dangling link included."""
    return os.path.lexists(path)


def is_folder(path: Path) -> bool:
    """Tell whether a folder is there, or a link to one; not, where nobody may look, which ``Path.is_dir`` would raise."""
    return os.path.isdir(path)  # noqa: PTH112


def is_file(path: Path) -> bool:
    """Tell whether a regular file is there, or a link to one; not, where nobody may look."""
    return os.path.isfile(path)  # noqa: PTH113


def is_link(path: Path) -> bool:
    """Tell whether a link is there; not, where nobody may look."""
    return os.path.islink(path)  # noqa: PTH114


def read_head(path: Path, root: Path, limit: int) -> bytes:
    """Return at most ``limit`` bytes from the file's start; raise ``Unreadable`` where it cannot be read."""
    pieces: list[bytes] = []
    size = 0
    for chunk in chunks(path, root):
        pieces.append(chunk)
        size += len(chunk)
        if size >= limit:
            break
    return b"".join(pieces)[:limit]


def read_whole(path: Path, root: Path, limit: int) -> bytes:
    """Return all bytes of a file; raise ``Unreadable`` where it cannot be read or is larger than ``limit`` bytes."""
    data = read_head(path, root, limit + 1)
    if len(data) > limit:
        raise Unreadable(Status.TRUNCATED, f"the file is larger than {limit} bytes")
    return data


def _open_wherever_it_is(path: Path, root: Path) -> int:
    """Open the file, or what became of it when its task was moved to a final state."""
    parts = _below(path, root)
    try:
        return _open(root, parts)
    except Unreadable as reason:
        if reason.status is not Status.ABSENT or parts[:2] != _RUNNING:
            raise
    for state in _FINAL_STATES:
        with suppress(Unreadable):
            return _open(root, ("details", state, *parts[2:]))
    # It may have been renamed by whoever replaces files whole: the last look tells.
    return _open(root, parts)


def _below(path: Path, root: Path) -> tuple[str, ...]:
    folder, name = os.fspath(root), os.fspath(path)
    inside = name.removeprefix(folder.rstrip(os.sep) + os.sep)
    # pathlib takes ten times as long, and a run has ten thousand files.
    parts = tuple(inside.split(os.sep)) if inside != name else ()  # noqa: PTH206
    if not parts or ".." in parts:
        raise Unreadable(Status.UNSAFE, "it is not inside the run directory")
    return parts


def _open(root: Path, parts: tuple[str, ...]) -> int:
    try:
        return _open_stepwise(root, parts) if STEPWISE else _open_checked(root, parts)
    except (FileNotFoundError, NotADirectoryError):
        raise Unreadable(Status.ABSENT, "there is no such file") from None
    except (OSError, ValueError):
        raise Unreadable(Status.UNREADABLE, "the file cannot be opened") from None


def _open_stepwise(root: Path, parts: tuple[str, ...]) -> int:
    folder = os.open(root, FOLDER)
    try:
        for name in parts[:-1]:
            _refuse(os.stat(name, dir_fd=folder, follow_symlinks=False), stat.S_IFDIR)
            inner = os.open(name, FOLDER | os.O_NOFOLLOW, dir_fd=folder)
            os.close(folder)
            folder = inner
        # Looked at before it is opened: opening a device or a pipe can already do something.
        _refuse(os.stat(parts[-1], dir_fd=folder, follow_symlinks=False), stat.S_IFREG)
        return _only_regular(os.open(parts[-1], READ, dir_fd=folder))
    finally:
        os.close(folder)


def _open_checked(root: Path, parts: tuple[str, ...]) -> int:
    """Open where the platform cannot open relative to a folder: checked first, and the outcome checked again."""
    path = root
    for number, name in enumerate(parts, 1):
        path /= name
        _refuse(path.lstat(), stat.S_IFREG if number == len(parts) else stat.S_IFDIR)
    if not path.resolve().is_relative_to(root.resolve()):
        raise Unreadable(Status.UNSAFE, "it leads out of the run directory")
    return _only_regular(os.open(path, READ | getattr(os, "O_BINARY", 0)))


def _refuse(found: os.stat_result, wanted: int) -> None:
    """Raise unless a thing is of the kind that is wanted; a file where a folder should be means nothing is below it."""
    kind = stat.S_IFMT(found.st_mode)
    if kind == stat.S_IFLNK:
        raise Unreadable(Status.UNSAFE, "it is a link, or lies behind one")
    if kind == wanted:
        return
    if wanted == stat.S_IFDIR:
        raise NotADirectoryError
    raise Unreadable(Status.UNSAFE, "it is not a regular file")


def _only_regular(descriptor: int) -> int:
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return descriptor
    os.close(descriptor)
    raise Unreadable(Status.UNSAFE, "it is not a regular file")
