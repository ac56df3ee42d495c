"""Reports of commands that left no run directory: what they hold, and what they must not."""

from __future__ import annotations

from pathlib import Path

import pytest

from bundler.execution.command_words import components, split
from bundler.execution.runs_made import runs_named_in
from bundler.pipeline.request import ReportRequest
from bundler.pipeline.without_run import asks_for_no_run, gather_without_run

PREFLIGHT = "02:21:36 INFO  [orchestration] runtime.orchestration  ▶ Orchestration started\nError: what was wrong\n"
QUESTION = "a proprietary question FAKE"


def _gathered(tmp_path: Path, console: str, **more: str) -> dict[str, bytes]:
    path = tmp_path / "console.txt"
    path.write_text(console)
    evidence = gather_without_run(ReportRequest(console=path, provider_checks=False, **more))
    return {item.member: item.data for item in evidence.items}


def test_what_is_before_tasks_is_kept(tmp_path: Path) -> None:
    """Before tasks are loaded the whole console is evidence."""
    assert _gathered(tmp_path, PREFLIGHT)["evidence/console.txt"].decode() == PREFLIGHT


@pytest.mark.parametrize(
    "tells",
    [
        f"02:21:36 INFO [01:run] runtime.runner ✓ Tasks loaded | total=3\n{QUESTION}\n",
        f"02:21:36 ERROR x ✗ Attempt failed | task=a | category=b\n{QUESTION}\n",
        f"{QUESTION}\nRuntimeError: Final FATAL issues; results: results/a/b\n",
    ],
)
def test_what_tasks_said_is_withheld(tmp_path: Path, tells: str) -> None:
    """Without a run directory nothing tells a prompt from a message, so nothing from the first task on is kept."""
    made = _gathered(tmp_path, PREFLIGHT + tells)
    assert not [member for member, data in made.items() if QUESTION.encode() in data]
    assert QUESTION.encode() in _gathered(tmp_path, PREFLIGHT + tells, task_data="full")["evidence/console.txt"]


def test_only_a_request_without_a_run(tmp_path: Path) -> None:
    """A run that is named, or nothing at all, is never a report without a run."""
    console = tmp_path / "c"
    assert asks_for_no_run(ReportRequest(console=console))
    assert asks_for_no_run(ReportRequest(command="agentcompass run"))
    assert not asks_for_no_run(ReportRequest())
    assert not asks_for_no_run(ReportRequest(run="latest", console=console))


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("agentcompass run hle none m --env docker", ("hle", "none", "m", "docker")),
        ("/x/bin/agentcompass run --benchmark=hle --harness none --model m --env=modal", ("hle", "none", "m", "modal")),
        ("bash -c 'agentcompass run hle none m \\\n --env docker'", ("hle", "none", "m", "docker")),
        ("uv run agentcompass run hle none m --env d 'unbalanced", ("hle", "none", "m", "d")),
    ],
)
def test_components_are_read_off_the_command(text: str, ids: tuple[str, ...]) -> None:
    """Every way to name the components is understood; broken quotes do not stop it."""
    found = components(split(text))
    assert tuple(found[part]["id"] for part in ("benchmark", "harness", "model", "environment")) == ids


@pytest.mark.parametrize(
    "text", ["", "agentcompass", "agentcompass launch x.yaml", "ls -la", "agentcompass run --help"]
)
def test_no_components_are_invented(text: str) -> None:
    """A command that names none has none."""
    assert not components(split(text))


@pytest.mark.parametrize("wrap", ["", "\n      ", " \n      "])
def test_the_run_that_a_console_names(tmp_path: Path, wrap: str) -> None:
    """A run directory is found by the console's line, also where a terminal wrapped it or coloured it."""
    run = tmp_path / "results" / "model_hle" / "20261202_020418"
    run.mkdir(parents=True)
    (run / "run.log").write_text("")
    name = "results/model_hle/20261202_020418"
    wrapped = f"{name[:12]}{wrap.strip(' ')}{name[12:]}"
    line = f"Runtime paths | workdir=/x | \x1b[1moutput_dir={wrapped} | log_file=y"
    console = tmp_path / "console.txt"
    console.write_text(line)
    assert runs_named_in(console, tmp_path) == (run.resolve(),)
