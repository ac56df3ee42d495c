"""Read a run's log of any size and pick the records that may enter the bundle; memory and time stay bounded.

Records that matter are found by literal searches (the task's tags, warning and error levels), not by parsing every
line. A record that grows over ``RECORD_LIMIT`` is cut in the middle, and says so.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from bundler.collectors.log_clock import LogClock
from bundler.collectors.log_owner import PREFIX, TaskNames
from bundler.model import LogRecord

RECORD_LIMIT = 256 * 1024
_HOLD = 16 * 1024 * 1024
_EDGE = 64 * 1024
_WAITING = 200
_HEAD_RECORDS = 40
_TAIL_RECORDS = 30
_TAIL_BYTES = 256 * 1024
_LEVELS = (b" WARNING ", b" ERROR ", b" CRITICAL ")
_FAILURES = (b"ERROR", b"CRITICAL")
_ANY_START = re.compile(rb"^\d\d:\d\d:\d\d(?= (?:DEBUG|INFO|WARNING|ERROR|CRITICAL)[ \t])", re.MULTILINE)
_PADDING = 2.0
_LONG_RUN = 20 * 3600


@dataclass(frozen=True, slots=True)
class Window:
    """When the chosen attempt ran, in seconds since the epoch; and when the run began and how long it lasted."""

    start: float | None = None
    end: float | None = None
    run_start: float | None = None
    run_seconds: float = 0.0

    @property
    def known(self) -> bool:
        """Tell whether untagged records can be attributed by time."""
        return self.start is not None and self.run_start is not None

    def holds(self, moment: float) -> bool:
        """Tell whether a moment lies in the attempt, with a little room for whole seconds."""
        start = (self.start or 0.0) - _PADDING
        return start <= moment <= (float("inf") if self.end is None else self.end + _PADDING)


@dataclass(frozen=True, slots=True, repr=False)
class FoundRecord:
    """A record and why it was picked: it is the task's own (``own``), in its window, or of the run's head or end."""

    record: LogRecord
    why: str
    cut: bool = False


class LogReader:
    """Walks one log file; ``wanted_attempt`` limits the task's records to one attempt and those without any."""

    def __init__(self, source: str, names: TaskNames, window: Window, *, wanted_attempt: int | None) -> None:
        """``source`` is the log's name relative to the run directory."""
        self._source, self._names, self._window = source, names, window
        self._attempt = wanted_attempt
        self._clock: LogClock | None = None
        self._head_open = True
        self._head_count = 0
        self._own_seen = False
        self._waiting: deque[FoundRecord] = deque(maxlen=_WAITING)
        self.size = 0
        self.records_seen = False
        self.cut_records = 0

    def records(self, chunks: Iterable[bytes]) -> Iterator[FoundRecord]:
        """Yield the picked records in order; the end of the log comes last and may repeat nothing."""
        line = 1
        tail = b""
        last_line = 0
        for block in self._blocks(chunks):
            for found in self._settled(self._pick(block, line)):
                last_line = max(last_line, found.record.line)
                yield found
            tail = (tail + block)[-_TAIL_BYTES:]
            line += block.count(b"\n")
        if not self._names.several:
            yield from self._waiting
        yield from self._end(tail, line, last_line)

    def _settled(self, picked: Iterable[FoundRecord]) -> Iterator[FoundRecord]:
        """Hold back what only its place attributes to the task until a later record of the task confirms it."""
        for found in picked:
            if found.why == "position":
                self._waiting.append(found)
                continue
            if found.why == "own":
                yield from self._waiting
                self._waiting.clear()
            yield found

    def _blocks(self, chunks: Iterable[bytes]) -> Iterator[bytes]:
        """Cut the stream in front of a record; shorten a record that grows beyond all measure."""
        held = b""
        for chunk in chunks:
            self.size += len(chunk)
            held += chunk
            at = self._names.last_start(held, len(held))
            if at > 0:
                yield held[:at]
                held = held[at:]
            elif len(held) > _HOLD:
                held = _shortened(held, RECORD_LIMIT)
                self.cut_records += 1
        if held:
            yield held

    def _pick(self, block: bytes, line: int) -> Iterator[FoundRecord]:
        begin = 0 if self._names.starts_record(block, 0) else self._names.next_start(block, 0)
        if begin < 0:
            return
        if not self.records_seen:
            self._align(block, begin)
        spans = self._head(block, begin) if self._head_open else {}
        for needle in (*self._names.needles(), *_LEVELS):
            self._search(block, begin, needle, spans)
        counted, at = line, 0
        days = self._day_marks(block)
        for start in sorted(spans):
            counted += block.count(b"\n", at, start)
            at = start
            for mark in days(start):
                self._advance(mark)
            found = self._judge(block[start : spans[start][0]], counted, head=spans[start][1])
            if found:
                yield found

    def _align(self, block: bytes, begin: int) -> None:
        self.records_seen = True
        if self._window.run_start is not None:
            self._clock = LogClock.aligned(block[begin : begin + 8].decode("ascii"), self._window.run_start)

    def _day_marks(self, block: bytes) -> Callable[[int], Iterator[str]]:
        """Return what shows the clock every record up to an offset, for runs in which days could be missed."""
        if self._window.run_seconds < _LONG_RUN:
            return lambda _: iter(())
        marks = _ANY_START.finditer(block)
        waiting: list[re.Match[bytes]] = []

        def until(offset: int) -> Iterator[str]:
            while True:
                mark = waiting.pop() if waiting else next(marks, None)
                if mark is None:
                    return
                if not self._names.starts_record(block, mark.start()):
                    continue
                if mark.start() >= offset:
                    waiting.append(mark)
                    return
                yield mark.group().decode("ascii")

        return until

    def _head(self, block: bytes, begin: int) -> dict[int, tuple[int, bool]]:
        spans: dict[int, tuple[int, bool]] = {}
        at = begin
        while 0 <= at < len(block) and self._head_count < _HEAD_RECORDS:
            after = self._names.next_start(block, at)
            end = after if after > 0 else len(block)
            owner = self._names.owner(block[at:end])
            if owner.own or owner.foreign:
                self._head_open = False
                return spans
            spans[at] = (end, True)
            self._head_count += 1
            at = after
        self._head_open = self._head_count < _HEAD_RECORDS
        return spans

    def _search(self, block: bytes, begin: int, needle: bytes, spans: dict[int, tuple[int, bool]]) -> None:
        at = block.find(needle, begin)
        while at >= 0:
            start = self._names.last_start(block, at + 1)
            start = max(start, begin)
            if needle in _LEVELS and at - start > len("HH:MM:SS"):
                at = block.find(needle, at + 1)
                continue
            after = self._names.next_start(block, at)
            end = after if after > 0 else len(block)
            spans.setdefault(start, (end, False))
            at = block.find(needle, end)

    def _is_failure_of_the_run(self, prefix: re.Match[bytes]) -> bool:
        """Tell whether a task's record is evidence for a report about the whole run: its errors are."""
        return not self._names.own and prefix.group(2) in _FAILURES

    def _advance(self, clock: str) -> float | None:
        return self._clock.advance(clock) if self._clock else None

    def _judge(self, data: bytes, line: int, *, head: bool) -> FoundRecord | None:
        owner = self._names.owner(data)
        prefix = PREFIX.match(data)
        if prefix is None:
            return None
        moment = self._advance(prefix.group(1).decode("ascii"))
        if owner.foreign and not self._is_failure_of_the_run(prefix):
            return None
        if owner.own and self._attempt is not None and owner.attempt not in (None, self._attempt):
            return None
        why = "own" if owner.own else self._untagged(moment, head=head)
        self._own_seen = self._own_seen or owner.own
        return self._found(data, line, prefix, why, owner.attempt) if why else None

    def _untagged(self, moment: float | None, *, head: bool) -> str:
        if head:
            return "head"
        if not self._names.own:
            return "run"
        if self._window.known and moment is not None:
            return "window" if self._window.holds(moment) else ""
        return "position" if self._own_seen or not self._names.several else ""

    def _found(self, data: bytes, line: int, prefix: re.Match[bytes], why: str, attempt: int | None) -> FoundRecord:
        cut = len(data) > RECORD_LIMIT
        self.cut_records += cut
        text = _text(_shortened(data, RECORD_LIMIT) if cut else data)
        record = LogRecord(
            source=self._source,
            line=line,
            clock=prefix.group(1).decode("ascii"),
            level=prefix.group(2).decode("ascii"),
            logger=prefix.group(3).decode("utf-8", "replace"),
            message=text.split("\n", 1)[0][len(_text(prefix.group())) :],
            text=text,
            task_id=self._names.own.decode("utf-8", "replace") if why == "own" else None,
            attempt=attempt,
        )
        return FoundRecord(record, why, cut)

    def _end(self, tail: bytes, lines: int, last_line: int) -> Iterator[FoundRecord]:
        """Yield the run's last records: those after the last one that names a task."""
        found: list[FoundRecord] = []
        before = len(tail)
        first_line = lines - tail.count(b"\n")
        while before > 0 and len(found) < _TAIL_RECORDS:
            start = self._names.last_start(tail, before - 1)
            start = 0 if start < 0 and self._names.starts_record(tail, 0) else start
            if start < 0:
                break
            data = tail[start:before]
            owner = self._names.owner(data)
            line = first_line + tail.count(b"\n", 0, start)
            prefix = PREFIX.match(data)
            if owner.own or owner.foreign or line <= last_line or prefix is None:
                break
            found.append(self._found(data, line, prefix, "end", None))
            before = start
        yield from reversed(found)


def _shortened(data: bytes, limit: int) -> bytes:
    left = len(data) - limit
    return data[: limit - _EDGE] + b"\n[... %d bytes of this record left out ...]\n" % left + data[-_EDGE:]


def _text(data: bytes) -> str:
    """Return a record's text: what is not UTF-8 becomes U+FFFD, NUL becomes visible, line ends become LF."""
    text = data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\x00", "␀")
    return text.rstrip("\n")
