"""What attacks and fuzzing found, each as the smallest input that showed it."""

from __future__ import annotations

import base64
import json
import random

import pytest

from bundler.collectors.contract import contract
from bundler.collectors.json_stream import project
from bundler.render.documents import Documents
from bundler.render.manifest import encode_manifest
from bundler.verify.decoders import unescape
from bundler.verify.known_values import Known, KnownValues
from bundler.verify.lines import Lines
from bundler.verify.placeholders import Placeholders
from bundler.verify.rules import Leave, RuleScanner, Starts, shipped_rules
from bundler.verify.views import View, views_of
from redaction import Format, Policy, Redactor
from redaction.rule import Reach

LEAVE = Leave(Placeholders((), (rule.stem for rule in shipped_rules())), frozenset(), frozenset())


def _view(data: bytes) -> View:
    return View(Lines.of_document(data), ())


@pytest.mark.parametrize(
    "text",
    [
        b"task=etc/passwd | category=Math7xk | attempts=1 | environment=host_process",
        b"BEGIN RSA PRIVATE KEY4:50:",
        b"| REDACTED-secret-2 | harness=naive_x9 |",
    ],
)
def test_a_placeholder_names_nothing(text: bytes) -> None:
    """What follows a placeholder is not a secret for it: redacting again changes nothing, and the verifier agrees."""
    once = Redactor(Policy()).redact(text, Format.TEXT).data
    assert Redactor(Policy()).redact(once, Format.TEXT).data == once
    assert list(RuleScanner(shipped_rules()).find(_view(once), LEAVE)) == []


def test_a_run_of_backslashes_costs_no_square() -> None:
    """A hundred thousand backslashes are undone, and pairs of surrogates after them as before."""
    assert len(unescape(b"\\" * 100_000)) == 50_000
    assert unescape(b"\\ud83d\\ude00") == "\U0001f600".encode()
    assert unescape(b"\\\\\\ud83d\\\\ude00") == "\U0001f600".encode()


def test_a_value_that_repeats_itself_is_searched() -> None:
    """A known value of kilobytes that repeats itself neither takes half a minute to prepare nor is missed."""
    value = "key:" * 7_000
    known = KnownValues([Known(value)])
    assert any(rule == "known-secret" for _, rule in known.find(_view(b"x " + value.encode() + b" y")))


def test_zeros_in_base64_cost_no_square() -> None:
    """Half a million digits that decode to zeros, as a string of one letter does, are decoded; text after them is found."""
    hidden = base64.b64encode("Zoë said: pässword".encode())
    views = views_of(b"A" * 500_000 + b" " + hidden + b"\n")
    assert any("Zoë said".encode() in view.lines.data for view in views if view.path == ("base64",))


def test_a_line_of_one_prefix_costs_no_square() -> None:
    """A rule is not tried again inside its own hit; there is a hit all the same."""
    data = b"sk-" * 40_000
    assert "sk-key" in {rule for _, rule in RuleScanner(shipped_rules()).find(_view(data), LEAVE)}


def test_starts_of_names_are_those_of_a_plain_walk() -> None:
    """Marking what may be stepped over changes nothing, whatever the limits and the order of anchors."""
    chance = random.Random(7)
    reaches = [Reach(frozenset(b"ab"), limit) for limit in (3, 8, 100)]
    for _ in range(300):
        data = bytes(chance.choice(b"aaaaaab.") for _ in range(chance.randint(1, 60)))
        starts = Starts(data)
        for _ in range(30):
            reach, position = chance.choice(reaches), chance.randrange(len(data))
            assert starts.of(reach, position) == _walked(data, position, reach)


def _walked(data: bytes, position: int, reach: Reach) -> int:
    earliest = max(position - reach.limit, 0)
    while position > earliest and data[position - 1] in reach.alphabet:
        position -= 1
    return position


@pytest.mark.parametrize("data", [b"[]", b'"x"', b"7", b"null", b"[" * 100_000, b"\xff", b""])
def test_a_member_of_another_shape_reads_as_unknown(data: bytes) -> None:
    """Where an object is expected anything else is an empty one."""
    assert Documents({"evidence/run_info.json": data}).object("evidence/run_info.json") == {}


@pytest.mark.parametrize("name", ["result", "run_info", "task"])
@pytest.mark.parametrize(
    "whole", [b'{"a": [1, {"error": "x"}, [null]], "": {"b": -1.5e3}, "c": "d"}', b'[1, [], "x", {}]']
)
def test_a_document_cut_anywhere_is_still_json(whole: bytes, name: str) -> None:
    """What is kept of a document that ends anywhere, behind a colon or a comma too, is JSON."""
    for end in range(len(whole)):
        kept = project([whole[:end]], contract(name, task_id="x"))
        json.loads(kept.data)
        assert not kept.complete


def test_half_a_surrogate_pair_fits_into_a_manifest() -> None:
    """An id that is no valid Unicode is written as its escape."""
    assert json.loads(encode_manifest({"task_id": "x \ud800"})) == {"task_id": "x \ud800"}
