"""What an error text tells of the model endpoint behind it: status and body, a broken answer, a lost connection.

The texts are those of the openai, httpx and json packages and of AgentCompass 1.0.x as it reports them.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import Any, Final

from bundler.capsule import OutcomeKind
from bundler.diagnosis.exceptions import leading_type
from bundler.diagnosis.http_status import client_type_in, status_in, status_of_type

_BODY_LIMIT: Final = 16_000
# "Error code: 401 - <message or body>", as the openai package writes it; litellm puts a name of its own before it.
_AFTER_STATUS: Final = re.compile(r"\b[Ee]rror code: \d{3}(?: - ([\s\S]*))?")
_AFTER_VENDOR: Final = re.compile(r"\b[A-Z][A-Za-z]{2,30}Exception - ([\s\S]*)")
# json.JSONDecodeError: what was expected, and the offset at which the document broke.
_JSON_ERROR: Final = re.compile(
    r"\bJSONDecodeError: ([A-Za-z][^\n]{0,100}?): line \d{1,9} column \d{1,9} \(char (\d{1,9})\)"
)


@dataclass(frozen=True, slots=True, repr=False)
class Outcome:
    """One call's outcome as the evidence tells it; ``inferred`` where the text fits the kind but does not say it."""

    kind: OutcomeKind
    status: int | None = None
    body: Any = None
    told: str = ""
    json_error: str = ""
    offset: int | None = None
    inferred: bool = False
    where: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the documented form; what does not apply to the kind is left out."""
        document: dict[str, Any] = {"outcome": self.kind.value}
        if self.status is not None:
            document |= {"status": self.status, "body": self.body}
        if self.told:
            document["told"] = self.told
        if self.json_error:
            document |= {"json_error": self.json_error, "offset": self.offset}
        return document | {"inferred": self.inferred, "where": self.where}


@dataclass(frozen=True, slots=True)
class _Sign:
    pattern: re.Pattern[str]
    kind: OutcomeKind
    inferred: bool = False


# In this order: the first that is found decides.
_SIGNS: Final = (
    _Sign(re.compile(r"\b[Cc]onnection ?[Rr]efused\b|\bAll connection attempts failed\b"), OutcomeKind.REFUSED),
    _Sign(re.compile(r"\b[Cc]onnection reset\b|\bServer disconnected\b|\bRemoteProtocolError\b"), OutcomeKind.RESET),
    _Sign(re.compile(r"\bAPITimeoutError\b|\bReadTimeout\b|\bRequest timed out\b"), OutcomeKind.TIMEOUT),
    _Sign(re.compile(r"\bPhaseTimeoutError\b"), OutcomeKind.TIMEOUT, inferred=True),
    _Sign(re.compile(r"\bAPIConnectionError\b|\bConnection error\b"), OutcomeKind.CONNECTION_FAILED),
    _Sign(re.compile(r"\bJudge response is empty\b|\bno effective answer\b"), OutcomeKind.EMPTY_ANSWER),
    _Sign(re.compile(r"\bUnable to parse judge response\b"), OutcomeKind.UNPARSABLE_ANSWER),
    _Sign(re.compile(r"'str' object has no attribute 'choices'"), OutcomeKind.NOT_JSON, inferred=True),
    _Sign(re.compile(r"\binfer\(\) raised IndexError: list index out of range"), OutcomeKind.NO_CHOICES, inferred=True),
    # What stands where the choices should be decides which of these the client raises.
    _Sign(
        re.compile(r"\binfer\(\) raised ((?:TypeError|AttributeError|KeyError): [^\n]{0,200})"),
        OutcomeKind.WRONG_SHAPE,
        inferred=True,
    ),
)


def outcome_in(text: str, where: str) -> Outcome | None:
    """Return what ``text`` tells of a model endpoint's answer, or ``None`` if it tells nothing of one."""
    status = _status(text)
    if status is not None:
        return Outcome(OutcomeKind.HTTP_ERROR, status=status, body=_body(text), where=where)
    if found := _JSON_ERROR.search(text):
        return Outcome(OutcomeKind.MALFORMED_JSON, json_error=found.group(1), offset=int(found.group(2)), where=where)
    for sign in _SIGNS:
        if match := sign.pattern.search(text):
            told = match.group(1) if sign.kind is OutcomeKind.WRONG_SHAPE else ""
            return Outcome(sign.kind, told=told, inferred=sign.inferred, where=where)
    return None


def _status(text: str) -> int | None:
    """Return the status only where a model client speaks: tools and registries have statuses too."""
    named = client_type_in(text)
    if not named and not _AFTER_STATUS.search(text):
        return None
    return status_in(text) or status_of_type(named or leading_type(text)[0])


def _body(text: str) -> Any:
    """Return the error body: as it was where the text shows it, else one with the told message, else ``None``."""
    found = _AFTER_STATUS.search(text) or _AFTER_VENDOR.search(text)
    told = (found.group(1) or "").strip()[:_BODY_LIMIT] if found else ""
    if not told:
        return None
    if told.startswith("{"):
        try:
            shown = ast.literal_eval(told)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            shown = None
        if isinstance(shown, dict) and _is_json(shown):
            return shown
    return {"error": {"message": told}}


def _is_json(value: Any, depth: int = 20) -> bool:
    if isinstance(value, dict):
        return depth > 0 and all(isinstance(key, str) and _is_json(inner, depth - 1) for key, inner in value.items())
    if isinstance(value, list):
        return depth > 0 and all(_is_json(inner, depth - 1) for inner in value)
    return value is None or isinstance(value, (str, int, float, bool))
