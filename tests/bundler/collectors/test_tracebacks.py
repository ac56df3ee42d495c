"""Laws of finding tracebacks."""

from __future__ import annotations

import io
import traceback

import pytest

from bundler.collectors.tracebacks import distinct, find
from bundler.model import Traceback


def _chained() -> str:
    try:
        try:
            int("no number")
        except ValueError as cause:
            raise RuntimeError("first line\nsecond line") from cause
    except RuntimeError as error:
        return "".join(traceback.format_exception(error))


def _group() -> str:
    try:
        raise ExceptionGroup("several", [ValueError("a"), KeyError("b")])  # noqa: TRY301 - it needs frames
    except ExceptionGroup as group:
        return "".join(traceback.format_exception(group)).rstrip()


@pytest.mark.parametrize("indent", ["", "    ", "\t"])
def test_a_chain_is_one_whole_traceback(indent: str) -> None:
    """Causes, frames and every line of the message are there, at any indentation, and nothing after."""
    chain = "\n".join(indent + line if line else line for line in _chained().rstrip().split("\n"))
    (found,) = find(f"before\n{chain}\n\nafter\n", "m")
    assert found.text == chain
    assert found.where == "m:2"


def test_a_traceback_inside_a_message_starts_at_its_header() -> None:
    """What a provider puts behind its own sentence is found whole."""
    (found,) = find("EnvironmentSetupError: failed: " + _chained(), "m#/issues/0/message")
    assert found.text == _chained().strip()
    assert found.where == "m#/issues/0/message"


def test_two_joined_tracebacks_are_two() -> None:
    """Diagnostics that are joined without a chaining sentence stay apart."""
    one = 'Traceback (most recent call last):\n  File "a", line 1\nOSError: a'
    two = one.replace("OSError: a", "KeyError: b")
    assert [found.text for found in find(f"{one}\n{two}", "m")] == [one, two]


def test_a_group_and_a_box_are_found_whole() -> None:
    """Exception groups and rich's boxes keep their drawing and the exception's line below."""
    box = "╭─ Traceback (most recent call last) ─╮\n│ x.py:1 in f │\n╰──────╯\nValueError: bad\n"
    (found,) = find(box + "\nafter", "console")
    assert found.text == box.strip()
    (found,) = find("before\n" + _group() + "\nafter", "m")
    assert found.text == _group()


def test_a_boxed_and_a_plain_traceback_with_log_lines_between_are_both_whole() -> None:
    """What follows a box's exception line on a console is not part of it, and is found on its own."""
    box = "╭─ Traceback (most recent call last) ─╮\n│ x.py:1 in f │\n╰──────╯\nValueError: bad"
    plain = 'Traceback (most recent call last):\n  File "a", line 1\nOSError: a\nmore of the message'
    console = f"{box}\n         INFO     x y\n10:00:00 INFO     z\n{plain}\n10:00:01 INFO     end\n"
    assert [found.text for found in find(console, "m")] == [box, plain]


def test_the_same_traceback_is_listed_once_with_its_places() -> None:
    """Repeats join their places."""
    found = distinct([Traceback("a", "T"), Traceback("b", "T\n"), Traceback("c", "U")])
    assert [(one.where, one.text) for one in found] == [("a, b", "T"), ("c", "U")]


def test_many_headers_take_linear_time() -> None:
    """A text of headers alone ends."""
    text = io.StringIO()
    text.write("Traceback (most recent call last):\n" * 20_000)
    assert len(list(find(text.getvalue(), "m"))) == 20_000
