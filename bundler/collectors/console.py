"""What the command printed, if the reporter gave it: bounded, without the lines that name other tasks."""

from __future__ import annotations

import os
import re
from pathlib import Path

from bundler.collectors.log_owner import TaskNames
from bundler.collectors.reading import Unreadable, chunks
from bundler.errors import NotFoundError, UnreadableError
from bundler.model import Omission, RawItem, Status
from redaction.findings import Format

MEMBER = "evidence/console.txt"
_HALF = 128 * 1024
_ANSI = re.compile(rb"\x1b\[[0-9;?]*+[ -/]*+[@-~]")


def collect_console(path: Path | None, names: TaskNames) -> tuple[RawItem | None, Omission | None, str]:
    """Return the member or the omission, and the text for the diagnosis.

    Raises ``UnreadableError`` for a file that the reporter named and that cannot be read: going on without it would
    look as if it had been taken.
    """
    if path is None:
        return None, Omission(MEMBER, Status.ABSENT, "no console output was given"), ""
    try:
        head, tail, size = _ends(path)
    except Unreadable as reason:
        if reason.status is Status.ABSENT:
            raise NotFoundError(f"There is no console output {path}.") from None
        raise UnreadableError(f"Cannot read the console output {path}: {reason.reason}.") from None
    cut = size > len(head) + len(tail)
    data = _ANSI.sub(b"", head + (b"\n[... %d bytes cut here ...]\n" % (size - 2 * _HALF) if cut else b"") + tail)
    kept = [line for line in data.split(b"\n") if not names.owner(line).foreign]
    left_out = data.count(b"\n") + 1 - len(kept)
    text = b"\n".join(kept).decode("utf-8", "replace").replace("\r\n", "\n").replace("\x00", "␀")
    notes = [f"{left_out} lines of other tasks left out"] if left_out else []
    notes += ["cut in the middle"] if cut else []
    status = Status.TRUNCATED if cut else Status.INCLUDED
    data = text.encode("utf-8", "replace")
    return RawItem(MEMBER, data, Format.TEXT, "given console output", status, "; ".join(notes)), None, text


def _ends(path: Path) -> tuple[bytes, bytes, int]:
    head = tail = b""
    size = 0
    # The reporter chose the path, links included; nobody else could.
    real = Path(os.path.realpath(path))
    for chunk in chunks(real, real.parent):
        size += len(chunk)
        room = 2 * _HALF - len(head) if not tail else 0
        head, rest = head + chunk[:room], chunk[room:]
        tail = (tail + rest)[-_HALF:]
    return (head[:_HALF], (head[_HALF:] + tail)[-_HALF:], size) if size > _HALF else (head, b"", size)
