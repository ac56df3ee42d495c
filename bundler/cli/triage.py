"""``compass-report triage FOLDER``: many bundles grouped by the failure they tell of."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bundler.cli.parameters import PATH
from bundler.cli.terminal import answer, say

if TYPE_CHECKING:
    from bundler.reproduce.triage import Group, Triage

_EXAMPLES = 5


@click.command("triage", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("folder", type=PATH)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
@click.option("--markdown", is_flag=True, help="Print a Markdown table, for an issue.")
def command(folder: Path, *, as_json: bool, markdown: bool) -> int:
    """Group the bundles below FOLDER by fingerprint, the newest first; duplicates and broken files are named."""
    from bundler.machine.output import look_into  # noqa: PLC0415
    from bundler.reproduce.triage import entries, triage  # noqa: PLC0415

    look_into(folder)
    found = triage(entries(folder))
    if as_json:
        refused = [{"file": file, "reason": reason} for file, reason in found.refused]
        document = {"groups": [group.to_json() for group in found.groups], "refused": refused}
        answer(json.dumps(document, ensure_ascii=False, indent=2))
    elif markdown:
        _show_markdown(found)
    else:
        _show(found)
    return 0


def _show(found: Triage) -> None:
    from bundler.render.task_line import WHOLE_RUN  # noqa: PLC0415

    for group in found.groups:
        newest = group.newest
        answer(f"{len(group.entries)} × {newest.summary or 'no failure'}", bold=True)
        answer(
            f"    {group.fingerprint or 'no fingerprint'}  {newest.failure_class}  newest {newest.began or 'unknown'}"
        )
        for entry in group.entries[:_EXAMPLES]:
            answer(
                f"    {entry.began or 'unknown':<25}  {entry.version:<8}  {_line(entry.task) or WHOLE_RUN}  {_line(entry.file)}"
            )
        if len(group.entries) > _EXAMPLES:
            answer(f"    … and {len(group.entries) - _EXAMPLES} more")
        for file, first in group.duplicates[:_EXAMPLES]:
            answer(f"    duplicate: {_line(file)} tells of the same run and task as {_line(first)}")
        if len(group.duplicates) > _EXAMPLES:
            answer(f"    … and {len(group.duplicates) - _EXAMPLES} more duplicates")
        answer()
    for file, reason in found.refused:
        answer(f"refused: {_line(file)}: {reason}", fg="red")
    total = sum(len(group.entries) for group in found.groups)
    counts = ((total, "bundle"), (len(found.groups), "failure"), (sum(_count(found)), "duplicate"))
    told = ", ".join(f"{count} {name}{'' if count == 1 else 's'}" for count, name in counts)
    say(f"{told}, {len(found.refused)} refused")


def _count(found: Triage) -> list[int]:
    return [len(group.duplicates) for group in found.groups]


def _show_markdown(found: Triage) -> None:
    from bundler.render.markdown import code, plain  # noqa: PLC0415

    answer("| fingerprint | bundles | newest | versions | failure | duplicates |")
    answer("|---|---|---|---|---|---|")
    for group in found.groups:
        versions = ", ".join(sorted({plain(entry.version) for entry in group.entries}))
        cells = (code(group.fingerprint), str(len(group.entries)), plain(group.newest.began), versions)
        answer(f"| {' | '.join(cells)} | {plain(group.newest.summary)} | {_duplicates(group)} |")
    for file, reason in found.refused:
        answer(f"\nRefused: {code(_line(file))}: {plain(reason)}")


def _duplicates(group: Group) -> str:
    from bundler.render.markdown import code  # noqa: PLC0415

    return ", ".join(code(_line(file)).replace("|", "\\|") for file, _first in group.duplicates) or "none"


def _line(text: str) -> str:
    return " ".join(text.split())
