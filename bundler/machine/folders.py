"""Folders held open, for reading thousands of small files: nobody walks down from the run directory for each of them.

As safe as ``files.chunks``: no link is followed, nothing but a regular file is opened. Whatever is unusual (a link, a
large file, one that vanished) is ``None`` here, and ``files.chunks`` says what is the matter.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

from bundler.machine import files

CAN_HOLD: Final = files.STEPWISE and os.scandir in os.supports_fd
"""Whether this platform opens relative to a folder; where it does not, nothing is ever held."""


class Folder:
    """A folder that stays open until the ``with`` block ends, wherever it is moved meanwhile."""

    def __init__(self, descriptor: int) -> None:
        """Take over the descriptor of a folder."""
        self._descriptor = descriptor

    @classmethod
    def below(cls, root: Path, *names: str) -> Folder | None:
        """Open ``root``, then each folder below the one before it; ``None`` if one of them is not a plain folder."""
        if not CAN_HOLD:
            return None
        try:
            folder = cls(os.open(root, files.FOLDER))
        except OSError:
            return None
        for name in names:
            with folder:
                inner = folder.inner(name)
            if inner is None:
                return None
            folder = inner
        return folder

    def __enter__(self) -> Self:
        """Return the folder."""
        return self

    def __exit__(self, *_failure: object) -> None:
        """Close it."""
        os.close(self._descriptor)

    def inner(self, name: str) -> Folder | None:
        """Open a folder in this one; a pipe or a device of that name is not opened, and a link is not followed."""
        try:
            return Folder(os.open(name, files.FOLDER | os.O_NOFOLLOW, dir_fd=self._descriptor))
        except OSError:
            return None

    def folders(self) -> list[str]:
        """Return the names of the folders in this one, sorted; none if it cannot be listed."""
        try:
            with os.scandir(self._descriptor) as entries:
                return sorted(entry.name for entry in entries if entry.is_dir(follow_symlinks=False))
        except OSError:
            return []

    def read(self, name: str, limit: int = files.CHUNK) -> bytes | None:
        """Return all bytes of a regular file that holds at most ``limit``; ``None`` for anything else."""
        with suppress(OSError, ValueError):
            # Looked at before it is opened: opening a device or a pipe can already do something.
            if not stat.S_ISREG(os.stat(name, dir_fd=self._descriptor, follow_symlinks=False).st_mode):
                return None
            descriptor = os.open(name, files.READ, dir_fd=self._descriptor)
            try:
                found = os.fstat(descriptor)
                if stat.S_ISREG(found.st_mode) and found.st_size <= limit:
                    data = os.read(descriptor, found.st_size)
                    return data if len(data) == found.st_size else None
            finally:
                os.close(descriptor)
        return None
