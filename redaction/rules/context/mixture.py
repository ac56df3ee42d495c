"""What generated text looks like: it changes between letters, digits and signs at every second character, and reads like no word."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

_SHORTEST: Final = 8
_LONGEST_PIECE: Final = 2.4
"""Signs, digits and letters of one case follow each other for so long on average in what was generated; in code for longer."""

_PIECE: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+|[^A-Za-z\d]+")
_CLASSES: Final = tuple(map(re.compile, (r"[a-z]", r"[A-Z]", r"\d", r"[^\w./-]")))
_ALL: Final = len(_CLASSES)
_LONGEST_OF_FEW: Final = 2.0
_LONGEST_OF_LETTERS: Final = 3.0
_CHANGE: Final = re.compile(r"(?<=[a-z])[A-Z0-9]|(?<=[A-Z])[a-z0-9]|(?<=[0-9])[A-Za-z]")
_CHANGES: Final = 4
"""So often a generated token of six characters or more changes their class."""

_SELDOM: Final = {
    first: frozenset(others)
    for first, others in zip(
        "abcdefghijklmnopqrstuvwxyz",
        (
            *("ehjoqz", "fghkmnpqtvwxz", "bgjnqvwxz", "hjkpqvwxyz", "hjz", "bghjkmnpqvwxz", "bcdfjkmpqtvwxyz"),
            *("bcdfghjkmnpqvwxz", "hijkquwy", "bcdfghijklmnpqrstvwxyz", "bcdfghjkmopqrtuvxyz", "bghjkmqrxz"),
            *("cfghjknqrvwxz", "jqwxz", "ehjqyz", "bgjkmnqvwxz", "abcdefghijklmnopqrstvwxyz", "hjqwxz", "bjvxz"),
            *("gjkqvx", "hjkquvwxyz", "bcdfghjklmnpqrstuvwxyz", "bcdfgjkmpqtuvwxyz", "abdfghjklmnoqrsuvwxyz"),
            *("abdfghjkqruvwxyz", "bcdfghjklmnopqrstuvwxyz"),
        ),
        strict=True,
    )
}
"""What follows a letter in less than 3 of 10,000 pairs of the words that Python's libraries are written in."""

_LEAST_SELDOM: Final = 3
_SHARE: Final = 0.3
_HUMP: Final = re.compile(r"[A-Z]?[a-z]++|[A-Z]++")


def mixes_signs(text: str) -> bool:
    """Say whether a text mixes signs, digits and letters as a generator of passwords does."""
    classes = sum(each.search(text) is not None for each in _CLASSES)
    if len(text) < _SHORTEST or _CLASSES[-1].search(text) is None or classes < _ALL - 1:
        return False
    return len(text) / len(_PIECE.findall(text)) <= (_LONGEST_PIECE if classes == _ALL else _LONGEST_OF_FEW)


def is_generated(word: str) -> bool:
    """Say whether a word of letters and digits changes between them, and their case, as a generated one does."""
    return any(character.isdigit() for character in word) and len(_CHANGE.findall(word)) >= _CHANGES


def changes_often(word: str) -> bool:
    """Say whether the runs of one class in a word are as short as in what was generated: ``S3ContentLocation`` has long ones."""
    return len(word) / max(1, len(_PIECE.findall(word))) <= _LONGEST_OF_LETTERS


def is_gibberish(word: str) -> bool:
    """Say whether letters follow each other as in no word: of ``CamelCase`` each hump is looked at for itself.

    Nine of ten random texts of 14 letters do, two of a thousand words.
    """
    pairs = [pair for hump in _HUMP.findall(word) for pair in pairwise(hump.lower())]
    seldom = sum(second in _SELDOM[first] for first, second in pairs)
    return seldom >= _LEAST_SELDOM and seldom >= _SHARE * len(pairs)
