"""The task data that was left out: its texts, to be hunted in what is kept, and the whole documents, to learn from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bundler.collectors.contract import Node
from bundler.collectors.json_stream import withheld_texts
from bundler.collectors.reading import Unreadable, chunks
from redaction.findings import Format

_OVERLAP = 16 * 1024
# No copy of a shorter text is ever looked for.
_SHORTEST = 8
_REMEMBERED = 100_000
_HELD = 12 * 1024 * 1024
_OBJECT = 64


@dataclass(frozen=True, slots=True, repr=False)
class Source:
    """One document and the contract that decides what of it is withheld."""

    path: Path
    node: Node
    pointer: tuple[str, ...] = ()


Document = tuple[Iterable[bytes], Node, tuple[str, ...]]
"""The bytes of a document in pieces, its contract, and where in it this begins."""


def texts(sources: Iterable[Source], root: Path, own: str) -> Iterator[bytes]:
    """Yield every withheld text of the documents, in pieces."""
    return texts_of(((chunks(source.path, root), source.node, source.pointer) for source in sources), own)


def texts_of(documents: Iterable[Document], own: str, *, limit: int | None = None) -> Iterator[bytes]:
    """Yield every withheld text of the documents, in pieces; stop after ``limit`` bytes.

    What is too short to be told from words is left out, and so is what was yielded lately: agents' trajectories repeat
    their messages with every step. A document that cannot be read gives what was read of it.
    """
    size = 0
    lately: set[int] = set()
    for pieces, node, pointer in documents:
        try:
            for text in withheld_texts(pieces, node, own=own, pointer=pointer):
                known = hash(text)
                if len(text) < _SHORTEST or known in lately:
                    continue
                if len(lately) >= _REMEMBERED:
                    lately.clear()
                lately.add(known)
                yield text
                size += len(text)
                if limit is not None and size > limit:
                    return
        except Unreadable:
            continue


class Held:
    """Texts that are asked for again and again, read once where they are small; ``read`` gives them anew."""

    def __init__(self, read: Callable[[], Iterable[bytes]]) -> None:
        """Read nothing yet."""
        self._read = read
        self._texts: list[bytes] | None = None

    def __iter__(self) -> Iterator[bytes]:
        """Yield the texts."""
        if self._texts is not None:
            yield from self._texts
            return
        texts: list[bytes] = []
        room = _HELD
        for text in self._read():
            room -= len(text) + _OBJECT
            if room > 0:
                texts.append(text)
            else:
                texts.clear()
            yield text
        if room > 0:
            self._texts = texts


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
