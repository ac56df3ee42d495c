"""Every layout gives the same values; what is broken, strange or of a later version is read as far as it can be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bundler.errors import NotFoundError
from bundler.layouts.registry import layout_named, layout_of
from bundler.layouts.task_names import digest, directory_name, readable_part
from bundler.locate import all_tasks, choose_attempt, failed_tasks, find_task
from bundler.locate.runs import open_run
from bundler.model import Run, Task


def _write(path: Path, value: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


def _run(root: Path, schema: str = "agentcompass.run_info.v3") -> Run:
    _write(root / "run_info.json", {"run_id": root.name, "schema_version": schema})
    return open_run(root)


def _task(root: Path, task_id: str, *, details: str = "details/fatal", name: str = "", **results: object) -> Path:
    folder = root / details / (name or directory_name(task_id))
    _write(folder / "task.json", {"task_id": task_id, "category": "math", "attempts": {}})
    for attempt, result in results.items():
        _write(folder / attempt.replace("_", "-") / "result.json", result)
    return folder


def _only(run: Run) -> Task:
    (task,) = all_tasks(run)
    return task


@pytest.mark.parametrize(
    ("details", "layout", "state"),
    [("details/fatal", "v3", "fatal"), ("details/running", "v3", "running"), ("details", "v2", "unknown")],
)
def test_folders_of_tasks(details: str, layout: str, state: str, tmp_path: Path) -> None:
    """The place of the task folders tells layout and state, whatever run_info.json says of its version."""
    for schema in ("agentcompass.run_info.v3", "agentcompass.run_info.v2", "agentcompass.run_info.v9", ""):
        _task(tmp_path, "a/1", details=details, attempt_1={"status": "run_error"})
        run = _run(tmp_path, schema)
        task = _only(run)
        assert (run.layout, task.task_id, task.state, task.category) == (layout, "a/1", state, "math")
        assert [attempt.number for attempt in task.attempts] == [1]


@pytest.mark.parametrize("prefix", ["_error_", ""])
@pytest.mark.parametrize("name", ["a_1", f"a_1--{digest('a/1')}"])
def test_documents_of_tasks(prefix: str, name: str, tmp_path: Path) -> None:
    """A document per task, with or without the hash in its name, tells the same as a folder does."""
    _write(
        tmp_path / "details" / f"{prefix}{name}.json", {"task_id": "a/1", "attempts": {"2": {"status": "x"}, "1": {}}}
    )
    _write(tmp_path / "retry_details" / f"{name}.attempt2.retry1.attempt.json", {})
    run = _run(tmp_path, "")
    task = find_task(run, "a/1")
    assert run.layout == "documented"
    assert task.state == ("error" if prefix else "normal")
    assert [(attempt.number, attempt.pointer) for attempt in task.attempts] == [
        (1, ("attempts", "1")),
        (2, ("attempts", "2")),
    ]
    assert [len(attempt.retries) for attempt in task.attempts] == [0, 1]


def test_a_document_that_is_a_result_is_one_attempt(tmp_path: Path) -> None:
    """A document without ``attempts`` is the result of the only attempt itself."""
    _write(tmp_path / "details" / "_error_a.json", {"task_id": "a", "status": "run_error", "error": "E: no"})
    task = _only(_run(tmp_path, ""))
    assert [(attempt.number, attempt.pointer) for attempt in task.attempts] == [(1, ())]
    assert failed_tasks(_run(tmp_path, ""))[0].task_id == "a"


def test_two_documents_of_one_task_are_no_riddle(tmp_path: Path) -> None:
    """Where a task has an erroneous document and another one, every name of the task means the erroneous one."""
    for prefix in ("", "_error_"):
        _write(tmp_path / "details" / f"{prefix}a_1.json", {"task_id": "a/1", "attempts": {"1": {}}})
    run = _run(tmp_path, "")
    assert {find_task(run, name).state for name in ("a/1", "a_1", "a", "_error_a_1.json")} == {"error"}
    assert find_task(run, "a_1.json").state == "normal"


def test_a_stray_document_does_not_hide_the_states(tmp_path: Path) -> None:
    """A JSON file that somebody put into ``details`` does not make a v3 run a documented one."""
    _task(tmp_path, "a")
    _write(tmp_path / "details" / "notes.json", {})
    assert _run(tmp_path).layout == "v3"


def test_states_of_a_later_version_are_read(tmp_path: Path) -> None:
    """Tasks in a state we do not know, and without one, are there, and their results say whether they failed."""
    bad = {"issues": [{"severity": "error", "phase": "run", "code": "x", "message": "m"}]}
    _task(tmp_path, "known")
    _task(tmp_path, "later", details="details/postponed", attempt_1=bad)
    _task(tmp_path, "fine", details="details/postponed", attempt_1={"status": "completed", "issues": []})
    _task(tmp_path, "older", details="details", attempt_1=bad)
    run = _run(tmp_path)
    assert {task.task_id: task.state for task in all_tasks(run)} == {
        "known": "fatal",
        "later": "unknown",
        "fine": "unknown",
        "older": "unknown",
    }
    assert {task.task_id for task in failed_tasks(run)} == {"known", "later", "older"}


def test_a_folder_without_a_hash_is_a_task_by_its_index(tmp_path: Path) -> None:
    """A folder that was renamed by hand is a task if it holds a task.json, and is none otherwise."""
    _task(tmp_path, "a", name="renamed")
    (tmp_path / "details" / "fatal" / "nothing").mkdir()
    assert _only(_run(tmp_path)).directory_name == "renamed"


def test_a_task_that_moves_is_one_task(tmp_path: Path) -> None:
    """A task seen in its final state and in ``running`` is the finished one."""
    _task(tmp_path, "a", details="details/running")
    _task(tmp_path, "a", details="details/normal")
    assert _only(_run(tmp_path)).state == "normal"


def test_links_are_no_tasks_and_no_attempts(tmp_path: Path) -> None:
    """A link among the tasks or the attempts is not entered."""
    outside = _task(tmp_path / "elsewhere", "outside", attempt_1={"status": "run_error"})
    inside = _task(tmp_path / "run", "inside", attempt_1={"status": "run_error"})
    (tmp_path / "run" / "details" / "fatal" / outside.name).symlink_to(outside)
    (inside / "attempt-2").symlink_to(outside / "attempt-1")
    task = _only(_run(tmp_path / "run"))
    assert (task.task_id, len(task.attempts)) == ("inside", 1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        '{"task_id": 3}',
        '{"task_id": "cut',
        "[1]",
        "\udcff",
        '{"ground_truth": {"task_id": "not-this"}}',
        "[" * 9999,
    ],
)
def test_an_index_that_does_not_state_the_id(text: str, tmp_path: Path) -> None:
    """A broken index never stops anything: the id comes from the plans by its hash, else the name stands in."""
    folder = tmp_path / "details" / "fatal" / directory_name("a/1")
    folder.mkdir(parents=True)
    (folder / "task.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    assert _only(_run(tmp_path)).task_id == "a_1"
    _write(tmp_path / "run_info.json", {"resolved_execution_plans": {"other": {}, "a/1": {}}})
    assert _only(open_run(tmp_path)).task_id == "a/1"
    assert find_task(open_run(tmp_path), "a/1").path == folder


def test_an_index_that_states_another_id(tmp_path: Path) -> None:
    """The hash in the directory's name is believed before an id that does not fit it."""
    _task(tmp_path, "b", name=directory_name("a/1"))
    assert _only(_run(tmp_path)).task_id == "b"
    _write(tmp_path / "progress.jsonl", json.dumps({"event": "task_started", "task_id": "a/1"}))
    assert _only(_run(tmp_path)).task_id == "a/1"


def test_an_index_that_is_huge_or_cut_states_its_id(tmp_path: Path) -> None:
    """The id is read wherever it stands in a large index, and before the place where one breaks off."""
    folder = _task(tmp_path, "a")
    _write(folder / "task.json", json.dumps({"ground_truth": "x" * 600_000, "task_id": "a"}))
    assert _only(_run(tmp_path)).task_id == "a"
    _write(folder / "task.json", '{"schema_version": "v", "task_id": "a", "attempts": {"1"')
    assert _only(_run(tmp_path)).task_id == "a"


def test_attempts_that_are_a_retry_count_alone(tmp_path: Path) -> None:
    """An attempt published without a result says so."""
    _task(tmp_path, "a", attempt_1={"retry_count": 2}, attempt_2={"status": "completed", "retry_count": 0})
    assert [attempt.retry_only for attempt in _only(_run(tmp_path)).attempts] == [True, False]
    _write(tmp_path / "doc" / "details" / "a.json", {"task_id": "a", "attempts": {"1": {"retry_count": 2}}})
    assert [attempt.retry_only for attempt in _only(_run(tmp_path / "doc", "")).attempts] == [True]


def test_attempts_are_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    """Attempt 10 comes after attempt 2, and what is no attempt is none."""
    folder = _task(tmp_path, "a", attempt_10={}, attempt_2={})
    for name in ("attempt-x", "attempt-3.tmp", "attempt-"):
        (folder / name).mkdir()
    assert [attempt.number for attempt in _only(_run(tmp_path)).attempts] == [2, 10]


def test_ids_in_another_normal_form_are_found(tmp_path: Path) -> None:
    """A composed id finds the decomposed task where there is only that one."""
    _task(tmp_path, "cafe\u0301/1")
    assert find_task(_run(tmp_path), "caf\u00e9/1").task_id == "cafe\u0301/1"
    _task(tmp_path, "caf\u00e9/1")
    assert find_task(_run(tmp_path), "caf\u00e9/1").task_id == "caf\u00e9/1"


def test_ten_thousand_tasks_are_told_by_their_directories(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Telling the failed ones among many tasks, and finding one by its id, reads no document of the others."""
    for number in range(1000):
        (tmp_path / "details" / "normal" / directory_name(f"t/{number}")).mkdir(parents=True)
    _task(tmp_path, "bad", attempt_1={"status": "run_error"})
    read: list[Path] = []
    from bundler.layouts import directories  # noqa: PLC0415 - to count what it reads

    real = directories.stated
    monkeypatch.setattr(directories, "stated", lambda path, root: read.append(path) or real(path, root))
    run = _run(tmp_path)
    assert [task.task_id for task in failed_tasks(run)] == ["bad"]
    assert find_task(run, "t/77").directory_name == directory_name("t/77")
    assert len(read) == 2


def test_a_result_of_any_size_is_streamed(tmp_path: Path) -> None:
    """The attempt that failed is told although its result is large and its issues come last."""
    late = {
        "trajectory": ["x" * 1000] * 3000,
        "issues": [{"severity": "fatal", "phase": "run", "code": "c", "message": "m"}],
    }
    _task(tmp_path, "a", attempt_1={"status": "completed", "issues": []}, attempt_2=late, attempt_3={"issues": []})
    run = _run(tmp_path)
    chosen = choose_attempt(run, _only(run), None)
    assert chosen is not None
    assert chosen.number == 2


@pytest.mark.parametrize(
    ("task_id", "readable"),
    [
        ("a/1", "a_1"),
        ("...", "task"),
        ("é" * 5, "task"),
        ("x" * 99, "x" * 80),
        ("task.json", "task.json"),
        ("a=b", "a=b"),
    ],
)
def test_readable_parts(task_id: str, readable: str) -> None:
    """The readable part is made as AgentCompass makes it."""
    assert readable_part(task_id) == readable


def test_a_name_that_no_layout_has_is_a_bug() -> None:
    """Layouts are named by the registry alone; an empty directory is read as today's."""
    with pytest.raises(KeyError):
        layout_named("v1")
    assert layout_of(Path("nowhere"), "").name == "v3"


def test_a_prefix_reads_only_what_it_may_mean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Among many tasks a prefix of an id reads the few that it can begin, whatever characters it ends in."""
    for number in range(100, 200):
        _task(tmp_path, f"a//{number}")
    from bundler.layouts import directories  # noqa: PLC0415 - to count what it reads

    read: list[Path] = []
    real = directories.stated
    monkeypatch.setattr(directories, "stated", lambda path, root: read.append(path) or real(path, root))
    run = _run(tmp_path)
    _task(tmp_path, "b/1")
    assert find_task(run, "b/").task_id == "b/1"
    assert find_task(run, "a//153").task_id == "a//153"
    with pytest.raises(NotFoundError, match="10 tasks"):
        find_task(run, "a//15")
    assert len(read) < 20
    with pytest.raises(NotFoundError, match="100 tasks"):
        find_task(run, "a/")
