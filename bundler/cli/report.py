"""``compass-report RUN [TASK]``: the main command; it parses, hands over, and shows what came of it."""

from __future__ import annotations

from pathlib import Path

import click

from bundler.cli.parameters import PATH, REPOSITORY, WORD
from bundler.cli.terminal import progress, say, warn
from bundler.errors import NotFoundError
from bundler.machine.standard_streams import lost

EPILOG = """\b
Examples:
  compass-report latest
  compass-report results/my-run/model_hle_harness/20261202_020418 math/group-01
  compass-report 20261202_02 math --attempt 2 -o reports
  compass-report latest --command "$(fc -ln -1)" --console console.txt
  compass-report latest --json | jq -r .body
"""


@click.command(
    "report", epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.argument("run", required=False, type=WORD)
@click.argument("task", required=False, type=WORD)
@click.option("-o", "--output-dir", type=PATH, help="Folder for the two files (default: here).")
@click.option("--attempt", type=click.IntRange(min=1), help="Attempt (default: the first that failed, else the last).")
@click.option(
    "--task-data",
    type=click.Choice(["outline", "none", "full"]),
    default="outline",
    show_default=True,
    help="How much of prompts, answers and trajectories may leave: their shapes, nothing, or everything.",
)
@click.option("--command", "command_text", metavar="TEXT", help="The exact command you ran; secrets in it are removed.")
@click.option("--console", type=PATH, help="A file with what the command printed.")
@click.option(
    "--agentcompass-python",
    type=PATH,
    help="The Python that ran AgentCompass (default: found on PATH).",
)
@click.option(
    "--no-harvest", is_flag=True, help="Do not read secrets from this machine (environment, credential files)."
)
@click.option("--no-provider-checks", is_flag=True, help="Do not run the environment provider's own checks.")
@click.option("--effective-config", is_flag=True, help="Also record what `agentcompass config show` says.")
@click.option("--full-log", is_flag=True, help="Keep all of this task's log records, not an excerpt.")
@click.option("--drop", multiple=True, metavar="MEMBER", help="Leave a member out of the bundle (repeatable).")
@click.option("--config", "config_file", type=PATH, help="Configuration file (see `config path`).")
@click.option("--repo", type=REPOSITORY, metavar="OWNER/NAME", help="Where the issue will be filed.")
@click.option(
    "--open", "open_page", is_flag=True, help="Open the prefilled new-issue page in the browser (needs --repo)."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["markdown", "text"]),
    default="markdown",
    show_default=True,
    help="markdown: the summary; text: only a short form for a chat.",
)
@click.option(
    "--keep-map", is_flag=True, help="Keep the map from placeholders to values on this machine, for `explain`."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
@click.option("-q", "--quiet", is_flag=True, help="Print nothing but errors.")
@click.option("-v", "--verbose", is_flag=True, help="Say what is being done and how long it takes.")
def command(  # noqa: PLR0913 - one parameter per option
    run: str | None,
    task: str | None,
    *,
    output_dir: Path | None,
    attempt: int | None,
    task_data: str,
    command_text: str | None,
    console: Path | None,
    agentcompass_python: Path | None,
    no_harvest: bool,
    no_provider_checks: bool,
    effective_config: bool,
    full_log: bool,
    drop: tuple[str, ...],
    config_file: Path | None,
    repo: str | None,
    open_page: bool,
    form: str,
    keep_map: bool,
    as_json: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Build a sanitized zip and an issue body from one failed task.

    Without TASK the only failed task is taken; if there are several they are listed.
    Nothing is uploaded: two files are written, and only after the finished zip was read back and found clean.
    """
    from bundler.cli.show_report import needs_repository, open_new_issue, show_json, show_summary, show_text  # noqa: PLC0415 - heavy modules after parsing
    from bundler.pipeline import ReportRequest, build  # noqa: PLC0415

    if quiet and verbose:
        raise click.UsageError("--quiet and --verbose exclude each other.")
    if as_json and form == "text":
        raise click.UsageError("--json and --format text exclude each other.")
    _check_python(agentcompass_python)
    request = ReportRequest(
        run=run,
        task=task,
        output_dir=output_dir,
        attempt=attempt,
        task_data=task_data,
        command=command_text or "",
        console=console,
        agentcompass_python=agentcompass_python,
        harvest=not no_harvest,
        provider_checks=not no_provider_checks,
        effective_config=effective_config,
        full_log=full_log,
        drop=frozenset(drop),
        config_file=config_file,
        repository=repo,
        keep_map=keep_map,
    )
    if open_page:
        needs_repository(request)
    with progress(quiet=quiet or as_json, verbose=verbose) as step:
        result = build(request, progress=step)
    for warning in result.warnings:
        warn(warning)
    if open_page:
        open_new_issue(result)
    if as_json:
        show_json(result)
    elif form == "text":
        show_text(result)
    elif not quiet:
        show_summary(result)
    if lost():
        say(f"Both files were written and verified all the same: {result.zip_path} and {result.body_path}")
    return 0


def _check_python(given: Path | None) -> None:
    """Refuse what cannot be an interpreter or the folder of an environment."""
    import os  # noqa: PLC0415

    if given is None or given.is_dir():
        return
    if not given.exists():
        raise NotFoundError(f"There is no file or folder {given}.")
    if not given.is_file() or not os.access(given, os.X_OK):
        raise click.UsageError(f"{given} is no program and no environment.")
