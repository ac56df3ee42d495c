"""A machine that fails us: full disks, read-only folders, missing rights, jumping clocks, two builds at once, crashes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.patches import STAGES
from tests.fixtures import fixture
from tests.hostile.command import Sandbox, assert_law, at_once
from tests.hostile.leaks import leaked, shown
from tests.hostile.trees import Tree

pytestmark = pytest.mark.end_to_end

DEMO, TASK = "model-401-echo", "physics:02"
RUN = str(fixture(DEMO).run)
#: Stands in the environment, the configuration, the command line, the user's folders and every crash.
PLANTED = "FAKE" + "canary0fault0Hq5yM8cL2"


@pytest.fixture
def full_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of a few kilobytes, where the machine lets us make one."""
    folder = tmp_path / "small"
    folder.mkdir()
    argv = ["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(argv, capture_output=True, check=False).returncode:
        pytest.skip("no right to mount a file system; see the test with a limit on file sizes")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk(full_disk: Path, tmp_path: Path) -> None:
    """A disk too small for the bundle: exit code 4, one sentence, nothing half-written; elsewhere it then works."""
    sandbox = Sandbox(tmp_path)
    assert_law(sandbox.run(RUN, TASK, "-o", full_disk), frozenset({4}))
    assert list(full_disk.iterdir()) == []
    assert sandbox.run(RUN, TASK, "-o", "out").code == 0


@pytest.mark.parametrize("size", [250, 20_000])
def test_no_file_may_grow(size: int, tmp_path: Path) -> None:
    """A limit on the size of files, as a quota: the same."""
    sandbox = Sandbox(tmp_path)
    ending = sandbox.run(RUN, TASK, "-o", "out", limits={"file_size": size})
    assert_law(ending, frozenset({4}))
    assert "File too large" in ending.err
    assert not any("out/" in name for name in sandbox.files())


#: File modes bind root as well; without root this changes nothing.
BOUND_BY_MODES = "tests.faults.patches:without_privileges"
bound_by_modes = pytest.mark.skipif(
    os.geteuid() == 0 and not sys.platform.startswith("linux"),
    reason="root may do everything, and cannot give it up here",
)


@bound_by_modes
def test_a_read_only_output_folder(tmp_path: Path) -> None:
    """A folder that cannot be written, or not be entered, is exit code 4 and one sentence."""
    sandbox = Sandbox(tmp_path)
    for mode in (0o555, 0o400):
        folder = tmp_path / f"mode-{mode}"
        folder.mkdir()
        folder.chmod(mode)
        assert_law(sandbox.run(RUN, TASK, "-o", folder, patch=BOUND_BY_MODES), frozenset({4}))
        assert list(folder.iterdir()) == []


def test_a_read_only_run(tmp_path: Path) -> None:
    """Nothing is ever written into a run directory; one that only may be read gives a bundle."""
    sandbox = Sandbox(tmp_path)
    tree = Tree(tmp_path / "run")
    for path in [*tree.run.rglob("*"), tree.run]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    before = {path: path.stat().st_mtime_ns for path in tree.run.rglob("*")}
    assert sandbox.run(tree.run, "-o", "out").code == 0
    assert {path: path.stat().st_mtime_ns for path in tree.run.rglob("*")} == before


@bound_by_modes
def test_files_without_rights(tmp_path: Path) -> None:
    """What may not be read is an omission with its reason, not an error; so is a credential file of the reporter's."""
    sandbox = Sandbox(tmp_path)
    tree = Tree(tmp_path / "run")
    (sandbox.home / ".netrc").write_text("machine a.example login b password c\n", encoding="utf-8")
    for path in (tree.log, tree.result, sandbox.home / ".netrc"):
        path.chmod(0)
    assert_law(sandbox.run(tree.run, "-o", "out", patch=BOUND_BY_MODES), frozenset({0}))
    (archive,) = (sandbox.cwd / "out").glob("*.zip")
    with zipfile.ZipFile(archive) as opened:
        omissions = json.loads(opened.read("manifest.json"))["omissions"]
    assert sum(one["status"] == "unreadable" for one in omissions) >= 2


@bound_by_modes
@pytest.mark.parametrize("place", ["", "details", "{task}"])
def test_folders_without_rights(place: str, tmp_path: Path) -> None:
    """A folder of the run that may not be entered gives a bundle without it, or one sentence and nothing."""
    sandbox = Sandbox(tmp_path)
    tree = Tree(tmp_path / "run")
    (tree.run / place.format(task=tree.task.relative_to(tree.run))).chmod(0)
    ending = sandbox.run(tree.run, "-o", "out", patch=BOUND_BY_MODES)
    assert_law(ending, frozenset({0, 3, 4}))
    assert sum("out/" in name for name in sandbox.files()) == (0 if ending.code else 2)


def test_two_builds_at_once(tmp_path: Path) -> None:
    """Two builds into one folder: both end well, and one whole pair of files is there."""
    top = tmp_path / "both"

    def make(number: int) -> int:
        sandbox = Sandbox(tmp_path / str(number))
        return sandbox.run(RUN, TASK, "-o", top).code

    assert set(at_once(make, range(4)).values()) == {0}
    assert sorted(path.suffix for path in top.iterdir()) == [".md", ".zip"]
    assert Sandbox(tmp_path / "after").run("verify", *top.glob("*.zip")).code == 0


def test_a_verification_that_hangs(tmp_path: Path) -> None:
    """A step that never ends: exit code 5, what was read and what can be done about it, and nothing is written."""
    sandbox = Sandbox(tmp_path)
    ending = sandbox.run(RUN, TASK, "-o", "out", patch="tests.faults.patches:hang", patch_arguments=[0.5])
    assert_law(ending, frozenset({5}))
    assert "did not end within 0.5 seconds" in ending.err
    assert ":0:time-limit" in ending.err
    assert "--drop MEMBER" in ending.err
    assert not any("out/" in name for name in sandbox.files())


@pytest.mark.parametrize("offset", [10.0**9, -(10.0**9)])
def test_a_clock_that_jumps(offset: float, tmp_path: Path) -> None:
    """Nothing in the bundle depends on the clock."""
    straight, jumping = Sandbox(tmp_path / "straight"), Sandbox(tmp_path / "jumping")
    assert straight.run(RUN, TASK, "-o", "out").code == 0
    assert jumping.run(RUN, TASK, "-o", "out", patch="tests.faults.patches:clock", patch_arguments=[offset]).code == 0
    files = [{path.name: path.read_bytes() for path in (one.cwd / "out").iterdir()} for one in (straight, jumping)]
    assert files[0] == files[1]


def test_too_few_open_files(tmp_path: Path) -> None:
    """A process that may open few files ends in a documented way and leaves nothing behind."""
    sandbox = Sandbox(tmp_path)
    ending = sandbox.run(RUN, TASK, "-o", "out", limits={"open_files": 8})
    assert_law(ending, frozenset({0, 3, 4, 70}))
    assert not [name for name in sandbox.files() if name.endswith(".tmp")]


def test_a_folder_in_the_way_of_a_final_name(tmp_path: Path) -> None:
    """A folder that has the bundle's name: exit code 4, and neither file."""
    sandbox = Sandbox(tmp_path)
    assert sandbox.run(RUN, TASK, "-o", "out").code == 0
    (archive,) = (sandbox.cwd / "out").glob("*.zip")
    body = archive.with_suffix(".md")
    body.unlink()
    archive.unlink()
    (body / "kept").mkdir(parents=True)
    assert_law(sandbox.run(RUN, TASK, "-o", "out"), frozenset({4}))
    assert not [name for name in sandbox.files() if name.endswith((".tmp", ".zip"))]


# --- our own crash, and everything else that we say -------------------------------------------------------------------


def _own_sandbox(folder: Path) -> Sandbox:
    """A reporter in whose folder names, environment and configuration the planted value stands."""
    sandbox = Sandbox(
        folder / f"of-{PLANTED}", {"SOME_TOKEN": PLANTED, f"X_{PLANTED}": "1", "HTTPS_PROXY": f"http://u:{PLANTED}@p"}
    )
    terms = sandbox.cwd / "terms.txt"
    terms.write_text(PLANTED + "\n", encoding="utf-8")
    config = sandbox.cwd / "own.toml"
    config.write_text(f'terms = ["{PLANTED}"]\nterms_file = "{terms}"\n', encoding="utf-8")
    return sandbox


@pytest.mark.parametrize("stage", STAGES)
def test_a_crash_of_ours_says_nothing(stage: str, tmp_path: Path) -> None:
    """Whatever stage fails: exit code 70, types and places of ours, no value of its message, no folder of the user's."""
    sandbox = _own_sandbox(tmp_path)
    arguments = [RUN, TASK, "-o", "out", "--command", f"run --api-key {PLANTED}", "--verbose"]
    ending = sandbox.run(*arguments, patch="tests.faults.patches:crash", patch_arguments=[stage, PLANTED])
    assert_law(ending, frozenset({70}))
    assert leaked([PLANTED], {"terminal": ending.said}) == []
    assert str(tmp_path) not in ending.err
    written = [name for name in sandbox.files() if "out/" in name]
    # After the files have their names they stay: they are verified. Before, there is nothing.
    assert len(written) == (2 if stage == "aftermath" else 0)


def test_our_own_surroundings_stay_out(tmp_path: Path) -> None:
    """Argv, environment, configuration, terms file, folder names: none of their values is in what we write or say."""
    sandbox = _own_sandbox(tmp_path)
    tree = Tree(sandbox.folder / "run")
    tree.say(f"reading {sandbox.cwd}/data and {PLANTED}")
    command = f"SOME_TOKEN={PLANTED} agentcompass run hle x y --model-api-key {PLANTED} --out {sandbox.cwd}"
    config = ("--config", sandbox.cwd / "own.toml")
    ending = sandbox.run(tree.run, "-o", sandbox.folder / "reports", "--command", command, "--json", *config)
    assert_law(ending, frozenset({0}))
    assert leaked([PLANTED], shown(sandbox.folder / "reports")) == []
    told = ending.json
    # The paths of the two files are the user's own and are needed to find them; all else is redacted.
    for key in ("zip", "body", "command"):
        told.pop(key)
    assert leaked([PLANTED], {"told": json.dumps(told)}) == []


def test_nothing_of_the_machine_in_the_zip(tmp_path: Path) -> None:
    """No owner, no time, no comment, no extra field of the machine that wrote it."""
    sandbox = Sandbox(tmp_path)
    assert sandbox.run(RUN, TASK, "-o", "out").code == 0
    (path,) = (sandbox.cwd / "out").glob("*.zip")
    with zipfile.ZipFile(path) as archive:
        assert archive.comment == b""
        for member in archive.infolist():
            assert member.date_time == (1980, 1, 1, 0, 0, 0)
            assert member.external_attr >> 16 == 0o100644
            assert (member.extra, member.comment) == (b"", b"")


def test_nothing_in_temporary_folders(tmp_path: Path) -> None:
    """Raw evidence never touches the disk: while a build verifies, its only new files are the two staged ones."""
    sandbox = Sandbox(tmp_path)
    places = ["bundler.pipeline.publish:verify_bundle", "tests.faults.test_faults", "remember_files", str(tmp_path)]
    assert sandbox.run(RUN, TASK, "-o", "out", patch="tests.faults.patches:during", patch_arguments=places).code == 0
    seen = json.loads((tmp_path / "streams" / "seen.json").read_text())
    assert len(seen) == 2
    assert all(Path(name).parent.name == "out" and Path(name).name.startswith(".compass-report-") for name in seen)


def remember_files(folder: str) -> None:
    """Write down which files there are besides the captured streams."""
    top = Path(folder)
    found = [str(path) for path in top.rglob("*") if path.is_file() and path.parent.name != "streams"]
    (top / "streams" / "seen.json").write_text(json.dumps(found))


def test_a_leftover_of_a_killed_build_goes_at_the_next_start(tmp_path: Path) -> None:
    """What a killed build left is removed, whatever the clock says about it."""
    sandbox = Sandbox(tmp_path)
    (sandbox.cwd / "out").mkdir()
    old = sandbox.cwd / "out" / f".compass-report-{2**22 + 99}-{'0' * 16}.tmp"
    old.write_text(PLANTED)
    os.utime(old, (time.time() + 10**7,) * 2)
    assert sandbox.run(RUN, TASK, "-o", "out").code == 0
    assert not old.exists()
