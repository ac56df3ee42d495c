"""The Python interface: a report from a test harness or a notebook, with nothing printed and nothing ended.

from bundler import build_report

report = build_report("results/…/20261202_020418", "math/group-01", output_dir="reports")
print(report.title, report.zip_path)
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from bundler.errors import UsageError
from bundler.pipeline import ReportRequest, ReportResult, build

__all__ = ["build_report"]

PathLike = str | os.PathLike[str]


def build_report(  # noqa: PLR0913 - one parameter per thing that may be told
    run: PathLike | None = None,
    task: str | None = None,
    *,
    output_dir: PathLike | None = None,
    attempt: int | None = None,
    command: str | Sequence[str] = "",
    exit_code: int | None = None,
    console: PathLike | None = None,
    console_text: str | None = None,
    task_data: Literal["outline", "none", "full"] = "outline",
    drop: Sequence[str] = (),
    repository: str | None = None,
    agentcompass_python: PathLike | None = None,
    config_file: PathLike | None = None,
    harvest: bool = True,
    provider_checks: bool = True,
    full_log: bool = False,
    progress: Callable[[str], None] | None = None,
) -> ReportResult:
    """Build, verify and write the bundle and the issue body of one failed task, or of a command that left no run.

    Args:
        run: A run directory, a run id or unique prefix, a results folder, or ``latest``. Without it, and with
            ``command`` or a console, the command itself is reported; without any of them the newest run is taken.
        task: The task id, its directory name, or a unique prefix; without it the only failed task.
        output_dir: Where the two files go (default: the configuration's folder, else the working folder).
        attempt: The attempt's number (default: the first that failed, else the last).
        command: The exact command, as the text given to a shell or as the words given to ``subprocess``.
        exit_code: How it ended, as ``subprocess`` has it (negative for a signal).
        console: A file with what it printed; or
        console_text: what it printed. Only one of the two.
        task_data: How much of prompts, answers and trajectories may leave: their shapes, nothing, or everything.
        drop: Members to leave out of the bundle.
        repository: ``OWNER/NAME`` of the repository where the issue will be filed.
        agentcompass_python: The Python that ran AgentCompass (default: found on PATH).
        config_file: Another configuration file than the user's own.
        harvest: Whether this machine's own secrets are looked up, so that they can be removed wherever they stand.
        provider_checks: Whether the environment provider's own checks are run (a few seconds).
        full_log: Whether all of the task's log records are kept instead of an excerpt.
        progress: Is told each step, in a few words without evidence.

    Returns:
        The paths, the title and body, the manifest, the diagnosis and what was verified. Everything in it is redacted;
        ``exposed`` alone is for the reporter's own eyes.

    Raises:
        NotFoundError: No such run, task or attempt, or several; ``candidates`` lists them.
        UnreadableError: Evidence or the output folder cannot be read or written.
        NotCleanError: The finished bundle is not proven clean; nothing was written.
        UsageError: The request cannot be understood.

    All of them are ``bundler.errors.ReportError`` and quote no evidence.
    """
    if console is not None and console_text is not None:
        raise UsageError("Give console or console_text, not both.")
    with ExitStack() as stack:
        return build(
            ReportRequest(
                run=None if run is None else os.fspath(run),
                task=task,
                output_dir=_path(output_dir),
                attempt=attempt,
                task_data=task_data,
                command=command if isinstance(command, str) else "",
                captured=() if isinstance(command, str) else tuple(command),
                exit_code=exit_code,
                console=_path(console) if console_text is None else _written(console_text, stack),
                agentcompass_python=_path(agentcompass_python),
                harvest=harvest,
                provider_checks=provider_checks,
                full_log=full_log,
                drop=frozenset(drop),
                config_file=_path(config_file),
                repository=repository,
            ),
            progress=progress or _silent,
        )


def _path(given: PathLike | None) -> Path | None:
    return None if given is None else Path(given)


def _written(text: str, stack: ExitStack) -> Path:
    """Return a file with the text, in a private folder that goes with the stack."""
    folder = Path(stack.enter_context(TemporaryDirectory(prefix="compass-report-")))
    path = folder / "console.txt"
    path.write_text(text, encoding="utf-8", errors="backslashreplace")
    return path


def _silent(step: str) -> None:
    del step
