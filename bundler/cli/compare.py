"""``compass-report compare A B``: what differs between two bundles, or between two tasks of a run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bundler.cli.parameters import WORD
from bundler.cli.terminal import answer, progress, say

if TYPE_CHECKING:
    from bundler.reproduce.comparing import Difference
    from bundler.reproduce.received import Received

_WIDTH = 300
_TWO, _THREE = 2, 3


@click.command("compare", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("what", nargs=-1, required=True, type=WORD, metavar="A B | RUN TASK_A TASK_B")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
def command(what: tuple[str, ...], *, as_json: bool) -> int:
    """Show only the differences: versions, parameters, plan, environment, phase timing, issues, endpoint calls.

    A and B are bundles in any form. RUN TASK_A TASK_B compares two tasks of a run on this machine, say a failing and a
    passing one, after redaction. Hosts are named by their role, so that "the same host?" can be answered.
    """
    from bundler.reproduce.comparing import compare  # noqa: PLC0415
    from bundler.reproduce.received import receive  # noqa: PLC0415

    if len(what) == _TWO:
        left, right = (receive(Path(name)) for name in what)
    elif len(what) == _THREE:
        with progress(quiet=as_json, verbose=False) as step:
            step("reading both tasks")
            left, right = (_task(what[0], task) for task in what[1:])
    else:
        raise click.UsageError("Two bundles are compared, or a run and two of its tasks.")
    found = compare(left, right)
    if as_json:
        answer(json.dumps({"differences": [one.to_json() for one in found]}, ensure_ascii=False, indent=2))
    else:
        _show(found, what[-2:])
    return 0


def _task(run: str, task: str) -> Received:
    """Return a task of a run as a bundle would tell it, redacted, without writing one."""
    from bundler.config import load_config  # noqa: PLC0415
    from bundler.locate import select  # noqa: PLC0415
    from bundler.pipeline.clean import clean  # noqa: PLC0415
    from bundler.pipeline.gather import gather  # noqa: PLC0415
    from bundler.pipeline.request import ReportRequest  # noqa: PLC0415
    from bundler.reproduce.received import Received  # noqa: PLC0415

    request = ReportRequest(run=run, task=task, provider_checks=False)
    evidence = gather(select(run, task, None), request)
    cleaned = clean(evidence, request, load_config(None), lambda _step: None).evidence
    return Received("task", {item.member: item.data for item in cleaned.items}, {"run": dict(cleaned.identity)})


def _show(found: tuple[Difference, ...], names: tuple[str, ...]) -> None:
    if not found:
        answer("No differences.")
        return
    say(f"A: {names[0]}")
    say(f"B: {names[1]}")
    section = ""
    for one in found:
        if one.section != section:
            section = one.section
            answer()
            answer(section.capitalize(), bold=True)
        answer(f"  {one.place}")
        answer(f"    A: {_told(one.left)}", fg="red")
        answer(f"    B: {_told(one.right)}", fg="green")


def _told(value: object) -> str:
    if value is None:
        return "(none)"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    text = " ".join(text.split())
    return f"{text[:_WIDTH]}…" if len(text) > _WIDTH else text
