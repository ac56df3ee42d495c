"""The analyzers' verdicts on this task, and the run's counts; analysis_summary.json's texts belong to all tasks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bundler.collectors.contract import contract
from bundler.collectors.documents import document
from bundler.model import Omission, RawItem, Status
from redaction.findings import Format

MEMBER = "evidence/analysis.json"


def collect_analysis(root: Path, results: Mapping[int, Mapping[str, Any]]) -> RawItem | Omission:
    """Return the verdicts by attempt (from the kept fields of its result) and the run's counts."""
    verdicts = {str(number): found for number, result in results.items() if (found := result.get("analysis_result"))}
    summary = document(root / "analysis_summary.json", root, MEMBER, contract("analysis_summary"))
    if not verdicts and summary.item is None:
        return Omission(MEMBER, Status.ABSENT, "no analysis was written")
    data = json.dumps({"attempts": verdicts, "run": summary.kept}, indent=2, ensure_ascii=False)
    note = "error texts and files of other tasks are left out of the run's part" if summary.item else ""
    source = "analysis_result of the task's attempts" + (", analysis_summary.json" if summary.item else "")
    return RawItem(MEMBER, data.encode("utf-8", "replace") + b"\n", Format.JSON, source, Status.INCLUDED, note)
