"""Withheld text leaves no copy in kept text, and public text is no copy."""

from __future__ import annotations

import json
import textwrap

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redaction import Policy, Redactor
from redaction.withheld import common_fragments

PROMPT = (
    "Compute the frobnication index of the zephyr lattice while seventeen marmosets sing,\n"
    'and report "the exact value" '
    "in furlongs per fortnight; the warden of Umbrathorpe expects a parchment."
)
COPIES = {
    "raw": str,
    "repr": repr,
    "json": json.dumps,
    "json twice": lambda text: json.dumps(json.dumps(text)),
    "cut": lambda text: text[:60] + "...",
    "tail": lambda text: "..." + text[70:],
    "wrapped": lambda text: textwrap.fill(text, 40, subsequent_indent="      "),
    "spaced": lambda text: text.replace(" ", "\n\t"),
}
PUBLIC = [
    "2026-01-01 12:00:00,123 INFO agentcompass.runtime.runner task attempt started with model provider openai",
    (
        "Traceback (most recent call last):\n"
        '  File "/usr/lib/python3.11/site-packages/agentcompass/run.py", line 3, in go\n'
        "    return self.engine.start(task)\nRuntimeError: Too Many Requests"
    ),
    "httpx.HTTPStatusError: Client error '401 Unauthorized' for url 'https://api.openai.com/v1/chat/completions'",
    "/home/user/project/results/details/task.json could not be read: file not found",
    "the request could not be completed because the connection was closed before the response was received",
]


@pytest.mark.parametrize("copy", COPIES)
def test_copies_are_found_however_they_are_written(copy: str) -> None:
    """A long withheld text is found in kept text also escaped, cut and re-wrapped; redaction then removes it."""
    kept = f"12:00 ERROR request failed: {COPIES[copy](PROMPT)} (attempt 2)".encode()
    redactor = Redactor(Policy(), rules=())
    redactor.withhold(common_fragments([kept], [PROMPT.encode()], minimum=24))
    redacted = redactor.redact(kept).data.decode()
    words = [word for word in ("frobnication", "marmosets", "furlongs", "Umbrathorpe") if word in kept.decode()]
    assert words
    assert not [word for word in words if word in redacted]
    assert redacted.startswith("12:00 ERROR request failed: ")
    assert redacted.endswith("(attempt 2)")


@pytest.mark.parametrize("value", ["42 FAKE-CANARY-0001", "San Francisco", "12345678 furlongs", "紫色的河马在跳舞"])
def test_short_whole_values_are_found(value: str) -> None:
    """A whole answer of ten or more bytes is found although it is shorter than the minimum."""
    assert common_fragments([f"got {value}, done".encode()], [value.encode()], minimum=32) == (value.encode(),)


@pytest.mark.parametrize("others", [10, 40, 400])
@pytest.mark.parametrize("value", ["the answer zk49 qvx", "(the answer zk49) qvx", "the answer " + "zk49 " * 9])
def test_a_short_whole_value_is_found_among_many_that_begin_alike(value: str, others: int) -> None:
    """However often a log says how the answer begins, the one place that gives it is found."""
    alike = b"".join(b"the answer of item %d is unknown\n" % each for each in range(others))
    for kept in (alike + value.encode(), value.encode() + b"\n" + alike):
        assert common_fragments([b"first", kept], [value.strip().encode()], minimum=24) == (value.strip().encode(),)


@pytest.mark.parametrize("text", PUBLIC)
def test_public_text_is_no_copy(text: str) -> None:
    """What every log says stays, though a withheld trajectory says it too."""
    assert common_fragments([text.encode()], [text.encode()], minimum=24) == ()


@settings(max_examples=60, deadline=None)
@given(
    words=st.lists(st.text("bcdfghjklmnpqrstvwxz", min_size=5, max_size=9), min_size=8, max_size=30),
    before=st.text(max_size=40),
    cut=st.integers(0, 3),
)
def test_any_run_of_the_minimum_is_found(words: list[str], before: str, cut: int) -> None:
    """No alignment of kept and withheld text hides a common run of the minimum length."""
    withheld = " ".join(words).encode()
    copy = withheld[cut : cut + 34]
    kept = f"{before}| ".encode() + copy + b" |"
    found = common_fragments([kept], [b"prefix " + withheld], minimum=32)
    assert any(copy.strip()[2:-2] in fragment for fragment in found)


def test_work_is_linear_in_withheld_text() -> None:
    """A withheld text of one repeated line is compared once per place, not with every repetition."""
    line = PROMPT.encode() + b"\n"
    assert common_fragments([line * 20], [line * 5000], minimum=24)


@pytest.mark.parametrize("often", [20, 40, 400])
def test_a_copy_that_is_cut_is_found_behind_many_whole_ones(often: int) -> None:
    """An error is kept once per attempt and view: the one copy that ends early is looked at as well."""
    words = ("quartz marmots juggle velvet", "ledgers beneath a copper moon", "while nine herons argue softly")
    whole = " ".join(words)
    kept = [b"said: " + whole.encode()] * often + [b"said: " + " ".join(words[:2]).encode()]
    fragments = common_fragments(kept, [whole.encode()], minimum=24)
    assert any(kept[-1].endswith(fragment) for fragment in fragments)
