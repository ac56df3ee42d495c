"""``compass-report exec -- COMMAND…``: run a command unchanged, and offer the report if it fails."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from bundler.cli.parameters import PATH, REPOSITORY
from bundler.cli.terminal import progress, say, warn
from bundler.errors import ExitCode, UsageError
from bundler.machine.environment import working_folder

if TYPE_CHECKING:
    from bundler.execution.records import Execution
    from bundler.execution.what_failed import Failed
    from bundler.pipeline import ReportRequest

EPILOG: Final = """\b
Examples:
  compass-report exec -- agentcompass run hle naive_search_agent my-model --env host_process
  compass-report exec --on-failure bundle -o reports -- agentcompass launch requests.yaml
"""
_SIGNAL_BASE: Final = 128


@click.command(
    "exec",
    epilog=EPILOG,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "max_content_width": 100,
        "allow_interspersed_args": False,
    },
)
@click.argument("words", nargs=-1, required=True, type=click.UNPROCESSED, metavar="-- COMMAND [ARGS]...")
@click.option(
    "--on-failure",
    type=click.Choice(["bundle", "ask", "never"]),
    default="ask",
    show_default=True,
    help="Build the report at once, ask (where a person can answer; else say how), or say nothing.",
)
@click.option("-o", "--output-dir", type=PATH, help="Folder for the reports (default: here).")
@click.option("--no-provider-checks", is_flag=True, help="Do not run the environment provider's own checks.")
@click.option("--config", "config_file", type=PATH, help="Configuration file (see `config path`).")
@click.option("--repo", type=REPOSITORY, metavar="OWNER/NAME", help="Where the issue will be filed.")
def command(
    words: tuple[str, ...],
    *,
    on_failure: str,
    output_dir: Path | None,
    no_provider_checks: bool,
    config_file: Path | None,
    repo: str | None,
) -> int:
    """Run a command unchanged and record it; if it fails, offer the report of the failure.

    Streams, terminal, signals and exit code are the command's own. Its exact words, times, exit code and console are
    kept in your state folder, readable by you alone, and go into the next report of what it made, redacted.
    A command that fails before there is a run directory gets a report of its own.
    """
    if sys.platform == "win32":
        raise UsageError(
            "exec needs a POSIX system.", hint="Run the command, then: compass-report --console FILE --command TEXT"
        )
    from bundler.execution.process import NotStartedError  # noqa: PLC0415 - heavy modules after parsing
    from bundler.execution.recorded import run_recorded  # noqa: PLC0415

    try:
        recorded = run_recorded(words)
    except NotStartedError as reason:
        warn(f"{words[0]}: {reason.reason}")
        return reason.exit_code
    # Whatever becomes of the report, the exit code is the command's.
    try:
        if not recorded.whole:
            say("compass-report: the command could not be recorded (to its end): your state folder cannot be written.")
        if recorded.execution is not None and on_failure != "never":
            from bundler.pipeline.request import ReportRequest  # noqa: PLC0415 - not before the command has run

            request = ReportRequest(
                output_dir=output_dir, provider_checks=not no_provider_checks, config_file=config_file, repository=repo
            )
            _offer(recorded.execution, request, on_failure, interrupted=recorded.interrupted)
    except BaseException as error:  # noqa: BLE001 - an ending of ours is told, and is not the command's
        from bundler.cli.endings import report_ending  # noqa: PLC0415

        report_ending(error)
    return _end_like(recorded.exit_code)


def _offer(execution: Execution, request: ReportRequest, on_failure: str, *, interrupted: bool) -> None:
    from bundler.execution.what_failed import failures_of  # noqa: PLC0415

    failures = failures_of(execution)
    if not failures:
        return
    wanted = on_failure == "bundle" or (not interrupted and _says_yes(failures))
    for failed in failures:
        if wanted:
            _report(execution, failed, request)
        else:
            say(f"compass-report: to report this failure: {_how(execution, failed)}")


def _says_yes(failures: tuple[Failed, ...]) -> bool:
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    many = f"{len(failures)} runs failed" if len(failures) > 1 else "The command failed"
    say()
    return click.confirm(f"compass-report: {many}. Build the report?", default=True, err=True)


def _how(execution: Execution, failed: Failed) -> str:
    import shlex  # noqa: PLC0415

    if failed.run is None:
        return shlex.join(["compass-report", "--console", str(execution.console)])
    return shlex.join(["compass-report", _shown(failed.run), *([failed.task] if failed.task else [])])


def _shown(path: Path) -> str:
    here = working_folder()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def _report(execution: Execution, failed: Failed, request: ReportRequest) -> None:
    from dataclasses import replace  # noqa: PLC0415

    from bundler.cli.show_report import show_summary  # noqa: PLC0415
    from bundler.pipeline import build  # noqa: PLC0415

    about = replace(request, run=str(failed.run) if failed.run else None, task=failed.task)
    if failed.run is None:
        about = replace(about, console=execution.console, captured=execution.argv, exit_code=execution.exit_code)
    with progress(quiet=False, verbose=False) as step:
        result = build(about, progress=step)
    # Standard output is the command's own.
    with contextlib.redirect_stdout(sys.stderr):
        show_summary(result)
    if failed.others:
        ways = f"{failed.tasks} tasks failed, in {failed.others + 1} ways"
        say(f"{ways}; see: compass-report list {_shown(failed.run or Path())}")


def _end_like(exit_code: int) -> int:
    """Return the command's exit code, or end by the signal that ended the command, as its parent would have seen it."""
    if exit_code >= 0:
        return exit_code
    sys.stdout.flush()
    sys.stderr.flush()
    with contextlib.suppress(OSError, ValueError):
        import resource  # noqa: PLC0415 - a core of ours would tell nothing

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if -exit_code not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(-exit_code, signal.SIG_DFL)
        os.kill(os.getpid(), -exit_code)
    return _SIGNAL_BASE - exit_code if exit_code else ExitCode.BUG
