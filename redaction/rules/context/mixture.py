"""How often a text changes between letters, digits and signs: what is generated does so at every second character."""

from __future__ import annotations

import re
from typing import Final

_SHORTEST: Final = 8
_LONGEST_PIECE: Final = 2.4
"""Signs, digits and letters of one case follow each other for so long on average in what was generated; in code for longer."""

_PIECE: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+|[^A-Za-z\d]+")
_CLASSES: Final = tuple(map(re.compile, (r"[a-z]", r"[A-Z]", r"\d", r"[^\w./-]")))
_ALL: Final = len(_CLASSES)
_LONGEST_OF_FEW: Final = 2.0
_CHANGE: Final = re.compile(r"(?<=[a-z])[A-Z0-9]|(?<=[A-Z])[a-z0-9]|(?<=[0-9])[A-Za-z]")
_CHANGES: Final = 4
"""So often a generated token of six characters or more changes their class."""


def mixes_signs(text: str) -> bool:
    """Say whether a text mixes signs, digits and letters as a generator of passwords does."""
    classes = sum(each.search(text) is not None for each in _CLASSES)
    if len(text) < _SHORTEST or _CLASSES[-1].search(text) is None or classes < _ALL - 1:
        return False
    return len(text) / len(_PIECE.findall(text)) <= (_LONGEST_PIECE if classes == _ALL else _LONGEST_OF_FEW)


def is_generated(word: str) -> bool:
    """Say whether a word of letters and digits changes between them, and their case, as a generated one does."""
    return any(character.isdigit() for character in word) and len(_CHANGE.findall(word)) >= _CHANGES
