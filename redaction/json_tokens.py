"""Read JSON as a flat run of scalars, in the raw bytes, without a tree and without recursion."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

_STRING: Final = rb'"((?:[^"\\]++|\\.)*+)"'
_SPACE: Final = rb"[ \t\r\n]*+"
_VALUE: Final = (
    rb"(?:(?:" + _STRING + rb"|(-?[0-9][0-9.eE+-]*+)|true|false|null|NaN|-?Infinity)" + _SPACE + rb"(,)?+|([{\[]))"
)
_ELEMENT: Final = re.compile(_SPACE + rb"()" + _VALUE, re.DOTALL)
_MEMBER: Final = re.compile(_SPACE + _STRING + _SPACE + rb":" + _SPACE + _VALUE, re.DOTALL)
_CLOSE: Final = re.compile(_SPACE + rb"([}\]])" + _SPACE + rb"(,)?+")
_REST: Final = re.compile(_SPACE)
_KEY, _TEXT, _NUMBER, _COMMA, _OPEN = range(1, 6)

Span = tuple[int, int]
Descend = Callable[[Span | None, bool], bool]


class Scalar(NamedTuple):
    """One string, number or key: its span (a string's without the quotes), and what it stands under.

    ``key`` is the span of the key of the nearest mapping member; ``None`` at the top. ``below`` is what ``descend``
    said about the mapping or list that it stands in.
    """

    start: int
    end: int
    number: bool
    is_key: bool
    key: Span | None
    below: bool


class NotJsonError(Exception):
    """The text is no JSON; carries nothing of it."""


def scalars(text: bytes, start: int, end: int, descend: Descend) -> Iterator[Scalar]:
    """Yield the strings, numbers and keys of the JSON text ``text[start:end]`` in order.

    ``descend(key, below)`` is asked at each mapping or list whether what is in it is sensitive as a whole. Raises
    ``NotJsonError`` where the text ends to be JSON; what was yielded before must then be dropped.
    """
    outer: list[tuple[bool, Span | None, bool]] = []
    mapping, key, below = False, None, False
    at, item, closing = start, True, False
    while True:
        match = (_MEMBER if mapping else _ELEMENT).match(text, at, end) if item else None
        if match is not None:
            at = match.end()
            member = match.span(_KEY) if mapping else key
            if mapping and member is not None:
                yield Scalar(*member, number=False, is_key=True, key=None, below=below)
            if match.end(_OPEN) >= 0:
                outer.append((mapping, key, below))
                mapping, key, below = text[at - 1] == ord("{"), member, descend(member, below)
                closing = True
                continue
            which = match.lastindex if match.lastindex != _COMMA else (_TEXT if match.end(_TEXT) >= 0 else _NUMBER)
            if which in (_TEXT, _NUMBER) and match.end(which) >= 0:
                yield Scalar(*match.span(which), number=which == _NUMBER, is_key=False, key=member, below=below)
            comma = match.end(_COMMA) >= 0
        else:
            match = _CLOSE.match(text, at, end) if closing and outer else None
            if match is None or (match[1] == b"}") != mapping:
                raise NotJsonError
            at = match.end()
            mapping, key, below = outer.pop()
            comma = match.end(2) >= 0
        if not outer:
            break
        item, closing = comma, not comma
    rest = _REST.match(text, at, end)
    if comma or rest is None or rest.end() != end:
        raise NotJsonError
