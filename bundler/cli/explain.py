"""``compass-report explain BUNDLE PLACEHOLDER``: what a placeholder stands for, on the reporter's machine only."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import click

from bundler.cli.parameters import PATH
from bundler.cli.terminal import answer


@click.command("explain", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("bundle", type=PATH)
@click.argument("placeholder")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
def command(bundle: Path, placeholder: str, *, as_json: bool) -> int:
    """Say what PLACEHOLDER of BUNDLE stands for, and which rule set it.

    Works on the machine that made the bundle with --keep-map, until the map expires. The value is printed in clear.
    """
    from bundler.keepsake import explain  # noqa: PLC0415
    from bundler.machine.output import open_input  # noqa: PLC0415

    with open_input(bundle) as file:
        digest = hashlib.file_digest(file, "sha256")  # type: ignore[arg-type]
    entry = explain(digest.hexdigest(), placeholder)
    if as_json:
        answer(json.dumps(entry, ensure_ascii=False, indent=2))
    else:
        answer(f"{placeholder} ({entry['kind']}, rule {entry['rule']}) stands for:")
        answer(entry["value"])
    return 0
