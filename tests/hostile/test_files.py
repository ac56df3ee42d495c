"""Runs whose files attack: links, pipes, devices, files that move while they are read, gigabytes of nothing."""

from __future__ import annotations

import json
import os
import socket
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.hostile.command import Ending, Sandbox, assert_law
from tests.hostile.leaks import leaked, shown
from tests.hostile.trees import Tree

pytestmark = pytest.mark.end_to_end

#: Stands in a file outside of the run: nothing that a run links to may enter a bundle.
OUTSIDE = "FAKE" + "outside0secret0Kq8wZ2nR5"
SPARSE_BYTES = 3 * 1024**3
#: A build of the fixture needs 60 to 70 MB; nobody's log may make it need as many gigabytes as the log has.
MOST_KILOBYTES = 400_000


def _outside(tree: Tree) -> Path:
    path = tree.run.parent / "outside.txt"
    path.write_text(f'{{"password": "{OUTSIDE}", "error": "{OUTSIDE}"}}\n' * 3, encoding="utf-8")
    return path


def _link_everything(tree: Tree) -> None:
    outside = _outside(tree)
    for path in tree.files():
        path.unlink()
        path.symlink_to(outside)


def _link_folders(tree: Tree) -> None:
    away = tree.run.parent / "away"
    (tree.run / "details").rename(away)
    (away / "secret.json").write_text(OUTSIDE)
    (tree.run / "details").symlink_to(away)


def _link_attempt(tree: Tree) -> None:
    away = tree.run.parent / "away"
    tree.attempt.rename(away)
    tree.attempt.symlink_to(away)


def _loop(tree: Tree) -> None:
    (tree.run / "details" / "loop").symlink_to(tree.run)
    (tree.attempt / "artifacts").symlink_to(tree.attempt)
    tree.log.unlink()
    tree.log.symlink_to(tree.log)


def _artifacts(tree: Tree) -> None:
    folder = tree.attempt / "artifacts"
    folder.mkdir()
    for name in ("CON", "aux.txt", "a\\..\\b", "x" * 250, "new\nline\x1b[31m", "README", "readme", "\u202egpj.exe"):
        (folder / name).write_text(f"artifact {name}")
    os.mkfifo(folder / "pipe")
    (folder / "out").symlink_to(_outside(tree))
    (folder / "dangling").symlink_to("/nonexistent")
    os.link(_outside(tree), folder / "hard")
    folder.joinpath(*["deep"] * 60).mkdir(parents=True)


def _pipes(tree: Tree) -> None:
    for path in tree.files():
        path.unlink()
        os.mkfifo(path)


def _sockets(tree: Tree) -> None:
    here = Path.cwd()
    for path in (tree.log, tree.result):
        path.unlink()
        os.chdir(path.parent)
        with socket.socket(socket.AF_UNIX) as end:
            end.bind(path.name)
        os.chdir(here)


def _device(tree: Tree) -> None:
    for path in (tree.log, tree.run / "progress.jsonl"):
        path.unlink()
        path.symlink_to("/dev/zero")


def _directories(tree: Tree) -> None:
    for path in tree.files():
        path.unlink()
        path.mkdir()


def _sparse(tree: Tree) -> None:
    with tree.log.open("ab") as log:
        log.seek(SPARSE_BYTES)
        log.write(b"\n[2026-12-02 04:52:41,123][WARNING][x] the end\n")


def _sparse_json(tree: Tree) -> None:
    with tree.result.open("ab") as result:
        result.seek(SPARSE_BYTES // 8)
        result.write(b"}")


def _empty_run(tree: Tree) -> None:
    for path in sorted(tree.run.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()


def _many_tasks(tree: Tree) -> None:
    for number in range(300):
        folder = tree.run / "details" / "normal" / f"other_{number}--{number:064x}" / "attempt-1"
        folder.mkdir(parents=True)
        (folder / "result.json").write_text("{")


def _many_attempts(tree: Tree) -> None:
    for number in (0, 2, 999_999, 1_000_000):
        folder = tree.task / f"attempt-{number}"
        folder.mkdir()
        (folder / "result.json").write_text('{"retry_count": 2}')
    (tree.task / "attempt-01").mkdir()
    (tree.task / "attempt--1").mkdir()


FILES: dict[str, Callable[[Tree], None]] = {
    "every file links out of the run": _link_everything,
    "details is a link": _link_folders,
    "an attempt is a link": _link_attempt,
    "links in circles": _loop,
    "artifacts of every kind": _artifacts,
    "every file is a pipe": _pipes,
    "sockets": _sockets,
    "devices": _device,
    "every file is a folder": _directories,
    "a sparse log of 3 GB": _sparse,
    "a sparse result of 400 MB": _sparse_json,
    "an empty folder": _empty_run,
    "hundreds of broken tasks": _many_tasks,
    "attempts of all numbers": _many_attempts,
}


class Attacked(NamedTuple):
    """How a build ended, and where."""

    ending: Ending
    sandbox: Sandbox
    before: set[str]


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Attacked]:
    """Every attack, built in a process of its own."""
    top = tmp_path_factory.mktemp("files")

    def make(kind: str) -> Attacked:
        sandbox = Sandbox(top / kind.replace(" ", "-"))
        tree = Tree(sandbox.folder / "run")
        _outside(tree)
        FILES[kind](tree)
        before = sandbox.files()
        return Attacked(sandbox.run(tree.run, "-o", "out"), sandbox, before)

    # One after the other: sockets are bound in the working folder, because their paths may not be long.
    return {kind: make(kind) for kind in FILES}


@pytest.mark.parametrize("kind", FILES)
def test_it_ends_well(attacked: dict[str, Attacked], kind: str) -> None:
    """A documented ending in bounded memory; two files or none, all in the output folder."""
    made = attacked[kind]
    assert_law(made.ending)
    assert made.ending.code in {0, 3}
    new = made.sandbox.files() - made.before
    assert len(new) == (2 if made.ending.code == 0 else 0)
    assert all(name.startswith("cwd/out/compass-report-") for name in new)
    assert made.ending.kilobytes < MOST_KILOBYTES


@pytest.mark.parametrize("kind", FILES)
def test_nothing_from_outside_enters(attacked: dict[str, Attacked], kind: str) -> None:
    """What lies outside of the run is not in the bundle, whatever leads there."""
    made = attacked[kind]
    assert leaked([OUTSIDE], {**shown(made.sandbox.cwd), "terminal": made.ending.said}) == []


def test_what_could_not_be_read_is_said(attacked: dict[str, Attacked]) -> None:
    """The manifest names a refused log as unsafe, with a reason."""
    (path,) = (attacked["devices"].sandbox.cwd / "out").glob("*.zip")
    with zipfile.ZipFile(path) as archive:
        omissions = json.loads(archive.read("manifest.json"))["omissions"]
    assert {"unsafe"} & {one["status"] for one in omissions}


#: What happens to the run between two stages: the log is asked for after the results, and both more than once.
CHANGES = ("shrink", "vanish", "finish", "grow", "replace")


@pytest.mark.parametrize("change", CHANGES)
def test_a_run_may_change_while_it_is_read(change: str, tmp_path: Path) -> None:
    """Files that shrink, vanish, grow, are replaced or move to a final state give a bundle or one clear sentence."""
    sandbox = Sandbox(tmp_path)
    tree = Tree(tmp_path / "run")
    running = tree.run / "details" / "running"
    running.mkdir(exist_ok=True)
    tree.task = tree.task.rename(running / tree.task.name)
    arguments = [
        "bundler.pipeline.clean:redact_evidence",
        "tests.hostile.test_files",
        f"change_{change}",
        str(tree.run),
    ]
    if change in {"finish", "vanish"}:
        arguments[0] = "bundler.pipeline.gather:collect"
    ending = sandbox.run(tree.run, "-o", "out", patch="tests.faults.patches:during", patch_arguments=arguments)
    assert_law(ending, frozenset({0, 4, 5}))
    assert not leaked([OUTSIDE], {**shown(sandbox.cwd), "terminal": ending.said})


def change_shrink(run: str) -> None:
    """Cut every file in half."""
    for path in Path(run).rglob("*"):
        if path.is_file():
            os.truncate(path, path.stat().st_size // 2)


def change_vanish(run: str) -> None:
    """Remove the details."""
    Path(run, "details").rename(Path(run).parent / "gone")


def change_finish(run: str) -> None:
    """Move the running task to its final state, as AgentCompass does."""
    for path in Path(run, "details", "running").iterdir():
        final = Path(run, "details", "fatal")
        final.mkdir(exist_ok=True)
        path.rename(final / path.name)


def change_grow(run: str) -> None:
    """Append to the log and the events."""
    for path in (Path(run, "run.log"), Path(run, "progress.jsonl")):
        with path.open("ab") as file:
            file.write(OUTSIDE.encode() * 1000)


def change_replace(run: str) -> None:
    """Put other contents, and a link, where files were."""
    for path in list(Path(run).rglob("*.json")):
        path.write_text(json.dumps({"error": OUTSIDE, "password": OUTSIDE}))
    Path(run, "run.log").unlink()
    Path(run, "run.log").symlink_to("/etc/passwd")
