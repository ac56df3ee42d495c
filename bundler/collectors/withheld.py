"""The task data that was left out: its texts, to be hunted in what is kept, and the whole documents, to learn from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bundler.collectors.contract import Node
from bundler.collectors.json_stream import withheld_texts
from bundler.collectors.reading import Unreadable, chunks
from redaction.findings import Format

_OVERLAP = 16 * 1024


@dataclass(frozen=True, slots=True, repr=False)
class Source:
    """One document and the contract that decides what of it is withheld."""

    path: Path
    node: Node
    pointer: tuple[str, ...] = ()


def texts(sources: Iterable[Source], root: Path, own: str, *, limit: int | None = None) -> Iterator[bytes]:
    """Yield every withheld text of the documents, in pieces; stop after ``limit`` bytes."""
    size = 0
    for source in sources:
        try:
            for text in withheld_texts(chunks(source.path, root), source.node, own=own, pointer=source.pointer):
                yield text
                size += len(text)
                if limit is not None and size > limit:
                    return
        except Unreadable:
            continue


def documents(paths: Iterable[Path], root: Path) -> Iterator[tuple[bytes, Format]]:
    """Yield the documents whole: as JSON up to a chunk, else as text in pieces that overlap."""
    for path in paths:
        try:
            yield from _document(path, root)
        except Unreadable:
            continue


def _document(path: Path, root: Path) -> Iterator[tuple[bytes, Format]]:
    held = b""
    several = False
    for chunk in chunks(path, root):
        if held:
            yield held + chunk[:_OVERLAP], Format.TEXT
            several = True
        held = chunk
    if held:
        yield held, Format.TEXT if several else Format.JSON
