"""A rule proves itself: the engine finds its own examples exactly, and leaves its counter-examples alone."""

from __future__ import annotations

from redaction.policy import Policy
from redaction.redactor import Redactor
from redaction.rule import Rule


def check_rule(rule: Rule, *, accelerated: bool | None = None) -> tuple[str, ...]:
    """Return what is wrong with a rule, judged by its own examples; nothing if it is sound.

    The sentences number the examples and never quote them.
    """
    problems: list[str] = []
    for number, example in enumerate(rule.finds, 1):
        found, again = _found(rule, example.text, accelerated)
        if example.value not in found:
            nearest = "nothing was found" if not found else "another part of it was found"
            problems.append(f"example {number} to find: {nearest}")
        elif again:
            problems.append(f"example {number} to find: something is found again after its redaction")
    for number, text in enumerate(rule.leaves, 1):
        if _found(rule, text, accelerated)[0]:
            problems.append(f"example {number} to leave: it was claimed")
    return tuple(problems)


def _found(rule: Rule, text: str, accelerated: bool | None) -> tuple[list[str], bool]:  # noqa: FBT001 - passed through
    """Return the parts of a text that a rule claims, and whether it claims anything in the redacted text."""
    redactor = Redactor(Policy(), rules=(rule,), accelerated=accelerated)
    data = text.encode("utf-8", "surrogatepass")
    parts = [data[each.start : each.end].decode("utf-8", "replace") for each in redactor.survey(data)]
    redacted = redactor.redact(data).data
    return parts, bool(Redactor(Policy(), rules=(rule,), accelerated=accelerated).survey(redacted))
