"""One JSON document of the run to one member of the bundle, through its contract."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bundler.collectors.contract import Node
from bundler.collectors.json_stream import OUTPUT_LIMIT, Projection, project
from bundler.collectors.reading import Unreadable, chunks
from bundler.model import Omission, RawItem, Status
from redaction.findings import Format


@dataclass(frozen=True, slots=True, repr=False)
class Document:
    """A projected document: the member, or why there is none; and the kept fields as a value for the diagnosis."""

    item: RawItem | None = None
    omission: Omission | None = None
    kept: Any = None

    @property
    def mapping(self) -> Mapping[str, Any]:
        """The kept fields, or an empty mapping where the document is no object."""
        return self.kept if isinstance(self.kept, dict) else {}


def document(
    path: Path,
    root: Path,
    member: str,
    node: Node,
    *,
    own: str = "",
    pointer: tuple[str, ...] = (),
    other: str = "",
    limit: int = OUTPUT_LIMIT,
) -> Document:
    """Project the file at ``path`` onto about ``limit`` bytes; ``other`` says what dropped parts are."""
    try:
        projection = project(chunks(path, root), node, own=own, pointer=pointer, limit=limit)
    except Unreadable as reason:
        return Document(omission=reason.omission(member))
    if projection.data.strip() == b"null":
        return Document(omission=Omission(member, Status.UNREADABLE, _reason(projection)))
    item = RawItem(
        member,
        projection.data,
        Format.JSON,
        relative(path, root),
        Status.INCLUDED if projection.complete else Status.TRUNCATED,
        note_of(projection, other),
    )
    return Document(item=item, kept=parsed(projection.data))


def _reason(projection: Projection) -> str:
    return "; ".join(projection.notes) or "the file holds no such document"


def note_of(projection: Projection, other: str) -> str:
    """Return what the member's reader must know: what was dropped, cut or broken."""
    dropped = (f"{projection.dropped} {other or 'parts of other tasks'} left out",) if projection.dropped else ()
    return "; ".join((*dropped, *projection.notes))


def parsed(data: bytes) -> Any:
    """Return our own valid JSON as a value; None where it is nested beyond what can be read back."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def relative(path: Path, root: Path) -> str:
    """Return a path as it stands below the run directory, with forward slashes."""
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name
