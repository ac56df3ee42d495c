"""From a selection to evidence: everything the report asks for, each thing present or an omission with its reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any

from bundler.collectors import command, environment, withheld
from bundler.collectors.agent_errors import FIELD as AGENT_ERRORS
from bundler.collectors.agent_errors import agent_errors, with_agent_errors
from bundler.collectors.analysis import collect_analysis
from bundler.collectors.artifacts import collect_artifacts
from bundler.collectors.capsule import collect_capsule
from bundler.collectors.console import collect_console
from bundler.collectors.contract import Node, TaskData, contract
from bundler.collectors.documents import document
from bundler.collectors.json_stream import OUTPUT_LIMIT
from bundler.collectors.known_tasks import task_ids
from bundler.collectors.log_owner import TaskNames
from bundler.collectors.logs import LogEvidence, collect_logs
from bundler.collectors.options import CollectOptions
from bundler.collectors.other_tasks import texts_of_others
from bundler.collectors.progress import Progress, read_progress, window_of
from bundler.collectors.reading import Unreadable, chunks, exists
from bundler.collectors.resources import collect_resources
from bundler.collectors.retries import MEMBER as RETRIES
from bundler.collectors.retries import collect_retries, earlier_tries
from bundler.collectors.shapes import issues_of, with_issues
from bundler.collectors.traceback_sources import TracebackSources, tracebacks_item
from bundler.collectors.withheld import Source
from bundler.machine.files import is_folder, is_link
from bundler.model import Evidence, Facts, Issue, Omission, RawItem, Selection, Status, Task
from redaction.findings import Format

__all__ = ["CollectOptions", "collect"]

# The bytes that all attempts but the reported one may take together.
_OTHER_ATTEMPTS = OUTPUT_LIMIT // 2
_AUTHORED = frozenset({"result", "task", "checkpoint", "retry"})


def collect(selection: Selection, options: CollectOptions) -> Evidence:
    """Read the run directory and return the evidence for one task, or for the whole run.

    Whatever the files are like is an omission or a note, never an error.
    """
    return _Collection(selection, options).evidence()


@dataclass(slots=True, repr=False)
class _Collection:
    """The evidence while it is gathered; each method adds what one row of the report asks for."""

    selection: Selection
    options: CollectOptions
    items: list[RawItem] = field(default_factory=list)
    omissions: list[Omission] = field(default_factory=list)
    results: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    raw: list[Path] = field(default_factory=list)
    hunted: list[Source] = field(default_factory=list)
    authored: list[Source] = field(default_factory=list)

    @property
    def root(self) -> Path:
        return self.selection.run.path

    @property
    def task_id(self) -> str:
        return self.selection.task.task_id if self.selection.task else ""

    def evidence(self) -> Evidence:
        """Gather everything in the order in which later parts need earlier ones."""
        attempt = self.selection.attempt.number if self.selection.attempt else None
        other = "execution plans or ids of other tasks"
        info = self._document("run_info.json", "evidence/run_info.json", "run_info", other)
        self._document("params.json", "evidence/params.json", "params", "ids of other tasks")
        self._document("metrics.json", "evidence/metrics.json", "metrics")
        self._task()
        self._attempts()
        retries = self._retries()
        progress = self._progress()
        known = task_ids(self.root, self.selection, progress.task_ids)
        names = TaskNames(self.task_id, self.selection.task.directory_name if self.selection.task else "", known)
        window = window_of(progress, self.task_id or None, attempt)
        log = collect_logs(self.root, names, window, attempt, self.options)
        self._add(log.item, *log.omissions)
        console_item, console_missing, console = collect_console(self.options.console, names)
        self._add(console_item, console_missing)
        self._add(collect_analysis(self.root, self.results), collect_resources(self.root, self.task_id or None))
        self._artifacts()
        facts = self._facts(info, retries, progress, log, console, attempt)
        self._add(tracebacks_item(facts.tracebacks))
        self._add(collect_capsule(facts))
        started = progress.first
        command_items, command_text = command.collect_command(self.selection, info, log.records, self.options)
        self._add(*command_items)
        if self.options.machine_facts:
            self._add(*environment.collect_environment(info, started, self.options))
        own, others = withheld.Held(self._texts_of_task), withheld.Held(self._texts_of_others)
        return Evidence(
            selection=self.selection,
            facts=_with_command(facts, command_text, self.options),
            items=tuple(self.items),
            omissions=tuple(self.omissions),
            survey_only=lambda: withheld.documents(self.raw, self.root),
            withheld=lambda: chain(own, others),
            authored=lambda: withheld.texts(self.authored, self.root, self.task_id),
            public_names=_public_names(info),
        )

    def _add(self, *found: RawItem | Omission | None) -> None:
        for one in found:
            if isinstance(one, RawItem):
                self.items.append(one)
            elif one is not None:
                self.omissions.append(one)

    def _contract(self, name: str) -> Node:
        return contract(name, task_id=self.task_id, task_data=self.options.task_data)

    def _remember(self, path: Path, kind: str, pointer: tuple[str, ...] = ()) -> None:
        self.raw.append(path)
        if self.options.task_data is not TaskData.FULL:
            self.hunted.append(Source(path, contract(kind, task_id=self.task_id), pointer))
            if kind in _AUTHORED:
                self.authored.append(Source(path, contract(f"authored_{kind}"), pointer))

    def _document(self, name: str, member: str, kind: str, other: str = "") -> Mapping[str, Any]:
        path = self.root / name
        made = document(path, self.root, member, self._contract(kind), own=self.task_id, other=other)
        self._add(made.item, made.omission)
        if made.item is not None:
            self._remember(path, kind)
        return made.mapping

    def _task(self) -> None:
        task = self.selection.task
        if task is None:
            self.omissions.append(Omission("evidence/task.json", Status.ABSENT, "the report is about the whole run"))
            return
        path = _task_document(task.path)
        if path is None:
            self.omissions.append(Omission("evidence/task.json", Status.ABSENT, "the task has no detail file"))
            return
        made = document(path, self.root, "evidence/task.json", self._contract("task"), own=self.task_id)
        self._add(made.item, made.omission)
        if made.item is not None:
            self._remember(path, "task" if path.name == "task.json" else "task_documented")

    def _attempts(self) -> None:
        task = self.selection.task
        if task is None:
            return
        for attempt in task.attempts:
            member = f"evidence/attempt-{attempt.number}.json"
            if attempt.checkpoint is not None and exists(attempt.checkpoint):
                self._remember(attempt.checkpoint, "checkpoint")
                reason = "a second copy of prompt, truth and trajectory; it exists and is never included"
                self.omissions.append(Omission(f"attempt {attempt.number}: checkpoint.json", Status.WITHHELD, reason))
            if attempt.result is None:
                self.omissions.append(Omission(member, Status.ABSENT, "the attempt has no result"))
                continue
            node = self._contract("result")
            limit = OUTPUT_LIMIT if attempt == self.selection.attempt else _OTHER_ATTEMPTS // len(task.attempts)
            made = document(
                attempt.result, self.root, member, node, own=self.task_id, pointer=attempt.pointer, limit=limit
            )
            said = agent_errors(attempt.result, self.root, made.mapping, attempt.pointer)
            self._add(with_agent_errors(made.item, said) if made.item else None, made.omission)
            if made.item is not None:
                more = {AGENT_ERRORS: said} if said else {}
                self.results[attempt.number] = {**with_issues(made.mapping), **more}
                self._remember(attempt.result, "result", attempt.pointer)

    def _retries(self) -> tuple[Mapping[str, Any], ...]:
        chosen = self.selection.attempt
        files = chosen.retries if chosen else ()
        for attempt in self.selection.task.attempts if self.selection.task else ():
            for path in attempt.retries:
                self._remember(path, "retry")
            for path, kind in earlier_tries(attempt):
                self._remember(path, kind)
        item, kept, omissions = collect_retries(files, self.root, self._contract("retry"), self.task_id)
        self._add(item, *omissions)
        if not files:
            self.omissions.append(Omission(RETRIES, Status.ABSENT, "no retry was consumed"))
        return kept

    def _progress(self) -> Progress:
        member, path = "evidence/progress.jsonl", self.root / "progress.jsonl"
        try:
            progress = read_progress(chunks(path, self.root), self._contract("event"), self.task_id or None)
        except Unreadable as reason:
            self.omissions.append(reason.omission(member))
            return Progress()
        if not progress.data:
            self.omissions.append(Omission(member, Status.ABSENT, "the file holds no event of this task or the run"))
            return progress
        status = Status.TRUNCATED if progress.notes else Status.INCLUDED
        note = "; ".join(("events of other tasks are left out", *progress.notes))
        self._add(RawItem(member, progress.data, Format.JSON_LINES, "progress.jsonl", status, note))
        return progress

    def _artifacts(self) -> None:
        chosen = self.selection.attempt
        folder = chosen.artifacts if chosen else None
        self._add(collect_artifacts(folder, self.root, chosen.number if chosen else None))

    def _facts(
        self,
        info: Mapping[str, Any],
        retries: tuple[Mapping[str, Any], ...],
        progress: Progress,
        log: LogEvidence,
        console: str,
        attempt: int | None,
    ) -> Facts:
        result = self.results.get(attempt, {}) if attempt is not None else {}
        issues: dict[int, tuple[Issue, ...]] = {number: issues_of(one) for number, one in self.results.items()}
        request = info.get("request")
        sources = TracebackSources(log, self.results, retries, progress.events, info, console)
        return Facts(
            layout=self.selection.run.layout,
            run_status=_text(info.get("status")) or None,
            run_error=_text(info.get("error")),
            request=request if isinstance(request, dict) else {},
            plan=_plan(info, self.task_id, attempt, progress),
            task_id=self.task_id or None,
            attempt=attempt,
            task_state=self.selection.task.state if self.selection.task else "unknown",
            result=result,
            issues=issues.get(attempt, ()) if attempt is not None else (),
            all_issues=issues,
            retries=retries,
            events=progress.events,
            records=log.records,
            tracebacks=sources.all(),
            console=console,
            others_failed=_failed_folders(self.root, self.selection.task),
        )

    def _texts_of_task(self) -> Iterator[bytes]:
        return withheld.texts(self.hunted, self.root, self.task_id)

    def _texts_of_others(self) -> Iterator[bytes]:
        task = self.selection.task
        return texts_of_others(self.root, task.path if task else None, self.task_id)


def _task_document(path: Path | None) -> Path | None:
    if path is None:
        return None
    return path / "task.json" if is_folder(path) else path


def _failed_folders(root: Path, task: Task | None) -> int:
    """Return how many other tasks of the run lie where failed ones are moved to."""
    own = task.directory_name if task else ""
    names: list[str] = []
    for folder in (root / "details" / state for state in ("error", "fatal")):
        if is_folder(folder) and not is_link(folder):
            with suppress(OSError):
                names += (entry.name for entry in folder.iterdir())
    return sum(name != own for name in names)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _plan(info: Mapping[str, Any], task_id: str, attempt: int | None, progress: Progress) -> Mapping[str, Any]:
    """Return the attempt's resolved plan: from run_info.json, else from the event that announced it."""
    plans: Any = info.get("resolved_execution_plans")
    for key in (task_id, "attempts", str(attempt)):
        plans = plans.get(key) if isinstance(plans, dict) else None
    if isinstance(plans, dict):
        return plans
    announced = [event.payload for event in progress.events if event.name == "execution_plan_resolved"]
    return announced[-1] if announced else {}


def _with_command(facts: Facts, text: str, options: CollectOptions) -> Facts:
    return replace(facts, command=text, exit_code=options.exit_code)


def _public_names(info: Mapping[str, Any]) -> frozenset[str]:
    """Return the ids of the model and the components, which name what was evaluated and stay readable."""
    request = info.get("request")
    found: set[str] = set()
    for part in ("benchmark", "harness", "environment", "model"):
        section = request.get(part) if isinstance(request, dict) else None
        name = section.get("id") if isinstance(section, dict) else None
        if isinstance(name, str):
            found.add(name)
    return frozenset(found)
