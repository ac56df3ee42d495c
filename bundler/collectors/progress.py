"""progress.jsonl: this task's events in order, the run-level ones, every task id of the run, and the time window."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from bundler.collectors.contract import Node
from bundler.collectors.json_stream import project
from bundler.collectors.log_records import Window
from bundler.model import Event

_LINE_LIMIT = 4 * 1024 * 1024
# Far beyond the year 9999; what is later is no time.
_LATEST = 1e12
_KEPT_LIMIT = 8 * 1024 * 1024
# The begin of an event with a task, in the order of AgentCompass 1.0.1; a string that it escapes otherwise is parsed.
_HEAD = (
    rb'\{"run_id": "[^"\\]*+", "event": "[^"\\]*+", "timestamp": ([0-9]{1,12}+(?:\.[0-9]{1,20}+)?), '
    rb'"task_id": ("(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-f]{4})*+"), "'
)
_OF_TASK = re.compile(_HEAD)
_LINE_OF_TASK = re.compile(rb"^" + _HEAD + rb".*+(?<=\})$", re.MULTILINE)


@dataclass(slots=True, repr=False)
class Progress:
    """What the progress file tells; ``data`` is the member: kept events, one per line."""

    data: bytes = b""
    events: tuple[Event, ...] = ()
    task_ids: frozenset[str] = frozenset()
    first: float | None = None
    last: float | None = None
    notes: list[str] = field(default_factory=list)


def read_progress(source: Iterable[bytes], node: Node, task_id: str | None) -> Progress:
    """Read the file line by line; a line that is not JSON is left out and counted."""
    progress = Progress()
    events: list[Event] = []
    kept: list[bytes] = []
    known: set[str] = set()
    names: dict[bytes, str | None] = {}
    broken = size = left_out = 0
    for line in _lines(source, lambda block: _is_of_others(block, progress, names, task_id)):
        of_task = _OF_TASK.match(line)
        if of_task and line.endswith(b"}") and _text(of_task.group(2), names) not in (task_id, None):
            # As AgentCompass writes it, and another task's: nothing else of it is needed.
            _times(progress, float(of_task.group(1)))
            continue
        value = _value(line)
        if value is None:
            broken += bool(line.strip())
            continue
        name = value.get("task_id")
        _times(progress, value.get("timestamp"))
        if isinstance(name, str):
            known.add(name)
        if name is not None and name != task_id:
            continue
        if size > _KEPT_LIMIT:
            left_out += 1
            continue
        data = project((line,), node, indent=False).data
        event = _value(data)
        if event is None:
            broken += 1
            continue
        kept.append(data)
        size += len(data)
        events.append(_event(len(kept), event))
    if broken:
        progress.notes.append(f"{broken} lines are not JSON and were left out")
    if left_out:
        progress.notes.append(f"{left_out} events were left out for size")
    progress.data = b"".join(data + b"\n" for data in kept)
    known.update(name for name in names.values() if name is not None)
    progress.events, progress.task_ids = tuple(events), frozenset(known)
    return progress


def _lines(source: Iterable[bytes], is_passed: Callable[[bytes], bool]) -> Iterator[bytes]:
    """Yield all lines but those of blocks that are passed over whole."""
    held = b""
    for chunk in source:
        block, end, held = (held + chunk).rpartition(b"\n")
        if end and not is_passed(block):
            yield from block.split(b"\n")
        if len(held) > _LINE_LIMIT:
            held = held[:_LINE_LIMIT]
    if held:
        yield held


def _is_of_others(block: bytes, progress: Progress, names: dict[bytes, str | None], task_id: str | None) -> bool:
    """Tell whether all lines are events of other tasks, as AgentCompass writes them; then note their ids and times."""
    found = _LINE_OF_TASK.findall(block)
    if len(found) != block.count(b"\n") + 1:
        return False
    first, last = float(found[0][0]), float(found[-1][0])
    tasks = {_text(raw, names) for raw in {raw for _, raw in found}}
    if not (first and last) or task_id in tasks or None in tasks:
        return False
    _times(progress, first)
    _times(progress, last)
    return True


def _text(raw: bytes, known: dict[bytes, str | None]) -> str | None:
    """Return what a JSON string says, None for one that says nothing; what was read before is in ``known``."""
    if raw not in known:
        try:
            known[raw] = str(json.loads(raw))
        except ValueError:
            known[raw] = None
    return known[raw]


def _value(line: bytes) -> dict[str, Any] | None:
    try:
        # As text: of bytes json guesses the encoding, and all else here is UTF-8.
        value = json.loads(line.decode("utf-8-sig", "surrogatepass"))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _times(progress: Progress, moment: object) -> None:
    seconds = _seconds(moment)
    if seconds is not None and seconds > 0:
        progress.first = seconds if progress.first is None else progress.first
        progress.last = seconds


def _seconds(moment: object) -> float | None:
    """Return a time as a float, ``None`` for anything else and for a number that is no time."""
    if isinstance(moment, bool) or not isinstance(moment, int | float) or not -_LATEST < moment < _LATEST:
        return None
    return float(moment)


def _event(line: int, value: dict[str, Any]) -> Event:
    def text(name: str) -> str | None:
        found = value.get(name)
        return found if isinstance(found, str) else None

    moment, attempt, payload = value.get("timestamp"), value.get("attempt"), value.get("payload")
    return Event(
        line=line,
        name=text("event") or "",
        timestamp=_seconds(moment),
        task_id=text("task_id"),
        attempt=attempt if isinstance(attempt, int) else None,
        phase=text("phase"),
        status=text("status"),
        payload=payload if isinstance(payload, dict) else {},
    )


def window_of(progress: Progress, task_id: str | None, attempt: int | None) -> Window:
    """Return when the attempt ran: from its start to its end, the task's where the attempt's own are not told."""
    seconds = (progress.last or 0.0) - (progress.first or 0.0)
    run_start = next((event.timestamp for event in progress.events if event.name == "run_started"), progress.first)
    if task_id is None:
        return Window(None, None, run_start, seconds)
    own = [event for event in progress.events if event.task_id == task_id and event.timestamp is not None]
    of_attempt = [event for event in own if event.attempt is not None and attempt in (None, event.attempt)]
    started = [event.timestamp for event in of_attempt or own]
    finished = [event.timestamp for event in of_attempt if event.name == "attempt_finished"]
    if not finished:
        finished = [event.timestamp for event in own if event.name == "task_finished"]
    return Window(started[0] if started else None, finished[-1] if finished else None, run_start, seconds)
