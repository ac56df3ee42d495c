"""Pairs of names and values are found in every notation of configuration files, in linear time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bundler.machine.assignments import assignments


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("A=1", "A", "1"),
        ("export A=1 # why", "A", "1"),
        ("  A = 1 ; why", "A", "1"),
        ("A=1 #2", "A", "1 #2"),
        ("A=a#b", "A", "a#b"),
        ("A='x # y' # why", "A", "x # y"),
        ('A="x \\"y\\"\\n" # why', "A", 'x "y"\n'),
        ('A="x\ny"\nB=2', "A", "x\ny"),
        ('A="x\ny"\nB=2', "B", "2"),
        ('A="never closed\nB=2', "B", "2"),
        ("k: v", "k", "v"),
        ("- k: v", "k", "v"),
        ("  - - k: 'v'", "k", "v"),
        ("k: {a: 1, \"b\": 'x y'}", "b", "x y"),
        ("[{a: 1}, {b: 2}]", "b", "2"),
        ("k: |\n  one\n  two\nn: 1", "k", "one\ntwo"),
        ("k: |\n  one\n  two\nn: 1", "n", "1"),
        ('  "k": "v",', "k", "v"),
        ("k: p w d", "k", "p w d"),
        ("//registry.example/:_authToken=v", "//registry.example/:_authToken", "v"),
        ("A=1\r\nB=2\r\n", "A", "1"),
        ("# A=1", "A", "1"),
    ],
)
def test_notations(text: str, name: str, value: str) -> None:
    """The pair is among those that are found."""
    assert (name, value) in list(assignments(text))


@pytest.mark.parametrize("text", ["no pair", "http://A/path", "A", ""])
def test_what_is_no_pair(text: str) -> None:
    """Prose and addresses hold none; what is commented out may still be valid and is read."""
    assert not [pair for pair in assignments(text) if pair[0] == "A"]


@pytest.mark.parametrize(
    "text",
    [
        '"' * 99_999,
        'a="' + '\\"' * 99_999,
        "a:" * 99_999,
        "a=b," * 99_999,
        "x='" + "\n'a" * 9999,
        "a='\n" * 9999,
        "- " * 99_999,
    ],
)
def test_hostile_texts_end(text: str) -> None:
    """Quotes that never close, and repetitions of signs, cost no more than others."""
    assert sum(1 for _ in assignments(text)) < 200_000


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=200))
def test_any_text_is_read(text: str) -> None:
    """No text raises."""
    list(assignments(text))
