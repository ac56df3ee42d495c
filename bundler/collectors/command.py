"""The commands: the exact one as far as it is known, and the minimal reproduction made from the run's request."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from bundler.collectors.options import CollectOptions
from bundler.collectors.reproduction import POSITIONAL, arguments, original_arguments
from bundler.collectors.shell_words import plain_argument, references, shell_lines, shell_word
from bundler.model import LogRecord, Omission, RawItem, Selection
from redaction.findings import Format

SCRIPT = "command.sh"
MEMBER = "evidence/command.json"
_RUNTIME_PATHS = "Runtime paths | "
_RECONSTRUCTED = "reconstructed from run_info.json's request; the run directory does not store the command line"


def collect_command(
    selection: Selection, info: Mapping[str, Any], records: Iterable[LogRecord], options: CollectOptions
) -> tuple[tuple[RawItem | Omission, ...], str]:
    """Return ``command.sh`` and its structured form, and the exact command's text (empty when reconstructed)."""
    source, exact = _exact(options)
    shown = exact
    request = info.get("request")
    argv: list[str] = []
    if isinstance(request, dict) and request:
        task_id = selection.task.task_id if selection.task else None
        data_dir = _data_dir(records)
        argv = arguments(request, task_id, data_dir=data_dir)
        if not exact:
            source = "reconstructed"
            shown = shell_lines(original_arguments(request, task_id, data_dir=data_dir), POSITIONAL)
    document = {
        "exact": {"source": source, "command": shown or None},
        "reproduction": {
            "source": _RECONSTRUCTED if argv else "run_info.json holds no request",
            "argv": [plain_argument(argument) for argument in argv],
            "environment": list(references(argv)),
        },
    }
    structured = json.dumps(document, indent=2, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
    script = _script(source, shown, argv).encode("utf-8", "replace")
    return (
        RawItem(SCRIPT, script, Format.TEXT, "run_info.json", note=f"exact command: {source}"),
        RawItem(MEMBER, structured, Format.JSON, "run_info.json", note=f"exact command: {source}"),
    ), exact


def _exact(options: CollectOptions) -> tuple[str, str]:
    if options.command.strip():
        return "given", options.command.strip()
    if options.captured:
        return "captured", " ".join(shell_word(argument) for argument in options.captured)
    return "not known", ""


def _data_dir(records: Iterable[LogRecord]) -> str:
    """Return ``data_dir`` as the log's "Runtime paths" record shows it; nothing else stores it."""
    for record in records:
        if record.message.startswith(_RUNTIME_PATHS):
            for part in record.message.split(" | "):
                if part.startswith("data_dir="):
                    return part.removeprefix("data_dir=")
    return ""


def _script(source: str, exact: str, argv: list[str]) -> str:
    lines = ["#!/bin/sh"]
    if source == "reconstructed":
        lines.append(
            f"# The exact command of the run is not known; {MEMBER} holds it as far as it can be reconstructed."
        )
    elif exact:
        lines.append(f"# The exact command of the run ({source}):")
        lines += [f"#   {line}" for line in exact.splitlines()]
    else:
        lines.append("# The exact command of the run is not known: it was neither given nor captured.")
    if not argv:
        again = "run the exact command again" if exact else "no command can be made"
        lines.append(f"# There is no run whose request would give a smaller reproduction: {again}.")
        return "\n".join(lines) + "\n"
    lines.append(f"# Minimal reproduction, {_RECONSTRUCTED}.")
    lines += [f': "${{{name}:?}}"' for name in references(argv)]
    lines.append(shell_lines(argv, POSITIONAL))
    return "\n".join(lines) + "\n"
