"""Laws of the log's records, their owners, their times and the excerpt."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bundler.collectors.log_clock import LogClock
from bundler.collectors.log_excerpt import RecordStore, excerpt
from bundler.collectors.log_owner import TaskNames
from bundler.collectors.log_records import RECORD_LIMIT, LogReader, Window
from bundler.collectors.log_unread import FoundRecord

_FORGED = "line\nbreak\n02:00:00 ERROR    runtime.runner                       ✗ Attempt failed | task=a-1 | attempt=1"
_IDS = ["a", "a-1", "a-10", "pipe | task=a-1 | attempt=9", "task with spaces", "数学/组-01", _FORGED, "0", "x=y"]


def _line(clock: str, level: str, message: str, logger: str = "runtime.runner") -> str:
    return f"{clock} {level:<8} {logger:<36} {message}\n"


def _read(
    log: str | bytes,
    own: str,
    *,
    known: list[str] | None = None,
    window: Window | None = None,
    size: int = 1 << 20,
    accelerated: bool = True,
) -> list[FoundRecord]:
    data = log.encode() if isinstance(log, str) else log
    names = TaskNames(own, "", _IDS if known is None else known)
    reader = LogReader("run.log", names, window or Window(), wanted_attempt=None, accelerated=accelerated)
    return list(reader.records(_pieces(data, size)))


def _pieces(data: bytes, size: int) -> Iterator[bytes]:
    return (data[at : at + size] for at in range(0, len(data), size))


def _crowd() -> str:
    markers = ("▶ Attempt started", "✓ Inference completed", "⊙ Partial result save completed")
    return "".join(
        _line("10:00:00", "DEBUG", f"{marker} | task={name} | category=c | attempt=1 | k=1")
        for marker in markers
        for name in _IDS
    )


@given(st.sampled_from(_IDS), st.integers(40, 400))
def test_a_task_gets_all_its_records_and_no_other(own: str, size: int) -> None:
    """Ids that hold other ids, tags, line breaks and whole forged records are matched exactly, in any chunks."""
    found = [one.record for one in _read(_crowd(), own, size=size) if one.why == "own"]
    assert len(found) == 3
    assert all(record.text.split(" | category=")[0].endswith(f"| task={own}") for record in found)


@given(st.lists(st.sampled_from([*_IDS, "a-1:", "b"]), max_size=30), st.sampled_from(_IDS), st.integers(20, 400))
def test_chunks_and_the_compiled_search_change_nothing(names: list[str], own: str, size: int) -> None:
    """The same records are found in any chunks, with and without the compiled library."""
    levels = ("DEBUG", "ERROR", "WARNING")
    log = "".join(
        _line("10:00:00", levels[number % 3], f"x{number} | task={name} | attempt=1 CRITICAL case={name}\n ERROR more")
        for number, name in enumerate(names)
    )
    whole = _read(log, own)
    assert _read(log, own, size=size) == whole
    assert _read(log, own, size=size, accelerated=False) == whole


def test_a_forged_record_belongs_to_the_task_whose_id_holds_it() -> None:
    """The line that an id forges is not the other task's failure."""
    assert all(one.record.level == "DEBUG" for one in _read(_crowd(), "a-1"))


def test_an_unknown_id_is_not_taken_for_a_shorter_known_one() -> None:
    """``task=a b`` is not ``a``'s, even where only ``a`` is known."""
    log = _line("10:00:00", "ERROR", "✗ Attempt failed | task=a b | category=c | attempt=1")
    assert not _read(log, "a", known=["a", "zz-1"])


def test_records_keep_their_continuation() -> None:
    """A traceback and blank lines belong to the record before them, CRLF and NUL bytes included."""
    body = 'Traceback (most recent call last):\r\n  File "x"\r\n\r\nOSError: gone\x00\r\n'
    log = _line("10:00:00", "ERROR", "✗ Attempt failed | task=a | attempt=1").replace("\n", "\r\n") + body
    log += _line("10:00:01", "DEBUG", "⊙ x | task=a-1 | attempt=1").replace("\n", "\r\n")
    (found,) = _read(log, "a")
    assert found.record.text.endswith('File "x"\n\nOSError: gone␀')


@pytest.mark.parametrize("offset_minutes", [0, 60, -480, 330, 765, -570])
@pytest.mark.parametrize("start", ["2026-03-01T23:59:58", "2026-03-01T12:00:00"])
def test_the_window_is_found_in_any_zone_and_over_midnight(offset_minutes: int, start: str) -> None:
    """Untagged errors inside the attempt's window are attributed, those outside are not."""
    began = datetime.fromisoformat(start).replace(tzinfo=UTC)

    def clock(seconds: int) -> str:
        return (began + timedelta(minutes=offset_minutes, seconds=seconds)).strftime("%H:%M:%S")

    log = _line(clock(0), "INFO", "▶ Evaluation started")
    log += _line(clock(1), "DEBUG", "▶ Attempt started | task=zz-1 | attempt=1")
    log += _line(clock(60), "ERROR", "too early", "AsyncFCInferencer")
    log += _line(clock(200), "DEBUG", "▶ Attempt started | task=a | attempt=1")
    log += _line(clock(210), "ERROR", "mine, perhaps", "AsyncFCInferencer")
    log += _line(clock(400), "ERROR", "too late", "AsyncFCInferencer")
    log += _line(clock(401), "DEBUG", "x | task=zz-1 | attempt=1")
    moment = began.timestamp()
    window = Window(moment + 200, moment + 220, moment, 401)
    found = [one.record.message for one in _read(log, "a", known=["a", "zz-1"], window=window) if one.why == "window"]
    assert found == ["mine, perhaps"]


def test_a_run_of_days_counts_its_midnights() -> None:
    """The same clock on another day is outside the window."""
    began = datetime(2026, 3, 1, 10, 0, 0, tzinfo=UTC)
    log = _line("10:00:00", "INFO", "▶ Evaluation started")
    log += _line("10:00:01", "DEBUG", "x | task=zz-1 | attempt=1")
    for day in range(3):
        log += _line("12:00:00", "ERROR", f"day {day}", "AsyncFCInferencer")
        log += _line("20:00:00", "DEBUG", "x | task=zz-1 | attempt=1") + _line("03:00:00", "DEBUG", "y | task=zz-1")
    noon = began.timestamp() + 7200 + 86400
    window = Window(noon - 60, noon + 60, began.timestamp(), 3 * 86400)
    found = [one.record.message for one in _read(log, "a", known=["a", "zz-1"], window=window) if one.why == "window"]
    assert found == ["day 1"]


def test_the_clock_reads_back_what_it_reads() -> None:
    """A moment's text is the clock from which it came."""
    clock = LogClock.aligned("23:59:59", 1_000_000.0)
    assert clock.text(clock.advance("00:00:03")) == "00:00:03"


def test_untagged_errors_that_name_another_task_are_not_included() -> None:
    """A word that is another task's id keeps a record out, even inside the window."""
    log = _line("10:00:00", "INFO", "start") + _line("10:00:01", "DEBUG", "x | task=mine-1 | attempt=1")
    log += _line("10:00:02", "ERROR", "judge of other-2 failed") + _line("10:00:02", "ERROR", "judge failed")
    moment = datetime(2026, 3, 1, 10, tzinfo=UTC).timestamp()
    found = _read(log, "mine-1", known=["mine-1", "other-2"], window=Window(moment, moment + 9, moment, 9))
    assert [one.record.message for one in found if one.why == "window"] == ["judge failed"]


def test_without_progress_only_what_stands_between_own_records_is_attributed() -> None:
    """By place: warnings after the task's last record are another's."""
    log = _line("10:00:00", "INFO", "start") + _line("10:00:01", "DEBUG", "x | task=mine-1 | attempt=1")
    log += _line("10:00:02", "WARNING", "between") + _line("10:00:03", "DEBUG", "y | task=mine-1 | attempt=1")
    log += _line("10:00:04", "WARNING", "after") + _line("10:00:05", "DEBUG", "z | task=other-2 | attempt=1")
    found = _read(log, "mine-1", known=["mine-1", "other-2"])
    assert [one.record.message for one in found if one.why == "position"] == ["between"]


def test_the_head_and_the_end_of_the_run_are_kept() -> None:
    """Records before the first task's and after the last task's are the run's own."""
    log = _line("10:00:00", "INFO", "Runtime paths | workdir=/w") + _line("10:00:01", "DEBUG", "x | task=zz-1")
    log += _line("10:00:02", "INFO", "▶ Summary generation") + _line("10:00:03", "INFO", "Recipe summary")
    found = [(one.why, one.record.message) for one in _read(log, "a", known=["a", "zz-1"])]
    assert found == [("head", "Runtime paths | workdir=/w"), ("end", "▶ Summary generation"), ("end", "Recipe summary")]


def test_a_whole_runs_report_holds_the_errors_of_tasks() -> None:
    """Planning failures are tagged with a task that left no details; the run's report needs them."""
    log = _line("10:00:00", "INFO", "start")
    log += (
        _line("10:00:01", "ERROR", "✗ Benchmark task failed | task=a") + "Traceback (most recent call last):\nOSError\n"
    )
    log += _line("10:00:02", "DEBUG", "secret | task=a | attempt=1") + _line("10:00:03", "INFO", "end")
    texts = [one.record.text for one in _read(log, "")]
    assert any("OSError" in text for text in texts)
    assert not any("secret" in text for text in texts)


@pytest.mark.parametrize("size", [300, 1 << 14, 1 << 20])
def test_a_record_of_many_lines_is_found_whole(size: int) -> None:
    """However far back a record began, it is one record, in any chunks."""
    log = _line("10:00:00", "DEBUG", "x | task=a-1") + _line("10:00:01", "ERROR", "long | task=a") + "line\n\n" * 2000
    log += "task=a\n" + _line("10:00:02", "DEBUG", "after | task=a-1")
    (found,) = (one.record for one in _read(log, "a", size=size))
    assert found.line == 2
    assert found.text.count("\n") == 4001


def test_an_endless_line_is_cut_and_everything_around_it_stays() -> None:
    """A line of 40 MB leaves a bounded record with a note, and the records after it are found."""
    log = _line("10:00:00", "ERROR", "big | task=a | attempt=1").encode().rstrip() + b"x" * 40_000_000 + b"\n"
    log += _line("10:00:01", "DEBUG", "after | task=a | attempt=1").encode()
    first, second = _read(log, "a")
    assert len(first.record.text) <= RECORD_LIMIT + 200
    assert "left out" in first.record.text
    assert second.record.message.startswith("after")


@pytest.mark.parametrize(
    "log", [b"", b"\n\n", b"no records at all\n" * 10, b"\xff\xfe\x00\x00" * 100, b"10:00:00 ERROR"]
)
def test_any_bytes_are_a_log(log: bytes) -> None:
    """What holds no record gives none and breaks nothing."""
    assert not _read(log, "a")


def _store(log: str, own: str = "a", *, full: bool = False) -> RecordStore:
    store = RecordStore(full=full)
    for found in _read(log, own, known=["a"]):
        store.add(found)
    return store


def test_repeats_are_folded_with_their_count_and_times() -> None:
    """Thirty times the same error is one record that says so."""
    log = _line("10:00:00", "DEBUG", "▶ Attempt started | task=a")
    log += "".join(_line(f"10:00:{second:02d}", "ERROR", "again | task=a") for second in range(10, 40))
    made = excerpt([("run.log", _store(log))])
    assert made.text.count("again") == 1
    assert "[×30, 10:00:10 to 10:00:39]" in made.text


def test_the_budget_keeps_the_first_failure_whole_and_cuts_the_surroundings() -> None:
    """The first failure's traceback stays complete, markers before surroundings; what was cut is said."""
    trace = "Traceback (most recent call last):\n" + "  frame\n" * 200 + "OSError: the cause\n"
    noise = "".join(_line("10:00:01", "DEBUG", f"step {number} | task=a") for number in range(2000))
    log = _line("10:00:00", "DEBUG", "▶ Attempt started | task=a") + noise
    log += _line("10:00:02", "ERROR", "✗ Attempt failed | task=a") + trace + noise
    made = excerpt([("run.log", _store(log))], limit=8000)
    assert trace.strip() in made.text
    assert "▶ Attempt started" in made.text
    assert len(made.text) < 12_000
    assert "records of this task left out" in made.text
    assert any("left out for size" in note for note in made.notes)
    whole = excerpt([("run.log", _store(log, full=True))], full=True)
    assert whole.text.count("step ") == 4000


def test_the_excerpt_knows_the_line_of_each_record() -> None:
    """``lines`` gives the 1-based line of each record in the excerpt."""
    log = _line("10:00:00", "ERROR", "one | task=a") + "more\n" + _line("10:00:01", "ERROR", "two | task=a")
    made = excerpt([("run.log", _store(log))])
    lines = made.text.split("\n")
    assert [lines[line - 1].split()[3] for line in made.lines.values()] == ["one", "two"]


def _long_log(failure_at: int | None, count: int = 30_000) -> str:
    moment = "10:00:00"
    lines = [_line(moment, "DEBUG", f"turn {number} of many | task=a | attempt=1") for number in range(count)]
    if failure_at is not None:
        lines[failure_at] = _line(moment, "ERROR", "✗ Attempt failed | task=a | attempt=1")
    return "".join(lines)


def _excerpt_of_long_log(log: str, enough: int) -> tuple[str, str]:
    moment = datetime(2026, 3, 1, 10, tzinfo=UTC).timestamp()
    names = TaskNames("a", "", ["a", "b"])
    store = RecordStore(full=False)
    reader = LogReader("run.log", names, Window(moment, moment + 9, moment, 9), wanted_attempt=None, enough=enough)
    for found in reader.records(_pieces(log.encode(), 64 * 1024)):
        store.add(found)
    store.passed_over = reader.passed_over
    made = excerpt([("run.log", store)], limit=40_000)
    return made.text, "; ".join(made.notes)


@pytest.mark.parametrize("failure_at", [0, 700, 15_000, 29_999])
def test_of_a_long_log_what_stands_at_the_failure_is_kept(failure_at: int) -> None:
    """Where every record is the task's, the failure and its neighbours are kept, wherever it stands."""
    text, notes = _excerpt_of_long_log(_long_log(failure_at), enough=50_000)
    assert "✗ Attempt failed" in text
    for near in range(max(0, failure_at - 100), min(30_000, failure_at + 100)):
        assert near == failure_at or f"turn {near} of" in text
    assert "records of this task were left out for size" in notes


def test_of_a_long_log_without_a_failure_the_end_is_kept() -> None:
    """Its last records are there, and how many were left out is told as far as it is known."""
    text, notes = _excerpt_of_long_log(_long_log(None), enough=50_000)
    kept = text.count("turn ")
    assert "turn 29999 of" in text
    told = int(notes.removeprefix("about ").split(" ")[0])
    assert notes.startswith("about ")
    assert abs(told + kept - 30_000) <= 2


def test_a_short_log_is_read_whole() -> None:
    """What is read of a log that no record is passed over in does not depend on what would be enough."""
    text, notes = _excerpt_of_long_log(_long_log(20, count=200), enough=10**9)
    assert _excerpt_of_long_log(_long_log(20, count=200), enough=1) == (text, notes)
