"""Read a run's log of any size and pick the records that may enter the bundle; memory and time stay bounded.

Records that matter are found by literal searches (the task's tags, warning and error levels), not by parsing every
line. A record that grows over ``RECORD_LIMIT`` is cut in the middle, and says so.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from bundler.collectors.log_clock import LogClock
from bundler.collectors.log_owner import PREFIX, TaskNames
from bundler.collectors.log_unread import DENSE, FAILURES, LOUD, Block, FoundRecord, Unread, is_failure
from bundler.collectors.needles import Hit, needles
from bundler.model import LogRecord

RECORD_LIMIT = 256 * 1024
_HOLD = 8 * 1024 * 1024
_EDGE = 64 * 1024
_WAITING = 200
_HEAD_RECORDS = 40
_TAIL_RECORDS = 30
_TAIL_BYTES = 256 * 1024
_LEVELS = (b" WARNING ", b" ERROR ", b" CRITICAL ")
_NEW_LINE = ord("\n")
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


class LogReader:
    """Walks one log file; ``wanted_attempt`` limits the task's records to one attempt and those without any.

    Where more of the task's quiet records were read than ``enough`` bytes (information and debug, which a long log is
    full of), only those near its first failure and near the end are looked at, if ``enough`` is given; see ``Waiting``.
    """

    def __init__(
        self,
        source: str,
        names: TaskNames,
        window: Window,
        *,
        wanted_attempt: int | None,
        enough: int | None = None,
        accelerated: bool = True,
    ) -> None:
        """``source`` is the log's name relative to the run directory; ``accelerated`` is for tests."""
        self._source, self._names, self._window = source, names, window
        self._attempt = wanted_attempt
        self._tags = len(names.tags())
        self._levels_from = self._tags + len(names.directories())
        self._needles = needles((*names.tags(), *names.directories(), *_LEVELS), accelerated=accelerated)
        self._levels = needles(_LEVELS, accelerated=accelerated)
        self._clock: LogClock | None = None
        self._head_open = True
        self._head_count = 0
        self._own_seen = False
        self._waiting: deque[FoundRecord] = deque(maxlen=_WAITING)
        # Without times, what stands between quiet records counts, so that none of them can be passed over.
        self._unread = Unread(enough if window.known else None)
        self.size = 0
        self.records_seen = False
        self.cut_records = 0

    @property
    def passed_over(self) -> int:
        """About how many of the task's quiet records were not looked at."""
        return self._unread.passed_over

    def records(self, chunks: Iterable[bytes]) -> Iterator[FoundRecord]:
        """Yield the picked records, the quiet ones of a long log after louder ones; the end of the log comes last."""
        line = 1
        last: deque[Block] = deque()
        held = 0
        last_line = 0
        for data, end in self._blocks(chunks):
            block = Block(data, end, line)
            for found in self._settled(self._of_block(block)):
                last_line = max(last_line, found.record.line)
                yield found
            last.append(block)
            held += end
            while held - last[0].end >= _TAIL_BYTES:
                held -= last.popleft().end
            line += data.count(b"\n", 0, end)
        for found in self._read_later():
            last_line = max(last_line, found.record.line)
            yield found
        if not self._names.several:
            yield from self._waiting
        tail = b"".join(each.data[: each.end] for each in last)[-_TAIL_BYTES:]
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

    def _blocks(self, chunks: Iterable[bytes]) -> Iterator[tuple[bytes, int]]:
        """Yield pieces of the stream and how far each is whole records; shorten one that grows beyond all measure."""
        parts: list[bytes] = []
        size = wanted = 0
        for chunk in chunks:
            self.size += len(chunk)
            parts.append(chunk)
            size += len(chunk)
            if size < wanted:
                continue
            held = b"".join(parts)
            at = self._names.last_start(held, len(held))
            wanted = 0
            if at > 0:
                yield held, at
                held = held[at:]
            elif size > _HOLD:
                held = _shortened(held, RECORD_LIMIT)
                self.cut_records += 1
            else:
                # A record without end is looked at when it has doubled: that keeps the work linear.
                wanted = 2 * size
            parts, size = [held], len(held)
        if size:
            yield b"".join(parts), size

    def _of_block(self, block: Block) -> Iterator[FoundRecord]:
        """Yield the records of a block; of one full of the task's quiet records only the others, where they suffice."""
        tags = self._names.count(block.data, block.end) if self._unread.satisfied else 0
        if tags <= DENSE:
            for each in self._pick(block, self._needles.hits(block.data)):
                self._unread.saw(each)
                yield each
            return
        found = list(self._pick(block, self._levels.hits(block.data), self._levels_from))
        if not self._unread.failed and any(is_failure(each) for each in found):
            # What stands before and around the first failure is looked at after all.
            yield from self._read_later()
            yield from self._quiet(block)
        else:
            self._unread.add(block, tags)
        for each in found:
            self._unread.saw(each)
            yield each

    def _read_later(self) -> Iterator[FoundRecord]:
        for block in self._unread.taken():
            yield from self._quiet(block)

    def _quiet(self, block: Block) -> Iterator[FoundRecord]:
        """Yield the task's own quiet records of a block whose others were yielded; its clocks were read as well."""
        clock, self._clock = self._clock, None
        hits = [hit for hit in self._needles.hits(block.data) if hit[0] < self._levels_from]
        found = [each for each in self._pick(block, hits) if each.why == "own" and each.record.level not in LOUD]
        self._clock = clock
        yield from found

    def _pick(self, block: Block, hits: Iterable[Hit], first: int = 0) -> Iterator[FoundRecord]:
        """Yield the records that hold a hit, and the run's head; ``first`` is the number of the hits' first needle."""
        data, begin = block.data, self._first_start(block)
        if begin < 0:
            return
        if not self.records_seen:
            self._align(data, begin)
        spans = self._head(data, block.end, begin) if self._head_open else {}
        self._spans(block, begin, hits, first, spans)
        counted = block.line
        at = shown = 0
        for start in sorted(spans):
            end, head = spans[start]
            self._show_hours(data, shown, start)
            shown = start
            judged = self._judge(data[start:end], head=head)
            if judged is not None:
                counted += data.count(b"\n", at, start)
                at = start
                yield self._found(data[start:end], counted, *judged)
        self._show_hours(data, shown, block.end)

    def _first_start(self, block: Block) -> int:
        return 0 if self._names.starts_record(block.data, 0) else self._names.next_start(block.data, 0)

    def _align(self, block: bytes, begin: int) -> None:
        self.records_seen = True
        if self._window.run_start is not None:
            self._clock = LogClock.aligned(block[begin : begin + 8].decode("ascii"), self._window.run_start)

    def _show_hours(self, data: bytes, at: int, limit: int) -> None:
        """Show the clock each record that begins another hour, for runs in which days could be missed."""
        if self._clock is None or self._window.run_seconds < _LONG_RUN:
            return
        while mark := _in_another_hour(self._clock.last // 3600).search(data, at, limit):
            start = at = mark.start() + 1
            if self._names.starts_record(data, start):
                before = self._names.last_start(data, mark.start())
                for known in (before, start) if before >= 0 else (start,):
                    self._advance(data[known : known + 8].decode("ascii"))

    def _head(self, data: bytes, limit: int, begin: int) -> dict[int, tuple[int, bool]]:
        spans: dict[int, tuple[int, bool]] = {}
        at = begin
        while 0 <= at < limit and self._head_count < _HEAD_RECORDS:
            after = self._names.next_start(data, at)
            end = after if after > 0 else limit
            owner = self._names.owner(data[at:end])
            if owner.own or owner.foreign:
                self._head_open = False
                return spans
            spans[at] = (end, True)
            self._head_count += 1
            at = after
        self._head_open = self._head_count < _HEAD_RECORDS
        return spans

    def _spans(
        self, block: Block, begin: int, hits: Iterable[Hit], first: int, spans: dict[int, tuple[int, bool]]
    ) -> None:
        """Add the records that hold a hit: where each starts and ends."""
        data, limit, names = block.data, block.end, self._names
        reached = begin
        for number, at, end in hits:
            if at >= limit:
                break
            if at < reached or (first + number < self._tags and not names.ends_name(data, end)):
                continue
            if first + number < self._levels_from:
                start = names.last_start(data, at + 1, reached)
            else:
                start = at - len("HH:MM:SS")
                if start < reached or (start and data[start - 1] != _NEW_LINE) or not names.starts_record(data, start):
                    continue
            after = names.next_start(data, at)
            reached = after if after > 0 else limit
            spans.setdefault(max(start, begin), (reached, False))

    def _is_failure_of_the_run(self, prefix: re.Match[bytes]) -> bool:
        """Tell whether a task's record is evidence for a report about the whole run: its errors are."""
        return not self._names.own and prefix.group(2).decode("ascii") in FAILURES

    def _advance(self, clock: str) -> float | None:
        return self._clock.advance(clock) if self._clock else None

    def _judge(self, data: bytes, *, head: bool) -> tuple[re.Match[bytes], str, int | None] | None:
        """Return a record's prefix, why it is picked and its attempt; None for one that is not picked."""
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
        return (prefix, why, owner.attempt) if why else None

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


@cache
def _in_another_hour(hour: int) -> re.Pattern[bytes]:
    """Return what finds the line break before a record of another hour."""
    return re.compile(rb"\n(?!%02d)\d\d:\d\d:\d\d (?:DEBUG|INFO|WARNING|ERROR|CRITICAL)[ \t]" % hour)
