"""In which ways an expression can begin to match, byte by byte, followed a few bytes far.

Expressions are read with the parser of ``re``. What is not understood ends a way: anything may follow. A way may begin where
the expression would not match, never the other way round.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import Any, Final, NamedTuple

_ATOMS: Final = ("LITERAL", "NOT_LITERAL", "IN", "ANY")
_REPEATS: Final = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")

_WIDEST: Final = 8
"""Bytes that must stand behind an anchor: more hardly refuse more, and take longer to get ready."""

_DEPTHS: Final = (6, 2, 1)
_MOST_WAYS: Final = 24
"""How many parts of an expression are followed: less where it begins in more ways than that."""

_MOST_TEXTS: Final = 400
"""A look for more texts than that is not understood."""

Byte = frozenset[int]
"""The bytes of which one stands at a place."""

_ALL: Final = frozenset(range(256))
_NO_LINE_END: Final = _ALL - {0x0A}
_CATEGORIES: Final = {"DIGIT": rb"\d", "SPACE": rb"\s", "WORD": rb"\w"}

_Texts = frozenset[tuple[Byte, ...]]
"""Texts of which one stands somewhere, byte by byte."""

_Standing = bool | None
"""Whether something stands somewhere; ``None``: it may."""


class Part(NamedTuple):
    """A byte, so many times."""

    byte: Byte
    least: int
    most: int


class Way(NamedTuple):
    """One way to begin behind an anchor.

    The next byte is one of ``pending``, if that is given; behind a way that has ended anything may follow.
    """

    parts: tuple[Part, ...]
    pending: Byte | None
    ended: bool

    @property
    def least(self) -> int:
        """How many bytes stand behind the anchor at least."""
        return sum(part.least for part in self.parts)


START: Final = Way((), None, ended=False)


class _TooManyError(Exception):
    """An expression begins in too many ways to follow them so far."""


def ways(anchor: bytes, ahead: bytes) -> tuple[Way, ...]:
    """Return the ways in which an expression (IGNORECASE) can begin right behind an anchor."""
    return _followed(ahead, tuple(_standing(anchor, texts) for texts in _parsed(ahead)[1]))


@lru_cache(maxsize=256)
def _parsed(ahead: bytes) -> tuple[Any, tuple[_Texts, ...]]:
    """Return an expression as the parser of ``re`` reads it, and the texts it looks back for."""
    items = _parser.parse(ahead, re.IGNORECASE)
    return items, tuple(dict.fromkeys(_looked_back_for(items)))


@lru_cache(maxsize=1024)
def _followed(ahead: bytes, standing: tuple[_Standing, ...]) -> tuple[Way, ...]:
    """Return the ways in which an expression can begin, followed as far as there are not too many.

    ``standing`` tells of each of the texts that it looks back for whether one stands before it.
    """
    items, texts = _parsed(ahead)
    for depth in _DEPTHS:
        try:
            return tuple(_Reader(dict(zip(texts, standing, strict=True)), depth).sequence(items, [START], fold=True))
        except _TooManyError:
            continue
    return (START,)


def _looked_back_for(value: Any) -> Iterator[_Texts]:
    """Yield the texts that parsed items look back for, wherever these stand."""
    if isinstance(value, _parser.SubPattern):
        for op, inner in value:
            if str(op) in ("ASSERT", "ASSERT_NOT") and inner[0] < 0:
                yield from filter(None, (_texts(inner[1], fold=fold) for fold in (True, False)))
            yield from _looked_back_for(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _looked_back_for(inner)


def _texts(items: Iterable[Any], *, fold: bool) -> _Texts | None:
    """Return the texts that items match; nothing if there are too many or they are not understood."""
    texts: set[tuple[Byte, ...]] = {()}
    for op, value in items:
        name = str(op)
        more: Iterable[tuple[Byte, ...]] | None = None
        if name in _ATOMS:
            more = [(_byte(name, value, fold=fold),)]
        elif name == "BRANCH":
            branches = [_texts(branch, fold=fold) for branch in value[1]]
            more = None if None in branches else [text for branch in branches for text in branch or ()]
        elif name == "SUBPATTERN":
            more = _texts(value[3], fold=fold)
        if more is None:
            return None
        texts = {text + end for text in texts for end in more}
        if len(texts) > _MOST_TEXTS:
            return None
    return frozenset(texts)


def _standing(anchor: bytes, texts: _Texts) -> _Standing:
    """Return whether one of some texts stands before the end of an anchor."""
    fitting = [
        text
        for text in texts
        if all(letter in byte for letter, byte in zip(reversed(anchor), reversed(text), strict=False))
    ]
    return any(len(text) <= len(anchor) for text in fitting) or (None if fitting else False)


class _Reader:
    """Follows the ways through parsed items; ``fold`` tells whether the case of letters is all the same there."""

    def __init__(self, standing: Mapping[_Texts, _Standing], depth: int) -> None:
        """Take which texts stand before the end of the anchor, and how many parts are followed."""
        self._standing = standing
        self._depth = depth

    def sequence(self, items: Iterable[Any], ways: list[Way], *, fold: bool) -> list[Way]:
        """Return the ways through items one after the other."""
        for op, value in items:
            live = [way for way in ways if not way.ended]
            if not live:
                break
            ways = _merged([*(way for way in ways if way.ended), *self._item(str(op), value, live, fold=fold)])
            if sum(not way.ended for way in ways) > _MOST_WAYS:
                raise _TooManyError
        return ways

    def _item(self, op: str, value: Any, ways: list[Way], *, fold: bool) -> list[Way]:
        if op in _ATOMS:
            return self._repeated(ways, _byte(op, value, fold=fold), 1, 1)
        if op in _REPEATS:
            least, most, items = value
            return self._repeat(least, most, items, ways, fold=fold)
        if op == "BRANCH":
            return [each for items in value[1] for each in self.sequence(items, ways, fold=fold)]
        if op == "SUBPATTERN":
            _, on, off, items = value
            return self.sequence(items, ways, fold=(fold or bool(on & re.IGNORECASE)) and not off & re.IGNORECASE)
        if op == "ATOMIC_GROUP":
            return self.sequence(value, ways, fold=fold)
        if op in ("ASSERT", "ASSERT_NOT"):
            direction, items = value
            return self._assertion(direction, items, ways, holds=op == "ASSERT", fold=fold)
        if op == "GROUPREF_EXISTS":
            return [each for items in value[1:] for each in self.sequence(items or (), ways, fold=fold)]
        if op == "FAILURE":
            return []
        return ways if op == "AT" else _ended(ways)

    def _repeat(self, least: int, most: Any, items: Any, ways: list[Way], *, fold: bool) -> list[Way]:
        """Follow a repetition: of one byte as it is, of more once."""
        parts = list(items)
        most = None if most is _constants.MAXREPEAT else int(most)
        if len(parts) == 1 and str(parts[0][0]) in _ATOMS:
            return self._repeated(ways, _byte(str(parts[0][0]), parts[0][1], fold=fold), least, most)
        once = self.sequence(parts, ways, fold=fold)
        return [*(() if least else ways), *(once if most == 1 else _ended(once))]

    def _repeated(self, ways: Iterable[Way], byte: Byte, least: int, most: int | None) -> list[Way]:
        """Follow ways through one byte, so many times (``None``: without end)."""
        return [each for way in ways for each in self._through(way, byte, least, most)]

    def _through(self, way: Way, byte: Byte, least: int, most: int | None) -> list[Way]:
        if way.ended or most == 0:
            return [way]
        if way.pending is not None:
            skipped = [] if least else [way]
            first = byte & way.pending
            if not first:
                return skipped
            taken = self._with(way._replace(pending=None), Part(first, 1, 1))
            return skipped + self._through(taken, byte, max(least - 1, 0), None if most is None else most - 1)
        if most is None or way.least + least >= _WIDEST:
            least = min(least, _WIDEST - way.least)
            return _ended([self._with(way, Part(byte, least, least)) if least else way])
        return [self._with(way, Part(byte, least, most))]

    def _with(self, way: Way, part: Part) -> Way:
        """Return a way with one more part, ended where that is far enough."""
        way = way._replace(parts=(*way.parts, part))
        return way._replace(ended=len(way.parts) >= self._depth or way.least >= _WIDEST)

    def _assertion(self, direction: int, items: Any, ways: list[Way], *, holds: bool, fold: bool) -> list[Way]:
        parts = list(items)
        if direction < 0:
            texts = _texts(parts, fold=fold)
            return [way for way in ways if way.parts or texts is None or self._may_hold(texts, holds=holds, fold=fold)]
        if len(parts) == 1 and str(parts[0][0]) in _ATOMS:
            byte = _byte(str(parts[0][0]), parts[0][1], fold=fold)
            if not holds:
                byte = _ALL - byte if fold else _ALL
            return [way._replace(pending=byte if way.pending is None else byte & way.pending) for way in ways]
        others = None if holds or not fold else _others(_texts(parts, fold=True))
        if others is None or any(way.pending is not None for way in ways):
            return ways
        return [way._replace(parts=(*way.parts, *parts), ended=True) for way in ways for parts in others]

    def _may_hold(self, texts: _Texts, *, holds: bool, fold: bool) -> bool:
        """Say whether a look back for some texts may hold right behind the anchor."""
        stands = self._standing[texts]
        return stands is not False if holds else not (stands and fold)


def _others(texts: _Texts | None) -> list[tuple[Part, ...]] | None:
    """Return the ways to be none of some texts, up to the first byte that is another; nothing if they are not understood."""
    if texts is None or () in texts:
        return None
    firsts = {text[0] for text in texts}
    if sum(map(len, firsts)) != len(frozenset().union(*firsts)):
        return None
    found: list[tuple[Part, ...]] = [(Part(_ALL - frozenset().union(*firsts), 1, 1),)]
    for first in sorted(firsts, key=sorted):
        rests = frozenset(text[1:] for text in texts if text[0] == first)
        others = None if () in rests else _others(rests)
        if others is None:
            if () not in rests:
                return None
            continue
        found += [(Part(first, 1, 1), *parts) for parts in others]
    return found


def _ended(ways: Iterable[Way]) -> list[Way]:
    return [way._replace(ended=True) for way in ways]


def _merged(ways: Iterable[Way]) -> list[Way]:
    """Return ways, as one those that differ only in their last byte."""
    merged: dict[Way, Byte] = {}
    for way in ways:
        last = way.parts[-1].byte if way.ended and way.parts and way.parts[-1][1:] == (1, 1) else frozenset()
        key = way._replace(parts=(*way.parts[:-1], Part(frozenset(), 1, 1))) if last else way
        merged[key] = merged.get(key, frozenset()) | last
    return [key._replace(parts=(*key.parts[:-1], Part(last, 1, 1))) if last else key for key, last in merged.items()]


def _byte(op: str, value: Any, *, fold: bool) -> Byte:
    """Return the bytes that an atom stands for; ``fold``: the case of letters is all the same."""
    if op == "ANY":
        return _NO_LINE_END
    if op == "LITERAL":
        return folded((value,))
    negated = op == "NOT_LITERAL"
    found: set[int] = set()
    for kind, what in (("LITERAL", value),) if negated else value:
        name = str(kind)
        if name == "NEGATE":
            negated = True
        elif name == "CATEGORY":
            found |= _category(str(what).removeprefix("CATEGORY_"))
        else:
            first, last = (what, what) if name == "LITERAL" else what
            found.update(range(first, last + 1))
    if negated:
        return _ALL - (folded(found) if fold else found)
    return folded(found)


@lru_cache(maxsize=8)
def _category(name: str) -> Byte:
    """Return the bytes of a class that has a name."""
    is_one = re.compile(_CATEGORIES[name.removeprefix("NOT_")]).match
    found = frozenset(byte for byte in _ALL if is_one(bytes((byte,))))
    return _ALL - found if name.startswith("NOT_") else found


def folded(values: Iterable[int]) -> Byte:
    """Return bytes with their letters in both cases."""
    found = bytes(values)
    return frozenset(found + found.lower() + found.upper())
