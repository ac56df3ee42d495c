"""What the structure of JSON says about its values, and how claims are fitted into it without breaking it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from redaction.claims import KNOWN, STRUCTURE, Claim
from redaction.findings import Format, Kind
from redaction.harmless import is_harmless
from redaction.json_names import points_elsewhere, value_starts
from redaction.json_tokens import Descend, NotJsonError, Scalar, Span, scalars
from redaction.key_names import (
    KeySensitivity,
    holds_secret_as_text,
    is_container,
    is_harmless_in_container,
    sensitivity,
)
from redaction.views import decoded, json_view
from redaction.way_back import View

RULE: Final = "json-sensitive-key"
_BOM: Final = b"\xef\xbb\xbf"
_NESTED: Final = re.compile(rb"\s*+(?:\\[nrt]|\s)*+[{\[\"\\]")
_OPENS: Final = frozenset(b'{["\\ \n\r\t')
_COUNTER: Final = re.compile(
    rb"(?i)count|total|max|min|limit|num|size|port|expir|ttl|timeout|retr|version|status|index|seconds|_ms\b|_at\b"
    rb"|tokens|bytes|length|width|depth|rate|time|enabled|budget"
)
_SCHEME: Final = re.compile(rb"(?i)(?:bearer|basic|token|digest|apikey|negotiate) {1,4}+(?=\S)")
"""An authorization scheme is useful and no secret; the same token elsewhere stands without it."""

_SMALLEST_NUMBER: Final = 4
"""A number under a sensitive key counts as a secret from this many digits on."""


@dataclass(frozen=True, slots=True)
class Note:
    """What a reader must know about the format; ``unparsed`` if the whole input was read as plain text."""

    text: str = ""
    unparsed: bool = False


@dataclass(frozen=True, slots=True)
class Structure:
    """The claims that follow from the structure, and the spans between which claims must be fitted."""

    claims: tuple[Claim, ...] = ()
    scalars: tuple[tuple[int, int, bool], ...] | None = None
    data: bytes = field(default=b"", repr=False)
    note: Note = field(default_factory=Note)

    def clip(self, claims: Iterable[Claim]) -> Iterator[Claim]:
        """Yield the claims cut to the insides of strings; a known number becomes ``0``."""
        spans = iter(self.scalars or ())
        span = next(spans, None)
        for claim in claims:
            while span is not None and span[1] <= claim.start:
                span = next(spans, None)
            while span is not None and span[0] < claim.end:
                yield from _fitted(self.data, claim, *span)
                if span[1] > claim.end:
                    break
                span = next(spans, None)


PLAIN: Final = Structure()
"""Plain text: no claims, no bounds."""


def read(data: bytes, form: Format) -> Structure:
    """Return what the structure of ``data`` says; for plain text nothing."""
    if form is Format.TEXT:
        return PLAIN
    begin = len(_BOM) if data.startswith(_BOM) else 0
    if form is Format.JSON:
        read_all = _document(data, begin, len(data))
        if read_all is None:
            return Structure(note=Note("unparseable JSON, redacted as text", unparsed=True))
        return Structure(tuple(read_all[0]), tuple(read_all[1]), data)
    return _lines(data, begin)


def _lines(data: bytes, begin: int) -> Structure:
    """Read each line of JSON Lines by itself; a line that is no JSON is plain text."""
    claims: list[Claim] = []
    spans: list[tuple[int, int, bool]] = []
    broken = total = 0
    while begin < len(data):
        newline = data.find(b"\n", begin)
        end = len(data) if newline < 0 else newline
        if data[begin:end].strip():
            total += 1
            document = _document(data, begin, end)
            broken += document is None
            claims += document[0] if document else ()
            spans += document[1] if document else ((begin, end, False),)
        begin = end + 1
    if broken == total and total:
        return Structure(note=Note("unparseable JSON lines, redacted as text", unparsed=True))
    note = f"{broken} of {total} lines are no JSON and were redacted as text" if broken else ""
    return Structure(tuple(claims), tuple(spans), data, Note(note))


def _document(data: bytes, start: int, end: int) -> tuple[list[Claim], list[tuple[int, int, bool]]] | None:
    """Return the claims of one JSON text and the spans of its scalars; ``None`` if it is none."""
    spans: list[tuple[int, int, bool]] = []
    claims: list[Claim] = []
    pending: list[tuple[bytes, int, int, tuple[View, ...]]] = [(data, start, end, ())]
    while pending:
        text, first, last, chain = pending.pop()
        found: list[Claim] = []
        inner: list[tuple[bytes, int, int, tuple[View, ...]]] = []
        try:
            for scalar in scalars(text, first, last, _descend(text)):
                if not chain:
                    spans.append((scalar.start, scalar.end, scalar.number))
                claim = _judged(text, scalar)
                if scalar.start == scalar.end:
                    continue
                if claim is not None:
                    found.append(claim)
                elif (
                    not scalar.number and text[scalar.start] in _OPENS and _NESTED.match(text, scalar.start, scalar.end)
                ):
                    view = json_view(text, scalar.start, scalar.end)
                    inner.append((view.text, 0, len(view.text), (view, *chain)))
        except NotJsonError:
            if not chain:
                return None
            continue
        claims.extend(_mapped(claim, chain) for claim in found)
        pending.extend(inner)
    return claims, spans


def _descend(text: bytes) -> Descend:
    """Return what judges a mapping or list by the key it stands under."""

    def judge(key: Span | None, below: bool) -> bool:  # noqa: FBT001 - the reader's protocol
        if key is None:
            return below
        judged = _judgement(text[key[0] : key[1]])
        return (below and not judged.elsewhere) or judged.holds

    return judge


class _Judgement(NamedTuple):
    """What a key says: is a text under it secret, all below it, is it harmless in a container, is the value elsewhere?"""

    name: str
    secret: bool
    holds: bool
    harmless: bool
    elsewhere: bool


_NO_KEY: Final = _Judgement("", secret=False, holds=False, harmless=False, elsewhere=False)


@lru_cache(maxsize=4096)
def _judgement(key: bytes) -> _Judgement:
    """Judge a key as it is spelt."""
    name = decoded(key).decode("utf-8", "replace")
    secret = sensitivity(name) is KeySensitivity.SECRET
    holds = secret or is_container(name)
    return _Judgement(
        name, secret or holds_secret_as_text(name), holds, is_harmless_in_container(name), points_elsewhere(name)
    )


def _judged(text: bytes, scalar: Scalar) -> Claim | None:
    """Return the claim of a scalar under a sensitive key."""
    if scalar.is_key or scalar.start == scalar.end:
        return None
    key = text[scalar.key[0] : scalar.key[1]] if scalar.key else b""
    judged = _judgement(key) if scalar.key else _NO_KEY
    if not (judged.secret or (scalar.below and not judged.harmless)):
        return None
    raw = text[scalar.start : scalar.end]
    if scalar.number:
        if sum(48 <= byte <= 57 for byte in raw) < _SMALLEST_NUMBER or _COUNTER.search(key) or b"." in raw:  # noqa: PLR2004
            return None
        return Claim(scalar.start, scalar.end, raw, Kind.SECRET, "number", RULE, STRUCTURE, b"0")
    begins = value_starts(text, scalar, judged.name, json_view(text, scalar.start, scalar.end).text)
    if begins is None:
        return None
    scheme = _SCHEME.match(raw, begins)
    start = scalar.start + (scheme.end() if scheme else begins)
    value = json_view(text, start, scalar.end).text
    if is_harmless(value):
        return None
    return Claim(start, scalar.end, value, Kind.SECRET, "secret", RULE, STRUCTURE)


def _mapped(claim: Claim, chain: tuple[View, ...]) -> Claim:
    """Return a claim on a nested text as one on the outermost."""
    start, end = claim.start, claim.end
    for view in chain:
        start, end = view.span(start, end)
    return claim.moved(start, end)


def _fitted(data: bytes, claim: Claim, start: int, end: int, number: bool) -> Iterator[Claim]:  # noqa: FBT001
    """Yield the part of a claim inside one scalar; a number goes whole, and only for a value that is known."""
    if number:
        if claim.literal is not None:
            yield claim
        elif claim.rank == KNOWN:
            yield claim._replace(start=start, end=end, literal=b"0")
        return
    first, last = max(claim.start, start), min(claim.end, end)
    if first < last:
        yield claim.moved(_escape_start(data, first, start), _escape_end(data, last, start, end))


def _escape_start(data: bytes, at: int, floor: int) -> int:
    """Return ``at``, or the start of the JSON escape that it falls into."""
    for back in range(1, 6):
        place = at - back
        if place < floor:
            break
        if data[place] == ord("\\"):
            run = at - back
            while run > floor and data[run - 1] == ord("\\"):
                run -= 1
            opens = (place - run) % 2 == 0
            width = 6 if data[place + 1 : place + 2] == b"u" else 2
            return place if opens and width > back else at
    return at


def _escape_end(data: bytes, at: int, floor: int, ceiling: int) -> int:
    """Return ``at``, or the end of the JSON escape that it falls into."""
    start = _escape_start(data, at, floor)
    if start == at:
        return at
    return min(ceiling, start + (6 if data[start + 1 : start + 2] == b"u" else 2))
