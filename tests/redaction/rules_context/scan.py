"""A small stand-in for the engine: anchors found case-insensitively, one match per anchor."""

from __future__ import annotations

from collections.abc import Iterable

from redaction.rule import Rule, value_spans


def spans(rule: Rule, data: bytes) -> set[tuple[int, int]]:
    """Return the spans of ``data`` that a rule claims."""
    lowered, found = data.lower(), set()
    for anchor in rule.anchors:
        at = lowered.find(anchor)
        while at >= 0:
            match = rule.pattern.match(data, _start(rule, data, at))
            if match and (rule.accepts is None or rule.accepts(match)):
                found.update(value_spans(rule, match))
            at = lowered.find(anchor, at + 1)
    return found


def claimed(rules: Iterable[Rule], text: str) -> set[tuple[str, str]]:
    """Return (rule id, text) for everything that the rules claim."""
    data = text.encode()
    return {(rule.id, data[a:b].decode("utf-8", "replace")) for rule in rules for a, b in spans(rule, data)}


def _start(rule: Rule, data: bytes, at: int) -> int:
    """Step back from an anchor as far as the rule's reach allows."""
    if rule.reach is None:
        return at
    low = max(0, at - rule.reach.limit)
    while at > low and data[at - 1] in rule.reach.alphabet:
        at -= 1
    return at
