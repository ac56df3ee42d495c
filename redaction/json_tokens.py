"""Read JSON as a flat run of scalars, in the raw bytes, without a tree and without recursion."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

_TOKEN: Final = re.compile(
    rb"[ \t\r\n]*+(?:"
    rb'"(?P<string>(?:[^"\\]++|\\.)*+)"'
    rb"|(?P<mark>[{}\[\],:])"
    rb"|(?P<number>-?[0-9][0-9.eE+-]*+)"
    rb"|(?P<word>true|false|null|NaN|-?Infinity))",
    re.DOTALL,
)
Descend = Callable[[tuple[int, int] | None, bool], bool]
_SPACE: Final = re.compile(rb"[ \t\r\n]*+")


@dataclass(frozen=True, slots=True)
class Scalar:
    """One string, number or key: its span (a string's without the quotes), and the keys that lead to it.

    ``key`` is the span of the key it stands under, in the nearest mapping; ``None`` at the top. ``below`` is the
    judgement of the mapping or list that it stands in, as ``descend`` gave it.
    """

    start: int
    end: int
    number: bool
    is_key: bool
    key: tuple[int, int] | None
    below: bool


class NotJson(Exception):  # noqa: N818 - an answer, not a fault
    """The text is no JSON; carries nothing of it."""


class Scalars:
    """Iterates over the scalars of one JSON text and raises ``NotJson`` where it ends to be one.

    ``descend(key, below)`` is asked at each mapping or list whether what is in it is sensitive as a whole.
    """

    def __init__(self, text: bytes, start: int, end: int, descend: Descend) -> None:
        """Read ``text[start:end]``."""
        self._text = text
        self._at = start
        self._end = end
        self._descend = descend

    def __iter__(self) -> Iterator[Scalar]:
        """Yield strings, numbers and keys in order."""
        mappings: list[bool] = []
        keys: list[tuple[int, int] | None] = []
        belows: list[bool] = []
        key: tuple[int, int] | None = None
        below = False
        state = "value"
        text, match_token, limit = self._text, _TOKEN.match, self._end
        at = self._at
        while True:
            if state == "done":
                space = _SPACE.match(text, at, limit)
                if space is None or space.end() != limit:
                    raise NotJson
                return
            match = match_token(text, at, limit)
            if match is None:
                raise NotJson
            at = match.end()
            kind = match.lastgroup
            if kind == "string" and state in ("key", "first key"):
                key = match.span("string")
                yield Scalar(*key, number=False, is_key=True, key=None, below=below)
                state = "colon"
            elif kind != "mark":
                if state not in ("value", "first value"):
                    raise NotJson
                if kind != "word":
                    yield Scalar(*match.span(kind or 0), number=kind == "number", is_key=False, key=key, below=below)
                state = "next" if mappings else "done"
            else:
                mark = text[at - 1]
                if mark in b"{[" and state in ("value", "first value"):
                    mappings.append(mark == ord("{"))
                    keys.append(key)
                    belows.append(below)
                    below = self._descend(key, below)
                    state = "first key" if mappings[-1] else "first value"
                elif mark in b"}]":
                    allowed = ("first key", "next") if mark == ord("}") else ("first value", "next")
                    if not mappings or mappings[-1] != (mark == ord("}")) or state not in allowed:
                        raise NotJson
                    mappings.pop()
                    key, below = keys.pop(), belows.pop()
                    state = "next" if mappings else "done"
                elif mark == ord(",") and state == "next":
                    state = "key" if mappings[-1] else "value"
                elif mark == ord(":") and state == "colon":
                    state = "value"
                else:
                    raise NotJson
