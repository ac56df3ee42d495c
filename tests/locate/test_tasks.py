"""Every form of a task reference finds the task that is meant; ids of any script and shape are legal."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import pytest

from bundler.errors import NotFoundError
from bundler.layouts.task_names import directory_name, slug_of
from bundler.locate import all_tasks, choose_attempt, failed_tasks, find_task, select
from bundler.locate.runs import open_run
from tests.fixtures import fixture, names

RUNS = [name for name in names() if fixture(name).run is not None]
WEIRD = [
    "a/1",
    "a:1",
    "a_1",
    "pipe | task=a-1 | attempt=9",
    "line\nbreak",
    "化学-03",
    "task.json",
    "x" * 300,
    "é",
    "é",
    "<b>",
]


def _run(name: str) -> Path:
    path = fixture(name).run
    assert path is not None
    return path


def _write_task(root: Path, task_id: str, state: str = "fatal", issues: dict[int, list[str]] | None = None) -> Path:
    folder = root / "details" / state / directory_name(task_id)
    folder.mkdir(parents=True)
    attempts = issues or {1: ["fatal"]}
    stated = {"task_id": task_id, "attempts": {str(number): f"attempt-{number}" for number in attempts}}
    (folder / "task.json").write_text(json.dumps(stated), encoding="utf-8")
    for number, severities in attempts.items():
        (folder / f"attempt-{number}").mkdir()
        found = [{"severity": severity, "phase": "run", "code": "x", "message": "m"} for severity in severities]
        (folder / f"attempt-{number}" / "result.json").write_text(json.dumps({"issues": found}), encoding="utf-8")
    (root / "run.log").touch()
    return folder


@pytest.mark.parametrize("name", RUNS)
def test_every_task_is_found_by_every_name(name: str) -> None:
    """The exact id and the directory name always find a task; its slug does where it is unique."""
    run = open_run(_run(name))
    tasks = list(all_tasks(run))
    slugs = [slug_of(task.directory_name) for task in tasks]
    for task in tasks:
        assert find_task(run, task.task_id).directory_name == task.directory_name
        assert find_task(run, task.directory_name).task_id == task.task_id
        slug = slug_of(task.directory_name)
        if slugs.count(slug) == 1 and slug not in [other.task_id for other in tasks]:
            assert find_task(run, slug).task_id == task.task_id


@pytest.mark.parametrize("task_id", WEIRD)
def test_weird_ids_are_exact(task_id: str, tmp_path: Path) -> None:
    """An exact id wins over every other that looks like it, whatever characters it holds."""
    for each in WEIRD:
        if not (tmp_path / "details" / "fatal" / directory_name(each)).exists():
            _write_task(tmp_path, each)
    assert find_task(open_run(tmp_path), task_id).task_id == task_id


def test_composed_and_decomposed_ids_are_two_tasks(tmp_path: Path) -> None:
    """Unicode normal forms are not folded: the hash tells them apart, so do we."""
    composed, decomposed = unicodedata.normalize("NFC", "é"), unicodedata.normalize("NFD", "é")
    _write_task(tmp_path, composed)
    _write_task(tmp_path, decomposed)
    assert find_task(open_run(tmp_path), decomposed).task_id == decomposed


def test_ambiguous_slug_lists_exact_ids(tmp_path: Path) -> None:
    """A slug that several ids share is an error with the exact ids to choose from."""
    _write_task(tmp_path, "b/1")
    _write_task(tmp_path, "b:1")
    with pytest.raises(NotFoundError) as raised:
        find_task(open_run(tmp_path), "b_1")
    assert len(raised.value.candidates) == 2


def test_unique_prefix(tmp_path: Path) -> None:
    """A prefix of one id is enough; of two it is not."""
    _write_task(tmp_path, "alpha-1")
    _write_task(tmp_path, "beta-1")
    run = open_run(tmp_path)
    assert find_task(run, "alp").task_id == "alpha-1"
    _write_task(tmp_path, "alpha-2")
    with pytest.raises(NotFoundError):
        find_task(run, "alpha")


def test_the_id_survives_a_broken_task_json(tmp_path: Path) -> None:
    """When task.json is cut, the id is recovered from progress.jsonl through its hash."""
    folder = _write_task(tmp_path, "lost/1")
    (folder / "task.json").write_text('{"task_', encoding="utf-8")
    event = {"event": "task_started", "task_id": "lost/1"}
    (tmp_path / "progress.jsonl").write_text(json.dumps(event) + "\n", encoding="utf-8")
    assert [task.task_id for task in all_tasks(open_run(tmp_path))] == ["lost/1"]


def test_default_attempt_is_the_first_that_failed(tmp_path: Path) -> None:
    """The first attempt with a fatal or error issue is taken, else the last; warnings do not count."""
    _write_task(tmp_path, "some", issues={1: ["warning"], 2: ["error"], 3: ["fatal"]})
    _write_task(tmp_path, "none", "normal", issues={1: [], 2: ["warning"], 3: []})
    run = open_run(tmp_path)
    chosen = [choose_attempt(run, find_task(run, task_id), None) for task_id in ("some", "none")]
    assert [attempt.number for attempt in chosen if attempt] == [2, 3]
    with pytest.raises(NotFoundError):
        choose_attempt(run, find_task(run, "some"), 4)


def test_without_a_task_the_only_failed_one_is_taken(tmp_path: Path) -> None:
    """One failed task needs no name; several are listed; none at all means the run itself."""
    _write_task(tmp_path, "good", "normal", issues={1: []})
    assert select(str(tmp_path), None, None).task is None
    _write_task(tmp_path, "bad")
    selected = select(str(tmp_path), None, None).task
    assert selected is not None
    assert selected.task_id == "bad"
    _write_task(tmp_path, "worse")
    with pytest.raises(NotFoundError) as raised:
        select(str(tmp_path), None, None)
    assert raised.value.candidates == ("bad", "worse")


@pytest.mark.parametrize("original", ["k3-mixed", "model-500-retries"])
@pytest.mark.parametrize("layout", ["v2", "documented"])
def test_older_layouts_tell_the_same(original: str, layout: str) -> None:
    """A converted twin has the same failed tasks, attempts and retries as the run it was made from."""
    ours, twin = open_run(_run(original)), open_run(_run(f"legacy-{layout}-{original}"))
    assert twin.layout == layout
    expected = {task.task_id: len(task.attempts) for task in failed_tasks(ours)}
    told = {task.task_id: len(task.attempts) for task in failed_tasks(twin)}
    assert {task_id: told[task_id] for task_id in expected if task_id in told} == told
    assert told
