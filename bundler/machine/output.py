"""Files that appear whole or not at all: written under a temporary name, then renamed, private to the user.

A temporary name carries the process id, so that what a killed build left behind is recognised and removed by the next.
"""

from __future__ import annotations

import os
import re
import secrets
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final

from bundler.errors import UnreadableError

_PRIVATE: Final = 0o600
_TEMPORARY: Final = re.compile(r"\.compass-report-(\d+)-[0-9a-f]{16}\.tmp\Z")


class StagedFiles:
    """Some files of one folder that get their names together, after all of them were written."""

    def __init__(self, folder: Path, names: Sequence[str]) -> None:
        """Choose a temporary name for each."""
        self._final = {name: folder / name for name in names}
        self._temporary = {name: folder / _temporary_name() for name in names}

    def path(self, name: str) -> Path:
        """Return where the file lies before it is published."""
        return self._temporary[name]

    def write(self, name: str, data: bytes) -> None:
        """Write one file completely and bring it to the disk."""
        descriptor = os.open(self._temporary[name], os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())

    def publish(self) -> None:
        """Give every file its final name, or none of them one if that fails half-way."""
        published: list[Path] = []
        try:
            for name, temporary in self._temporary.items():
                temporary.replace(self._final[name])
                published.append(self._final[name])
        except BaseException:
            for path in published:
                with suppress(OSError):
                    path.unlink()
            raise

    def discard(self) -> None:
        """Remove what was not published."""
        for temporary in self._temporary.values():
            with suppress(OSError):
                temporary.unlink()


@contextmanager
def staged_files(folder: Path, names: Sequence[str]) -> Iterator[StagedFiles]:
    """Give files to write in ``folder`` (made if missing); whatever is not published vanishes.

    Raises ``UnreadableError`` with one sentence where the folder cannot be written or the disk is full.
    """
    staged: StagedFiles | None = None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        remove_leftovers(folder)
        staged = StagedFiles(folder, names)
        yield staged
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else "unknown reason"
        raise UnreadableError(f"Cannot write to {folder}: {reason}.", hint="Choose another folder with -o.") from None
    finally:
        if staged is not None:
            staged.discard()


def open_input(path: Path) -> BinaryIO:
    """Open a file that the user named for reading; raises ``UnreadableError`` for anything but a regular file."""
    try:
        if not path.is_file():
            raise UnreadableError(f"{path} is not a regular file." if path.exists() else f"There is no file {path}.")
        return path.open("rb")
    except OSError as error:
        raise UnreadableError(f"Cannot read {path}: {os.strerror(error.errno or 0)}.") from None


def write_private(path: Path, data: bytes) -> None:
    """Write one private file whole or not at all; raises ``UnreadableError``."""
    with staged_files(path.parent, [path.name]) as staged:
        staged.write(path.name, data)
        staged.publish()


def remove_leftovers(folder: Path) -> int:
    """Remove temporary files of builds that no longer run, and return how many there were."""
    removed = 0
    with os.scandir(folder) as entries:
        for entry in entries:
            match = _TEMPORARY.match(entry.name)
            if match and not _is_running(int(match.group(1))):
                with suppress(OSError):
                    os.unlink(entry.path)  # noqa: PTH108 - the entry is at hand
                    removed += 1
    return removed


@contextmanager
def _uninterrupted() -> Iterator[None]:
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _temporary_name() -> str:
    return f".compass-report-{os.getpid()}-{secrets.token_hex(8)}.tmp"


def _is_running(process: int) -> bool:
    if sys.platform == "win32":
        # Signal 0 would end the process there; a leftover of an unknown owner stays.
        return process == os.getpid()
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True
