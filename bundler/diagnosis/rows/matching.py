"""Finds the row that explains the first failure; where none does, says so by returning None."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bundler.diagnosis.failure import Failure
from bundler.diagnosis.http_status import CLIENT_TYPES, client_type_in, status_in, status_of_type, status_of_words
from bundler.diagnosis.model import Phase, Reference
from bundler.diagnosis.rows.shape import Case, Row, Signature
from bundler.diagnosis.rows.table import ROWS
from bundler.model import Facts

# Codes that speak of something other than the model although a status stands in their message.
_NOT_MODEL = ("tool_", "environment_failed", "artifact_", "workspace_", "output_", "diagnostic_", "verifier_", "input_")
_MODEL_CODES = ("model_",)
_MODEL_WORDS = re.compile(
    r"\bapi[ _-]?key\b|\bstream (?:error|disconnected)\b|exceeded retry limit|\bmodels?\b"
    r"|\bjudge call failed\b|unauthorized|authentication|permission_error|\bapi error\b|unexpected status"
    r"|/chat/completions|/responses\b|/messages\b|litellm|openai|anthropic|rate.?limit|quota",
    re.IGNORECASE,
)
# Services that are not the model, for issues whose code does not tell (and for layouts without codes).
_OTHER_SERVICE = re.compile(
    r"\bsearch failed\b|\btool '|serper|\bjina\b|tavily|hugging ?face|\bnpm\b"
    r"|\bpip\b|\bdocker\b|\bregistry\b|\bsandbox\b"
    r"|\bproxy responded\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, repr=False)
class Match:
    """A row, the signature that recognised it, and the line of evidence."""

    row: Row
    signature: Signature
    evidence: Reference


def case_of(facts: Facts, failure: Failure) -> Case:
    """Work out what the signatures need to know about a failure."""
    status = failure_status(failure)
    return Case(facts, failure, status, _from_model(failure, status))


def failure_status(failure: Failure) -> int | None:
    """Return the HTTP status of the failure: from its message, else its exception types, else the chain's messages."""
    status = status_in(failure.message)
    if status is not None:
        return status
    for link in failure.links:
        status = status_of_type(link.type)
        if status is not None:
            return status
    named = status_of_type(client_type_in(failure.message))
    if named is not None:
        return named
    told = next((found for text in failure.told if (found := status_in(text.says)) is not None), None)
    if told is not None or failure.closing is None:
        return told
    return status_of_words(failure.closing.says) or status_of_type(client_type_in(failure.closing.says))


def match_row(case: Case) -> Match | None:
    """Return the first row, in the order of ``ROWS``, one of whose signatures holds."""
    for row in ROWS:
        for signature in row.signatures:
            evidence = _holds(signature, case)
            if evidence is not None:
                return Match(row, signature, evidence)
    return None


def _from_model(failure: Failure, status: int | None) -> bool:
    if (
        failure.phase not in (Phase.RUN, Phase.EVALUATE, Phase.ANALYSIS)
        or status is None
        or failure.code.startswith(_NOT_MODEL)
    ):
        return False
    if failure.code.startswith(_MODEL_CODES) or failure.phase is Phase.ANALYSIS:
        # An analyzer asks nobody but its model.
        return True
    if client_type_in(failure.message) or any(name.rpartition(".")[2] in CLIENT_TYPES for name in failure.types):
        return True
    if _OTHER_SERVICE.search(failure.message):
        return False
    return failure.message.strip() == str(status) or any(_MODEL_WORDS.search(text.says) for text in failure.told)


def _structured(signature: Signature, case: Case) -> bool:
    failure = case.failure
    return not (
        (signature.phases and failure.phase not in signature.phases)
        or (signature.codes and failure.code not in signature.codes)
        or (signature.types and not {name.rpartition(".")[2] for name in failure.types} & signature.types)
        or (signature.statuses and not (case.from_model and case.status in signature.statuses))
    )


def _holds(signature: Signature, case: Case) -> Reference | None:
    if not _structured(signature, case):
        return None
    failure = case.failure
    evidence = Reference(failure.message_where, failure.message)
    if signature.text is not None:
        found = next((text for text in failure.texts if signature.text.search(text.says)), None)
        if found is None:
            return None
        evidence = found
    if signature.log is not None:
        record = next((item for item in case.facts.records if signature.log.search(item.message)), None)
        if record is None:
            return None
        evidence = Reference(f"{record.source}:{record.line}", record.message)
    if signature.console is not None:
        line = _console_line(signature.console, case.facts.console)
        if line is None:
            return None
        evidence = line
    return signature.test(case) if signature.test is not None else evidence


def _console_line(pattern: re.Pattern[str], console: str) -> Reference | None:
    match = pattern.search(console)
    if match is None:
        return None
    number = console.count("\n", 0, match.start()) + 1
    start = console.rfind("\n", 0, match.start()) + 1
    end = console.find("\n", match.end())
    says = console[start : end if end >= 0 else len(console)].strip()
    return Reference(f"evidence/console.txt:{number}", says)
