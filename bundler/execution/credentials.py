"""Values for a rerun's references: from the recorded command where there is one, else from the environment.

The request of a run shows credentials masked, so its reproduction refers to variables (``MODEL_API_KEY``). The command
as it was recorded holds what stood there: the same option, and inside JSON the same place.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from bundler.collectors.shell_words import plain_argument, references
from bundler.execution.command_words import option_value


def fill(
    argv: Sequence[str], recorded: Sequence[str], environment: Mapping[str, str]
) -> tuple[dict[str, str], list[str]]:
    """Return values by reference name, and the names for which there is none."""
    told = dict(_recorded(argv, recorded))
    values: dict[str, str] = {}
    missing: list[str] = []
    for name in references(argv):
        value = environment.get(name) or told.get(name, "")
        if value:
            values[name] = value
        else:
            missing.append(name)
    return values, missing


def _recorded(argv: Sequence[str], recorded: Sequence[str]) -> Iterator[tuple[str, str]]:
    for flag, argument in pairwise(argv):
        if flag.startswith("--") and any(references([argument])):
            given = option_value(recorded, flag)
            yield from _paired(_value(plain_argument(argument)), _value(given))


def _value(text: str) -> Any:
    if text[:1] in ("{", "["):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return text
    return text


def _paired(shown: Any, given: Any) -> Iterator[tuple[str, str]]:
    if isinstance(shown, dict) and isinstance(given, dict):
        for key, inner in shown.items():
            yield from _paired(inner, given.get(key))
    elif isinstance(shown, list) and isinstance(given, list):
        for inner, other in zip(shown, given, strict=False):
            yield from _paired(inner, other)
    elif isinstance(shown, str) and isinstance(given, str) and shown.startswith("${") and shown.endswith("}"):
        yield shown[2:-1], given
