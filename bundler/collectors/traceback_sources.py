"""Where tracebacks stand in the evidence, in the order of their worth: the log, the results, retries, run, console."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bundler.collectors.logs import MEMBER as LOG
from bundler.collectors.logs import LogEvidence
from bundler.collectors.tracebacks import distinct, find
from bundler.model import Event, Omission, RawItem, Status, Traceback
from redaction.findings import Format

MEMBER = "evidence/tracebacks.txt"
_LIMIT = 1024 * 1024
_RULER = "=" * 100


@dataclass(frozen=True, slots=True, repr=False)
class TracebackSources:
    """Every text of the evidence that may hold a traceback."""

    log: LogEvidence
    results: Mapping[int, Mapping[str, Any]]
    retries: tuple[Mapping[str, Any], ...]
    events: tuple[Event, ...]
    info: Mapping[str, Any]
    console: str

    def all(self) -> tuple[Traceback, ...]:
        """Return the tracebacks without repeats, each with its places."""
        return distinct(self._found())

    def _found(self) -> Iterator[Traceback]:
        for record, line in zip(self.log.records, self.log.lines, strict=True):
            for one in find(record.text, LOG):
                offset = int(one.where.rpartition(":")[2])
                yield Traceback(f"{LOG}:{line + offset - 1}", one.text)
        for number, result in self.results.items():
            yield from _in_values(result, f"evidence/attempt-{number}.json#", "")
        for index, retry in enumerate(self.retries, start=1):
            yield from _in_values(retry, f"evidence/retries.jsonl:{index}#", "")
        for event in self.events:
            yield from _in_values(event.payload, f"evidence/progress.jsonl:{event.line}#", "/payload")
        yield from _in_values(self.info.get("error"), "evidence/run_info.json#", "/error")
        yield from find(self.console, "evidence/console.txt")


def _in_values(value: Any, member: str, pointer: str) -> Iterator[Traceback]:
    if isinstance(value, str):
        if "Traceback (most recent call last)" in value:
            yield from find(value, member + pointer)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            name = str(key).replace("~", "~0").replace("/", "~1")
            yield from _in_values(inner, member, f"{pointer}/{name}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _in_values(inner, member, f"{pointer}/{index}")


def tracebacks_item(found: tuple[Traceback, ...]) -> RawItem | Omission:
    """Return the member with every traceback, whole, under its place."""
    if not found:
        return Omission(MEMBER, Status.ABSENT, "no traceback stands in the log, the results or the console")
    parts: list[str] = []
    size = 0
    for one in found:
        size += len(one.text)
        if size > _LIMIT and parts:
            break
        parts.append(f"{_RULER}\n{one.where}\n{_RULER}\n{one.text}\n")
    left_out = len(found) - len(parts)
    note = f"{left_out} of {len(found)} tracebacks left out for size" if left_out else ""
    status = Status.TRUNCATED if left_out else Status.INCLUDED
    data = "\n".join(parts).encode("utf-8", "replace")
    return RawItem(MEMBER, data, Format.TEXT, "log, results, retries, console", status, note)
