"""The one shape of a detection rule; a rule cannot be built without its own examples."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from redaction.findings import Kind

_RULE_ID: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*+\Z")


@dataclass(frozen=True, slots=True, repr=False)
class Example:
    """A text and the exact part of it that a rule must claim."""

    text: str
    value: str

    def __post_init__(self) -> None:
        """Refuse an example whose value does not stand in its text."""
        if not self.value or self.value not in self.text:
            raise ValueError("an example's value must be a non-empty part of its text")


@dataclass(frozen=True, slots=True)
class Reach:
    """How far before its anchor a match may begin.

    ``alphabet`` holds the bytes that may be stepped over backwards, ``limit`` the most of them.
    """

    alphabet: frozenset[int]
    limit: int


Gate = Callable[[bytes, int], int]
"""Says of a text and a start whether a rule is worth trying there: -1, or an offset that says more."""


Further = Callable[[bytes, int, int], bool]
"""Says of a text, a start and what the gate said whether a rule is worth trying there."""


Said = Sequence[tuple[bytes, bytes | None]]
"""Pairs of expressions, of which one stands right before an anchor and behind it (``None``: see ``Rule.ahead``); empty: any."""


Each = Callable[[re.Match[bytes]], Sequence[tuple[int, int]]]
"""Says which spans of a match are claimed, in order and apart from each other."""


Heads = Callable[[bytes], Said]
"""Says of an anchor what stands around it."""


def led(lead: bytes) -> Heads:
    """Return the heads of a rule of which only is said what stands right before each of its anchors."""
    return lambda _: ((lead, None),)


def of_groups(*names: str, only: Callable[[bytes], bool] | None = None) -> Each:
    """Return what claims the groups of a match that took part in it, ``only`` those of which that holds."""

    def each(match: re.Match[bytes]) -> list[tuple[int, int]]:
        return [match.span(name) for name in names if match[name] and (only is None or only(match[name]))]

    return each


def of_items(items: re.Pattern[bytes], group: str, only: Callable[[re.Match[bytes]], bool] | None = None) -> Each:
    """Return what claims the ``item`` of all that ``items`` finds inside a group of a match, ``only`` where that holds."""

    def each(match: re.Match[bytes]) -> list[tuple[int, int]]:
        found = items.finditer(match.string, *match.span(group))
        return [item.span("item") for item in found if only is None or only(item)]

    return each


def anywhere(_: bytes) -> Said:
    """Say that an anchor stands for itself: of a rare one that takes the least time to get ready."""
    return ((b"", b""),)


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Rule:
    """A detector: where to look (anchors), what it looks like (pattern), what to replace (group ``value``).

    ``anchors`` are lower-case byte strings; the engine finds them case-insensitively in one pass and calls
    ``pattern.match(data, start)`` at each, where ``start`` is the anchor's first byte, or earlier by ``reach``.
    The span claimed is the group ``value`` if the pattern has one, else the whole match.
    Patterns must be linear: possessive quantifiers, no nested repetition that can backtrack.
    A rule that finds several values in one match says with ``each`` which spans are claimed.
    ``accepts`` may refuse a match (a check sum, an obvious non-secret); it must be pure and constant-time per match.

    ``sight`` says how many bytes behind its anchor a rule may look to tell whether it matches, a run of one class aside.

    ``of_run`` says that the rule has a reach and a gate, and that the gate judges nothing but the run of the reach's bytes
    around the start: the same run, the same answer.

    Six shortcuts make a rule cheap and never change what it finds: what they refuse, the pattern would not match.
    ``before`` holds the bytes of which one stands right before an anchor that is not at the very start of the text.
    ``ahead`` is an expression
    that holds, whatever the case, right behind an anchor wherever the pattern can match; ``gate`` is
    asked with the text and the start before the pattern is tried, and returns -1 if nothing can match there, else an
    offset: where the pattern can match at all, the byte there is one of ``after`` (if that is given) and ``further``
    (the same for rules that share a gate) holds for text, start and offset. ``heads`` say for a compiled scanner, in expressions
    without lookaround that ignore the case, what stands right before an anchor and behind it.
    """

    id: str
    kind: Kind
    stem: str
    why: str
    anchors: tuple[bytes, ...]
    pattern: re.Pattern[bytes]
    finds: tuple[Example, ...]
    leaves: tuple[str, ...]
    reach: Reach | None = None
    accepts: Callable[[re.Match[bytes]], bool] | None = None
    each: Each | None = None
    ahead: bytes = b""
    gate: Gate | None = None
    after: bytes = b""
    before: bytes = b""
    further: Further | None = None
    heads: Heads | None = None
    sight: int = 10_000
    of_run: bool = False

    def __post_init__(self) -> None:
        """Refuse a rule that names nothing, looks nowhere, or brings no examples of both sorts."""
        if not _RULE_ID.match(self.id) or not _RULE_ID.match(self.stem):
            raise ValueError(f"rule {self.id!r}: id and stem must be kebab-case")
        if not self.anchors or any(not a or a != a.lower() for a in self.anchors):
            raise ValueError(f"rule {self.id}: anchors must be non-empty and lower-case")
        if not self.finds or not self.leaves:
            raise ValueError(f"rule {self.id}: examples to find and to leave are both required")
        if not self.why:
            raise ValueError(f"rule {self.id}: say why the value must not leave the machine")

    def __repr__(self) -> str:
        """Name the rule only; examples look like secrets."""
        return f"Rule({self.id})"


def value_spans(rule: Rule, match: re.Match[bytes]) -> Sequence[tuple[int, int]]:
    """Return the spans that a rule's match claims: what ``each`` says, else the group ``value``, else all of it."""
    if rule.each is not None:
        return rule.each(match)
    if "value" in match.re.groupindex and match.start("value") >= 0:
        return (match.span("value"),)
    return (match.span(),)
