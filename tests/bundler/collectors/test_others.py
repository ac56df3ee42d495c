"""Laws of what is read of other tasks: fast ways give what the careful ones give, and nothing unsafe is opened."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bundler.collectors import other_tasks
from bundler.collectors.contract import contract
from bundler.collectors.other_tasks import texts_of_others
from bundler.collectors.progress import read_progress
from bundler.machine.folders import Folder

_OWN = "math/one"
_NODE = contract("event")


def _event(task: object, moment: object = 5.5, more: str = "") -> str:
    begin = {"run_id": "r", "event": "task_started", "timestamp": moment, "task_id": task, "category": None}
    return json.dumps({**begin, "payload": {"note": more}})


_LINES = st.one_of(
    st.builds(_event, st.sampled_from(["a", "b/ü", 'q"\\', None, 7]), st.sampled_from([0, 0.0, 1, 2.5, -1, "x"])),
    st.builds(_event, st.just(_OWN)),
    st.builds(_event, st.just("a"), st.just(3), st.text()),
    st.sampled_from(["", "{", "[]", " ", "\r", _event("a") + " ", _event("a")[:-1], "x" + _event("b")]),
)


@given(st.lists(_LINES), st.booleans(), st.sampled_from([_OWN, None]))
def test_events_are_the_same_in_one_block_and_line_by_line(lines: list[str], ended: bool, task: str | None) -> None:
    """Blocks that hold other tasks' events alone are passed over, with what each line would have told noted."""
    data = ("\n".join(lines) + "\n" * ended).encode()
    block = read_progress([data], _NODE, task)
    single = read_progress([line + b"\n" for line in data.split(b"\n")], _NODE, task)
    assert (block.data, block.events, block.task_ids) == (single.data, single.events, single.task_ids)
    assert (block.first, block.last, block.notes) == (single.first, single.last, single.notes)


def _task(root: Path, state: str, name: str, **texts: str) -> Path:
    folder = root / "details" / state / name
    (folder / "attempt-1").mkdir(parents=True)
    (folder / "task.json").write_text(json.dumps({"task_id": name, "ground_truth": texts.get("truth", "")}))
    (folder / "attempt-1" / "result.json").write_text(json.dumps({"final_answer": texts.get("answer", "")}))
    return folder


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """Return a run with an own task, others in several states, and one whose result is missing."""
    _task(tmp_path, "fatal", "own", truth="the truth of its own")
    _task(tmp_path, "normal", "left", truth="the truth of the left", answer="the answer of the left")
    _task(tmp_path, "error", "right", answer="the answer of the right")
    (_task(tmp_path, "running", "new", truth="the truth of the new") / "attempt-1" / "result.json").unlink()
    (tmp_path / "details" / "old.json").write_text(json.dumps({"ground_truth": "the truth of the old"}))
    return tmp_path


def _texts(run: Path) -> set[bytes]:
    return set(texts_of_others(run, run / "details" / "fatal" / "own", "own"))


_ALL = {
    b"the truth of the left", b"the answer of the left", b"the answer of the right", b"the truth of the new",
    b"the truth of the old",
}  # fmt: skip


def test_every_other_task_is_read_and_the_own_is_not(run: Path) -> None:
    """Withheld texts come from all states and layouts, whatever else of a task is missing."""
    assert _texts(run) >= _ALL
    assert b"the truth of its own" not in _texts(run)


def test_held_folders_give_what_chunks_give(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where folders cannot be held open, or documents are large, the same texts come in the same order."""
    own = run / "details" / "fatal" / "own"
    held = list(texts_of_others(run, own, "own"))
    monkeypatch.setattr(other_tasks, "_SMALL", 1)
    assert list(texts_of_others(run, own, "own")) == held
    monkeypatch.setattr("bundler.machine.folders.CAN_HOLD", False)
    assert list(texts_of_others(run, own, "own")) == held


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the platform has no pipes")
def test_links_and_pipes_are_not_opened(run: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A link out of the run and a pipe give no text, and nothing waits for a writer."""
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "result.json"
    elsewhere.write_text(json.dumps({"final_answer": "the answer from elsewhere"}))
    left, right = (run / "details" / place / "attempt-1" / "result.json" for place in ("normal/left", "error/right"))
    left.unlink()
    left.symlink_to(elsewhere)
    right.unlink()
    os.mkfifo(right)
    (run / "details" / "normal" / "linked").symlink_to(elsewhere.parent)
    assert not {text for text in _texts(run) if b"elsewhere" in text or b"right" in text}


def test_a_folder_reads_plain_files_only(tmp_path: Path) -> None:
    """What is absent, a folder, a link or larger than allowed is None."""
    (tmp_path / "file").write_bytes(b"1234")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    (tmp_path / "folder").mkdir()
    (tmp_path / "linked").symlink_to(tmp_path / "folder")
    with Folder.below(tmp_path) or pytest.skip("folders cannot be held open here") as folder:
        assert folder.read("file", 4) == b"1234"
        assert folder.folders() == ["folder"]
        assert [folder.read(name) for name in ("absent", "link", "folder")] == [None] * 3
        assert folder.read("file", 3) is None
        assert folder.inner("linked") is None
        assert folder.inner("file") is None
