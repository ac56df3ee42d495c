"""The page of detectors says what the registry holds, and shows no value."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

from redaction.rules.registry import RULES

DOCS = Path(__file__).parents[3] / "docs"


def _generator() -> ModuleType:
    """Import the generator by its path: docs is no package."""
    specification = importlib.util.spec_from_file_location("generate_detectors", DOCS / "generate_detectors.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def test_the_page_is_current() -> None:
    """The committed page is what the generator writes now."""
    assert (DOCS / "detectors.md").read_text(encoding="utf-8") == _generator().page()


def test_every_rule_is_on_the_page() -> None:
    """No rule is missing from the page."""
    page = (DOCS / "detectors.md").read_text(encoding="utf-8")
    assert [rule.id for rule in RULES if f"| `{rule.id}` |" not in page] == []


def test_the_page_holds_no_value_of_an_example() -> None:
    """No example's value of 16 characters or more stands on the page."""
    page = (DOCS / "detectors.md").read_text(encoding="utf-8")
    assert not [
        rule.id for rule in RULES for example in rule.finds if len(example.value) >= 16 and example.value in page
    ]
