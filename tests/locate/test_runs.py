"""Every form of a run reference finds the run that is meant, or says which ones it could be."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from bundler.errors import NotFoundError
from bundler.locate.runs import find_run
from bundler.locate.search import is_run_directory, run_directories
from tests.fixtures import fixture, names

RUNS = [name for name in names() if fixture(name).run is not None]


def _make_run(root: Path, *parts: str, **info: object) -> Path:
    path = root.joinpath("results", *parts)
    path.mkdir(parents=True)
    stated = {"run_id": path.name, "schema_version": "agentcompass.run_info.v3", **info}
    (path / "run_info.json").write_text(json.dumps(stated), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", RUNS)
def test_a_path_is_its_run(name: str) -> None:
    """The path of a run directory, and of a file in it, names that run."""
    path = fixture(name).run
    assert path is not None
    assert find_run(str(path), cwd=Path.cwd()).path == path.resolve()
    file = next(child for child in path.iterdir() if child.is_file())
    assert find_run(str(file), cwd=Path.cwd()).path == path.resolve()


@pytest.mark.parametrize("name", RUNS)
def test_a_results_root_with_one_run_names_it(name: str) -> None:
    """Any folder above a single run stands for it."""
    one = fixture(name)
    assert one.run is not None
    if len(list(run_directories(one.folder / "results"))) == 1:
        assert find_run(str(one.folder / "results"), cwd=Path.cwd()).path == one.run.resolve()


def test_id_prefix_and_latest(tmp_path: Path) -> None:
    """A run id, a unique prefix of it, and ``latest`` are looked for below ``results``."""
    older = _make_run(tmp_path, "m_b_h", "20260101_000000")
    newer = _make_run(tmp_path, "named", "m_b_h", "20260202_000000")
    os.utime(older / "run_info.json", (1, 1))
    assert find_run("20260101_000000", cwd=tmp_path).path == older
    assert find_run("202602", cwd=tmp_path).path == newer
    assert find_run("latest", cwd=tmp_path).path == newer
    assert find_run(None, cwd=tmp_path).path == newer


def test_ambiguous_prefix_lists_the_candidates(tmp_path: Path) -> None:
    """A prefix of several runs is an error with exit code 3 that names them all."""
    _make_run(tmp_path, "m", "20260101_000000")
    _make_run(tmp_path, "m", "20260101_000001")
    with pytest.raises(NotFoundError) as raised:
        find_run("20260101", cwd=tmp_path)
    assert raised.value.exit_code == 3
    assert sorted(raised.value.candidates) == ["m/20260101_000000", "m/20260101_000001"]


def test_an_exact_id_wins_over_longer_ones(tmp_path: Path) -> None:
    """``nightly`` is not ambiguous beside ``nightly-2``."""
    exact = _make_run(tmp_path, "m", "nightly")
    _make_run(tmp_path, "m", "nightly-2")
    assert find_run("nightly", cwd=tmp_path).path == exact


@pytest.mark.parametrize("reference", ["nowhere", "results/none", "latest", ""])
def test_no_such_run(reference: str, tmp_path: Path) -> None:
    """What names no run is an error with exit code 3."""
    with pytest.raises(NotFoundError):
        find_run(reference, cwd=tmp_path)


def test_an_empty_directory_is_no_run(tmp_path: Path) -> None:
    """A directory that holds no run says so and what would make it one."""
    (tmp_path / "empty").mkdir()
    with pytest.raises(NotFoundError, match="holds none"):
        find_run("empty", cwd=tmp_path)


def test_a_copy_is_noted(tmp_path: Path) -> None:
    """A directory whose name is not its run id (``agentcompass analysis``) is read and noted."""
    path = _make_run(tmp_path, "m", "20260303_000000", run_id="20260101_000000")
    run = find_run(str(path), cwd=tmp_path)
    assert run.run_id == "20260101_000000"
    assert "20260303_000000" in run.notes[0]


@pytest.mark.parametrize("text", ["{", "[1]", "NaN", "\x00", "", '{"run_id": 3, "schema_version": {}}', "[" * 100_000])
def test_a_broken_run_info_is_a_note(text: str, tmp_path: Path) -> None:
    """A broken run_info.json never stops the report: the directory's name stands in for the id."""
    path = _make_run(tmp_path, "m", "20260303_000000")
    (path / "run_info.json").write_text(text, encoding="utf-8")
    assert find_run(str(path), cwd=tmp_path).run_id == "20260303_000000"


def test_an_unknown_schema_is_read_and_noted(tmp_path: Path) -> None:
    """A schema version from the future is a note, not an error."""
    path = _make_run(tmp_path, "m", "20260303_000000", schema_version="agentcompass.run_info.v9")
    assert any("v9" in note for note in find_run(str(path), cwd=tmp_path).notes)


def test_links_are_not_followed(tmp_path: Path) -> None:
    """A link among the results does not lead the search out of them, nor round in circles."""
    run = _make_run(tmp_path, "m", "20260303_000000")
    (tmp_path / "results" / "loop").symlink_to(tmp_path / "results", target_is_directory=True)
    shutil.copytree(run, tmp_path / "elsewhere" / "20260404_000000")
    (tmp_path / "results" / "out").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    assert list(run_directories(tmp_path / "results")) == [run]


def test_a_run_that_just_began_is_a_run(tmp_path: Path) -> None:
    """A directory that holds only a log is a run directory: the log is attached before anything else."""
    (tmp_path / "run.log").touch()
    assert is_run_directory(tmp_path)


@pytest.mark.parametrize(
    "inside", ["details/fatal/a--1/attempt-1/result.json", "details/fatal/a--1", "details", "run_info.json"]
)
def test_a_path_into_a_run_names_it(inside: str, tmp_path: Path) -> None:
    """A task's folder, its result, or any other place in a run directory stands for the run."""
    run = _make_run(tmp_path, "m", "20260303_000000")
    task = run / "details" / "fatal" / "a--1" / "attempt-1"
    task.mkdir(parents=True)
    (task / "result.json").touch()
    assert find_run(str(run / inside), cwd=tmp_path).path == run


def test_a_stray_log_above_does_not_make_a_run(tmp_path: Path) -> None:
    """A results folder below a folder that happens to hold a run.log is still a results folder."""
    run = _make_run(tmp_path, "m", "20260303_000000")
    (tmp_path / "run.log").touch()
    assert find_run("results", cwd=tmp_path).path == run
    (tmp_path / "results" / "empty").mkdir()
    with pytest.raises(NotFoundError):
        find_run("results/empty", cwd=tmp_path)


def test_a_part_of_the_path_tells_twins_apart(tmp_path: Path) -> None:
    """Two runs with one id are told apart by the folder above."""
    first, second = _make_run(tmp_path, "a", "20260303_000000"), _make_run(tmp_path, "b", "20260303_000000")
    with pytest.raises(NotFoundError) as raised:
        find_run("20260303_000000", cwd=tmp_path)
    assert sorted(find_run(line, cwd=tmp_path).path for line in raised.value.candidates) == [first, second]
    assert find_run("b/20260303_000000", cwd=tmp_path).path == second


def test_a_copy_answers_to_both_names(tmp_path: Path) -> None:
    """The copy that an analysis made is found by its directory's name, and by its run id where the original is gone."""
    copy = _make_run(tmp_path, "m", "20260303_000000", run_id="20260101_000000")
    assert find_run("20260303_000000", cwd=tmp_path).path == copy
    assert find_run("20260101_000000", cwd=tmp_path).path == copy
    assert find_run("20260101", cwd=tmp_path).path == copy


def test_details_without_run_info_are_a_run(tmp_path: Path) -> None:
    """Details and logs that were copied without run_info.json are a run directory."""
    (tmp_path / "old" / "details").mkdir(parents=True)
    assert not is_run_directory(tmp_path / "old")
    (tmp_path / "old" / "logs").mkdir()
    assert find_run("old", cwd=tmp_path).layout == "documented"


@pytest.mark.parametrize("reference", ["a\0b", "x" * 5000, "~nobody-of-this-name/x", "../../../../../../..x"])
def test_impossible_references_are_not_found(reference: str, tmp_path: Path) -> None:
    """What can be no path is looked for as an id, and not found."""
    with pytest.raises(NotFoundError):
        find_run(reference, cwd=tmp_path)
