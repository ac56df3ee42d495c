"""A capsule's outcomes as replies of the local endpoint: the same status, body, break or silence; contents of ours."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from bundler.capsule import OutcomeKind, Role
from bundler.errors import InvalidBundleError, UsageError
from bundler.reproduce.datasets import ANSWER
from bundler.reproduce.endpoint.exchange import HTML_HEADERS, Asked, Outcome, Reply, json_reply, says
from bundler.reproduce.endpoint.server import Lane

Call = Mapping[str, Any]

_ANSWERS: Final[Mapping[Role, str]] = {
    Role.MODEL: f"Explanation: made up for a replay.\nAnswer: {ANSWER}\nConfidence: 90%",
    # AgentCompass's judge protocol: \boxed{A} is correct.
    Role.JUDGE: r"The candidate matches. Final Judgment: \boxed{A} - CORRECT",
}
_STATUSES: Final = range(400, 600)
_LONGEST_OFFSET: Final = 100_000
# A text that breaks in the way that json.JSONDecodeError names; the break comes at the end of the padding.
_BREAKS: Final[Mapping[str, tuple[str, str]]] = {
    "Expecting value": ("", "!"),
    "Unterminated string starting at": ('{"id":', '"cut'),
    "Expecting property name enclosed in double quotes": ("{", "!"),
    "Expecting ':' delimiter": ('{"id"', "!"),
    "Expecting ',' delimiter": ('{"id":1', "!"),
    "Extra data": ("{}", "!"),
    "Invalid control character at": ('"', "\x01"),
    "Invalid \\escape": ('"', "\\q"),
}
# What stands where the choices should be, by what the client said when it met it.
_SHAPES: Final[tuple[tuple[str, Any], ...]] = (
    ("'str' object has no attribute 'message'", "none"),
    ("'int' object is not subscriptable", 0),
    ("KeyError", {}),
)


def lane(calls: Sequence[Call], role: Role) -> Lane:
    """Return the outcomes of a role by call index; the last repeats, and a role without calls always answers."""
    outcomes = [outcome(call, role) for call in calls] or [says(_ANSWERS[role])]
    return lambda index: outcomes[min(index, len(outcomes) - 1)]


def outcome(call: Call, role: Role) -> Outcome:
    """Return what is to be played for one call. Raises ``InvalidBundleError`` for what no capsule of ours says."""
    try:
        kind = OutcomeKind(str(call.get("outcome")))
    except ValueError:
        raise InvalidBundleError("The failure capsule names an outcome that is not known.") from None
    return _PLAYERS[kind](call, role)


def changed(text: str) -> tuple[Role, Call]:
    """Read ``ROLE=OUTCOME``, where the outcome is a kind or an HTTP status. Raises ``UsageError``."""
    name, _, told = text.partition("=")
    try:
        if told.isdecimal() and int(told) in _STATUSES:
            return Role(name), {"outcome": OutcomeKind.HTTP_ERROR.value, "status": int(told)}
        kinds = {kind.value: kind for kind in OutcomeKind if kind is not OutcomeKind.HTTP_ERROR}
        return Role(name), {"outcome": kinds[told].value}
    except (ValueError, KeyError):
        known = [*(kind.value for kind in OutcomeKind if kind is not OutcomeKind.HTTP_ERROR), "an HTTP status"]
        raise UsageError("--play takes model=OUTCOME or judge=OUTCOME.", candidates=known) from None


def _http_error(call: Call, _role: Role) -> Outcome:
    status = call.get("status")
    if not isinstance(status, int) or status not in _STATUSES:
        raise InvalidBundleError("The failure capsule holds an HTTP status that is none.")
    body = call.get("body")
    return lambda _: json_reply(status, body if isinstance(body, dict) else {})


def _malformed(call: Call, _role: Role) -> Outcome:
    """Break where the reporter's document broke, so that the client says the same."""
    start, end = _BREAKS.get(str(call.get("json_error")), _BREAKS["Expecting value"])
    offset = call.get("offset")
    padding = min(max((offset if isinstance(offset, int) else 0) - len(start), 0), _LONGEST_OFFSET)
    return lambda _: Reply(body=f"{start}{' ' * padding}{end}".encode())


def _shape(call: Call, _role: Role) -> Outcome:
    told = str(call.get("told") or "")
    choices = next((value for sign, value in _SHAPES if sign in told), None)
    return lambda asked: json_reply(200, {**_head(asked), "choices": choices})


def _head(asked: Asked) -> dict[str, Any]:
    return {"id": f"chatcmpl-replay-{asked.index}", "object": "chat.completion", "created": 0, "model": asked.model}


def _constant(reply: Reply) -> Callable[[Call, Role], Outcome]:
    return lambda _call, _role: lambda _asked: reply


_HTML: Final = b"<html><body><h1>Sign in to continue</h1></body></html>"
_PLAYERS: Final[Mapping[OutcomeKind, Callable[[Call, Role], Outcome]]] = {
    OutcomeKind.ANSWERED: lambda _call, role: says(_ANSWERS[role]),
    OutcomeKind.HTTP_ERROR: _http_error,
    OutcomeKind.MALFORMED_JSON: _malformed,
    OutcomeKind.NOT_JSON: _constant(Reply(body=_HTML, headers=HTML_HEADERS)),
    OutcomeKind.NO_CHOICES: lambda _call, _role: lambda asked: json_reply(200, {**_head(asked), "choices": []}),
    OutcomeKind.WRONG_SHAPE: _shape,
    OutcomeKind.EMPTY_ANSWER: lambda _call, _role: says(""),
    OutcomeKind.UNPARSABLE_ANSWER: lambda _call, _role: says("I would rather not say."),
    OutcomeKind.TIMEOUT: _constant(Reply(slow=True)),
    # Where nobody listens nothing can be played; after the first call a reset is what a client sees alike.
    OutcomeKind.REFUSED: _constant(Reply(reset=True)),
    OutcomeKind.RESET: _constant(Reply(reset=True)),
    OutcomeKind.CONNECTION_FAILED: _constant(Reply(reset=True)),
}
