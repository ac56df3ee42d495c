"""What an expression can still say of a text that is cut off: the question that a part of a line answers for the whole.

``hopeful`` turns an expression into one that matches wherever the first could match if the text went on. Asked of
a line, it tells which anchors of that line need a second look and which begin nothing, whatever stands behind the line.
Digits are all the same to it: a text with every digit replaced by ``0`` gives an answer for the text itself.

The expression is read with the parser of ``re``. What is not understood is taken to match.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import Any, Final, NamedTuple

_DIGITS: Final = frozenset(b"0123456789")
_ATOMS: Final = ("LITERAL", "NOT_LITERAL", "IN", "ANY")
_CATEGORIES: Final = {
    "CATEGORY_DIGIT": rb"\d",
    "CATEGORY_NOT_DIGIT": rb"\D",
    "CATEGORY_SPACE": rb"\s",
    "CATEGORY_NOT_SPACE": rb"\S",
    "CATEGORY_WORD": rb"\w",
    "CATEGORY_NOT_WORD": rb"\W",
}
_NEVER: Final = rb"(?!)"
_CUT: Final = rb"\Z"


class Foresight(NamedTuple):
    """What to ask a text that is cut off, and how many bytes before its start the question looks at."""

    pattern: re.Pattern[bytes]
    behind: int


@lru_cache(maxsize=512)
def hopeful(expression: bytes) -> Foresight | None:
    """Return what matches at a place of a cut-off text if ``expression`` (IGNORECASE) could match in a longer one.

    Digits in the text are to be replaced by ``0``, and the cut is the ``endpos`` of the match. Returns ``None`` where
    the expression cannot be read: then everything is to be expected of it.
    """
    try:
        reader = _Reader()
        text = reader.sequence(_parser.parse(expression, re.IGNORECASE), over=True).text
        return Foresight(re.compile(text, re.IGNORECASE), reader.behind)
    except (_UnreadableError, re.error, AttributeError, RecursionError):
        return None


class _UnreadableError(Exception):
    """A part of an expression that is not known here."""


class _Said(NamedTuple):
    """An expression, and whether it says of a text before the cut exactly what it was made from."""

    text: bytes
    exact: bool


class _Reader:
    """Writes an expression anew, broader (``over``) or narrower, the way it is to be read before a cut.

    Broader: it may match where the original would not, never the other way round; whatever would read behind the
    cut holds. Narrower: it holds only where the original does, whatever stands behind the cut. What is broader
    in an atomic group could keep its rest from matching, so such groups are opened.
    """

    def __init__(self) -> None:
        self.behind = 0

    def sequence(self, items: Iterable[Any], *, over: bool) -> _Said:
        said = [self._item(str(op), value, over=over) for op, value in items]
        return _Said(b"".join(each.text for each in said), all(each.exact for each in said))

    def _item(self, op: str, value: Any, *, over: bool) -> _Said:
        if op in _ATOMS:
            atom = _atom(op, value, over=over)
            return _Said(b"(?:" + atom.text + b"|" + _CUT + b")", atom.exact) if over else atom
        if op in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            return self._repeat(op, *value, over=over)
        if op == "BRANCH":
            return self._branch(value[1], over=over)
        if op == "SUBPATTERN":
            _, on, off, items = value
            inner = self.sequence(items, over=over)
            return _Said(b"(?" + _flags(on, off) + b":" + inner.text + b")", inner.exact)
        if op == "ATOMIC_GROUP":
            return self._atomic(value, over=over)
        if op in ("ASSERT", "ASSERT_NOT"):
            return self._assertion(*value, holds=op == "ASSERT", over=over)
        if op == "GROUPREF_EXISTS" and over:
            branch = self._branch([value[1], value[2] or ()], over=True)
            return _Said(branch.text, exact=False)
        if op == "FAILURE":
            return _Said(_NEVER, exact=True)
        if op == "AT":
            return _at(str(value), over=over)
        raise _UnreadableError

    def _branch(self, branches: Iterable[Iterable[Any]], *, over: bool) -> _Said:
        said = [self.sequence(items, over=over) for items in branches]
        return _Said(b"(?:" + b"|".join(each.text for each in said) + b")", all(each.exact for each in said))

    def _atomic(self, items: Any, *, over: bool) -> _Said:
        inner = self.sequence(items, over=over)
        if over:
            return _Said((b"(?>" if inner.exact else b"(?:") + inner.text + b")", inner.exact)
        return _Said(self._apart(items, b"") + b"(?>" + inner.text + b")", exact=False)

    def _apart(self, items: Any, times: bytes) -> bytes:
        """Return what holds only where no way through an atomic part reads up to the cut."""
        return b"(?!(?:" + _opened(self.sequence(items, over=True).text) + b")" + times + _CUT + b")"

    def _repeat(self, op: str, least: int, most: Any, items: Any, *, over: bool) -> _Said:
        upper = b"" if most is _constants.MAXREPEAT else b"%d" % most
        times = b"{%d,%s}" % (least, upper)
        kind = {"MAX_REPEAT": b"", "MIN_REPEAT": b"?", "POSSESSIVE_REPEAT": b"+"}[op]
        parts = list(items)
        if len(parts) == 1 and str(parts[0][0]) in _ATOMS:
            atom = _atom(str(parts[0][0]), parts[0][1], over=over)
            if not over:
                return _Said(atom.text + times + kind + (b"(?!" + _CUT + b")" if kind == b"+" else b""), atom.exact)
            kind = b"" if kind == b"+" and not atom.exact else kind
            if not least:
                return _Said(atom.text + times + kind, atom.exact)
            short = atom.text + b"{0,%d}" % least + _CUT
            return _Said(b"(?:" + atom.text + times + kind + b"|" + short + b")", atom.exact)
        inner = self.sequence(items, over=over)
        if over:
            kind = b"" if kind == b"+" and not inner.exact else kind
            return _Said(b"(?:" + inner.text + b")" + times + kind, inner.exact)
        apart = self._apart(items, times) if kind == b"+" else b""
        return _Said(apart + b"(?:" + inner.text + b")" + times + kind, inner.exact and not apart)

    def _assertion(self, direction: int, items: Any, *, holds: bool, over: bool) -> _Said:
        if direction < 0:
            width = _parser.SubPattern.getwidth(items)[1] if not isinstance(items, list) else 0
            self.behind = max(self.behind, int(width))
            said = b"".join(_exact(str(op), value) for op, value in items)
            text = (b"(?<=" if holds else b"(?<!") + said + b")"
            return _Said(b"(?:" + text + b"|" + _CUT + b")" if over else text, exact=True)
        inner = self.sequence(items, over=over == holds)
        return _Said((b"(?=" if holds else b"(?!") + inner.text + b")", inner.exact)


def _opened(text: bytes) -> bytes:
    """Return an expression without its atomic parts: it matches in more ways."""
    return text.replace(b"(?>", b"(?:").replace(b"}+", b"}")


def _at(where: str, *, over: bool) -> _Said:
    """Return a boundary or an end."""
    if where == "AT_END_STRING":
        return _Said(_CUT if over else _NEVER, exact=True)
    if where in ("AT_BOUNDARY", "AT_NON_BOUNDARY"):
        mark = rb"\b" if where == "AT_BOUNDARY" else rb"\B"
        return _Said(b"(?:" + mark + b"|" + _CUT + b")" if over else mark + b"(?!" + _CUT + b")", exact=True)
    raise _UnreadableError


def _flags(on: int, off: int) -> bytes:
    """Return flags switched on and off for a group."""
    known = {int(re.IGNORECASE): b"i", int(re.DOTALL): b"s"}
    if (on | off) & ~sum(known):
        raise _UnreadableError
    switched_on = b"".join(letter for flag, letter in known.items() if on & flag)
    switched_off = b"".join(letter for flag, letter in known.items() if off & flag)
    return switched_on + (b"-" + switched_off if switched_off else b"")


def _byte(number: int) -> bytes:
    return b"\\x%02x" % number


def _atom(op: str, value: Any, *, over: bool) -> _Said:
    """Return one byte or class of bytes to which all digits are the same."""
    if op == "ANY":
        return _Said(b".", exact=True)
    if op == "LITERAL":
        if value in _DIGITS:
            return _Said(rb"\d" if over else _NEVER, exact=False)
        return _Said(_byte(value), exact=True)
    if op == "NOT_LITERAL":
        if value in _DIGITS:
            return _Said(rb"[\s\S]" if over else rb"\D", exact=False)
        return _Said(b"[^" + _byte(value) + b"]", exact=True)
    return _class(value, over=over)


def _class(items: Iterable[tuple[Any, Any]], *, over: bool) -> _Said:
    """Return a class of bytes that holds all digits or none."""
    negated = False
    text = b""
    digits: set[int] = set()
    for kind, value in items:
        name = str(kind)
        if name == "NEGATE":
            negated = True
        elif name == "CATEGORY":
            text += _CATEGORIES[str(value)]
            digits |= _DIGITS if str(value) in ("CATEGORY_DIGIT", "CATEGORY_WORD", "CATEGORY_NOT_SPACE") else set()
        else:
            first, last = (value, value) if name == "LITERAL" else value
            digits |= _DIGITS & set(range(first, last + 1))
            text += b"".join(_byte(a) + b"-" + _byte(b) for a, b in _without_digits(first, last))
    if not digits or digits == _DIGITS:
        named = rb"\d" if digits else b""
        return _Said(b"[" + (b"^" if negated else b"") + text + named + b"]", exact=True)
    holds = over != negated
    if not text and not holds:
        return _Said(rb"[\s\S]" if negated else _NEVER, exact=False)
    return _Said(b"[" + (b"^" if negated else b"") + text + (rb"\d" if holds else b"") + b"]", exact=False)


def _without_digits(first: int, last: int) -> list[tuple[int, int]]:
    """Return the ranges of bytes between two that are no digits."""
    parts = ((first, min(last, 0x2F)), (max(first, 0x3A), last))
    return [(a, b) for a, b in parts if a <= b]


def _exact(op: str, value: Any) -> bytes:
    """Return a part of what stands before a place, as it is; all digits the same."""
    if op in _ATOMS:
        atom = _atom(op, value, over=True)
        if not atom.exact:
            raise _UnreadableError
        return atom.text
    if op == "BRANCH":
        return b"(?:" + b"|".join(b"".join(_exact(str(o), v) for o, v in items) for items in value[1]) + b")"
    if op == "SUBPATTERN" and not value[1] and not value[2]:
        return b"(?:" + b"".join(_exact(str(o), v) for o, v in value[3]) + b")"
    raise _UnreadableError
