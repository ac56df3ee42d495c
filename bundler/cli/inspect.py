"""``compass-report inspect BUNDLE``: one screen on a received bundle; runs nothing from it and trusts nothing in it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from bundler.cli.parameters import PATH, WORD
from bundler.cli.terminal import answer, say

_WIDTH = 13
_SHOWN_MISSING = 12


@click.command("inspect", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("bundle", type=PATH)
@click.option("--member", type=WORD, metavar="NAME", help="Print one member, made safe for a terminal.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
def command(bundle: Path, *, member: str | None, as_json: bool) -> int:
    """Show what a bundle tells: identity, phase, cause, class, fingerprint, versions, what is missing.

    BUNDLE is the zip, the unpacked folder, or the issue body (.md) alone, as far as that goes. Nothing is executed and
    nothing is written. `compass-report verify` checks a bundle for secrets.
    """
    from bundler.errors import NotFoundError  # noqa: PLC0415
    from bundler.reproduce.inspection import inspection  # noqa: PLC0415
    from bundler.reproduce.received import receive  # noqa: PLC0415

    received = receive(bundle)
    if member is not None:
        if member not in received.members:
            raise NotFoundError("There is no such member.", candidates=sorted(received.members))
        answer(received.members[member].decode("utf-8", "replace").removesuffix("\n"))
        return 0
    found = inspection(received)
    if as_json:
        answer(json.dumps(found, ensure_ascii=False, indent=2))
    else:
        _show(found)
    return 0


def _show(found: Mapping[str, Any]) -> None:
    from bundler.render.task_line import task_line  # noqa: PLC0415

    run, versions, system = found["run"], found["versions"], found["operating_system"]
    answer(_word(found["summary"]), bold=True)
    answer()
    _line("Task", task_line(run))
    _line(
        "Components", f"{_word(run.get('benchmark'))} · {_word(run.get('harness'))} · {_word(run.get('environment'))}"
    )
    _line("Model", f"{_word(run.get('model'))}, protocol {found['protocol'] or 'default'}")
    _line("Run", f"{_word(run.get('run_id'))}, status {_word(run.get('status'))}, layout {_word(found['layout'])}")
    _line("Phase", found["phase"])
    _line("Class", found["class"])
    _line("Row", found["row"])
    _line("Cause", found["cause"])
    _line("Next step", found["next_step"])
    fingerprint = found["fingerprint"] or {}
    _line("Fingerprint", fingerprint.get("id"))
    _line("", fingerprint.get("canonical"))
    told = [f"{name} {_word(value)}" for name, value in versions.items() if value is not None]
    _line("AgentCompass", ", ".join(told) or "unknown")
    _line(
        "System",
        ", ".join(str(system[name]) for name in ("system", "distribution", "release", "machine") if system.get(name)),
    )
    _line("Reproduces", found["reproduces"])
    replay = found["replayable"]
    _line(
        "Replay",
        "possible: compass-report reproduce --replay BUNDLE" if replay["answer"] else f"no: {replay['why_not']}",
    )
    _line("Task data", found["task_data"])
    missing = found["missing"]
    for index, entry in enumerate(missing[:_SHOWN_MISSING]):
        _line("Missing" if index == 0 else "", f"{entry['item']}: {entry['status']}, {entry['reason']}")
    if len(missing) > _SHOWN_MISSING:
        _line("", f"… and {len(missing) - _SHOWN_MISSING} more (--json lists all)")
    for note in found["notes"]:
        _line("Note", note)
    answer()
    names = [entry["name"] for entry in found["members"]]
    say(f"{len(names)} members; --member NAME prints one: {', '.join(names)}")


def _line(label: str, value: object) -> None:
    if value:
        answer(f"{label:<{_WIDTH}} {' '.join(str(value).split())}")


def _word(value: object) -> str:
    return "unknown" if value is None or value == "" else " ".join(str(value).split())
