"""``compass-report config``: where the configuration file is, what it says, and a new one to begin with."""

from __future__ import annotations

from pathlib import Path

import click

from bundler.cli.parameters import PATH
from bundler.cli.terminal import answer
from bundler.errors import UsageError


@click.group("config", invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.pass_context
def command(ctx: click.Context) -> int:
    """Show, locate or create the configuration file."""
    if ctx.invoked_subcommand is None:
        answer(ctx.get_help())
    return 0


@command.command("path", short_help="Print where the configuration file is looked for.")
def path() -> int:
    """Print where the configuration file is looked for."""
    from bundler.config import config_path  # noqa: PLC0415

    answer(str(config_path()))
    return 0


@command.command("show", short_help="Print the settings in force, without your terms.")
@click.option("--config", "config_file", type=PATH, help="Another file than the user's own.")
def show(config_file: Path | None) -> int:
    """Print the settings in force; of terms only their number, since they are secrets of yours."""
    from dataclasses import asdict  # noqa: PLC0415

    from bundler.config import load_config  # noqa: PLC0415
    from bundler.machine.harvest import SOURCES  # noqa: PLC0415

    config = load_config(config_file)
    shown = {name: value for name, value in asdict(config).items() if name != "terms"}
    for name, value in shown.items():
        answer(f"{name} = {value!s}")
    answer(f"terms: {len(config.terms)}")
    answer(f"harvest sources: {', '.join(name for name in SOURCES if name not in config.harvest_without)}")
    return 0


@command.command("init", short_help="Write a configuration file to begin with.")
@click.option("--config", "config_file", type=PATH, help="Another file than the user's own.")
def init(config_file: Path | None) -> int:
    """Write a configuration file with every setting explained and commented out; never overwrites one."""
    from bundler.config import config_path, render_default  # noqa: PLC0415
    from bundler.machine.output import write_private  # noqa: PLC0415

    target = config_file or config_path()
    if target.exists():
        raise UsageError(f"There is a configuration file already: {target}.")
    write_private(target, render_default().encode(), hint="Choose another file with --config.")
    answer(str(target))
    return 0
