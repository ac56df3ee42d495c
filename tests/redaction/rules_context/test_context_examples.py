"""Every context rule finds its own examples, whole, and leaves what it must leave."""

from __future__ import annotations

import pytest

from redaction.rule import Example, Rule
from redaction.rules.context import CONTEXT_RULES
from tests.redaction.rules_context.scan import claimed

FINDS = [
    pytest.param(rule, example, id=f"{rule.id}-{n}") for rule in CONTEXT_RULES for n, example in enumerate(rule.finds)
]
LEAVES = [pytest.param(rule, text, id=f"{rule.id}-{n}") for rule in CONTEXT_RULES for n, text in enumerate(rule.leaves)]


@pytest.mark.parametrize(("rule", "example"), FINDS)
def test_a_rule_claims_exactly_the_value_of_its_example(rule: Rule, example: Example) -> None:
    """What a rule claims in its example is the value, no more and no less."""
    assert (rule.id, example.value) in claimed([rule], example.text)


@pytest.mark.parametrize(("rule", "text"), LEAVES)
def test_a_rule_leaves_its_negative_examples(rule: Rule, text: str) -> None:
    """A rule claims nothing in a text that it must leave."""
    assert claimed([rule], text) == set()


def test_rule_ids_are_unique() -> None:
    """No two context rules share an id."""
    ids = [rule.id for rule in CONTEXT_RULES]
    assert len(ids) == len(set(ids))
