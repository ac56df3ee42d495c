"""How far a rule looks behind its anchor is what it says (``Rule.sight``), runs aside."""

from __future__ import annotations

import importlib
import re
from typing import Any

import pytest

from redaction.repeats import FURTHEST_BACK
from redaction.rule import Rule
from redaction.rules.registry import RULES

_PARSER: Any = importlib.import_module("re._parser")
_CHARACTERS = ("LITERAL", "NOT_LITERAL", "ANY", "IN")
_REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")
_LONGEST_QUOTE = 24
"""What a reference to a group repeats: quotes with their backslashes."""


def reach(items: Any) -> tuple[int, int]:
    """Return the most bytes that parsed items match, and that they look at; a repetition without limit counts once."""
    length = seen = 0
    for operator, argument in items:
        name = str(operator)
        own = ahead = 0
        if name in _CHARACTERS:
            own = 1
        elif name in _REPEATS:
            _, most, what = argument
            own, ahead = reach(what)
            if most == _PARSER.MAXREPEAT:
                own = own if len(what) > 1 or str(what[0][0]) not in _CHARACTERS else 0
            else:
                ahead += own * (most - 1) if most else 0
                own *= most
        elif name in ("SUBPATTERN", "ATOMIC_GROUP"):
            own, ahead = reach(argument[-1] if name == "SUBPATTERN" else argument)
        elif name == "BRANCH":
            own, ahead = map(max, zip(*map(reach, argument[1]), strict=True))
        elif name == "GROUPREF_EXISTS":
            own, ahead = map(max, zip(*(reach(each) for each in argument[1:] if each is not None), strict=True))
        elif name in ("ASSERT", "ASSERT_NOT") and argument[0] > 0:
            ahead = max(reach(argument[1]))
        elif name == "GROUPREF":
            own = _LONGEST_QUOTE
        else:
            assert name in ("ASSERT", "ASSERT_NOT", "AT", "FAILURE"), name
        seen = max(seen, length + own, length + ahead)
        length += own
    return length, seen


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_no_rule_looks_further_than_it_says(rule: Rule) -> None:
    """Neither the pattern nor what looks ahead of it can tell more than ``sight`` bytes apart."""
    pattern = _PARSER.parse(rule.pattern.pattern, rule.pattern.flags & ~re.DEBUG)
    ahead = _PARSER.parse(rule.ahead, re.IGNORECASE)
    assert max(*reach(pattern), *reach(ahead)) <= rule.sight


def test_no_rule_looks_further_back_than_is_said() -> None:
    """No reach is longer than what stands before a stretch."""
    assert all(rule.reach.limit + 128 < FURTHEST_BACK for rule in RULES if rule.reach)
