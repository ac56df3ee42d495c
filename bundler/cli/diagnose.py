"""``compass-report diagnose RUN [TASK]``: the diagnosis on the terminal, nothing written, nothing leaked either."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from bundler.cli.parameters import PATH, WORD
from bundler.cli.terminal import answer, progress

_WIDTH = 12


@click.command("diagnose", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("run", required=False, type=WORD)
@click.argument("task", required=False, type=WORD)
@click.option("--attempt", type=click.IntRange(min=1), help="Attempt (default: the first that failed, else the last).")
@click.option("--console", type=PATH, help="A file with what the command printed.")
@click.option("--command", "command_text", metavar="TEXT", help="The exact command you ran.")
@click.option("--no-provider-checks", is_flag=True, help="Do not run the environment provider's own checks.")
@click.option("--effective-config", is_flag=True, help="Also say how `agentcompass config show` differs from the run.")
@click.option("--config", "config_file", type=PATH, help="Configuration file (see `config path`).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
def command(
    run: str | None,
    task: str | None,
    *,
    attempt: int | None,
    console: Path | None,
    command_text: str | None,
    no_provider_checks: bool,
    effective_config: bool,
    config_file: Path | None,
    as_json: bool,
) -> int:
    """Say in which phase a task failed first, why, whose part that is, and what to do next.

    What is printed went through the redactor, so it can be pasted into a chat.
    """
    from bundler.pipeline import ReportRequest  # noqa: PLC0415
    from bundler.pipeline.diagnosis import redacted_diagnosis  # noqa: PLC0415

    request = ReportRequest(
        run=run,
        task=task,
        attempt=attempt,
        console=console,
        command=command_text or "",
        provider_checks=not no_provider_checks,
        effective_config=effective_config,
        config_file=config_file,
    )
    with progress(quiet=as_json, verbose=False) as step:
        found = redacted_diagnosis(request, progress=step)
    if as_json:
        answer(json.dumps(found, ensure_ascii=False, indent=2))
    else:
        show_diagnosis(found)
    return 0


def show_diagnosis(found: Mapping[str, Any]) -> None:
    """Print a diagnosis for people."""
    answer(str(found["summary"]), bold=True)
    answer()
    advice, row = found["advice"], found["row"]
    for label, value in (
        ("Phase", found["phase"]),
        ("Owner", found["owner"]),
        ("Class", found["class"]),
        ("Row", row["symptom"] if row else "unrecognised"),
        ("Cause", found["cause"]),
        ("Next step", found["next_step"]),
        ("Advice", f"{advice['action']}: {advice['reason']}"),
        ("", advice["command"]),
        ("Fingerprint", found["fingerprint"]["id"]),
        ("", found["fingerprint"]["canonical"]),
    ):
        if value:
            answer(f"{label:<{_WIDTH}} {value}")
    for title, key in (("Shown by", "evidence"), ("Later, not the cause", "later"), ("Also", "others")):
        _references(title, found[key])
    for note in found["notes"]:
        answer(f"{'Note':<{_WIDTH}} {note}")
    _timeline(found["timeline"])
    for check in found.get("provider_checks") or []:
        answer(f"{'Check':<{_WIDTH}} {check['outcome']}: {check['name']}")
    for difference in (found.get("effective_config") or {}).get("differences") or []:
        answer(f"{'Differs':<{_WIDTH}} {difference['path']}: here {difference['here']}, in the run {difference['run']}")


def _references(title: str, references: list[Mapping[str, Any]]) -> None:
    if references:
        answer()
        answer(f"{title}:")
    for reference in references:
        answer(f"  {reference['where']}: {reference['says']}")


def _timeline(spans: list[Mapping[str, Any]]) -> None:
    if spans:
        answer()
        answer("Phases:")
    for span in spans:
        seconds = (
            f"{span['end'] - span['start']:8.2f}s" if span["start"] is not None and span["end"] is not None else " " * 9
        )
        style: dict[str, Any] = {"fg": "red"} if span["status"] == "failed" else {}
        answer(f"  {span['status']:<10} {seconds}  {span['phase']}", **style)
