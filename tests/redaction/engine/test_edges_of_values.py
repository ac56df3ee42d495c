"""Where a value ends: at the quotes of JSON in JSON, at the frame of a table, at a control sequence."""

from __future__ import annotations

import json

import pytest

from redaction import Policy, Redactor

_VALUE = "TfHkY4UQGhFAKE" + "MWyKvYNiDczZdBOuzF"


def redacted(text: str) -> str:
    """Return a text redacted by rules alone."""
    return Redactor(Policy()).redact(text.encode()).data.decode()


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize(
    "inner",
    [
        'curl -H "X-Api-Key: {}" u',
        'echo "password={}" | y',
        'export T="Bearer {}"',
        'x "https://h.example.org/v1?api_key={}" y',
        'tool --api-key "{}"',
        "a\nAPI_KEY={}\nb",
        "api_keys: [{}, b]",
        'the password is "{}"',
        '{{"api_key": "{}"}}',
    ],
)
def test_json_in_json_stays_json_and_says_the_same(inner: str, depth: int) -> None:
    """A line with JSON, however deep, is redacted as its innermost text is: no backslash of a quote goes."""
    text = inner.format(_VALUE)
    nested = text
    for _ in range(depth):
        nested = json.dumps({"cmd": nested})
    got = redacted(f"DEBUG got {nested} end").removeprefix("DEBUG got ").removesuffix(" end")
    for _ in range(depth):
        got = json.loads(got)["cmd"]
    assert got == redacted(text)
    assert _VALUE not in got


@pytest.mark.parametrize("frame", ["│", "┃"])
def test_a_value_that_a_table_cuts_off_ends_at_the_frame(frame: str) -> None:
    """A quote that a truncated cell never closes takes neither the frame nor the lines below."""
    below = f"{frame} {frame} model = 'gpt-4o'     {frame} {frame}\n{frame} {frame} n = 3 {frame} {frame}"
    text = f"{frame} {frame} api_key = '{_VALUE}…   {frame} {frame}\n{below}"
    got = redacted(text)
    assert got.endswith(f"   {frame} {frame}\n{below}")
    assert _VALUE not in got


def test_control_sequences_are_no_part_of_a_password() -> None:
    """A password behind a change of colour is learnt without it: the next change of colour stays."""
    reset = "\x1b[0m\x1b[1m"
    got = redacted(f"curl -u bob:{reset}Trombone{_VALUE} x {reset}done")
    assert got.endswith(f" x {reset}done")
    assert _VALUE not in got
