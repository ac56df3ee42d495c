"""No rule's cost grows faster than its input, whatever the input repeats; counted in bytes, never in seconds."""

from __future__ import annotations

import re
from itertools import product

import pytest

from redaction.policy import Policy
from redaction.redactor import Redactor
from redaction.rule import Rule
from redaction.rules.registry import BORROWED_RULES, PROVIDER_RULES

RULES = [pytest.param(rule, id=rule.id) for rule in (*PROVIDER_RULES, *BORROWED_RULES)]
FILLERS = (b"a", b"A1", b"0", b"-", b"_", b" ", b".", b"=", b'"', b"\n", b"/", b"a-", b"eyJ.")


class _Counting:
    """A pattern that counts how many bytes its matches cover and how often it is tried."""

    def __init__(self, pattern: re.Pattern[bytes]) -> None:
        self.pattern = pattern
        self.cost = 0

    def match(self, data: bytes, start: int) -> re.Match[bytes] | None:
        """Try the pattern, and count the bytes it covers."""
        match = self.pattern.match(data, start)
        self.cost += 1 if match is None else match.end() - match.start()
        return match


def _cost(rule: Rule, text: bytes) -> int:
    """Return what one survey of a text costs one rule."""
    counting = _Counting(rule.pattern)
    copy = Rule(**{name: getattr(rule, name) for name in rule.__slots__})
    object.__setattr__(copy, "pattern", counting)
    Redactor(Policy(), rules=(copy,)).survey(text)
    return counting.cost


@pytest.mark.parametrize("rule", RULES)
def test_refused_and_accepted_matches_cover_a_text_a_bounded_number_of_times(rule: Rule) -> None:
    """Doubling a text that repeats the rule's anchor at most doubles the bytes its matches cover, and a little."""
    for anchor, filler in product(rule.anchors[:1], FILLERS[:6]):
        short = (anchor + filler) * 150
        assert _cost(rule, short * 2) <= 2 * _cost(rule, short) + 4096


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_survives_an_anchor_before_a_long_run(rule: Rule) -> None:
    """An anchor followed by a long run of one alphabet is read without trying every way to divide it."""
    for anchor, filler in product(rule.anchors[:1], FILLERS):
        Redactor(Policy(), rules=(rule,)).survey(anchor + filler * 8_000)
        Redactor(Policy(), rules=(rule,)).survey((anchor + filler * 3) * 500)
