"""The adapter takes every pattern of detect-secrets, in full, and only when asked."""

from __future__ import annotations

import subprocess
import sys

from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
from detect_secrets.plugins.base import RegexBasedDetector

from redaction.rules import detect_secrets_adapter
from redaction.rules.registry import RULES


def test_importing_the_library_does_not_import_detect_secrets() -> None:
    """``import redaction`` stays cheap."""
    program = "import redaction, sys; sys.exit('detect_secrets' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_every_plugin_is_a_rule_or_left_out_by_name() -> None:
    """A plug-in of a newer release cannot be missed silently."""
    every = {each.__name__ for each in get_mapping_from_secret_type_to_class().values()}
    assert every == detect_secrets_adapter.plugin_names() | detect_secrets_adapter.LEFT_OUT


def test_every_pattern_is_a_rule() -> None:
    """There is one rule for each pattern of each plug-in that is taken."""
    classes = [
        each
        for each in get_mapping_from_secret_type_to_class().values()
        if issubclass(each, RegexBasedDetector) and each.__name__ not in detect_secrets_adapter.LEFT_OUT
    ]
    borrowed = [rule for rule in RULES if rule.id.startswith("detect-secrets-")]
    assert len(borrowed) == sum(len(list(each().denylist)) for each in classes)


def test_a_match_of_detect_secrets_is_claimed_whole() -> None:
    """A borrowed pattern claims the whole value of its example and nothing beside it."""
    for rule in detect_secrets_adapter.rules():
        for example in rule.finds:
            match = next(
                match
                for start in range(len(example.text))
                if (match := rule.pattern.match(example.text.encode(), start)) is not None
            )
            group = "value" if "value" in rule.pattern.groupindex else 0
            assert match[group].decode() == example.value
