"""Finding one run: by path, id, unique prefix, results folder, or ``latest``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from bundler.errors import NotFoundError, UnreadableError
from bundler.layouts.directories import unlisted_places
from bundler.layouts.registry import layout_of
from bundler.locate.search import is_run_directory, last_written, newest_first, run_around, run_directories
from bundler.machine.files import Unreadable, is_file, is_folder, read_whole
from bundler.model import Run

RESULTS: Final = "results"
LATEST: Final = "latest"
_NAMED: Final = 5
_INFO_LIMIT: Final = 256 * 1024 * 1024
_KNOWN_SCHEMAS: Final = frozenset({"agentcompass.run_info.v3", "agentcompass.run_info.v2", ""})


def find_run(reference: str | None, *, cwd: Path, skipped: list[Path] | None = None) -> Run:
    """Return the run that ``reference`` names, relative to ``cwd``; nothing or ``latest`` is the newest one.

    A path may lead into a run directory, to a task's folder or a file of it. Raises ``NotFoundError`` if there is no
    such run or more than one, with the candidates, and ``UnreadableError`` for a directory that cannot be listed.
    Folders on the way that cannot be listed hold no run for us and are put into ``skipped``.
    """
    passed_over = [] if skipped is None else skipped
    if reference in (None, "", LATEST):
        return open_run(_newest(cwd / RESULTS if is_folder(cwd / RESULTS) else cwd, passed_over))
    assert reference is not None  # noqa: S101 - for the type checker
    path = given_path(reference, cwd)
    return open_run(_by_id(reference, cwd, passed_over) if path is None else _by_path(path, reference, passed_over))


def not_listed(skipped: list[Path]) -> str:
    """Return a sentence on folders that could not be listed, empty without any."""
    if not skipped:
        return ""
    more = f" and {len(skipped) - _NAMED} more" if len(skipped) > _NAMED else ""
    return f"Not listed, for want of the right: {', '.join(map(str, skipped[:_NAMED]))}{more}."


def given_path(reference: str, cwd: Path) -> Path | None:
    """Return the file or folder that a reference names, if there is one."""
    try:
        path = cwd / Path(reference).expanduser()
        return path if is_folder(path) or is_file(path) else None
    except (OSError, RuntimeError, ValueError):
        # No such user's home, a name that is too long, a NUL: whatever it is, it is no path.
        return None


def open_run(path: Path) -> Run:
    """Return the run in a directory, with what is unusual about it; broken documents are notes, not errors."""
    root = path.resolve()
    info, notes = _info(root)
    stated = info.get("run_id")
    run_id = stated if isinstance(stated, str) and stated else root.name
    if run_id != root.name:
        notes.append(
            f"the directory is called {root.name} and run_info.json says {run_id}: "
            "a copy, such as `agentcompass analysis` makes"
        )
    schema = info.get("schema_version")
    schema = schema if isinstance(schema, str) else ""
    if schema not in _KNOWN_SCHEMAS:
        notes.append(f"run_info.json has the unknown schema {schema}; it is read as far as it can be")
    notes += [f"{name} cannot be listed: its tasks are not known" for name in unlisted_places(root)]
    return Run(root, run_id, layout_of(root, schema).name, info, tuple(notes))


def _info(root: Path) -> tuple[dict[str, Any], list[str]]:
    try:
        data = read_whole(root / "run_info.json", root, _INFO_LIMIT)
    except Unreadable as reason:
        return {}, [f"run_info.json: {reason.reason}"]
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return {}, ["run_info.json is not valid JSON"]
    return (document, []) if isinstance(document, dict) else ({}, ["run_info.json is not a JSON object"])


def _newest(root: Path, skipped: list[Path]) -> Path:
    # The newest by what was written last: ids may be chosen freely with --run-id.
    found = (
        sorted(run_directories(root, skipped), key=lambda path: (last_written(path), path.name))
        if is_folder(root)
        else []
    )
    if not found:
        hint = "Give a run directory, or run this where ./results is."
        raise NotFoundError(f"There is no run below {root}.", hint=" ".join(filter(None, (not_listed(skipped), hint))))
    return found[-1]


def _by_path(path: Path, reference: str, skipped: list[Path]) -> Path:
    if is_folder(path) and is_run_directory(path):
        return path
    found: list[Path] = []
    try:
        found = newest_first(run_directories(path, skipped)) if is_folder(path) else []
    except UnreadableError:
        # A task's folder that cannot be listed still lies in a run that can.
        if run_around(path) is None:
            raise
    around = None if found else run_around(path)
    return around or _only(found, path, reference, skipped)


def _only(found: list[Path], root: Path, reference: str, skipped: list[Path]) -> Path:
    if len(found) == 1:
        return found[0]
    if not found:
        raise NotFoundError(
            f"{reference} is no run directory and holds none.",
            hint=not_listed(skipped) or "A run directory holds run_info.json, progress.jsonl or run.log.",
        )
    raise NotFoundError(
        f"{reference} holds {len(found)} runs; choose one.",
        candidates=[str(path.relative_to(root)) for path in found],
        hint="Give its path, or `latest` where the newest is meant.",
    )


def _by_id(reference: str, cwd: Path, skipped: list[Path]) -> Path:
    root = cwd / RESULTS if is_folder(cwd / RESULTS) else cwd
    found = newest_first(run_directories(root, skipped)) if is_folder(root) else []
    for fits in (_is_name, _is_stated, _begins_name, _begins_stated):
        matching = [path for path in found if fits(path, reference)] if reference else []
        if len(matching) == 1:
            return matching[0]
        if matching:
            raise NotFoundError(
                f"{len(matching)} runs fit {reference}; choose one.",
                candidates=[str(path.relative_to(root)) for path in matching],
            )
    raise NotFoundError(
        f"There is no run {reference}.",
        candidates=[str(path.relative_to(root)) for path in found],
        hint=" ".join(
            filter(
                None,
                (
                    not_listed(skipped),
                    f"Runs are looked for below {root}." if found else f"There is no run below {root}.",
                ),
            )
        ),
    )


def _is_name(path: Path, reference: str) -> bool:
    # A part of the path, such as namespace/run-id, tells runs of the same second apart.
    parts = Path(reference).parts
    return path.parts[-len(parts) :] == parts if parts else False


def _is_stated(path: Path, reference: str) -> bool:
    return open_run(path).run_id == reference


def _begins_name(path: Path, reference: str) -> bool:
    return path.name.startswith(reference)


def _begins_stated(path: Path, reference: str) -> bool:
    return open_run(path).run_id.startswith(reference)
