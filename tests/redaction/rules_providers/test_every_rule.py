"""Every rule of the registry proves itself in the real engine, by its own examples and on hostile input."""

from __future__ import annotations

import pytest

from redaction.check import check_rule
from redaction.policy import Policy
from redaction.redactor import Redactor
from redaction.rule import Rule, value_spans
from redaction.rules.registry import PROVIDER_RULES, RULES

EVERY = [pytest.param(rule, id=rule.id) for rule in RULES]
PROVIDERS = [pytest.param(rule, id=rule.id) for rule in PROVIDER_RULES]


def _start(rule: Rule, data: bytes, hit: int) -> int:
    """Return where the engine lets a match begin for an anchor at ``hit``."""
    if rule.reach is None:
        return hit
    floor = max(0, hit - rule.reach.limit)
    return floor + len(data[floor:hit].rstrip(bytes(rule.reach.alphabet)))


@pytest.mark.parametrize("rule", EVERY)
def test_a_rule_claims_its_examples_exactly_and_leaves_the_others(rule: Rule) -> None:
    """The engine finds each example's value whole, leaves what is to be left, and finds nothing after redaction."""
    assert check_rule(rule) == ()


@pytest.mark.parametrize("rule", PROVIDERS)
def test_an_anchor_stands_in_every_match(rule: Rule) -> None:
    """In every example some anchor stands inside the match that claims the value: the engine looks nowhere else."""
    for example in rule.finds:
        data = example.text.encode()
        hits = [at for anchor in rule.anchors for at in range(len(data)) if data.lower().startswith(anchor, at)]
        matches = [(hit, rule.pattern.match(data, _start(rule, data, hit))) for hit in hits]
        spans = [value_spans(rule, match) for hit, match in matches if match is not None and match.end() > hit]
        claims = [data[slice(*span)] for some in spans for span in some]
        assert example.value.encode() in claims


@pytest.mark.parametrize("rule", PROVIDERS)
def test_the_registry_replaces_every_example(rule: Rule) -> None:
    """With all rules at work nothing of an example's value is left, whichever rule speaks for it."""
    for example in rule.finds:
        redacted = Redactor(Policy()).redact(example.text.encode()).data.decode()
        assert example.value not in redacted
        assert not any(example.value[at : at + 12] in redacted for at in range(0, max(1, len(example.value) - 12), 6))


@pytest.mark.parametrize("rule", PROVIDERS)
def test_redacting_twice_changes_nothing(rule: Rule) -> None:
    """What stands in a value's place is no value for any rule."""
    for example in rule.finds:
        once = Redactor(Policy()).redact(example.text.encode()).data
        assert Redactor(Policy()).redact(once).data == once


def test_ids_are_unique() -> None:
    """No two rules share an id."""
    ids = [rule.id for rule in RULES]
    assert len(ids) == len(set(ids))
