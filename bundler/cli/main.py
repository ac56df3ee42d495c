"""The command line's front door: which command is meant, and what every ending means.

Start-up time is part of the work: this module imports click alone; a command's module is imported when it is run.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final, NamedTuple

import click


class Entry(NamedTuple):
    """Where a command lives and what it says of itself in the list of commands."""

    module: str
    summary: str


COMMANDS: Final[dict[str, Entry]] = {
    "report": Entry("bundler.cli.report", "Build the bundle and the issue body of one failed task (the default)."),
    "exec": Entry("bundler.cli.execute", "Run a command unchanged, record it, and report its failure."),
    "rerun": Entry("bundler.cli.rerun", "Run one failed task again, alone and without retries: does it reproduce?"),
    "list": Entry("bundler.cli.list_runs", "Show runs and their failed tasks."),
    "diagnose": Entry("bundler.cli.diagnose", "Say where a task failed first, why, and what to do; writes nothing."),
    "verify": Entry("bundler.cli.verify", "Check a bundle; needs no secrets."),
    "review": Entry("bundler.cli.review", "Show a bundle as one HTML page, as its readers will see it."),
    "inspect": Entry("bundler.cli.inspect", "Show what a received bundle tells, on one screen."),
    "reproduce": Entry("bundler.cli.reproduce", "Reproduce or replay a bundle's failure with your own AgentCompass."),
    "compare": Entry("bundler.cli.compare", "Show the differences between two bundles, or two tasks of a run."),
    "triage": Entry("bundler.cli.triage", "Group a folder of bundles by the fingerprint of their failure."),
    "exposure": Entry("bundler.cli.exposure", "Say which of your secrets stand in clear in raw results."),
    "explain": Entry("bundler.cli.explain", "Say what a placeholder stands for (needs --keep-map)."),
    "scrub": Entry("bundler.cli.scrub", "Redact a text or JSON stream: the engine as a filter."),
    "rules": Entry("bundler.cli.rules", "List the detection rules, or run their examples."),
    "config": Entry("bundler.cli.config", "Show, locate or create the configuration file."),
}
DEFAULT: Final = "report"


class Commands(click.Group):
    """A group that imports a command when it is needed and takes anything else as ``report``'s arguments."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order a user meets them."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command's module and return its ``command``."""
        del ctx
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        command: click.Command = import_module(entry.module).command
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the default command before arguments that name none."""
        if args and args[0] not in COMMANDS and args[0] not in {"--help", "-h", "--version"}:
            args = [DEFAULT, *args]
        return super().parse_args(ctx, args)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Show the main use and the commands."""
        formatter.write_usage(ctx.command_path, "[OPTIONS] RUN [TASK]")
        formatter.write_usage(ctx.command_path, "COMMAND [ARGS]...", prefix="       ")

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing any."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in COMMANDS.items()])


def _print_version(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:  # noqa: FBT001
    if wanted:
        from bundler.version import __version__  # noqa: PLC0415 - only for --version

        click.echo(f"compass-report {__version__}")
        ctx.exit()


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="compass-report report --help lists the options of the main command. Exit codes: 0 written and verified, "
    "2 usage, 3 no such run or task, 4 evidence unreadable, 5 not clean (nothing written), 6 not a valid bundle, "
    "70 a bug of ours, 130 interrupted.",
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Show the version."
)
def cli() -> None:
    """Turn one failed AgentCompass task into a sanitized zip and an issue body.

    RUN is a run directory, a run id, a unique prefix of one, a results folder, or "latest".
    TASK is a task id, its directory name, or a unique prefix; without it the only failed task is taken.

    \b
      compass-report latest                     the only failed task of the newest run below ./results
      compass-report results/… math/group-01    one task of one run
      compass-report list                       which runs are there and what failed in them
    """  # noqa: D301 - \b tells click to keep the lines


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; nothing escapes from here."""
    try:
        outcome = cli.main(args=list(arguments) if arguments is not None else None, standalone_mode=False)
        sys.stdout.flush()
    except BaseException as error:  # noqa: BLE001 - the one place that turns every ending into an exit code
        from bundler.cli.endings import report_ending  # noqa: PLC0415 - only when something ended badly

        given = sys.argv[1:] if arguments is None else arguments
        return report_ending(error, as_json=_asks_for_json(given), given=given)
    return outcome if isinstance(outcome, int) else 0


def _asks_for_json(arguments: Sequence[str]) -> bool:
    """Say whether a machine reads the result: what stands behind ``--`` is somebody else's."""
    own = list(arguments)[: list(arguments).index("--")] if "--" in arguments else arguments
    return "--json" in own and "exec" not in own[:1]
