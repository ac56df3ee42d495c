"""Choose which of the picked log records enter the bundle, and say what was folded and what was cut.

By priority: the first failure with its whole traceback, other failures, the phase markers with the run's head and end,
warnings, then the surroundings, nearest to the first failure first.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from bundler.collectors.log_unread import FAILURES, LOUD, FoundRecord, is_failure
from bundler.model import LogRecord

EXCERPT_LIMIT = 256 * 1024
# Enough to choose an excerpt from: as much as that from the begin, the end and the first failure each.
_HELD_LIMIT = 8 * EXCERPT_LIMIT
_RECORD_ROOM = 64
_FULL_LIMIT = 64 * 1024 * 1024
_FOLD_LIMIT = 20_000
_MARKERS = "▶✓✗⊙★↻"
_TRACEBACK = "Traceback (most recent call last):"
_WINDOW_MARK = "  [no task id; attributed by time window]"
_POSITION_MARK = "  [no task id; attributed by its place among the task's records]"


@dataclass(slots=True, repr=False)
class Entry:
    """A record, how often the same text came again, and when last."""

    found: FoundRecord
    count: int = 1
    last: str = ""
    text: str = ""

    @property
    def size(self) -> int:
        """The bytes it takes in the excerpt, about."""
        return len(self.text.encode("utf-8", "replace")) + _RECORD_ROOM


@dataclass(slots=True, repr=False)
class Excerpt:
    """The text of the excerpt, the records in it, and sentences on what was left out."""

    text: str
    records: tuple[LogRecord, ...]
    notes: tuple[str, ...]
    lines: dict[int, int] = field(default_factory=dict)


class RecordStore:
    """Holds the picked records in bounded memory, folded: the first and last ones of each sort, those at the failure.

    ``enough`` is how many bytes of quiet records it holds from the log's begin, and with it from any other place;
    ``None`` where all are asked for.
    """

    def __init__(self, *, full: bool) -> None:
        """``full`` asks for all the task's records, up to 64 MB."""
        limit = _FULL_LIMIT if full else _HELD_LIMIT
        self._loud = _FirstAndLast(limit // 2)
        self._quiet = _FirstAndLast(limit // 2)
        self._folds: OrderedDict[tuple[str, str], Entry] = OrderedDict()
        self._failed = False
        self.enough = None if full else limit // 4
        self.passed_over = 0

    def add(self, found: FoundRecord) -> None:
        """Take one record; a warning or error with the same text as before is counted only."""
        record = found.record
        loud = record.level in LOUD or found.why in ("head", "end")
        key = (record.logger, record.text[len(record.clock) :])
        known = self._folds.get(key) if record.level in LOUD else None
        if known is not None:
            known.count += 1
            known.last = record.clock
            return
        entry = Entry(found, text=record.text)
        if is_failure(found) and not self._failed:
            self._failed = True
            self._quiet.keep_what_is_near()
        if record.level in LOUD:
            self._folds[key] = entry
            if len(self._folds) > _FOLD_LIMIT:
                self._folds.popitem(last=False)
        (self._loud if loud else self._quiet).add(entry)

    def entries(self) -> list[Entry]:
        """Return what is held, in the order of the log."""
        return sorted((*self._loud, *self._quiet), key=lambda entry: entry.found.record.line)

    @property
    def forgotten(self) -> int:
        """The number of records that were picked and could not be held."""
        return self._loud.forgotten + self._quiet.forgotten


class _FirstAndLast:
    """The first entries and the last ones, half of the limit each; more where something happened in between."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._kept: list[Entry] = []
        self._room = limit // 2
        self._last: OrderedDict[int, Entry] = OrderedDict()
        self._last_size = self._number = 0
        self.forgotten = 0

    def add(self, entry: Entry) -> None:
        size = entry.size
        if size <= self._room and not self._last:
            self._kept.append(entry)
            self._room -= size
            return
        self._number += 1
        self._last[self._number] = entry
        self._last_size += size
        while self._last_size > self._limit // 2 and len(self._last) > 1:
            _, gone = self._last.popitem(last=False)
            self._last_size -= gone.size
            self.forgotten += 1

    def keep_what_is_near(self) -> None:
        """Keep the last entries so far for good, and half as much of what comes next."""
        self._kept += self._last.values()
        self._last.clear()
        self._last_size = 0
        self._room = max(self._room, self._limit // 4)

    def __iter__(self) -> Iterator[Entry]:
        yield from self._kept
        yield from self._last.values()


def excerpt(stores: Iterable[tuple[str, RecordStore]], *, limit: int = EXCERPT_LIMIT, full: bool = False) -> Excerpt:
    """Return the excerpt of all logs; ``stores`` gives each log's name and its picked records."""
    held = [(source, store, store.entries()) for source, store in stores]
    everything = [entry for _, _, entries in held for entry in entries]
    chosen = everything if full else _chosen(everything, limit)
    wanted = {id(entry) for entry in chosen}
    lines: list[str] = []
    records: list[LogRecord] = []
    where: dict[int, int] = {}
    for source, _, entries in held:
        if len(held) > 1:
            lines.append(f"==> {source} <==")
        _lay_out(entries, wanted, lines, records, where)
    forgotten = sum(store.forgotten for _, store, _ in held)
    notes = list(_notes(everything, chosen, forgotten, sum(store.passed_over for _, store, _ in held)))
    text = "\n".join(lines)
    return Excerpt(text + "\n" if text else "", tuple(records), tuple(notes), where)


def _lay_out(
    entries: list[Entry], wanted: set[int], lines: list[str], records: list[LogRecord], where: dict[int, int]
) -> None:
    left_out = 0
    at = sum(line.count("\n") + 1 for line in lines)
    for entry in entries:
        if id(entry) not in wanted:
            left_out += 1
            continue
        if left_out:
            lines.append(f"[... {left_out} records of this task left out ...]")
            at += 1
            left_out = 0
        text = _marked(entry)
        where[len(records)] = at + 1
        records.append(entry.found.record)
        lines.append(text)
        at += text.count("\n") + 1
    if left_out:
        lines.append(f"[... {left_out} records of this task left out ...]")


def _marked(entry: Entry) -> str:
    first, line_end, rest = entry.text.partition("\n")
    why = entry.found.why
    mark = _WINDOW_MARK if why == "window" else _POSITION_MARK if why == "position" else ""
    if entry.count > 1:
        mark += f"  [×{entry.count}, {entry.found.record.clock} to {entry.last}]"
    return first + mark + line_end + rest


def _chosen(entries: list[Entry], limit: int) -> list[Entry]:
    failure = first_failure(entries)
    center = entries.index(failure) if failure is not None else len(entries)
    order = sorted(
        range(len(entries)), key=lambda index: (_priority(entries[index], failure), abs(index - center), index)
    )
    chosen: list[Entry] = []
    left = limit
    for index in order:
        entry = entries[index]
        if entry.size > left and _priority(entry, failure) <= 1:
            entry.text = _cut(entry.text, max(left, 4096))
        if entry.size <= left or not chosen:
            chosen.append(entry)
            left -= entry.size
    return chosen


def first_failure(entries: list[Entry]) -> Entry | None:
    """Return the first error of the task itself, else the first untagged one, else None."""
    errors = [entry for entry in entries if entry.found.record.level in FAILURES]
    own = [entry for entry in errors if entry.found.why == "own"]
    return (own or errors or [None])[0]  # type: ignore[list-item]


def _priority(entry: Entry, failure: Entry | None) -> int:
    record = entry.found.record
    if entry is failure:
        return 0
    if record.level in FAILURES or _TRACEBACK in record.text or record.message.startswith("✗"):
        return 1
    if entry.found.why in ("head", "end") or record.message[:1] in _MARKERS:
        return 2
    return 3 if record.level == "WARNING" else 4


def _cut(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    head, tail = limit // 3, limit - limit // 3
    return f"{text[:head]}\n[... {len(text) - head - tail} characters cut here ...]\n{text[-tail:]}"


def _notes(everything: list[Entry], chosen: list[Entry], forgotten: int, passed_over: int) -> Iterator[str]:
    left_out = len(everything) - len(chosen) + forgotten + passed_over
    if left_out:
        # Records that were passed over were counted by their tags alone.
        yield f"{'about ' if passed_over else ''}{left_out} records of this task were left out for size"
    by_window = sum(entry.found.why == "window" for entry in chosen)
    if by_window:
        yield f"{by_window} warnings or errors without a task id are attributed by time window"
    by_place = sum(entry.found.why == "position" for entry in chosen)
    if by_place:
        yield f"{by_place} warnings or errors without a task id are attributed by their place in the log"
    folded = sum(entry.count - 1 for entry in everything)
    if folded:
        yield f"{folded} repeats were folded"
