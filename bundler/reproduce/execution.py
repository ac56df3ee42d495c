"""Running AgentCompass on a reproduction: bounded in time, in a folder of its own, and judged by the fingerprint."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bundler.errors import ExitCode, ReportError
from bundler.machine.commands import CompletedOutput, run_bounded

if TYPE_CHECKING:
    from bundler.diagnosis.model import Diagnosis
    from bundler.reproduce.quoting import Quoting

# The reporter had what is missing here, so nothing was reproduced: AgentCompass says itself what has to be installed; a
# program or a package that is not found while a task is prepared says the same.
_NOT_INSTALLED: Final = ("OptionalDependencyError",)
_NOT_FOUND: Final = ("FileNotFoundError", "ModuleNotFoundError", "ImportError")
CONSOLE: Final = "console.txt"
_CONSOLE_LIMIT: Final = 1024 * 1024


@dataclass(frozen=True, slots=True, repr=False)
class Verdict:
    """What became of a reproduction: the exit code that says so, both fingerprints, and one sentence."""

    exit_code: ExitCode
    expected: str
    found: str
    sentence: str
    summary: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, repr=False)
class Program:
    """The AgentCompass to run: its path, the folder to run it in, its environment, and the limit in seconds."""

    path: str
    folder: Path
    environment: Mapping[str, str]
    timeout: float

    def run(self, arguments: list[str]) -> CompletedOutput:
        """Run it once."""
        return run_bounded(
            [self.path, *arguments], timeout=self.timeout, limit=_CONSOLE_LIMIT, env=self.environment, cwd=self.folder
        )


def find_program(given: str | None, search_path: str) -> str | None:
    """Return the path of the ``agentcompass`` to run: the given one, or the one on ``search_path``."""
    found = shutil.which(given or "agentcompass", path=search_path)
    return str(Path(found).absolute()) if found else None


def judge(output: CompletedOutput, results: Path, task_id: str | None, expected: str, quoting: Quoting) -> Verdict:
    """Return the verdict on a run that ended: same failure, another one, none, or none that can be told.

    What the program said stands in it only as ``quoting`` lets it through.
    """
    verdict = _judged(output, results, task_id, expected, quoting)
    return replace(verdict, summary=quoting.shown(verdict.summary))


def _judged(output: CompletedOutput, results: Path, task_id: str | None, expected: str, quoting: Quoting) -> Verdict:
    if not output.found:
        return Verdict(ExitCode.COULD_NOT_RUN, expected, "", "agentcompass could not be started.")
    runs = sorted(path.parent for path in results.rglob("run_info.json"))
    if output.timed_out:
        return Verdict(ExitCode.COULD_NOT_RUN, expected, "", "The run did not end within the time limit.")
    if not runs:
        last = quoting.last_line(output.text)
        said = f"it said: {last}" if last else f"what it said is in {CONSOLE} of the folder that -o names."
        sentence = f"agentcompass ended with code {output.exit_code} before there was a run; {said}"
        return Verdict(ExitCode.COULD_NOT_RUN, expected, "", sentence)
    return _compared(runs[-1], task_id, expected)


def is_missing_here(diagnosis: Diagnosis) -> bool:
    """Say whether a failure tells that this machine lacks a program or a package, rather than what the reporter saw."""
    from bundler.diagnosis.model import Phase  # noqa: PLC0415 - only after a run

    prepares = diagnosis.phase in {Phase.ENVIRONMENT, Phase.MATERIAL, Phase.HARNESS}
    signs = _NOT_INSTALLED + (_NOT_FOUND if prepares else ())
    return any(link.type.endswith(signs) for link in diagnosis.exceptions)


def _compared(run: Path, task_id: str | None, expected: str) -> Verdict:
    from bundler.collectors.collect import CollectOptions, collect  # noqa: PLC0415 - only after a run
    from bundler.diagnosis import diagnose  # noqa: PLC0415
    from bundler.locate import select  # noqa: PLC0415

    try:
        selection = select(str(run), task_id, None)
    except ReportError:
        try:
            selection = select(str(run), None, None)
        except ReportError as error:
            return Verdict(ExitCode.COULD_NOT_RUN, expected, "", f"The new run cannot be read: {error.sentence}")
    diagnosis = diagnose(collect(selection, CollectOptions(machine_facts=False)).facts)
    found = diagnosis.fingerprint.id
    if not diagnosis.is_failure:
        return Verdict(ExitCode.PASSES, expected, "", "The task passes: nothing failed.", diagnosis.summary)
    if found != expected and is_missing_here(diagnosis):
        return Verdict(
            ExitCode.COULD_NOT_RUN,
            expected,
            found,
            "A program or a package that the task needs is not installed here.",
            diagnosis.summary,
        )
    if found == expected:
        return Verdict(ExitCode.OK, expected, found, "The same failure.", diagnosis.summary)
    return Verdict(ExitCode.DIFFERENT_FAILURE, expected, found, "A different failure.", diagnosis.summary)
