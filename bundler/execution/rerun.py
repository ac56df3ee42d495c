"""The measured rerun: the minimal reproduction of one task, really run once, and judged by the fingerprint.

One task, one at a time, no retries, as the reproduction of the bundle has it. What it finds is remembered for the next
report; a run that did not end, or that never began, proves nothing and is not remembered.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from bundler.collectors.collect import CollectOptions, collect
from bundler.collectors.reproduction import POSITIONAL, arguments
from bundler.collectors.shell_words import plain_argument, shell_lines
from bundler.diagnosis import diagnose
from bundler.diagnosis.model import Diagnosis
from bundler.errors import ExitCode, ReportError, UsageError
from bundler.execution.command_words import program_of
from bundler.execution.console import ConsoleFile
from bundler.execution.credentials import fill
from bundler.execution.measured import SCHEMA, Measured, remember_measured, results_folder
from bundler.execution.process import NotStartedError, run_aside
from bundler.execution.records import Execution
from bundler.execution.runs_made import runs_below
from bundler.locate import select
from bundler.machine.environment import working_folder
from bundler.machine.files import is_folder
from bundler.model import Evidence, Facts, Selection

_RUNTIME_PATHS: Final = "Runtime paths | "
_CONSOLE: Final = "console.txt"
YES, NO, DIFFERENT = "yes", "no", "different failure"


@dataclass(frozen=True, slots=True, repr=False)
class Rerun:
    """A rerun that can be started: argv with references, their values, where it runs, and what it is held against."""

    selection: Selection
    expected: Diagnosis
    argv: tuple[str, ...]
    values: Mapping[str, str]
    missing: tuple[str, ...]
    folder: Path
    results: Path
    program: str

    @property
    def shown(self) -> str:
        """The command as a shell would take it, credentials as references; raw otherwise."""
        return shell_lines(list(self.argv), POSITIONAL)


@dataclass(frozen=True, slots=True, repr=False)
class Outcome:
    """What a rerun found; ``reproduces`` is empty where it proves nothing, and ``sentence`` says why."""

    exit_code: ExitCode
    reproduces: str
    sentence: str
    summary: str = ""
    run: Path | None = None


def plan(
    selection: Selection,
    environment: Mapping[str, str],
    *,
    execution: Execution | None,
    program: str | None,
    keep_environment: bool,
) -> Rerun:
    """Return the rerun of a task; raises ``UsageError`` for a task that did not fail or a run without a request."""
    evidence = collect(selection, CollectOptions(machine_facts=False))
    expected = diagnose(evidence.facts)
    if selection.task is None or not evidence.facts.request:
        raise UsageError("Only a task whose run_info.json holds a request can be run again.")
    if not expected.is_failure:
        raise UsageError("This task did not fail: there is nothing to reproduce.")
    paths = _runtime_paths(evidence.facts)
    task_id = selection.task.task_id
    argv = arguments(evidence.facts.request, task_id, data_dir=paths.get("data_dir", ""))
    results = results_folder(selection.run.path, task_id)
    argv += ["--results-dir", str(results), "--progress", "none", *(["--keep-environment"] if keep_environment else [])]
    recorded = execution.argv if execution else ()
    values, missing = fill(argv, recorded, environment)
    workdir = Path(paths.get("workdir", ""))
    folder = (
        workdir if paths.get("workdir") and is_folder(workdir) else execution.folder if execution else working_folder()
    )
    started_as = program or program_of(recorded) or argv[0]
    return Rerun(selection, expected, tuple(argv), values, tuple(missing), folder, results, started_as)


def measure(rerun: Rerun, environment: Mapping[str, str], timeout: float) -> Outcome:
    """Run it once, for at most ``timeout`` seconds, compare the fingerprints, and remember what that proves."""
    started = time.time()
    words = [rerun.program, *(_filled(word, rerun.values) for word in rerun.argv[1:])]
    rerun.results.mkdir(parents=True, mode=0o700)
    try:
        with ConsoleFile(rerun.results / _CONSOLE) as console:
            exit_code = run_aside(
                words, console.write, timeout=timeout, folder=rerun.folder, environment={**environment, **rerun.values}
            )
    except NotStartedError as reason:
        return Outcome(ExitCode.COULD_NOT_RUN, "", f"agentcompass could not be started: {reason.reason}.")
    if exit_code is None:
        return Outcome(ExitCode.COULD_NOT_RUN, "", "The rerun did not end within the time limit: it proves nothing.")
    made = sorted(runs_below([rerun.results]))
    found = _evidence(made[-1], rerun.selection) if made else None
    if found is None:
        sentence = f"The rerun ended with code {exit_code} before the task ran; see {rerun.results / _CONSOLE}."
        return Outcome(ExitCode.COULD_NOT_RUN, "", sentence)
    diagnosis = diagnose(found.facts)
    outcome = _judged(rerun.expected, diagnosis, made[-1])
    task = rerun.selection.task
    document = {
        **_document(rerun, outcome, diagnosis),
        "exit_code": exit_code,
        "started_at": datetime.fromtimestamp(started, UTC).isoformat(timespec="seconds"),
        "seconds": round(time.time() - started, 1),
        "timeout_seconds": timeout,
    }
    remember_measured(rerun.selection.run.path, task.task_id if task else None, Measured(document, made[-1]))
    return outcome


def _filled(word: str, values: Mapping[str, str]) -> str:
    """Return a word with its references filled in; inside JSON a value is spelled as JSON."""
    text = plain_argument(word)
    for name, value in values.items():
        spelled = json.dumps(value)[1:-1] if text[:1] in ("{", "[") else value
        text = text.replace("${" + name + "}", spelled)
    return text


def _evidence(run: Path, selection: Selection) -> Evidence | None:
    task_id = selection.task.task_id if selection.task else None
    try:
        return collect(select(str(run), task_id, None), CollectOptions(machine_facts=False))
    except ReportError:
        pass
    try:
        # It failed before the task had details: the failure of the whole run is what there is.
        return collect(select(str(run), None, None), CollectOptions(machine_facts=False))
    except ReportError:
        return None


def _judged(expected: Diagnosis, found: Diagnosis, run: Path) -> Outcome:
    if not found.is_failure:
        return Outcome(ExitCode.PASSES, NO, "It does not reproduce: the task passes.", found.summary, run)
    if found.fingerprint.id == expected.fingerprint.id:
        return Outcome(ExitCode.OK, YES, "It reproduces: the same failure.", found.summary, run)
    return Outcome(ExitCode.DIFFERENT_FAILURE, DIFFERENT, "It fails differently.", found.summary, run)


def _document(rerun: Rerun, outcome: Outcome, found: Diagnosis) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "reproduces": outcome.reproduces,
        "command": rerun.shown,
        "fingerprint": found.fingerprint.id,
        "expected_fingerprint": rerun.expected.fingerprint.id,
        "task_concurrency": 1,
        "max_retries": 0,
        "diagnosis": found.to_json(),
    }


def _runtime_paths(facts: Facts) -> dict[str, str]:
    """Return what the log's "Runtime paths" record says, by name."""
    for record in facts.records:
        if record.message.startswith(_RUNTIME_PATHS):
            return dict(part.strip().partition("=")[::2] for part in record.message.split(" | ")[1:])
    return {}


def ready(rerun: Rerun) -> Rerun:
    """Return the rerun if every reference has a value; raises ``UsageError`` with the names that have none."""
    if rerun.missing:
        raise UsageError(
            "The run does not store its credentials; set these variables first.", candidates=[*rerun.missing]
        )
    return replace(rerun, missing=())
