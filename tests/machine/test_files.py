"""Only regular files inside the run directory are opened, as far as they went, wherever their task moved to."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from bundler.machine import files
from bundler.machine.files import CHUNK, Unreadable, chunks, read_head, read_whole
from bundler.model import Status

posix_only = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="POSIX file kinds")


@pytest.fixture(params=["stepwise", "checked"])
def run(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a run directory, and both ways of opening below it."""
    if request.param == "checked":
        monkeypatch.setattr(files, "STEPWISE", False)
    root = tmp_path / "run"
    (root / "details").mkdir(parents=True)
    (tmp_path / "outside.txt").write_bytes(b"outside")
    return root


def _status(path: Path, root: Path) -> Status:
    with pytest.raises(Unreadable) as raised:
        list(chunks(path, root))
    assert raised.value.omission("item").reason
    return raised.value.status


def test_a_regular_file_is_read_whole(run: Path) -> None:
    """All bytes come, in pieces of bounded size."""
    (run / "run.log").write_bytes(b"x" * (2 * CHUNK + 5))
    assert [len(piece) for piece in chunks(run / "run.log", run)] == [CHUNK, CHUNK, 5]


@posix_only
def test_nothing_but_regular_files_is_opened(run: Path) -> None:
    """Links out of and inside the run, dangling and looping ones, folders, pipes, sockets and devices are unsafe."""
    (run / "real").write_bytes(b"x")
    (run / "out").symlink_to(run.parent / "outside.txt")
    (run / "inside").symlink_to(run / "real")
    (run / "dangling").symlink_to(run / "nothing")
    (run / "loop").symlink_to(run / "loop")
    (run / "device").symlink_to("/dev/zero")
    os.mkfifo(run / "pipe")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(os.path.relpath(run / "socket"))
    for name in ("out", "inside", "dangling", "loop", "device", "pipe", "socket", "details"):
        assert _status(run / name, run) is Status.UNSAFE, name


@posix_only
@pytest.mark.skipif(os.getuid() != 0 if hasattr(os, "getuid") else True, reason="only root makes devices")
def test_a_device_is_never_opened(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A device file is told by looking, not by opening."""
    try:
        os.mknod(run / "zero", 0o666 | 0o020000, os.makedev(1, 5))
    except PermissionError:
        pytest.skip("no devices here")
    opened: list[object] = []
    real = os.open
    monkeypatch.setattr(files.os, "open", lambda path, *args, **more: opened.append(path) or real(path, *args, **more))
    assert _status(run / "zero", run) is Status.UNSAFE
    assert not {"zero", run / "zero"} & set(opened)


@posix_only
def test_a_link_on_the_way_is_unsafe(run: Path) -> None:
    """A folder that is a link is not entered, wherever it leads."""
    (run / "details" / "fatal").symlink_to(run.parent)
    assert _status(run / "details" / "fatal" / "outside.txt", run) is Status.UNSAFE
    (run / "details" / "again").symlink_to(run / "details")
    (run / "details" / "task.json").write_bytes(b"{}")
    assert _status(run / "details" / "again" / "task.json", run) is Status.UNSAFE


def test_a_path_outside_is_unsafe(run: Path) -> None:
    """Neither another folder nor ``..`` leads out."""
    assert _status(run.parent / "outside.txt", run) is Status.UNSAFE
    assert _status(run / ".." / "outside.txt", run) is Status.UNSAFE
    assert _status(run, run) is Status.UNSAFE


def test_what_is_not_there_is_absent(run: Path) -> None:
    """A missing file, and one below a file, are absent."""
    (run / "file").touch()
    assert _status(run / "nothing", run) is Status.ABSENT
    assert _status(run / "nothing" / "below", run) is Status.ABSENT
    assert _status(run / "file" / "below", run) is Status.ABSENT


@pytest.mark.parametrize("name", ["a\0b", "n" * 300])
def test_impossible_names_are_unreadable(name: str, run: Path) -> None:
    """A name that no file can have is no crash."""
    assert _status(run / name, run) in (Status.UNREADABLE, Status.ABSENT)


def test_a_file_that_may_not_be_read(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A refused opening and a failing disk are unreadable, with a reason and without a bare error."""
    (run / "run.log").write_bytes(b"x")
    real = os.open

    def refuse(path: object, flags: int, *args: int, **more: int) -> int:
        if str(path).endswith("run.log"):
            raise PermissionError(13, "Permission denied")
        return real(path, flags, *args, **more)  # type: ignore[call-overload,no-any-return]

    monkeypatch.setattr(files.os, "open", refuse)
    assert _status(run / "run.log", run) is Status.UNREADABLE


def test_a_growing_file_ends(run: Path) -> None:
    """Only what was there when the file was opened is read, however fast it grows."""
    log = run / "run.log"
    log.write_bytes(b"x" * CHUNK * 2)
    size = 0
    for piece in chunks(log, run):
        size += len(piece)
        with log.open("ab") as more:
            more.write(b"y" * CHUNK * 2)
    assert size == CHUNK * 2


def test_a_shrinking_file_ends(run: Path) -> None:
    """A file that is cut while it is read gives what is left."""
    log = run / "run.log"
    log.write_bytes(b"x" * CHUNK * 3)
    size = 0
    for piece in chunks(log, run):
        size += len(piece)
        os.truncate(log, CHUNK)
    assert size == CHUNK


@pytest.mark.parametrize("state", ["normal", "error", "fatal"])
def test_a_task_that_finished_is_followed(state: str, run: Path) -> None:
    """Files of a running task are found where the task went."""
    running = run / "details" / "running" / "a--1"
    running.mkdir(parents=True)
    (running / "task.json").write_bytes(b"{}")
    (run / "details" / state).mkdir()
    running.rename(run / "details" / state / "a--1")
    assert read_head(running / "task.json", run, 10) == b"{}"
    assert _status(running / "nothing.json", run) is Status.ABSENT


def test_heads_and_wholes_are_bounded(run: Path) -> None:
    """A head is cut at its limit; a whole file is given whole or refused; a sparse one of 3 GB costs nothing."""
    log = run / "run.log"
    with log.open("wb") as sparse:
        sparse.write(b"head")
        sparse.truncate(3 * 1024**3)
    assert read_head(log, run, 4) == b"head"
    with pytest.raises(Unreadable) as raised:
        read_whole(log, run, 1000)
    assert raised.value.status is Status.TRUNCATED
    os.truncate(log, 4)
    assert read_whole(log, run, 4) == b"head"
