"""``compass-report rerun RUN [TASK]``: does it reproduce? The minimal reproduction, really run, once."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from bundler.cli.parameters import PATH, SECONDS, WORD
from bundler.cli.terminal import answer, progress, say
from bundler.errors import UsageError

EPILOG = """\b
Exit codes: 0 it reproduces, 10 it fails differently, 11 it passes, 12 it could not be run or did not end in time.
"""


@click.command(
    "rerun", epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.argument("run", required=False, type=WORD)
@click.argument("task", required=False, type=WORD)
@click.option("--attempt", type=click.IntRange(min=1), help="Attempt (default: the first that failed, else the last).")
@click.option(
    "--timeout",
    type=SECONDS,
    default=1800.0,
    show_default=True,
    metavar="SECONDS",
    help="Stop the rerun after this time; it then proves nothing.",
)
@click.option("--keep-environment", is_flag=True, help="Keep the sandbox for a look into it (costs go on).")
@click.option(
    "--agentcompass",
    "program",
    type=WORD,
    metavar="PROGRAM",
    help="The agentcompass to run (default: the recorded one, or PATH).",
)
@click.option("-y", "--yes", is_flag=True, help="Do not ask: the model calls may be made.")
@click.option("--config", "config_file", type=PATH, help="Configuration file (see `config path`).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
def command(
    run: str | None,
    task: str | None,
    *,
    attempt: int | None,
    timeout: float,
    keep_environment: bool,
    program: str | None,
    yes: bool,
    config_file: Path | None,
    as_json: bool,
) -> int:
    """Run one failed task again: alone, one at a time, without retries; then compare the failures.

    This makes real model calls, once, after the command was shown. Results go to a folder of their own. What is found
    (reproduces: yes, no, different failure) goes into the next report of the task.

    Credentials come from the command that `compass-report exec` recorded, or from the environment.
    """
    if sys.platform == "win32":
        raise UsageError("rerun needs a POSIX system.", hint="Run the command.sh of a bundle yourself.")
    from bundler.execution.records import execution_of_run  # noqa: PLC0415 - heavy modules after parsing
    from bundler.execution.rerun import measure, plan, ready  # noqa: PLC0415
    from bundler.listing import grouped_lines  # noqa: PLC0415
    from bundler.locate import select  # noqa: PLC0415
    from bundler.machine.environment import snapshot  # noqa: PLC0415

    selection = select(run, task, attempt, describe=grouped_lines)
    environment = snapshot()
    planned = plan(
        selection,
        environment,
        execution=execution_of_run(selection.run.path),
        program=program,
        keep_environment=keep_environment,
    )
    say("This would be run, with real model calls:")
    say()
    say(_redacted(planned.shown, config_file))
    say()
    rerun = ready(planned)
    if not yes:
        _confirm(timeout)
    with progress(quiet=as_json, verbose=False) as step:
        step("running")
        outcome = measure(rerun, environment, timeout)
    if as_json:
        found = {"reproduces": outcome.reproduces or None, "sentence": outcome.sentence, "results": str(rerun.results)}
        answer(json.dumps(found, ensure_ascii=False, indent=2))
    else:
        answer(f"reproduces: {outcome.reproduces or 'not known'}", bold=True)
        answer(outcome.sentence)
        answer(f"Its results: {rerun.results}")
        if outcome.reproduces:
            answer("The next report of this task tells it.")
    return int(outcome.exit_code)


def _confirm(timeout: float) -> None:
    if not sys.stdin.isatty():
        raise UsageError("This makes real model calls.", hint="Give --yes if they may be made.")
    click.confirm(f"It runs for at most {timeout:.0f} s. Run it?", abort=True, err=True)


def _redacted(text: str, config_file: Path | None) -> str:
    """Return a command as it may be shown: a base URL in it can hold a password."""
    from bundler.config import load_config  # noqa: PLC0415
    from bundler.redact.filter import policy  # noqa: PLC0415
    from redaction import Format, Redactor  # noqa: PLC0415

    redactor = Redactor(policy(load_config(config_file), known=True))
    redactor.survey(text.encode("utf-8", "replace"), Format.TEXT)
    return redactor.redact_text(text)
