"""``compass-report verify BUNDLE``: is this file a whole and clean bundle? Needs no secrets, runs nothing from it."""

from __future__ import annotations

import json
from pathlib import Path

import click

from bundler.cli.parameters import PATH
from bundler.cli.terminal import answer

# GitHub takes 65,536 characters.
_LARGEST_BODY = 1024 * 1024


@click.command("verify", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("bundle", type=PATH)
@click.option("--body", type=PATH, help="Also check the issue body beside it.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
def command(bundle: Path, *, body: Path | None, as_json: bool) -> int:
    """Check a bundle: a sane zip, members as the manifest lists them, and no detector finds anything.

    Exit codes: 0 clean, 5 something was found, 6 not a valid bundle, or a body that is none; 3 no such file, 4 a file
    that cannot be read.
    """
    from bundler.machine.output import look_at  # noqa: PLC0415 - rules are compiled only when needed
    from bundler.verify.interface import verify_bundle  # noqa: PLC0415

    look_at(bundle)
    text = None if body is None else _text(body)
    verified = verify_bundle(bundle, secrets=None, issue_body=text)
    if as_json:
        answer(json.dumps(verified.report.as_json(), indent=2))
        return 0
    for step in verified.report.steps:
        counts = ", ".join(f"{value} {name}" for name, value in step.counts.items())
        answer(f"{step.number}. {step.title}" + (f" ({counts})" if counts else ""))
    answer("Clean.", fg="green")
    return 0


def _text(body: Path) -> bytes:
    """Return an issue body; what no body can be proves nothing, however clean it looks."""
    from bundler.errors import InvalidBundleError  # noqa: PLC0415
    from bundler.machine.output import read_input  # noqa: PLC0415

    data = read_input(body, _LARGEST_BODY)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise InvalidBundleError("The issue body is not UTF-8 text.") from None
    if not text.strip():
        raise InvalidBundleError("The issue body is empty.")
    if "\0" in text:
        raise InvalidBundleError("The issue body is not a text.")
    return data
