"""Write docs/detectors.md from the registry: every rule, what it looks for, finds and leaves."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from redaction.findings import Kind
from redaction.placeholders import numbered
from redaction.policy import Policy
from redaction.redactor import Redactor
from redaction.rule import Example, Rule
from redaction.rules.registry import BORROWED_RULES, CONTEXT_RULES, PLACE_AND_PERSON_RULES, PROVIDER_RULES, RULES

PAGE: Final = Path(__file__).with_name("detectors.md")
_MOST_ANCHORS: Final = 6
_MOST_EXAMPLES: Final = 2
_LONGEST: Final = 90
_SHORTEST_HIDDEN: Final = 16

_HEAD: Final = """\
# Detectors

Written by `docs/generate_detectors.py` from `redaction/rules/registry.py`; do not edit. `compass-report rules test` runs
every example below on your machine. A rule is looked for only where one of its anchors stands, in any case; where several
rules claim one text, the earlier one names the placeholder and the whole of it goes. `⟨n⟩` stands for a value of n
characters, which is replaced whole. No rule takes dummies: `xxxx…`, one character repeated, `your-api-key`, `<token>`,
`${VARIABLE}`, `********`, or words joined by `-` or `_`.
"""
_SECTIONS: Final = (
    (
        "Formats of providers",
        "They find a value by its shape, or by its provider's name before it.",
        PROVIDER_RULES,
    ),
    ("Contexts", "They find a value of any shape by what stands around it.", CONTEXT_RULES),
    ("Places and people", "They find hosts, addresses, accounts and persons.", PLACE_AND_PERSON_RULES),
    ("Patterns of detect-secrets", "Release 1.5.0's patterns.", BORROWED_RULES),
)


def page() -> str:
    """Return the whole page."""
    total = sum(len(rules) for _, _, rules in _SECTIONS)
    parts = [_HEAD, f"{total} rules.\n"]
    for title, what, rules in _SECTIONS:
        parts.append(f"## {title}\n\n{what} {len(rules)} rules.\n")
        parts.append("| rule | kind | placeholder | looks for | finds | leaves | why |\n|---|---|---|---|---|---|---|")
        parts.append("\n".join(_row(rule) for rule in rules) + "\n")
    return "\n".join(parts)


def _row(rule: Rule) -> str:
    """Return the table row of one rule."""
    finds = [_shown(example) for example in rule.finds[:_MOST_EXAMPLES]]
    leaves = [_code(_cut(_without_values(text))) for text in rule.leaves[:_MOST_EXAMPLES]]
    anchors = [_code(anchor.decode("utf-8", "replace")) for anchor in rule.anchors[:_MOST_ANCHORS]]
    more = len(rule.anchors) - len(anchors)
    cells = (
        f"`{rule.id}`",
        rule.kind.value,
        _code(numbered(rule.kind, rule.stem, 1)) if rule.kind is not Kind.PATH else "the folder's role",
        " ".join(anchors) + (f" and {more} more" if more else ""),
        "<br>".join(finds),
        "<br>".join(leaves),
        rule.why.replace("|", "\\|"),
    )
    return "| " + " | ".join(cells) + " |"


def _shown(example: Example) -> str:
    """Return an example with its value's length in the value's place, and no other value in it."""
    shown = example.text.replace(example.value, f"⟨{len(example.value)}⟩")
    return _code(_cut(_without_values(Redactor(Policy(), rules=PROVIDER_RULES).redact_text(shown))))


def _without_values(text: str) -> str:
    """Return a text without the values of any rule's examples: what one rule leaves another finds."""
    for value in _values():
        text = text.replace(value, f"⟨{len(value)}⟩")
    return text


@cache
def _values() -> tuple[str, ...]:
    """Return the values of all examples that are long enough to be taken for keys, the longest first."""
    values = {example.value for rule in RULES for example in rule.finds if len(example.value) >= _SHORTEST_HIDDEN}
    return tuple(sorted(values, key=lambda value: (-len(value), value)))


def _cut(text: str) -> str:
    """Return a text that fits a table."""
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"


def _code(text: str) -> str:
    """Return a text as inline code that neither a table nor a backtick breaks."""
    escaped = text.replace("\r", "␍").replace("\n", "␊").replace("\t", "␉").replace("|", "\\|")
    fence = "``" if "`" in escaped else "`"
    edge = " " if escaped.startswith("`") or escaped.endswith("`") or escaped != escaped.strip() else ""
    return f"{fence}{edge}{escaped}{edge}{fence}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
