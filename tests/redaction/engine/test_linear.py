"""Hostile input costs no more per byte than it has to: four times the text, not sixteen times the work."""

from __future__ import annotations

import time

import pytest

from redaction import Format, PathRole, Policy, Redactor
from tests.redaction.engine.planted import RULES, known

VALUE = "sk-Zq7/FAKE+canary0123456789abcdef"
HOSTILE = {
    "letters": "a",
    "quotes": '"',
    "equals": "=",
    "base64": "QUJDREVG",
    "brackets": "[{(",
    "escape": "\x1b[",
    "backslashes": "\\",
    "percent": "%25",
    "entities": "&amp;",
    "masks": "***",
    "dots": "...",
    "at": "a@",
    "lines": "\n   ",
    "head": VALUE[:9],
    "wrapped head": VALUE[:9] + "\n",
    "unicode escapes": "\\u0022",
    "nul": "\x00",
    "zero width": "\u200b",
    "folder": "/home/",
    "assignment": "passphrase=",
    "placeholder": "REDACTED-a-",
    "box": " │\n│ ",
    "json": '{"api_key":',
}
LARGE, TIMES, GENEROUS = 60_000, 4, 10
ATTEMPTS = 3
"""How often costs are taken, of which the least count: a machine is busy for a moment, a square is one each time."""


def cost(text: str) -> float:
    """CPU seconds of one redaction, the least of three."""
    least = 1e9
    for _ in range(3):
        policy = Policy(known_values=(known(VALUE),), path_roles=(PathRole("/home/fake", "home-1"),))
        redactor = Redactor(policy, rules=RULES)
        redactor.survey(b"")
        begin = time.process_time()
        redactor.redact(text.encode(), Format.JSON)
        least = min(least, time.process_time() - begin)
    return least


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_input_is_linear(name: str) -> None:
    """The cost of four times the text is far below sixteen times the cost (only ratios are compared)."""
    unit = HOSTILE[name]
    texts = unit * (LARGE // len(unit)), unit * (TIMES * LARGE // len(unit))
    few = many = float("inf")
    for _ in range(ATTEMPTS):
        few, many = (min(least, cost(text)) for least, text in zip((few, many), texts, strict=True))
        if many < GENEROUS * max(few, 0.002):
            break
    assert many < GENEROUS * max(few, 0.002)
