"""``compass-report exposure RUN…``: which of this machine's secrets stand in clear in raw results."""

from __future__ import annotations

import json
from pathlib import Path

import click

from bundler.cli.parameters import PATH
from bundler.cli.terminal import answer, progress
from bundler.exposure import Exposure


@click.command("exposure", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("folders", nargs=-1, required=True, type=PATH)
@click.option(
    "--command", "command_text", metavar="TEXT", help="The command you ran: secrets in it are looked for too."
)
@click.option("--config", "config_file", type=PATH, help="Configuration file (see `config path`).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
def command(folders: tuple[Path, ...], *, command_text: str | None, config_file: Path | None, as_json: bool) -> int:
    """Say which secrets of this machine stand in clear in FOLDERS: how often, where, and who may read them.

    Secrets are named by where they are known from (an environment variable, a credential file), never shown.
    """
    from bundler.config import load_config  # noqa: PLC0415
    from bundler.exposure import find_exposure  # noqa: PLC0415
    from bundler.machine.environment import working_folder  # noqa: PLC0415
    from bundler.machine.harvest import harvest  # noqa: PLC0415
    from bundler.machine.output import look_into  # noqa: PLC0415

    config = load_config(config_file)
    known = harvest(folders=(working_folder(),), command=command_text or "", without=config.harvest_without).values
    found = []
    with progress(quiet=as_json, verbose=False) as step:
        for folder in folders:
            look_into(folder)
            found.append(find_exposure(folder.resolve(), known, progress=step))
    if as_json:
        answer(json.dumps({"folders": [exposure.to_json() for exposure in found]}, ensure_ascii=False, indent=2))
    else:
        for exposure in found:
            show_exposure(exposure)
    return 0


def show_exposure(exposure: Exposure) -> None:
    """Print an exposure for its owner."""
    answer(f"{exposure.root}: {exposure.files} files", bold=True)
    unread = f" that could be read; {len(exposure.skipped)} could not" if exposure.skipped else ""
    if not exposure.known:
        answer("  This machine knows no secret, so none was looked for.", fg="yellow")
    elif not exposure.found:
        answer(f"  None of this machine's {exposure.known} known secrets stands in those{unread}.")
    for exposed in exposure.found:
        loggers = f", written by {', '.join(exposed.loggers)}" if exposed.loggers else ""
        answer(f"  {exposed.source}: {exposed.count} × in {exposed.file}{loggers}", fg="yellow")
        answer(f"      readable by {exposure.readers.get(exposed.file, 'unknown')}")
    for name in exposure.skipped:
        answer(f"  not read: {name}")
    if exposure.found:
        answer(f"  Rotate: {', '.join(exposure.sources)}; then delete these files or restrict who may read them.")
