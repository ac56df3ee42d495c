"""The task data of a run's other tasks: untagged log records and the console could hold their texts as well."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Final

from bundler.collectors.contract import contract
from bundler.collectors.known_tasks import MOST_TASKS, TASK_DOCUMENT, listed, task_places
from bundler.collectors.reading import chunks
from bundler.collectors.withheld import Document, texts_of
from bundler.machine.files import is_file
from bundler.machine.folders import Folder

LIMIT: Final = 64 * 1024 * 1024
"""The bytes of texts after which no further one is read."""
_SMALL: Final = 256 * 1024
"""The bytes of one task's documents that are read at once; larger ones come in chunks."""
_RESULT: Final = "result.json"


def texts_of_others(root: Path, reported: Path | None, own: str) -> Iterator[bytes]:
    """Yield the withheld texts of all tasks but the one at ``reported``, whose id is ``own``, in pieces."""
    return texts_of(_documents(root, None if reported is None else os.fspath(reported)), own, limit=LIMIT)


def _documents(root: Path, reported: str | None) -> Iterator[Document]:
    """Yield the documents of the other tasks, each with its contract."""
    count = 0
    for place in task_places(root):
        with Folder.below(root, *place.relative_to(root).parts) or nullcontext() as held:
            for name, is_folder in listed(place):
                path = os.path.join(place, name)  # noqa: PTH118 - a run has ten thousand of them
                found = _of_task(held, name, path, root) if is_folder else _documented(Path(path), root)
                if found is None:
                    continue
                count += 1
                if path != reported:
                    yield from found
                if count >= MOST_TASKS:
                    return


def _documented(path: Path, root: Path) -> Iterable[Document]:
    return [(chunks(path, root), contract("task_documented"), ())]


def _of_task(place: Folder | None, name: str, path: str, root: Path) -> Iterable[Document] | None:
    """Return a task's documents, read where that is simple; ``None`` if the folder is not a task's."""
    read = _at_once(place, name)
    return _in_chunks(Path(path), root) if read is None else read


def _at_once(place: Folder | None, name: str) -> list[Document] | None:
    """Return a task's documents, read; ``None`` if any of them is large, absent or no plain file."""
    task = place.inner(name) if place else None
    if task is None:
        return None
    with task:
        data = task.read(TASK_DOCUMENT, _SMALL)
        if data is None:
            return None
        found: list[Document] = [((data,), contract("task"), ())]
        room = _SMALL - len(data)
        for name_of_attempt in _attempts(task.folders()):
            attempt = task.inner(name_of_attempt)
            if attempt is None:
                return None
            with attempt:
                data = attempt.read(_RESULT, room)
            if data is None:
                return None
            found.append(((data,), contract("result"), ()))
            room -= len(data)
    return found


def _in_chunks(task: Path, root: Path) -> Iterator[Document] | None:
    """Return a task's documents, to be read as far as they can be; ``None`` if the folder is not a task's."""
    document = task / TASK_DOCUMENT
    if not is_file(document):
        return None
    attempts = _attempts(name for name, is_folder in listed(task) if is_folder)
    results = ((chunks(task / name / _RESULT, root), contract("result"), ()) for name in attempts)
    return iter([(chunks(document, root), contract("task"), ()), *results])


def _attempts(names: Iterable[str]) -> Iterator[str]:
    return (name for name in names if name.startswith("attempt-"))
