"""``compass-report scrub``: the redaction engine as a filter, in constant memory."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import BinaryIO, cast

import click

from bundler.cli.parameters import PATH, PATH_OR_DASH
from bundler.cli.terminal import say
from bundler.machine.standard_streams import failure

EPILOG = """\b
Examples:
  compass-report scrub run.log > clean.log
  some-command 2>&1 | compass-report scrub --report
  compass-report scrub --json result.json > findings.json
"""


@click.command("scrub", epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("file", type=PATH_OR_DASH, default="-")
@click.option(
    "--format",
    "form",
    type=click.Choice(["auto", "text", "json", "jsonl"]),
    default="auto",
    show_default=True,
    help="How to read the input; auto goes by the file's name and is text for standard input.",
)
@click.option(
    "--no-harvest", is_flag=True, help="Do not read secrets from this machine (environment, credential files)."
)
@click.option("--report", is_flag=True, help="Count replacements by rule on stderr.")
@click.option("--json", "as_json", is_flag=True, help="Print findings (span and rule, no values) instead of the text.")
@click.option("--config", "config_file", type=PATH, help="Configuration file (see `config path`).")
def command(file: Path, *, form: str, no_harvest: bool, report: bool, as_json: bool, config_file: Path | None) -> int:
    """Redact FILE, or standard input, to standard output.

    A file is read twice, so that a secret learnt at its end also goes where it stands bare at its beginning;
    standard input is read once, in constant memory.

    Exit codes: 0 done, 5 there were more different secrets than can be remembered: copies of some may still stand.
    """
    from bundler.errors import ExitCode  # noqa: PLC0415
    from bundler.machine.output import open_input  # noqa: PLC0415
    from bundler.redact.filter import MOST_LEARNT, ScrubRequest, scrub  # noqa: PLC0415

    request = ScrubRequest(form, harvest=not no_harvest, config_file=config_file)
    findings = _Findings() if as_json else None
    try:
        if str(file) == "-":
            done = scrub(sys.stdin.buffer, _sink(as_json), request, findings=findings)
        else:
            with open_input(file) as source:
                done = scrub(source, _sink(as_json), request, name=file.name, findings=findings)
    except _OutputGoneError:
        return ExitCode.OK
    if findings is not None:
        findings.close()
    if report:
        for rule, count in sorted(done.counts.items(), key=lambda pair: (-pair[1], pair[0])):
            say(f"{count:>8}  {rule}")
    sys.stdout.buffer.flush()
    if done.overlooked:
        say(
            f"Not clean: more than {MOST_LEARNT:,} different secrets were found, the most that are remembered. Copies of"
            " others may still stand in the output where no rule knows them by themselves."
        )
        return ExitCode.NOT_CLEAN
    return 0


def _sink(as_json: bool) -> BinaryIO | None:  # noqa: FBT001
    return None if as_json else cast("BinaryIO", _Outlet())


class _OutputGoneError(Exception):
    """Nobody takes the output any more, so that there is no use in reading on."""


class _Outlet:
    """Standard output as a sink of any length."""

    def write(self, data: bytes) -> int:
        """Write a piece."""
        sys.stdout.buffer.write(data)
        if failure():
            raise _OutputGoneError
        return len(data)


class _Findings:
    """Writes findings as a JSON array while they come, so that memory stays constant."""

    def __init__(self) -> None:
        self._first = True

    def __call__(self, start: int, end: int, rule: str) -> None:
        """Write one finding; ``start`` and ``end`` are byte offsets into the input."""
        click.echo(
            ("[" if self._first else ",") + "\n " + json.dumps({"start": start, "end": end, "rule": rule}), nl=False
        )
        self._first = False

    def close(self) -> None:
        """End the array."""
        click.echo("[]" if self._first else "\n]")
