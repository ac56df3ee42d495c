"""Failures of the optional analysis, which never become issues."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bundler.diagnosis.exceptions import HEADER, chains_of, leading_type
from bundler.diagnosis.failure import Failure
from bundler.diagnosis.http_status import status_in
from bundler.diagnosis.model import Phase, Reference
from bundler.model import Facts, Traceback

ANALYSIS_FAILED = re.compile(r"(?:Analysis phase|Analyzer \S{1,80}|\w{0,60}Analyzer) failed for task ")


def analysis_failure(facts: Facts) -> Failure | None:
    """Analyzer failures are never issues: a warning names the task, or the analysis run itself failed."""
    record = next((item for item in facts.records if ANALYSIS_FAILED.match(item.message)), None)
    said = Reference(f"{record.source}:{record.line}", record.message) if record else _analyzer_error(facts)
    if said is None:
        return None
    note = "only the optional analysis failed: the measured result of the task is usable"
    chains = chains_of(Traceback(said.where, record.text)) if record and HEADER in record.text else ()
    message = said.says.partition(": ")[2] if record else said.says
    if chains:
        message = f"{chains[-1].reported.type}: {chains[-1].reported.message}"
    return Failure(
        Phase.ANALYSIS,
        chain=chains[-1] if chains else None,
        message=message,
        message_where=said.where,
        proof=(said,),
        notes=(note,),
    )


def _analyzer_error(facts: Facts) -> Reference | None:
    """Return an analyzer's error that reports an exception; that there was nothing to analyze is none."""
    results = facts.result.get("analysis_result")
    for name, result in results.items() if isinstance(results, Mapping) else ():
        error = result.get("error") if isinstance(result, Mapping) else None
        if isinstance(error, str) and (status_in(error) or leading_type(error)[0] or error == "Connection error."):
            return Reference(f"evidence/attempt-{facts.attempt or 1}.json#/analysis_result/{name}/error", error)
    return None
