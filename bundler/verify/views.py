"""All views of a document: as it stands, and after every decoder in every order, to a bounded depth and size."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from bundler.verify import limits
from bundler.verify.alphabets import Digits
from bundler.verify.decoders import DECODERS, decode_everything
from bundler.verify.lines import Lines

DUG_OUT: Final = frozenset({"base64", "hexadecimal"})


class BudgetError(Exception):
    """Decoding did not come to an end within its budget, so nothing is proven."""


@dataclass(frozen=True, slots=True, repr=False)
class View:
    """One reading of a document. ``path`` names the decoders that led to it, in order."""

    lines: Lines
    path: tuple[str, ...]

    @property
    def is_joined(self) -> bool:
        """Whether lines were joined on the way: words of two lines may stand together by chance."""
        return "joined" in self.path

    @property
    def is_dug_out(self) -> bool:
        """Whether the text was found inside base64 or hexadecimal digits."""
        return not DUG_OUT.isdisjoint(self.path)


def views_of(document: bytes, check: Callable[[], None] = lambda: None) -> tuple[View, ...]:
    """Return every distinct view of ``document``, itself first; raise ``BudgetError`` if there is no end to them.

    ``check`` is called before each view is decoded.
    """
    first = View(Lines.of_document(document), ())
    budget = limits.DECODING_FLOOR + limits.DECODING_FACTOR * len(document)
    found, seen, waiting, digits = [first], {document}, [first], Digits()
    while waiting:
        view = waiting.pop()
        for child in _children(view, digits):
            check()
            if child.lines.data in seen:
                continue
            budget -= len(child.lines.data)
            if budget < 0 or len(found) >= limits.VIEWS or len(child.path) > limits.DECODING_DEPTH:
                raise BudgetError
            seen.add(child.lines.data)
            found.append(child)
            waiting.append(child)
    return tuple(found)


def _children(view: View, digits: Digits) -> Iterator[View]:
    """Yield the views one step away; ``digits`` remembers which runs of digits were decoded in another view.

    Decoders work on the lines they change. A joined view is one long line, so it is decoded whole and once; so is the
    document itself, because a wrap may part a line that a decoder changes from one that it leaves.
    """
    if not view.is_joined:
        for decoder in DECODERS:
            yield from _named(view, decoder.name, view.lines.decoded(decoder.applies, decoder.decode))
        yield from _named(view, "joined", view.lines.joined())
    if view.path in {(), ("joined",)}:
        yield from _named(view, "everything", view.lines.replaced(decode_everything))
    base64, hexadecimal = digits.decoded(view.lines)
    yield from _named(view, "base64", base64)
    yield from _named(view, "hexadecimal", hexadecimal)


def _named(view: View, name: str, lines: Lines) -> Iterator[View]:
    if lines.data:
        # What was dug out of digits is a text of its own, with lines of its own to join and decode.
        path = tuple(step for step in view.path if step != "joined") if name in DUG_OUT else view.path
        yield View(lines, (*path, name))
