"""Files appear whole or not at all, private to the user, and killed builds leave nothing for long."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from bundler.errors import NotFoundError, UnreadableError
from bundler.machine import output
from bundler.machine.output import remove_leftovers, staged_files, write_private


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_published_files_are_whole_and_private(tmp_path: Path) -> None:
    """Both files get their names, mode 0600, and no temporary file stays."""
    with staged_files(tmp_path / "new" / "folder", ["a.zip", "a.md"]) as staged:
        staged.write("a.zip", b"zip")
        staged.write("a.md", b"md")
        assert not (tmp_path / "new" / "folder" / "a.zip").exists()
        staged.publish()
    assert _names(tmp_path / "new" / "folder") == ["a.md", "a.zip"]
    assert stat.S_IMODE((tmp_path / "new" / "folder" / "a.zip").stat().st_mode) == 0o600


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
def test_what_is_not_published_vanishes(error: type[BaseException], tmp_path: Path) -> None:
    """An error or Ctrl-C between writing and publishing leaves nothing, and an older file as it was."""
    (tmp_path / "a.zip").write_bytes(b"older")
    with pytest.raises(error), staged_files(tmp_path, ["a.zip"]) as staged:  # noqa: PT012 - a block is what it guards
        staged.write("a.zip", b"newer")
        raise error
    assert _names(tmp_path) == ["a.zip"]
    assert (tmp_path / "a.zip").read_bytes() == b"older"


def test_a_full_disk_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk gives a clear sentence, the right exit code, and nothing half-written."""

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(output.os, "fsync", full)
    with pytest.raises(UnreadableError, match="No space left") as raised, staged_files(tmp_path, ["a.zip"]) as staged:
        staged.write("a.zip", b"x" * 1000)
    assert raised.value.exit_code == 4
    assert _names(tmp_path) == []


def test_a_file_in_the_way_is_one_sentence(tmp_path: Path) -> None:
    """A folder that cannot be made is an error with a hint."""
    (tmp_path / "file").touch()
    with pytest.raises(UnreadableError), staged_files(tmp_path / "file" / "below", ["a.zip"]):
        raise AssertionError


def test_leftovers_of_dead_builds_are_removed(tmp_path: Path) -> None:
    """The next build removes what a killed one left, and leaves what a running one is writing."""
    dead = tmp_path / f".compass-report-{2**22 + 12345}-0123456789abcdef.tmp"
    alive = tmp_path / f".compass-report-{os.getpid()}-0123456789abcdef.tmp"
    other = tmp_path / ".compass-report-notes.tmp"
    for path in (dead, alive, other):
        path.touch()
    assert remove_leftovers(tmp_path) == 1
    assert not dead.exists()
    assert alive.exists()
    assert other.exists()


def test_write_private_replaces(tmp_path: Path) -> None:
    """A private file is replaced as a whole."""
    write_private(tmp_path / "x", b"1")
    write_private(tmp_path / "x", b"22")
    assert (tmp_path / "x").read_bytes() == b"22"


def test_both_or_none_get_their_names(tmp_path: Path) -> None:
    """Where the second of two files cannot get its name, the first does not keep its own."""
    (tmp_path / "a.md" / "in the way").mkdir(parents=True)
    with pytest.raises(UnreadableError), staged_files(tmp_path, ["a.zip", "a.md"]) as staged:  # noqa: PT012
        staged.write("a.zip", b"zip")
        staged.write("a.md", b"md")
        staged.publish()
    assert _names(tmp_path) == ["a.md"]


@pytest.mark.parametrize("links", [True, False])
@pytest.mark.parametrize("way", ["a folder", "the disk"])
def test_a_failed_publication_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str, links: bool
) -> None:
    """Where the second file cannot get its name, the first of an earlier bundle is still the earlier one."""
    (tmp_path / "a.zip").write_bytes(b"earlier")
    if way == "a folder":
        (tmp_path / "a.md").mkdir()
    else:
        replace = Path.replace

        def refuse(self: Path, target: Path) -> Path:
            if target.name == "a.md":
                raise OSError(5, "Input/output error")
            return replace(self, target)

        monkeypatch.setattr(Path, "replace", refuse)
    if not links:
        monkeypatch.setattr(
            output.os, "link", lambda *_names, **_options: (_ for _ in ()).throw(OSError(95, "no links"))
        )
    with pytest.raises(UnreadableError), staged_files(tmp_path, ["a.zip", "a.md"]) as staged:  # noqa: PT012
        staged.write("a.zip", b"zip")
        staged.write("a.md", b"md")
        staged.publish()
    assert (tmp_path / "a.zip").read_bytes() == b"earlier"
    assert _names(tmp_path) == (["a.md", "a.zip"] if way == "a folder" else ["a.zip"])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="POSIX file kinds")
def test_only_regular_files_are_opened_for_the_user(tmp_path: Path) -> None:
    """A pipe and a folder cannot be read, and a missing file is not found."""
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(NotFoundError):
        output.open_input(tmp_path / "nothing")
    for path in (tmp_path / "pipe", tmp_path):
        with pytest.raises(UnreadableError):
            output.open_input(path)


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="links")
def test_a_link_in_the_place_of_the_output_is_replaced(tmp_path: Path) -> None:
    """What a link at the final name leads to is not written through."""
    (tmp_path / "precious").write_bytes(b"keep")
    (tmp_path / "a.zip").symlink_to(tmp_path / "precious")
    write_private(tmp_path / "a.zip", b"new")
    assert (tmp_path / "precious").read_bytes() == b"keep"
    assert not (tmp_path / "a.zip").is_symlink()
