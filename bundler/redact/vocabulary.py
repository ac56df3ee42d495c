"""The subject's own words: field names and what names the run are no task data, wherever else they stand."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from bundler.model import RawItem
from redaction import Format

_KEY: Final = re.compile(rb'"([^"\\]{1,80}+)"\s{0,4}+:')
_PART: Final = re.compile(r"[^\W_]+")


def vocabulary(items: Iterable[RawItem], names: Iterable[str]) -> frozenset[str]:
    """Return the field names of all JSON items and ``names``, each whole and in its parts."""
    words = set(names)
    for item in items:
        if item.format is not Format.TEXT:
            words.update(key.decode("utf-8", "replace") for key in _KEY.findall(item.data))
    return frozenset(words | {part for word in words for part in _PART.findall(word)})
