"""The run's logs to one excerpt: which files there are, and what each gave."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from bundler.collectors.documents import relative
from bundler.collectors.log_excerpt import RecordStore, excerpt
from bundler.collectors.log_owner import TaskNames
from bundler.collectors.log_records import LogReader, Window
from bundler.collectors.options import CollectOptions
from bundler.collectors.reading import Unreadable, chunks, exists
from bundler.machine.files import is_folder, is_link
from bundler.model import LogRecord, Omission, RawItem, Status
from redaction.findings import Format

MEMBER = "evidence/log.txt"
_FILES = 50
# What stays in the processor's cache while it is searched several times is searched fastest.
_CHUNK = 256 * 1024


@dataclass(frozen=True, slots=True, repr=False)
class LogEvidence:
    """The excerpt's member, its records with their line in the member, and what could not be read."""

    item: RawItem | None
    records: tuple[LogRecord, ...]
    lines: tuple[int, ...]
    omissions: tuple[Omission, ...]


def log_files(root: Path) -> list[Path]:
    """Return the run's logs: ``run.log`` and whatever ``logs/`` holds, by name."""
    folder = root / "logs"
    several = sorted(folder.glob("*.log")) if is_folder(folder) and not is_link(folder) else []
    return ([root / "run.log"] if exists(root / "run.log") else []) + several[:_FILES]


def collect_logs(
    root: Path, names: TaskNames, window: Window, attempt: int | None, options: CollectOptions
) -> LogEvidence:
    """Read every log once and return the excerpt."""
    stores: list[tuple[str, RecordStore]] = []
    omissions: list[Omission] = []
    notes: list[str] = []
    for path in log_files(root):
        source = relative(path, root)
        store = RecordStore(full=options.full_log)
        reader = LogReader(source, names, window, wanted_attempt=attempt, enough=store.enough)
        try:
            for found in reader.records(chunks(path, root, _CHUNK)):
                store.add(found)
        except Unreadable as unreadable:
            omissions.append(unreadable.omission(f"{MEMBER} ({source})"))
            continue
        store.passed_over = reader.passed_over
        stores.append((source, store))
        notes.extend(_notes(source, reader))
    if not stores:
        omissions = omissions or [Omission(MEMBER, Status.ABSENT, "the run directory holds no log")]
        return LogEvidence(None, (), (), tuple(omissions))
    made = excerpt(stores, limit=options.log_limit, full=options.full_log)
    if not made.text:
        reason = "; ".join(notes) or "the log holds no record of this task"
        return LogEvidence(None, (), (), (*omissions, Omission(MEMBER, Status.ABSENT, reason)))
    cut = any("left out" in note for note in made.notes)
    item = RawItem(
        MEMBER,
        made.text.encode("utf-8", "replace"),
        Format.TEXT,
        ", ".join(source for source, _ in stores),
        Status.TRUNCATED if cut else Status.INCLUDED,
        "; ".join((*_always(names), *made.notes, *notes)),
    )
    return LogEvidence(item, made.records, tuple(made.lines.values()), tuple(omissions))


def _always(names: TaskNames) -> Iterable[str]:
    if names.own:
        yield "records of other tasks, and information or debug records without a task id, are not included"
    else:
        yield "only the run's head and end, warnings and errors without a task id, and errors of any task"


def _notes(source: str, reader: LogReader) -> Iterable[str]:
    if not reader.size:
        yield f"{source} is empty"
    elif not reader.records_seen:
        yield f"{source} holds no record in the format that is known"
    if reader.cut_records:
        yield f"{reader.cut_records} overlong records were cut in the middle"
