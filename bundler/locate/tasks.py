"""Finding tasks of a run: by exact id, slug, directory name, or unique prefix."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from bundler.errors import NotFoundError
from bundler.layouts.interface import Entry
from bundler.layouts.registry import layout_named
from bundler.layouts.task_names import digest, digest_of, hash_fits, readable_part, slug_of
from bundler.locate.attempts import has_failed
from bundler.locate.known_ids import known_task_ids
from bundler.model import Run, Task

_FAILED_STATES: Final = frozenset({"fatal", "error", "running"})
_SETTLED_STATES: Final = frozenset({"normal"})


@dataclass(frozen=True, slots=True, repr=False)
class _Named:
    """A task whose id is known and whose documents need not have been read."""

    entry: Entry
    task_id: str


class _Tasks:
    """The tasks of one run; what the run knows of ids is read once, and only if a task.json does not state its own."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.layout = layout_named(run.layout)

    def entries(self) -> list[Entry]:
        return list(self.layout.entries(self.run.path))

    def load(self, entry: Entry) -> Task:
        """Return the task; its id is recovered by its hash where the document does not state the one that fits."""
        task = self.layout.load(self.run.path, entry)
        if hash_fits(entry.directory_name, task.task_id):
            return task
        recovered = self._by_digest.get(digest_of(entry.directory_name))
        return task if recovered is None else replace(task, task_id=recovered)

    def named(self, entries: Iterable[Entry]) -> list[_Named]:
        """Return the tasks with their ids: told by the hash in the directory's name where the run knows the id."""
        return [_Named(entry, self._id_of(entry)) for entry in entries]

    def _id_of(self, entry: Entry) -> str:
        found = digest_of(entry.directory_name)
        known = self._by_digest.get(found) if found else None
        return self.load(entry).task_id if known is None else known

    @cached_property
    def known(self) -> frozenset[str]:
        return known_task_ids(self.run)

    @cached_property
    def _by_digest(self) -> dict[str, str]:
        return {digest(task_id): task_id for task_id in self.known}


def all_tasks(run: Run) -> Iterator[Task]:
    """Yield the run's tasks; ids are recovered from their hashes where a task.json does not state them."""
    tasks = _Tasks(run)
    for entry in tasks.entries():
        yield tasks.load(entry)


def failed_tasks(run: Run) -> list[Task]:
    """Return the tasks that failed, are unfinished, or whose results hold an error, in the order of their names."""
    tasks = _Tasks(run)
    loaded = [tasks.load(entry) for entry in tasks.entries() if entry.state not in _SETTLED_STATES]
    return [task for task in loaded if task.state in _FAILED_STATES or has_failed(run, task)]


def find_task(run: Run, reference: str) -> Task:
    """Return the task that ``reference`` names; raises ``NotFoundError`` with candidates for none or several.

    In this order: the exact id, the directory's or file's name, the slug, the id in another Unicode normal form, and a
    prefix of an id or a name that fits one task alone.
    """
    tasks = _Tasks(run)
    exact = tasks.layout.find(run.path, reference)
    if exact is not None:
        return tasks.load(exact)
    entries = tasks.entries()
    for fits in (_is_name, _is_slug):
        matching = [entry for entry in entries if fits(entry, reference)]
        if matching:
            return _only(tasks, reference, tasks.named(matching))
    likely = [entry for entry in entries if _may_begin(entry, reference)]
    for part in (likely, entries) if len(likely) < len(entries) else (entries,):
        named = tasks.named(part)
        if (found := _by_id(tasks, reference, named)) is not None:
            return found
    if reference in tasks.known:
        # The run knows the task and left no details of it: it was planned or stopped before it began.
        return Task(reference, slug_of(reference), "unknown", None)
    raise NotFoundError(
        f"The run {run.run_id} has no task {reference}.",
        candidates=[each.task_id for each in sorted(named, key=lambda each: each.entry.state not in _FAILED_STATES)],
        hint="" if named else "The run has no task details at all; leave TASK out to report the run itself.",
    )


def _may_begin(entry: Entry, reference: str) -> bool:
    """Say whether an id that begins with the reference may have this directory; those without a hash may have any."""
    # Directory names are lossy, yet the readable part of a prefix is a prefix of the readable part.
    return not digest_of(entry.directory_name) or entry.directory_name.startswith(
        (readable_part(reference), reference) if slug_of(reference) and readable_part(reference) != "task" else ""
    )


def _is_name(entry: Entry, reference: str) -> bool:
    return reference in (entry.directory_name, entry.path.name)


def _is_slug(entry: Entry, reference: str) -> bool:
    return slug_of(entry.directory_name) == reference


def _by_id(tasks: _Tasks, reference: str, named: list[_Named]) -> Task | None:
    composed = unicodedata.normalize("NFC", reference)
    tests: tuple[Callable[[_Named], bool], ...] = (
        lambda each: each.task_id == reference,
        lambda each: unicodedata.normalize("NFC", each.task_id) == composed,
        lambda each: each.task_id.startswith(reference) or each.entry.directory_name.startswith(reference),
        lambda each: unicodedata.normalize("NFC", each.task_id).startswith(composed),
    )
    for fits in tests if reference else ():
        if matching := [each for each in named if fits(each)]:
            return _only(tasks, reference, matching)
    return None


def _only(tasks: _Tasks, reference: str, matching: list[_Named]) -> Task:
    if len({each.entry.directory_name for each in matching}) == 1:
        # One task with two documents, as the documented layout may have: the erroneous one comes first.
        return tasks.load(matching[0].entry)
    lines = [f"{each.task_id}  ({each.entry.directory_name})" for each in matching]
    raise NotFoundError(
        f"{len(matching)} tasks of {tasks.run.run_id} fit {reference}; choose one by its exact id.", candidates=lines
    )
