"""What is fuzzed: each takes any bytes and checks laws; any exception that leaves it is a finding."""

from __future__ import annotations

import io
import json
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from bundler.collectors.collect import collect
from bundler.collectors.contract import contract
from bundler.collectors.json_stream import project, withheld_texts
from bundler.collectors.options import CollectOptions
from bundler.diagnosis import diagnose
from bundler.errors import InvalidBundleError, NotCleanError, NotFoundError
from bundler.locate import select
from bundler.verify.archive import read_archive
from bundler.verify.manifest import check_contents, check_members, read_manifest
from redaction import Format, KnownValue, Policy, Redactor
from redaction.findings import Kind
from tests.fixtures import fixture

#: A value that every redactor here knows; it must not survive, whatever stands around it.
KNOWN = "FAKE" + "canary0fuzz0Tq7xW4mZ9"
LAYOUTS = ("model-429", "legacy-v2-model-500-retries", "legacy-documented-model-500-retries")
_LONGEST = 20_000
_BROKEN = object()
#: A decoded view of a long text begins in the middle of it, perhaps of a placeholder: it may then be claimed once more.
_ONE_VIEW = 500


def redactor(data: bytes) -> None:
    """A known value goes, redacting twice changes nothing, JSON keeps its shape."""
    form = Format.JSON if data[:1] in b"{[" else Format.TEXT
    policy = Policy(known_values=(KnownValue(KNOWN, Kind.SECRET, "key", "fuzz"),))
    one = Redactor(policy)
    one.survey(data[:_LONGEST], form)
    redacted = one.redact(data[:_LONGEST], form)
    assert KNOWN.encode() not in redacted.data
    if len(redacted.data) <= _ONE_VIEW:
        again = Redactor(policy).redact(redacted.data, redacted.format)
        assert again.data == redacted.data, "redacting twice changes something"
    if redacted.format is Format.JSON:
        before = _value(data[:_LONGEST])
        assert before is _BROKEN or _shape(_value(redacted.data)) == _shape(before)


def _value(data: bytes) -> Any:
    """Return a JSON value. The redactor takes more for JSON than Python does: bad escapes, raw bytes; collectors mend them."""
    try:
        return json.loads(data.decode("utf-8", "replace"), strict=False)
    except (ValueError, RecursionError):
        return _BROKEN


def _shape(value: Any) -> Any:
    if isinstance(value, dict):
        return [_shape(inner) for inner in value.values()]
    return [_shape(inner) for inner in value] if isinstance(value, list) else str(type(value))


def documents(data: bytes) -> None:
    """Whatever a document holds, what is kept of it is JSON, in whatever pieces it is read."""
    for name in ("result", "run_info", "task"):
        root = contract(name, task_id="x")
        whole = project([data], root)
        json.loads(whole.data)
        assert project(_pieces(data), root).data == whole.data
        list(withheld_texts(_pieces(data), root))


def _pieces(data: bytes) -> Iterator[bytes]:
    for start in range(0, len(data), 7):
        yield data[start : start + 7]


@cache
def _workshop() -> Path:
    return Path(tempfile.mkdtemp(prefix="compass-report-fuzz-"))


@cache
def _tree(name: str) -> tuple[Path, tuple[Path, ...]]:
    origin = fixture(name).run
    assert origin is not None
    run = Path(shutil.copytree(origin, _workshop() / name))
    return run, tuple(sorted(path for path in run.rglob("*") if path.is_file()))


def layouts(data: bytes) -> None:
    """Any one file of a run may hold anything anywhere: it is located, collected and diagnosed all the same."""
    head = data[:4].ljust(4, b"\0")
    run, files = _tree(LAYOUTS[head[0] % len(LAYOUTS)])
    path = files[head[1] % len(files)]
    before = path.read_bytes()
    at = int.from_bytes(head[2:4], "big") * len(before) // 65_536
    try:
        path.write_bytes(before[:at] + data[4:] + (before[at + len(data) :] if head[3] % 2 else before[at:]))
        selection = select(str(run), None, None, cwd=run.parent)
        evidence = collect(selection, CollectOptions(machine_facts=False))
        json.dumps(diagnose(evidence.facts).to_json())
        for item in evidence.items:
            if item.format is Format.JSON:
                json.loads(item.data)
        for _ in (*evidence.survey_only(), *evidence.withheld()):
            pass
    except NotFoundError:
        pass
    finally:
        path.write_bytes(before)


def log_records(data: bytes) -> None:
    """A log of any bytes, in the place of a run's own, keeps no record that names another task alone."""
    run, files = _tree(LAYOUTS[0])
    log = next(path for path in files if path.name == "run.log")
    before = log.read_bytes()
    try:
        log.write_bytes(re.sub(rb"task=\S+", lambda _: b"task=" + data[:8].hex().encode(), before[:2000]) + data)
        evidence = collect(select(str(run), None, None, cwd=run.parent), CollectOptions(machine_facts=False))
        for record in evidence.facts.records:
            assert record.line >= 1
            assert record.text
        json.dumps(diagnose(evidence.facts).to_json())
    finally:
        log.write_bytes(before)


def bundles(data: bytes) -> None:
    """A received file is a valid bundle or refused with a reason; nothing else ever leaves the reader."""
    try:
        archive = read_archive(io.BytesIO(data))
        manifest = read_manifest(archive)
        check_members(archive, manifest)
        check_contents(archive, manifest)
    except (InvalidBundleError, NotCleanError):
        pass


TARGETS: dict[str, Callable[[bytes], None]] = {
    "layouts": layouts,
    "log-records": log_records,
    "documents": documents,
    "redactor": redactor,
    "bundles": bundles,
}
