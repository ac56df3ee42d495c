"""Laws of the capsule: every outcome an error text tells is written, and played so that a client meets the same."""

from __future__ import annotations

import http.client
import json
from typing import Any

import pytest

from bundler.capsule import OutcomeKind, Role
from bundler.collectors.capsule import collect_capsule
from bundler.collectors.endpoint_signs import outcome_in
from bundler.errors import InvalidBundleError, ReportError, UsageError
from bundler.model import Facts, Issue
from bundler.reproduce.endpoint import LOOPBACK, Endpoint
from bundler.reproduce.playing import changed, lane, outcome

TEXTS = {
    "AuthenticationError: Error code: 401 - no such key": (
        OutcomeKind.HTTP_ERROR,
        401,
        {"error": {"message": "no such key"}},
    ),
    "NotFoundError: Error code: 404": (OutcomeKind.HTTP_ERROR, 404, None),
    "RateLimitError: Error code: 429 - {'error': {'code': 7}}": (OutcomeKind.HTTP_ERROR, 429, {"error": {"code": 7}}),
    "HTTP 500: InternalServerError: Error code: 500 - oh": (OutcomeKind.HTTP_ERROR, 500, {"error": {"message": "oh"}}),
    "JSONDecodeError: Extra data: line 1 column 3 (char 2)": (OutcomeKind.MALFORMED_JSON, None, None),
    "APITimeoutError: Request timed out.": (OutcomeKind.TIMEOUT, None, None),
    "APIConnectionError: Connection error.": (OutcomeKind.CONNECTION_FAILED, None, None),
    "Model returned no effective answer": (OutcomeKind.EMPTY_ANSWER, None, None),
    "infer() raised IndexError: list index out of range": (OutcomeKind.NO_CHOICES, None, None),
    "infer() raised AttributeError: 'str' object has no attribute 'choices'": (OutcomeKind.NOT_JSON, None, None),
    "infer() raised TypeError: 'NoneType' object is not subscriptable": (OutcomeKind.WRONG_SHAPE, None, None),
}
JSON_TEXTS = (
    "",
    "   ",
    "{",
    "[1,",
    '{"a"',
    '{"a":',
    '{"a" 1}',
    '{"a": "b',
    "{} x",
    '"\x02"',
    r'"\q"',
    "[1 2]",
    '{"a":1 "b"}',
)


@pytest.mark.parametrize(("text", "expected"), TEXTS.items())
def test_an_error_text_tells_its_outcome(text: str, expected: tuple[OutcomeKind, int | None, Any]) -> None:
    """Kind, status and body are those that the client reported."""
    found = outcome_in(text, "here")
    assert found is not None
    assert (found.kind, found.status, found.body) == expected


@pytest.mark.parametrize(
    "text",
    [
        "RuntimeError: Search failed: ClientResponseError: 403, message='no'",
        "docker pull failed: 401 Unauthorized",
        "ValueError: bad",
        "",
    ],
)
def test_other_failures_tell_of_no_endpoint(text: str) -> None:
    """A tool's, a registry's or a program's failure is not taken for a model endpoint's."""
    assert outcome_in(text, "here") is None


def _capsule(**facts: Any) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(collect_capsule(Facts(**facts)).data)
    return document


def test_a_judge_failure_comes_after_a_healthy_model() -> None:
    """A failure of the evaluation has an answered model call before the judge's outcome."""
    issue = Issue("fatal", "evaluate", "judge_failed", "HTTP 401: AuthenticationError: Error code: 401 - no")
    document = _capsule(issues=(issue,), attempt=1)
    assert document["replayable"] is True
    assert [call["outcome"] for call in document["calls"]["model"]] == ["answered"]
    assert [call["status"] for call in document["calls"]["judge"]] == [401]


@pytest.mark.parametrize("phase", ["setup", "collect", "evaluate", "run"])
def test_what_no_endpoint_causes_is_not_replayable_and_says_why(phase: str) -> None:
    """Sandbox, collection, verifier and unknown failures carry a reason."""
    document = _capsule(issues=(Issue("fatal", phase, "x", "RuntimeError: something else"),), attempt=1)
    assert document["replayable"] is False
    assert document["why_not"]


def test_a_run_without_issues_is_not_replayable() -> None:
    """What ended while loading, or from outside, has no endpoint outcome."""
    assert _capsule()["why_not"]


@pytest.mark.parametrize("text", JSON_TEXTS)
def test_a_broken_document_breaks_the_same_way_again(text: str) -> None:
    """The played body makes ``json`` raise the same message as the reporter's document did."""
    with pytest.raises(json.JSONDecodeError) as first:
        json.loads(text)
    told = f"JSONDecodeError: {first.value}"
    found = outcome_in(told, "here")
    assert found is not None
    body = _asked(lane([found.to_json()], Role.MODEL))[1]
    with pytest.raises(json.JSONDecodeError) as second:
        json.loads(body.decode())
    assert second.value.msg == first.value.msg


def _asked(calls: Any) -> tuple[int, bytes]:
    with Endpoint({"model": calls}, delay_seconds=0) as endpoint:
        connection = http.client.HTTPConnection(LOOPBACK, endpoint.port, timeout=10)
        try:
            connection.request("POST", "/model/v1/chat/completions", json.dumps({"model": "m"}))
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()


@pytest.mark.parametrize("kind", [kind for kind in OutcomeKind if kind is not OutcomeKind.HTTP_ERROR])
def test_every_kind_can_be_played(kind: OutcomeKind) -> None:
    """No kind raises: each gives an answer or a lost connection."""
    try:
        assert _asked(lane([{"outcome": kind.value}], Role.MODEL))[0] == 200
    except (ConnectionResetError, http.client.RemoteDisconnected):
        assert kind in (OutcomeKind.REFUSED, OutcomeKind.RESET, OutcomeKind.CONNECTION_FAILED)


def test_outcomes_follow_the_calls_and_the_last_repeats() -> None:
    """Call n meets outcome n."""
    calls = [{"outcome": "http-error", "status": status} for status in (500, 429)]
    played = lane(calls, Role.MODEL)
    assert [played(index) for index in (1, 2)] == [played(5), played(1)]


@pytest.mark.parametrize(
    "call",
    [{}, {"outcome": "exec"}, {"outcome": "http-error", "status": 200}, {"outcome": "http-error", "status": "x"}],
)
def test_a_foreign_outcome_is_refused(call: dict[str, Any]) -> None:
    """A capsule that was tampered with ends in one error of ours."""
    with pytest.raises(InvalidBundleError):
        outcome(call, Role.MODEL)


@pytest.mark.parametrize("text", ["", "model", "model=200", "user=500", "judge=http-error", "model=exec"])
def test_a_wish_that_means_nothing_is_refused(text: str) -> None:
    """``--play`` takes a role and a known outcome."""
    with pytest.raises(UsageError):
        changed(text)
    assert issubclass(UsageError, ReportError)
