"""Files that appear whole or not at all: written under a temporary name, then renamed, private to the user.

A temporary name carries the process id, so that what a killed build left behind is recognised and removed by the next.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import signal
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final

from bundler.errors import NotFoundError, UnreadableError

_PRIVATE: Final = 0o600
_ELSEWHERE: Final = "Choose another folder with -o."
_TEMPORARY: Final = re.compile(r"\.compass-report-(\d+)-[0-9a-f]{16}\.tmp\Z")


class StagedFiles:
    """Some files of one folder that get their names together, after all of them were written."""

    def __init__(self, folder: Path, names: Sequence[str], hint: str) -> None:
        """Choose a temporary name for each; ``hint`` is what to do where they cannot be written."""
        self._hint = hint
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
        """Give every file its final name, or none of them one if that fails half-way: then what was there is there.

        Raises ``UnreadableError`` where a folder stands in the place of a file.
        """
        for path in self._final.values():
            if path.is_dir() and not path.is_symlink():
                raise UnreadableError(f"Cannot write {path}: a folder of that name is there.", hint=self._hint)
        with _uninterrupted():
            self._publish()

    def _publish(self) -> None:
        published: list[Path] = []
        earlier: dict[Path, Path] = {}
        try:
            for name, temporary in self._temporary.items():
                final = self._final[name]
                if os.path.lexists(final):
                    earlier[final] = self._kept(final)
                temporary.replace(final)
                published.append(final)
        except BaseException:
            for path in published:
                with suppress(OSError):
                    if path in earlier:
                        earlier[path].replace(path)
                    else:
                        path.unlink()
            raise
        finally:
            for second in earlier.values():
                with suppress(OSError):
                    second.unlink()

    @staticmethod
    def _kept(path: Path) -> Path:
        """Give what is there a second, temporary name: it never goes before the new one is there."""
        second = path.with_name(_temporary_name())
        try:
            os.link(path, second, follow_symlinks=os.link not in os.supports_follow_symlinks)
        except OSError:
            # A file system without links.
            shutil.copy2(path, second)
        return second

    def discard(self) -> None:
        """Remove what was not published."""
        for temporary in self._temporary.values():
            with suppress(OSError):
                temporary.unlink()


@contextmanager
def staged_files(folder: Path, names: Sequence[str], *, hint: str = _ELSEWHERE) -> Iterator[StagedFiles]:
    """Give files to write in ``folder`` (made if missing); whatever is not published vanishes.

    Raises ``UnreadableError`` with one sentence where the folder cannot be written or the disk is full.
    """
    staged: StagedFiles | None = None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        remove_leftovers(folder)
        staged = StagedFiles(folder, names, hint)
        yield staged
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else "unknown reason"
        raise UnreadableError(f"Cannot write to {folder}: {reason}.", hint=hint) from None
    finally:
        if staged is not None:
            staged.discard()


def open_input(path: Path) -> BinaryIO:
    """Open a file that the user named for reading.

    Raises ``NotFoundError`` where nothing is, ``UnreadableError`` for anything but a regular file that can be read.
    """
    try:
        if not stat.S_ISREG(_found(path).st_mode):
            raise UnreadableError(f"{path} is not a regular file.")
        return path.open("rb")
    except OSError as error:
        raise UnreadableError(f"Cannot read {path}: {os.strerror(error.errno or 0)}.") from None


def look_at(path: Path) -> None:
    """Raise as ``open_input`` does where nothing is or a regular file cannot be read; other kinds are for the reader."""
    try:
        if stat.S_ISREG(_found(path).st_mode):
            path.open("rb").close()
    except OSError as error:
        raise UnreadableError(f"Cannot read {path}: {os.strerror(error.errno or 0)}.") from None


def look_into(folder: Path) -> None:
    """Raise ``NotFoundError`` where no folder is, or where it was deleted, ``UnreadableError`` if it cannot be listed."""
    try:
        if not folder.is_absolute():
            Path.cwd()
        with os.scandir(folder):
            pass
    except (FileNotFoundError, NotADirectoryError):
        raise NotFoundError(f"There is no folder {folder}.") from None
    except (OSError, ValueError) as error:
        reason = os.strerror(error.errno or 0) if isinstance(error, OSError) else "it is no path"
        raise UnreadableError(f"Cannot list {folder}: {reason}.") from None


def _found(path: Path) -> os.stat_result:
    try:
        return path.stat()
    except (FileNotFoundError, NotADirectoryError, ValueError):
        raise NotFoundError(f"There is no file or folder {path}.") from None


def read_input(path: Path, limit: int) -> bytes:
    """Return all bytes of a regular file that the user named; raises ``UnreadableError``, also for more than ``limit``."""
    with open_input(path) as stream:
        try:
            data = stream.read(limit + 1)
        except OSError as error:
            raise UnreadableError(f"Cannot read {path}: {os.strerror(error.errno or 0)}.") from None
    if len(data) > limit:
        raise UnreadableError(f"{path} is larger than {limit} bytes.")
    return data


def write_private(path: Path, data: bytes, *, hint: str = "") -> None:
    """Write one private file whole or not at all; raises ``UnreadableError``, with ``hint`` for the user."""
    with staged_files(path.parent, [path.name], hint=hint) as staged:
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
