"""What every bad ending looks like: one sentence on stderr and an exit code; never a traceback, never evidence."""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import click

from bundler.cli.terminal import answer, say, warn
from bundler.errors import ExitCode, NotFoundError, ReportError

_SENTENCES: Final = {
    ExitCode.BUG: "This is a bug in compass-report.",
    ExitCode.INTERRUPTED: "Interrupted.",
    ExitCode.UNREADABLE: "The machine refused to read or write a file.",
}
_LIKE: Final = 0.75
_MOST_CANDIDATES: Final = 30
_OUR_PACKAGES: Final = ("bundler", "redaction")


def report_ending(error: BaseException, *, as_json: bool = False, given: Sequence[str] = ()) -> int:
    """Tell the user about an ending and return its exit code; a machine also gets it as one object on stdout.

    ``given`` are the arguments: what was taken for a run may have been meant for another command.
    """
    if isinstance(error, NotFoundError):
        error.hint = " ".join(filter(None, (_other_command(given), error.hint)))
    code = _told(error)
    if as_json and code != ExitCode.OK and not isinstance(error, click.exceptions.Exit):
        answer(json.dumps(_document(error, code), ensure_ascii=False, indent=2))
    return code


def _other_command(given: Sequence[str]) -> str:
    """Return which command may have been meant where the first argument names none."""
    from difflib import get_close_matches  # noqa: PLC0415

    from bundler.cli.main import COMMANDS  # noqa: PLC0415

    first = next((word for word in given if not word.startswith("-")), "")
    if not first or first in COMMANDS:
        return ""
    if first.lower().endswith((".zip", ".md")):
        return f"A bundle is read by `compass-report inspect {first}` and checked by `compass-report verify {first}`."
    likely = get_close_matches(first, COMMANDS, 1, _LIKE)
    return f"Did you mean `compass-report {likely[0]}`?" if likely else ""


def _document(error: BaseException, code: int) -> dict[str, Any]:
    """Return an ending as ``--json`` has it: its name and number, the sentence, and what a user could choose from."""
    found: dict[str, Any] = {"exit": ExitCode(code).name, "exit_code": code}
    if isinstance(error, ReportError):
        return found | {"error": error.sentence, "hint": error.hint, "candidates": list(error.candidates)}
    sentence = error.format_message() if isinstance(error, click.ClickException) else _SENTENCES.get(ExitCode(code), "")
    return found | {"error": sentence, "hint": "", "candidates": []}


def _told(error: BaseException) -> int:
    match error:
        case click.exceptions.Exit():
            return error.exit_code
        case SystemExit(__context__=OSError(errno=int()) as cause):
            # What click makes of a pipe that nobody reads; our own output never raises that.
            return _refused(cause)
        case SystemExit():
            return error.code if isinstance(error.code, int) else ExitCode.BUG
        case KeyboardInterrupt() | click.Abort() | EOFError():
            warn("Interrupted; no unfinished file is left.")
            return ExitCode.INTERRUPTED
        case click.ClickException():
            return _usage(error)
        case ReportError():
            return _expected(error)
        case OSError(errno=int()):
            return _refused(error)
        case _:
            return _bug(error)


def _usage(error: click.ClickException) -> int:
    warn(error.format_message())
    if isinstance(error, click.UsageError) and error.ctx is not None:
        say(f"Try: {error.ctx.command_path} --help")
    return ExitCode.USAGE


def _refused(error: OSError) -> int:
    """What no reader or writer expected: no right, a failing disk, too many files; a name could be evidence."""
    warn(f"The machine refused to read or write a file: {os.strerror(error.errno or 0)}; no unfinished file is left.")
    return ExitCode.UNREADABLE


def _expected(error: ReportError) -> int:
    warn(error.sentence)
    for candidate in error.candidates[:_MOST_CANDIDATES]:
        say(f"  {candidate}")
    if len(error.candidates) > _MOST_CANDIDATES:
        say(f"  … and {len(error.candidates) - _MOST_CANDIDATES} more")
    if error.hint:
        say(error.hint)
    return int(error.exit_code)


def _bug(error: BaseException) -> int:
    warn(
        "This is a bug in compass-report; no unfinished file is left. The lines below hold no evidence and are safe to paste:"
    )
    for line in safe_crash_report(error):
        say(f"  {line}")
    return ExitCode.BUG


def safe_crash_report(error: BaseException) -> list[str]:
    """Return what a maintainer of ours needs of a crash: types and places, no messages, no values, no folders."""
    from bundler.version import __version__  # noqa: PLC0415

    lines = [f"compass-report {__version__}, Python {sys.version.split()[0]}, {sys.platform}"]
    cause: BaseException | None = error
    while cause is not None and len(lines) < _MOST_CANDIDATES:
        lines.append(type(cause).__qualname__)
        lines.extend(_place(frame) for frame in traceback.extract_tb(cause.__traceback__) if _is_ours(frame.filename))
        cause = cause.__cause__ or cause.__context__
    return lines


def _is_ours(filename: str) -> bool:
    return any(part in _OUR_PACKAGES for part in Path(filename).parts)


def _place(frame: traceback.FrameSummary) -> str:
    parts = Path(frame.filename).parts
    first = max(parts.index(package) for package in _OUR_PACKAGES if package in parts)
    return f"  {'/'.join(parts[first:])}:{frame.lineno} in {frame.name}"
