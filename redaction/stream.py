"""The redactor as a filter over a stream of any length, in constant memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import BinaryIO, Final

from redaction.redactor import Redactor, Window

BLOCK: Final = 4 << 20
"""Bytes per read."""

OVERLAP: Final = 64 << 10
"""Bytes that a block sees of its neighbours: no value, whatever its form, may be longer to be sure of being found."""

_LARGEST: Final = 8 * BLOCK
"""A value that has not ended after so many bytes is cut there, so that memory stays bounded."""


def scrub_stream(
    reader: BinaryIO,
    writer: BinaryIO,
    redactor: Redactor,
    *,
    spool: BinaryIO | None = None,
    block: int = BLOCK,
    overlap: int = OVERLAP,
) -> None:
    """Copy ``reader`` to ``writer`` redacted as text, with the result that one piece would give.

    What a later line tells about an earlier one is known only after a first pass, so the input is read twice: a
    reader that cannot seek is copied to ``spool`` (an empty seekable file) first. Without a spool it is read once,
    and a value that only a later block reveals as secret stays where it stood bare before.
    """
    source = reader
    if not reader.seekable() and spool is not None:
        while chunk := reader.read(block):
            spool.write(chunk)
        spool.seek(0)
        source = spool
    if source.seekable():
        start = source.tell()
        survey_stream(source, redactor, block=block, overlap=overlap)
        source.seek(start)

    def replace(window: Window) -> int:
        redacted, settled = redactor.redact_window(window)
        writer.write(redacted)
        return settled

    _through(source, replace, block, overlap)


def survey_stream(reader: BinaryIO, redactor: Redactor, *, block: int = BLOCK, overlap: int = OVERLAP) -> None:
    """Learn the values of what ``reader`` gives, in constant memory, replacing nothing."""
    _through(reader, redactor.survey_window, block, overlap)


def _through(source: BinaryIO, settle: Callable[[Window], int], block: int, overlap: int) -> None:
    """Move a window over the source; ``settle`` says how far it came in each."""
    text, begin = b"", 0
    while True:
        # As much again as is not settled: a value that goes on and on is looked at a few times, not at each block.
        chunk = source.read(max(block, min(len(text) - 2 * overlap, _LARGEST - len(text))))
        text += chunk
        last = not chunk
        end = len(text) if last else max(begin, len(text) - overlap)
        newline = text.rfind(b"\n", begin, end)
        end = end if last or newline < 0 else newline + 1
        settled = settle(Window(text, begin, end, whole=last or len(text) >= _LARGEST))
        if last:
            return
        kept_from = max(0, settled - overlap)
        text, begin = text[kept_from:], settled - kept_from
