"""The values that flow through the pipeline, from a run directory to raw evidence; all frozen, nothing read here.

locate gives a ``Selection``; collect gives ``Evidence``; diagnose reads its ``Facts``; redact turns each ``RawItem``
into a ``RedactedItem``; render and verify see those alone. Reprs never show evidence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from redaction.findings import Finding, Format

JsonObject = Mapping[str, Any]


class Status(StrEnum):
    """What became of a thing that the report asks for."""

    INCLUDED = "included"
    WITHHELD = "withheld"
    TRUNCATED = "truncated"
    ABSENT = "absent"
    UNREADABLE = "unreadable"
    UNSAFE = "unsafe"


@dataclass(frozen=True, slots=True)
class Omission:
    """A thing asked for and not there, or not all there, with a reason for the reader of the bundle."""

    item: str
    status: Status
    reason: str


@dataclass(frozen=True, slots=True, repr=False)
class Run:
    """One run directory. ``info`` is the parsed run_info.json, or empty; ``notes`` says what is unusual about it."""

    path: Path
    run_id: str
    layout: str
    info: JsonObject = field(default_factory=dict)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class AttemptFiles:
    """Where one attempt's evidence lies.

    ``pointer`` leads to the attempt inside ``result`` for layouts that keep all attempts in one document.
    ``retry_only`` marks an attempt published as a retry count without a result.
    """

    number: int
    result: Path | None = None
    pointer: tuple[str, ...] = ()
    checkpoint: Path | None = None
    retries: tuple[Path, ...] = ()
    artifacts: Path | None = None
    retry_only: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class Task:
    """One task of a run. ``state`` is running, normal, error, fatal or unknown, as the layout tells it."""

    task_id: str
    directory_name: str
    state: str
    path: Path | None
    attempts: tuple[AttemptFiles, ...] = ()
    category: str | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Selection:
    """What the user means: a run, a task of it (none for a failure of the whole run), an attempt."""

    run: Run
    task: Task | None
    attempt: AttemptFiles | None


@dataclass(frozen=True, slots=True, repr=False)
class Event:
    """One line of progress.jsonl. ``line`` is its 1-based number; ``timestamp`` is seconds since the epoch."""

    line: int
    name: str
    timestamp: float | None
    task_id: str | None
    attempt: int | None
    phase: str | None
    status: str | None
    payload: JsonObject


@dataclass(frozen=True, slots=True, repr=False)
class LogRecord:
    """A prefixed log line and its continuation.

    ``line`` is the 1-based number of its first line in ``source``; ``clock`` the time of day as written (HH:MM:SS);
    ``text`` everything from the prefix to the record's end; ``task_id`` and ``attempt`` as tagged, if tagged.
    """

    source: str
    line: int
    clock: str
    level: str
    logger: str
    message: str
    text: str
    task_id: str | None = None
    attempt: int | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Issue:
    """One entry of a result's ``issues``, or what an older layout says in its ``error``."""

    severity: str
    phase: str
    code: str
    message: str


@dataclass(frozen=True, slots=True, repr=False)
class Traceback:
    """A complete traceback (with its chained causes) and where it was found, as ``member:line`` or ``member#field``."""

    where: str
    text: str


@dataclass(frozen=True, slots=True, repr=False)
class Facts:
    """The raw facts a diagnosis reads. Absent things are empty, never invented.

    ``result`` is the chosen attempt's kept fields in v3 shape, ``all_issues`` those of every attempt by number,
    ``retries`` the kept fields of each consumed retry in order, ``records`` the log records of this task plus the
    untagged warnings and errors in its window and the run's head and end, ``where`` names the evidence members,
    ``others_failed`` counts the other tasks of the run whose folder says that they failed.
    """

    layout: str = ""
    run_status: str | None = None
    run_error: str = ""
    request: JsonObject = field(default_factory=dict)
    plan: JsonObject = field(default_factory=dict)
    task_id: str | None = None
    attempt: int | None = None
    task_state: str = "unknown"
    result: JsonObject = field(default_factory=dict)
    issues: tuple[Issue, ...] = ()
    all_issues: Mapping[int, tuple[Issue, ...]] = field(default_factory=dict)
    retries: tuple[JsonObject, ...] = ()
    events: tuple[Event, ...] = ()
    records: tuple[LogRecord, ...] = ()
    tracebacks: tuple[Traceback, ...] = ()
    console: str = ""
    command: str = ""
    exit_code: int | None = None
    others_failed: int = 0


@dataclass(frozen=True, slots=True, repr=False)
class RawItem:
    """One member-to-be, not yet redacted. It cannot be rendered: the renderer takes ``RedactedItem`` only.

    ``member`` is the name inside the bundle; ``source`` where it came from, relative to the run directory;
    ``note`` says what was left out or cut.
    """

    member: str
    data: bytes
    format: Format
    source: str
    status: Status = Status.INCLUDED
    note: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class RedactedItem:
    """A member-to-be after the redactor; only ``bundler.redact`` makes these."""

    member: str
    data: bytes
    format: Format
    source: str
    status: Status
    note: str
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Evidence:
    """All that was collected for one selection.

    ``survey_only`` yields raw bytes that teach the redactor secrets but never enter a bundle (whole documents whose
    task data is withheld, configuration); ``withheld`` yields the withheld task-data texts that must vanish from
    everything that is kept; ``authored`` is the part of it that comes from the data set and the model's answer. All can
    be iterated again and again, and in pieces of bounded size.
    """

    selection: Selection
    facts: Facts
    items: tuple[RawItem, ...]
    omissions: tuple[Omission, ...]
    survey_only: Callable[[], Iterator[tuple[bytes, Format]]]
    withheld: Callable[[], Iterator[bytes]]
    authored: Callable[[], Iterator[bytes]] = lambda: iter(())
    public_names: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PlaceholderEntry:
    """What a placeholder stands for, without the value: the rule that found it, its kind, how often it was set."""

    rule: str
    kind: str
    count: int


@dataclass(frozen=True, slots=True)
class BundleName:
    """The redacted parts of the bundle's file name."""

    benchmark: str
    task: str
    run_id: str


@dataclass(frozen=True, slots=True, repr=False)
class RedactedEvidence:
    """All that may leave the machine: every member, omission and name went through one redactor.

    ``identity`` names run, task, attempt and components; ``redactions`` counts, by member, how often each rule replaced
    something; ``harvest`` counts known values by source.
    """

    items: tuple[RedactedItem, ...]
    omissions: tuple[Omission, ...]
    name: BundleName
    identity: JsonObject
    placeholders: Mapping[str, PlaceholderEntry]
    redactions: Mapping[str, Mapping[str, int]]
    harvest: Mapping[str, int]
    task_data: str
    layout: str
    notes: tuple[str, ...] = ()
