"""Known values in any form: whole, wrapped over lines, cut short, or echoed as head and tail."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from redaction.alike import Alike, Member
from redaction.claims import KNOWN, Claim
from redaction.findings import Kind
from redaction.forms import Form, forms_of
from redaction.policy import KnownValue
from redaction.vocabulary import SHORTEST_NAME, SHORTEST_SECRET, is_common
from redaction.wrapping import may_go_on_before, run_backward, run_forward

RULE: Final = "known-value"

_PIECE: Final = 8
"""Every unbroken stretch of 15 bytes of a form holds one of its aligned pieces of eight."""

_LONG_PIECE: Final = 14
_RARE_PIECE: Final = 24
"""A form of numbers has shorter beginnings in common with any list of numbers."""

_MOST_SHARING: Final = 4
"""More values than that share a piece only because they share a format: it takes more to tell them apart."""

_USUAL_PIECES: Final = 64
_WIDEST_STEP: Final = 56
"""Long forms are looked for at fewer places, but at one at least in each line of 64 columns."""

_MOST_ALIKE: Final = 2
"""A form that repeats itself is not looked for at each repetition: its hits would multiply."""

_WHOLE_WORDS: Final = frozenset({Kind.PERSON, Kind.MACHINE, Kind.HOST, Kind.TERM})
_NAME: Final = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_LABEL: Final = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-")
_BASE64: Final = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/-_")
_LABELS_BEFORE: Final = re.compile(rb"(?:[A-Za-z0-9-]{1,63}+\.)*+\Z")

_ELLIPSIS: Final = re.compile(rb"\xe2\x80\xa6|\.{2}|\*{2}|\xe2\x80\xa2|\[?\.\.\.|<trunc|\[trunc|\\u2026|xxx")
_MASK: Final = re.compile(rb"(?:\*{3,}+|(?:\xe2\x80\xa6)++|\.{3,}+|(?:\xe2\x80\xa2){3,}+)")
_TAIL: Final = re.compile(rb"[A-Za-z0-9_+/=-]{0,64}+")
_TOKEN: Final = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+/="
_FORMAT: Final = re.compile(rb"(?:[A-Za-z]{1,12}[-_.]){1,4}|gh[pousr]_|eyJ[A-Za-z0-9_-]*+\.?|AIza|AKIA|[a-z]{2,12}://")
_SHORTEST_CUT: Final = 8

MASKS: Final = (b"***", b"...", b"\xe2\x80\xa6", b"\xe2\x80\xa2\xe2\x80\xa2\xe2\x80\xa2")
"""What providers put between the head and the tail of a key that they echo."""


@dataclass(frozen=True, slots=True, repr=False)
class _Target:
    """One form of one value, folded for comparison."""

    number: int
    value: KnownValue
    key: bytes
    form: Form
    folded: bytes


class Piece(NamedTuple):
    """A literal of the automaton: the target's bytes from ``offset``; with ``alike`` those of many targets."""

    target: int
    offset: int
    alike: Alike | None = None


class KnownIndex:
    """All forms of all values that may be removed everywhere, as literals and what confirms them."""

    def __init__(self, values: Sequence[KnownValue]) -> None:
        """Index the values that are long and rare enough; the others go by context only."""
        self._targets: list[_Target] = []
        self._tails: dict[bytes, list[KnownValue]] = {}
        self.longest = 0
        for value in values:
            if goes_everywhere(value):
                self._add(value)

    def __len__(self) -> int:
        """How many forms are indexed."""
        return len(self._targets)

    def _add(self, value: KnownValue) -> None:
        key = value.value.encode("utf-8", "surrogateescape")
        for form in forms_of(key, encoded=value.kind not in _WHOLE_WORDS, unusual=not _is_learnt(value)):
            self._targets.append(_Target(len(self._targets), value, key, form, form.text.lower()))
            self.longest = max(self.longest, 0 if form.rare else len(form.text))
        if value.kind is Kind.SECRET:
            self._tails.setdefault(key[-3:], []).append(value)

    def literals(self) -> Iterator[tuple[bytes, Piece]]:
        """Yield each literal to look for and the piece it is; longer ones where many values share a piece."""
        pieces = [(target, *piece) for target in self._targets for piece in _pieces(target)]
        shared = self._shared(pieces)
        longer = [_longer(*piece) if piece[2] in shared else piece for piece in pieces]
        shared = self._shared(longer)
        alike: defaultdict[bytes, dict[tuple[int, int], Member]] = defaultdict(dict)
        for target, offset, literal in longer:
            if literal not in shared:
                yield literal, Piece(target.number, offset)
            else:
                member = Member(target.number, target.folded, offset, target.value.kind is Kind.SECRET)
                alike[literal][member.number, offset] = member
        for literal, members in alike.items():
            yield literal, Piece(-1, 0, Alike(tuple(members.values())))

    @staticmethod
    def _shared(pieces: Iterable[tuple[_Target, int, bytes]]) -> frozenset[bytes]:
        """Return the literals that are pieces of too many values to try each of them."""
        owners: defaultdict[bytes, set[str]] = defaultdict(set)
        for target, _, literal in pieces:
            owners[literal].add(target.value.value)
        return frozenset(literal for literal, values in owners.items() if len(values) > _MOST_SHARING)

    def confirm(self, data: bytes, at: int, piece: Piece, done: dict[int, int]) -> Iterator[Claim]:
        """Yield the claims of the forms whose piece stands at ``at``."""
        pieces = [piece] if piece.alike is None else [Piece(m.number, m.offset) for m in piece.alike.around(data, at)]
        for each in pieces:
            claim = self._confirm(data, at, each, done)
            if claim is not None:
                yield claim

    def _confirm(self, data: bytes, at: int, piece: Piece, done: dict[int, int]) -> Claim | None:
        """Return the claim of the form whose piece stands at ``at``, if enough of it stands around.

        ``done`` remembers, for one scan, where each form was found last, so that no occurrence is looked at twice.
        """
        target = self._targets[piece.target]
        if at < done.get(target.number, 0):
            return None
        start = at - piece.offset
        end = start + len(target.folded)
        if start >= 0 and _same(data[start:end], target):
            span: tuple[int, int] | None = (start, end)
        else:
            span = self._broken(data, at, piece.offset, target)
        if span is None:
            return None
        done[target.number] = span[1]
        spread = _spread(data, *span, target)
        if spread is None:
            return None
        value = data[spread[0] : spread[1]].lower() if target.value.kind is Kind.HOST and spread != span else target.key
        return Claim(*spread, value, target.value.kind, target.value.stem, RULE, KNOWN)

    def _broken(self, data: bytes, at: int, offset: int, target: _Target) -> tuple[int, int] | None:
        """Return the span of a form that line breaks cross, or that was cut, around a piece of it."""
        if self._is_another(data, at, offset, target.folded):
            return None
        end, upto = run_forward(data, at, target.folded, offset)
        start, since = run_backward(data, at, target.folded, offset)
        if target.form.exact and not _exactly(data[start:end], target.form.text[since:upto]):
            return None
        if (since, upto) == (0, len(target.folded)):
            return start, end
        if target.value.kind is not Kind.SECRET or _is_learnt_document(target.value):
            return None
        if target.form.exact:
            return (start, end) if upto - since >= 2 * _PIECE else None
        return (start, end) if _is_cut(data, (start, end), target.form.text, (since, upto)) else None

    def _is_another(self, data: bytes, at: int, offset: int, folded: bytes) -> bool:
        """Say at a glance that another token stands here, which has only a piece in common with the form.

        A part of a form counts only where a token ends, or where the form goes on.
        """
        if offset:
            return at > 0 and data[at - 1] in _NAME and not may_go_on_before(data, at, folded[offset - 1])
        end = _size(folded)
        return (
            end < len(folded)
            and data[at + end : at + end + 1].lower() not in (b"", folded[end : end + 1])
            and data[at + end] in _NAME
        )

    def echo(self, data: bytes, at: int) -> tuple[Claim | None, int]:
        """Return the claim of a masked echo of a known secret whose mask begins at ``at``, and where the mask ends."""
        mask = _MASK.match(data, at)
        if mask is None:
            return None, at + 1
        before = data[max(0, at - 64) : at]
        head = before[len(before.rstrip(_TOKEN)) :]
        tail_match = _TAIL.match(data, mask.end())
        tail = tail_match.group() if tail_match else b""
        for value in self._candidates(head, tail):
            key = value.value.encode("utf-8", "surrogateescape")
            shown = _shown(key, head, tail, strong=mask.group()[:1] == b"*")
            if shown is not None:
                start, end = at - shown[0], mask.end() + shown[1]
                return Claim(start, end, key, value.kind, value.stem, RULE, KNOWN), end
        return None, mask.end()

    def _candidates(self, head: bytes, tail: bytes) -> Iterator[KnownValue]:
        """Yield the secrets that may end as the visible tail does, or begin as the head does where there is no tail."""
        if len(tail) >= 3:  # noqa: PLR2004 - the length of the tails' keys
            for length in range(3, min(len(tail), 12) + 1):
                yield from self._tails.get(tail[length - 3 : length], ())
        elif len(head) >= SHORTEST_SECRET:
            for values in self._tails.values():
                yield from values


def _pieces(target: _Target) -> Iterator[tuple[int, bytes]]:
    """Yield where the pieces of a form begin that it is found by, and these pieces."""
    folded = target.folded
    if target.form.rare:
        yield 0, folded[:_RARE_PIECE]
        return
    size = _size(folded)
    step = min(_WIDEST_STEP, max(size, len(folded) // _USUAL_PIECES))
    seen: dict[bytes, int] = {}
    for offset in sorted({0, len(folded) - size, *range(0, len(folded) - size + 1, step)}):
        literal = folded[offset : offset + size]
        seen[literal] = alike = seen.get(literal, 0) + 1
        if alike <= _MOST_ALIKE:
            yield offset, literal


def _longer(target: _Target, offset: int, literal: bytes) -> tuple[_Target, int, bytes]:
    """Return a piece of a form that fewer values share."""
    size = max(len(literal), _LONG_PIECE)
    first = max(0, min(offset, len(target.folded) - size))
    return target, first, target.folded[first : first + size]


def _size(folded: bytes) -> int:
    """Return how long the pieces of a form are."""
    return min(_PIECE, max(3, len(folded) // 2))


def goes_everywhere(value: KnownValue) -> bool:
    """Say whether a known value is long and rare enough to be removed wherever it stands."""
    shortest = SHORTEST_NAME if value.kind in _WHOLE_WORDS else SHORTEST_SECRET
    return len(value.value.strip()) >= shortest and not is_common(value.value)


def _same(text: bytes, target: _Target) -> bool:
    """Say whether a text is the whole form."""
    return text == target.form.text if target.form.exact else text.lower() == target.folded


def _is_learnt(value: KnownValue) -> bool:
    """Say whether a rule found a value in the evidence; the others are what the machine knows."""
    return value.source.startswith("rule:")


def _is_learnt_document(value: KnownValue) -> bool:
    """Say whether a value was taken for a secret by its context and is JSON: its parts stand in any document like it."""
    return _is_learnt(value) and value.value[:1] + value.value[-1:] in ("{}", "[]")


def _exactly(text: bytes, part: bytes) -> bool:
    """Say whether a text holds a part of a form in its own case, line breaks aside."""
    return text == part or bytes(filter(_BASE64.__contains__, text)) == part


def _spread(data: bytes, start: int, end: int, target: _Target) -> tuple[int, int] | None:
    """Return the span with what belongs to the form at its edges; ``None`` if a name is only part of a word."""
    if target.form.edge:
        start -= start > 0 and data[start - 1] in _BASE64
        end += end < len(data) and data[end] in _BASE64
        while end < len(data) and data[end] == ord("=") and end - start < len(target.folded) + 4:
            end += 1
        return start, end
    if target.value.kind is Kind.HOST:
        return _host(data, start, end)
    if target.value.kind in _WHOLE_WORDS:
        before = start > 0 and data[start - 1] in _NAME and data[start] in _NAME
        after = end < len(data) and data[end] in _NAME and data[end - 1] in _NAME
        return None if before or after else (start, end)
    return start, end


def _host(data: bytes, start: int, end: int) -> tuple[int, int] | None:
    """Return the span of a host with its subdomains; ``None`` inside a longer name."""
    if end < len(data) and (data[end] in _LABEL or (data[end] == ord(".") and data[end + 1 : end + 2].isalnum())):
        return None
    if start > 0 and data[start - 1] == ord("."):
        match = _LABELS_BEFORE.search(data, max(0, start - 255), start)
        return (match.start() if match else start), end
    if start > 0 and data[start - 1] in _LABEL:
        return None
    return start, end


def _is_cut(data: bytes, span: tuple[int, int], text: bytes, part: tuple[int, int]) -> bool:
    """Say whether a part of a secret stands where a text was cut, and shows enough of it to matter."""
    (start, end), (since, upto) = span, part
    if upto - since < _SHORTEST_CUT:
        return False
    cut_before, cut_after = _cut_before(data, start), _cut_after(data, end)
    if since == 0:
        shown = text[: upto - since]
        own_format = _FORMAT.match(shown)
        rest = shown[own_format.end() :] if own_format else shown
        sure = _ELLIPSIS.match(data, end) is not None
        return cut_after and _distinctive(rest, sure=sure)
    if upto == len(text):
        return cut_before and _distinctive(text[since:], sure=_ends_with_ellipsis(data, start))
    return upto - since >= 12 and cut_before and cut_after and _distinctive(text[since:upto], sure=False)  # noqa: PLR2004


def _distinctive(part: bytes, *, sure: bool) -> bool:
    """Say whether a part of a secret, without its format's fixed head, is no word that stands there by chance."""
    if len(part) < 4:  # noqa: PLR2004 - fewer characters tell nothing
        return False
    mixed = any(chr(byte).isdigit() for byte in part) and any(chr(byte).isalpha() for byte in part)
    both_cases = part.lower() != part and part.upper() != part and not part[1:].islower()
    return sure or mixed or both_cases or (len(part) >= SHORTEST_SECRET and not part.isalpha() and not part.isdigit())


def _cut_after(data: bytes, end: int) -> bool:
    """Say whether a value may have been cut at ``end``: the text ends, is elided, or goes on with no token."""
    return end >= len(data) or data[end] not in _NAME or _ELLIPSIS.match(data, end) is not None


def _cut_before(data: bytes, start: int) -> bool:
    """The same towards the left."""
    return start == 0 or data[start - 1] not in _NAME


def _ends_with_ellipsis(data: bytes, start: int) -> bool:
    """Say whether an ellipsis stands right before ``start``."""
    return data[max(0, start - 3) : start].endswith((b"...", b"***", b"\xe2\x80\xa6"))


def _shown(key: bytes, head: bytes, tail: bytes, *, strong: bool) -> tuple[int, int] | None:
    """Return how many bytes before and after a mask are the head and the tail of a secret, if enough are."""
    before = next((n for n in range(min(len(head), len(key)), 0, -1) if key.startswith(head[-n:])), 0)
    after = next((n for n in range(min(len(tail), len(key)), 0, -1) if key.endswith(tail[:n])), 0)
    both = before >= 2 and after >= 2 and before + after >= SHORTEST_SECRET  # noqa: PLR2004 - one byte may be chance
    alone = (strong and after >= 4 and not head) or (before >= SHORTEST_SECRET and not tail)  # noqa: PLR2004
    return (before, after) if both or alone else None
