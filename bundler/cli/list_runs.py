"""``compass-report list [PATH]``: which runs are there, and what failed in them."""

from __future__ import annotations

from pathlib import Path

import click

from bundler.cli.parameters import PATH


@click.command("list", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("path", required=False, type=PATH)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
def command(path: Path | None, *, as_json: bool) -> int:
    """Show the runs below PATH (default: ./results), newest first, with their failed tasks.

    For one run its failed tasks are grouped by the fingerprint of their failure, with the smallest task of each group.
    """
    from bundler.cli.show_list import show_listing  # noqa: PLC0415

    show_listing(path, as_json=as_json)
    return 0
