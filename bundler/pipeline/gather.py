"""Collect and diagnose: all raw evidence of one selection, with the diagnosis as one more item."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from importlib import import_module
from typing import Any

from bundler.collectors.collect import collect
from bundler.collectors.options import CollectOptions, TaskData
from bundler.diagnosis import diagnose
from bundler.errors import UsageError
from bundler.machine.background import Background
from bundler.machine.effective_config import effective_config
from bundler.machine.provider_checks import provider_checks
from bundler.machine.revision import RevisionProbe
from bundler.model import Evidence, Facts, Omission, RawItem, Selection, Status
from bundler.pipeline.request import ReportRequest
from redaction import Format

_NEEDED = frozenset({"diagnosis.json"})


def gather(selection: Selection, request: ReportRequest) -> Evidence:
    """Return the evidence of a selection: what was collected, what the checks said, and the diagnosis.

    Raises ``UsageError`` for a member to drop that does not exist or that no bundle can do without.
    """
    options = collect_options(request)
    stated = selection.run.info.get("request")
    asked = Facts(request=stated if isinstance(stated, dict) else {})
    checks = Background(lambda: provider_checks(asked)) if request.provider_checks else None
    # Several hundred rules: they are needed next, and what was asked of other programs is answered meanwhile.
    import_module("redaction.rules.registry")
    return completed(collect(selection, options), request, checks)


def completed(
    evidence: Evidence, request: ReportRequest, checks: Background[list[dict[str, Any]]] | None = None
) -> Evidence:
    """Return collected evidence with the diagnosis, the machine's checks (begun before), and what a rerun measured."""
    items = [
        *evidence.items,
        *request.extra_items,
        _document("diagnosis.json", _diagnosis(evidence), "compass-report's diagnosis"),
    ]
    items = [
        _with_checks(item, evidence, request, checks) if item.member == "environment.json" else item for item in items
    ]
    return _without(replace(evidence, items=tuple(items)), request.drop)


def collect_options(request: ReportRequest) -> CollectOptions:
    """Return what a request asks of the collection."""
    return CollectOptions(
        task_data=TaskData(request.task_data),
        full_log=request.full_log,
        command=request.command,
        captured=request.captured,
        exit_code=request.exit_code,
        console=request.console,
        agentcompass_python=request.agentcompass_python,
        probe=RevisionProbe(request.agentcompass_python),
    )


def _diagnosis(evidence: Evidence) -> dict[str, Any]:
    return diagnose(evidence.facts).to_json()


def _document(member: str, value: Any, source: str) -> RawItem:
    data = (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "backslashreplace")
    return RawItem(member, data, Format.JSON, source)


def _with_checks(
    item: RawItem, evidence: Evidence, request: ReportRequest, checks: Background[list[dict[str, Any]]] | None
) -> RawItem:
    document = json.loads(item.data)
    if request.provider_checks:
        document["provider_checks"] = checks.result() if checks else provider_checks(evidence.facts)
    if request.effective_config:
        document["effective_config"] = effective_config(evidence.facts, request.agentcompass_python)
    return _document(item.member, document, item.source)


def _without(evidence: Evidence, drop: Iterable[str]) -> Evidence:
    wanted = set(drop)
    known = {item.member for item in evidence.items}
    if unknown := wanted - known:
        raise UsageError(f"There is no member {min(unknown)} to drop.", candidates=sorted(known))
    if needed := wanted & _NEEDED:
        raise UsageError(f"A bundle cannot do without {min(needed)}.")
    dropped = tuple(Omission(member, Status.WITHHELD, "dropped by the reporter") for member in sorted(wanted))
    kept = tuple(item for item in evidence.items if item.member not in wanted)
    return replace(evidence, items=kept, omissions=evidence.omissions + dropped)
