"""Many bundles grouped by the fingerprint of their failure, each read once and forgotten but for a few words."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from bundler.errors import ReportError
from bundler.machine.files import is_file, is_link
from bundler.reproduce.received import receive

_DEPTH: Final = 6


@dataclass(frozen=True, slots=True, repr=False)
class Entry:
    """What is kept of one bundle. ``began`` is when its run began, in ISO 8601 and UTC, or empty."""

    file: str
    sha256: str
    fingerprint: str
    summary: str
    phase: str
    failure_class: str
    version: str
    task: str
    run: str
    began: str

    def to_json(self) -> dict[str, Any]:
        """Return the entry as JSON values."""
        return {
            "file": self.file,
            "sha256": self.sha256,
            "task": self.task,
            "run": self.run,
            "began": self.began or None,
            "version": self.version,
        }


@dataclass(slots=True, repr=False)
class Group:
    """The bundles of one failure, newest first; ``duplicates`` are files that tell of a run and task told before."""

    fingerprint: str
    entries: list[Entry] = field(default_factory=list)
    duplicates: list[tuple[str, str]] = field(default_factory=list)

    @property
    def newest(self) -> Entry:
        """The entry whose run began last."""
        return self.entries[0]

    def to_json(self) -> dict[str, Any]:
        """Return the group as JSON values."""
        return {
            "fingerprint": self.fingerprint,
            "count": len(self.entries),
            "summary": self.newest.summary,
            "phase": self.newest.phase,
            "class": self.newest.failure_class,
            "newest": self.newest.began or None,
            "versions": sorted({entry.version for entry in self.entries}),
            "bundles": [entry.to_json() for entry in self.entries],
            "duplicates": [{"file": file, "same_as": first} for file, first in self.duplicates],
        }


@dataclass(frozen=True, slots=True, repr=False)
class Triage:
    """All groups, the one with the newest bundle first, and the files that are no valid bundles, with the reason."""

    groups: tuple[Group, ...]
    refused: tuple[tuple[str, str], ...]


def entries(folder: Path) -> Iterator[Entry | tuple[str, str]]:
    """Yield what is kept of each bundle below ``folder``, or the file and why it is none; one is open at a time."""
    skipped: list[Path] = []
    for path in bundle_files(folder, skipped):
        file = path.relative_to(folder).as_posix()
        try:
            yield _entry(path, file)
        except ReportError as error:
            yield file, error.sentence
    for path in skipped:
        yield f"{path.relative_to(folder).as_posix()}/", "The folder cannot be listed."


def bundle_files(folder: Path, skipped: list[Path] | None = None) -> Iterator[Path]:
    """Yield the zips below ``folder`` by name, through no link and not endlessly deep.

    Folders that cannot be listed are put into ``skipped``.
    """
    passed_over = [] if skipped is None else skipped
    found: list[Path] = []
    for inner, folders, names in os.walk(folder, onerror=lambda error: passed_over.append(Path(error.filename))):
        here = Path(inner)
        if len(here.relative_to(folder).parts) >= _DEPTH - 1:
            folders.clear()
        found += [here / name for name in names if name.endswith(".zip")]
    yield from (path for path in sorted(found) if is_file(path) and not is_link(path))


def triage(found: Iterable[Entry | tuple[str, str]]) -> Triage:
    """Return the bundles grouped by fingerprint, newest first; a run and task told again is named as a duplicate."""
    groups: dict[str, Group] = {}
    refused: list[tuple[str, str]] = []
    told: dict[tuple[str, ...], str] = {}
    for one in found:
        if isinstance(one, tuple):
            refused.append(one)
            continue
        group = groups.setdefault(one.fingerprint, Group(one.fingerprint))
        same = (one.fingerprint, one.run, one.task, one.began)
        first = told.setdefault(("sha256", one.sha256), told.setdefault(same, one.file))
        if first == one.file:
            group.entries.append(one)
        else:
            group.duplicates.append((one.file, first))
    for group in groups.values():
        group.entries.sort(key=lambda entry: (entry.began, entry.file), reverse=True)
    ordered = sorted(groups.values(), key=lambda group: (group.newest.began, group.fingerprint), reverse=True)
    return Triage(tuple(ordered), tuple(refused))


def _entry(path: Path, file: str) -> Entry:
    received = receive(path)
    diagnosis = received.document("diagnosis.json")
    with path.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    return Entry(
        file=file,
        sha256=digest,
        fingerprint=received.fingerprint,
        summary=_text(diagnosis.get("summary")),
        phase=_text(diagnosis.get("phase")),
        failure_class=_text(diagnosis.get("class")),
        version=_text(received.at("environment.json", "agentcompass", "version")) or "unknown",
        task=_text(received.run.get("task_id")),
        run=_text(received.run.get("run_id")),
        began=_universal(_text(received.run.get("started_at"))),
    )


def _universal(moment: str) -> str:
    """Return an ISO 8601 moment in UTC, so that moments sort as texts; without an offset it is taken as UTC."""
    try:
        parsed = datetime.fromisoformat(moment)
    except ValueError:
        return ""
    return (parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)).astimezone(UTC).isoformat(timespec="seconds")


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
