"""Consumed retries: why each was consumed and, in outline, what was discarded; one line of JSON each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from bundler.collectors.contract import Node
from bundler.collectors.documents import note_of, parsed, relative
from bundler.collectors.json_stream import project
from bundler.collectors.reading import Unreadable, chunks
from bundler.machine.files import is_folder, is_link
from bundler.model import AttemptFiles, JsonObject, Omission, RawItem, Status
from redaction.findings import Format

MEMBER = "evidence/retries.jsonl"
_LIMIT = 8 * 1024 * 1024
_ARCHIVES = 200


def collect_retries(
    files: Iterable[Path], root: Path, node: Node, own: str
) -> tuple[RawItem | None, tuple[JsonObject, ...], tuple[Omission, ...]]:
    """Return the member, the kept fields of each retry in order, and what could not be read."""
    lines: list[bytes] = []
    kept: list[JsonObject] = []
    notes: list[str] = []
    omissions: list[Omission] = []
    status, size = Status.INCLUDED, 0
    paths = list(files)
    for path in paths:
        if size > _LIMIT:
            status = Status.TRUNCATED
            notes.append(f"{len(paths) - len(lines)} retries left out for size")
            break
        try:
            projection = project(chunks(path, root), node, own=own, indent=False)
        except Unreadable as reason:
            omissions.append(reason.omission(f"{MEMBER} ({relative(path, root)})"))
            continue
        value = parsed(projection.data)
        lines.append(projection.data + b"\n")
        size += len(projection.data)
        notes.extend(filter(None, (note_of(projection, ""),)))
        status = status if projection.complete else Status.TRUNCATED
        kept.append(value if isinstance(value, dict) else {})
    if not lines:
        return None, (), tuple(omissions)
    source = ", ".join(_few(relative(path, root) for path in paths))
    item = RawItem(MEMBER, b"".join(lines), Format.JSON_LINES, source, status, "; ".join(dict.fromkeys(notes)))
    return item, tuple(kept), tuple(omissions)


def earlier_tries(attempt: AttemptFiles) -> Iterator[tuple[Path, str]]:
    """Yield the archived documents of earlier physical tries (``retries/<uuid>/``) and the contract of each.

    They are never included; their texts are task data like the last try's.
    """
    folder = attempt.result.parent / "retries" if attempt.result and not attempt.pointer else None
    if folder is None or is_link(folder) or not is_folder(folder):
        return
    for name, kind in (("result.json", "result"), ("checkpoint.json", "checkpoint")):
        for path in sorted(folder.glob(f"*/{name}"))[:_ARCHIVES]:
            yield path, kind


def _few(names: Iterable[str]) -> Iterator[str]:
    shown = 3
    for index, name in enumerate(names):
        if index == shown:
            yield "…"
            return
        yield name
