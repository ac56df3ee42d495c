"""A measured rerun of the task joins its report: as ``reproduction.json``, and with the texts that must not leave."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from bundler.collectors.collect import CollectOptions, collect
from bundler.errors import ReportError
from bundler.execution.measured import Measured, measured_of
from bundler.locate import select
from bundler.model import Evidence, RawItem, Selection
from bundler.pipeline.request import ReportRequest
from redaction import Format

MEMBER = "reproduction.json"
# What says nothing in words: it stays when the rerun's own documents, against which words are checked, are gone.
_WORDLESS = (
    "schema", "reproduces", "fingerprint", "expected_fingerprint", "exit_code", "started_at", "seconds",
    "timeout_seconds", "task_concurrency", "max_retries",
)  # fmt: skip


def with_rerun(request: ReportRequest, selection: Selection) -> ReportRequest:
    """Return the request with what the last rerun of this task found, unless it brings that itself."""
    measured = _measured(selection)
    if measured is None or any(item.member == MEMBER for item in request.extra_items):
        return request
    whole = _evidence(measured, selection) is not None
    shown = measured.document if whole else {name: measured.document.get(name) for name in _WORDLESS}
    note = "" if whole else "the rerun's own results are gone: its texts are left out"
    data = (json.dumps(shown, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "backslashreplace")
    item = RawItem(MEMBER, data, Format.JSON, "compass-report rerun", note=note)
    return replace(request, extra_items=(*request.extra_items, item))


def with_rerun_texts(evidence: Evidence, selection: Selection) -> Evidence:
    """Return the evidence with the rerun's documents to learn from, and its withheld task data to be hunted."""
    measured = _measured(selection)
    rerun = _evidence(measured, selection) if measured else None
    if rerun is None:
        return evidence

    def survey_only() -> Iterator[tuple[bytes, Format]]:
        return chain(evidence.survey_only(), rerun.survey_only())

    def withheld() -> Iterator[bytes]:
        return chain(evidence.withheld(), rerun.withheld())

    return replace(evidence, survey_only=survey_only, withheld=withheld)


def _measured(selection: Selection) -> Measured | None:
    return measured_of(selection.run.path, selection.task.task_id) if selection.task else None


def _evidence(measured: Measured, selection: Selection) -> Evidence | None:
    task_id = selection.task.task_id if selection.task else None
    for wanted in (task_id, None):
        try:
            return collect(select(str(measured.run), wanted, None), CollectOptions(machine_facts=False))
        except ReportError:
            continue
    return None
