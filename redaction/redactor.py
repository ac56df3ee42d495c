"""Survey everything, then replace everywhere: the one way from raw bytes to redacted ones."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain
from typing import Final

from redaction import json_text
from redaction.claims import END, KNOWN, START, STRUCTURE, Claim, findings, resolve
from redaction.findings import Finding, Format, Kind
from redaction.harmless import is_harmless
from redaction.learnt import MOST_LEARNT, Learnt
from redaction.ledger import Entry, Ledger
from redaction.placeholders import HEADS, PLACEHOLDER, imitations, separated
from redaction.policy import Policy
from redaction.redacted import Redacted, sealed
from redaction.rule import Rule
from redaction.scan import Scanner

_MOST_KEPT: Final = 256
_MOST_CLAIMS: Final = 100_000
"""Inputs and claims that are kept from a survey to the redaction of the same input, so that it is scanned once."""


@dataclass(frozen=True, slots=True, repr=False)
class Window:
    """A part of a longer text: ``text[begin:end]`` is to be settled, the rest shows what stands around it.

    ``whole`` says that nothing more can be read, so that a value that reaches the end of ``text`` ends there.
    """

    text: bytes
    begin: int
    end: int
    whole: bool

    def settle(self, claims: Sequence[Claim]) -> tuple[list[Claim], int]:
        """Return the claims inside and where the settled part ends: no claim crosses it, none may grow later.

        The claims are disjoint and in order.
        """
        first = bisect_right(claims, self.begin, key=END)
        inside = list(claims[first : bisect_left(claims, self.end, key=START)])
        if not inside:
            return inside, self.end
        last = inside[-1]
        settled = max(self.end, last.end)
        if last.end == len(self.text) and not self.whole:
            inside.pop()
            settled = max(self.begin, last.start)
        if inside and inside[0].start < self.begin:
            inside[0] = inside[0].moved(self.begin, inside[0].end)
        return inside, settled


class Redactor:
    """Finds and replaces values; the same value becomes the same placeholder in everything one redactor sees.

    ``rules`` defaults to the registry; ``accelerated`` forces the compiled automaton or the fallback. ``most_learnt``
    is the number of values that go everywhere once they were found in one place; see ``overlooked``.
    """

    def __init__(
        self,
        policy: Policy,
        *,
        rules: Sequence[Rule] | None = None,
        accelerated: bool | None = None,
        most_learnt: int = MOST_LEARNT,
    ) -> None:
        """Take what is known; nothing is read from the machine."""
        if rules is None:
            from redaction.rules.registry import RULES  # noqa: PLC0415 - compiling every pattern takes a while

            rules = RULES
        self._policy = policy
        self._rules = tuple(rule for rule in rules if rule.id not in policy.disabled)
        self._keep = frozenset(each.encode("utf-8", "surrogateescape") for each in policy.keep)
        self._accelerated = accelerated
        self._learnt = Learnt(self._keep, most=most_learnt, accelerated=accelerated)
        self._fragments: dict[bytes, None] = {}
        self._scanner: Scanner | None = None
        self._found: dict[bytes, list[Claim]] = {}
        self._ledger = Ledger()
        self._counts: Counter[str] = Counter()

    def __repr__(self) -> str:
        """Count, never list."""
        return f"Redactor({len(self._rules)} rules, {len(self._learnt)} values learnt)"

    @property
    def ledger(self) -> Mapping[str, Entry]:
        """Placeholder → entry for every value replaced so far; holds the values, so it never leaves memory."""
        return self._ledger.entries()

    @property
    def counts(self) -> Mapping[str, int]:
        """Rule id → number of replacements so far."""
        return dict(self._counts)

    @property
    def imitations(self) -> int:
        """How many texts of the evidence looked like placeholders of ours; they stay, and their numbers are skipped."""
        return self._ledger.imitations

    @property
    def overlooked(self) -> int:
        """How often a value was not learnt because there were too many: it goes only where a rule finds it."""
        return self._learnt.overlooked

    def values(self) -> Iterator[tuple[bytes, Kind]]:
        """Yield every value found so far with its kind, those of texts that are only surveyed included."""
        yield from ((entry.value, entry.kind) for entry in self._ledger.entries().values())
        yield from self._learnt.elsewhere()

    def survey(self, data: bytes, form: Format = Format.TEXT) -> tuple[Finding, ...]:
        """Learn the values of one input, replacing nothing, and return what was found in it.

        What was learnt before is not looked for; what is found is kept for the redaction of the same input.
        """
        self._reserve(data)
        claims = self._fitted(data, self._scanned(data), json_text.read(data, form))
        distinct = _distinct(claims)
        self._remember(distinct)
        self._learnt.learn(distinct)
        return findings(claims)

    def learn_from(self, data: bytes, form: Format = Format.TEXT) -> None:
        """Learn the values of an input that will not be redacted: there may be gigabytes of it, in pieces.

        Its values are numbered only when they are met in a text that is redacted.
        """
        claims = self._fitted(data, self._scanner_now().scan(data), json_text.read(data, form))
        distinct = _distinct(claims)
        self._learnt.remember(distinct)
        self._learnt.learn(distinct)

    def look_up(self, texts: Iterable[bytes]) -> None:
        """Look for all that was learnt in texts that are redacted next; it saves time where much was learnt."""
        scanner = self._scanner_now()
        self._learnt.look_up(scanner.layers(text) for text in dict.fromkeys(texts))

    def survey_window(self, window: Window) -> int:
        """Survey the part of a text that a window shows, and return how far it is settled."""
        self._reserve(window.text)
        claims, settled = window.settle(self._fitted(window.text, self._scanned(window.text), json_text.PLAIN))
        distinct = _distinct(claims)
        self._remember(distinct)
        self._learnt.learn(distinct)
        return settled

    def _scanned(self, data: bytes) -> list[Claim]:
        """Return what is found in one input, and keep it for the redaction of the same input."""
        found = self._scanner_now().scan(data)
        if len(self._found) < _MOST_KEPT and sum(map(len, self._found.values())) + len(found) <= _MOST_CLAIMS:
            self._found[sha256(data).digest()] = found
        return found

    def withhold(self, fragments: Iterable[bytes]) -> None:
        """Replace these literal pieces of kept texts, which copy withheld text, wherever they stand."""
        for fragment in fragments:
            if fragment and fragment not in self._fragments:
                self._fragments[fragment] = None
                self._scanner = None
                self._found.clear()

    def redact(self, data: bytes, form: Format = Format.TEXT) -> Redacted:
        """Replace every known and found value; the first call numbers what was surveyed.

        Values that only this input tells are learnt from it first, so that they also go where they stand bare in it.
        """
        self._reserve(data)
        structure = json_text.read(data, form)
        claims = self._settled_claims(data, structure)
        self._remember(claims)
        note = structure.note
        redacted = self._replaced(data, claims, 0, len(data))
        return sealed(redacted, findings(claims), Format.TEXT if note.unparsed else form, note.text)

    def redact_window(self, window: Window) -> tuple[bytes, int]:
        """Redact the part of a text that a window shows; return it and how far the text is settled."""
        self._reserve(window.text)
        claims, settled = window.settle(self._settled_claims(window.text, window=window))
        self._remember(claims)
        return self._replaced(window.text, claims, window.begin, settled), settled

    def redact_text(self, text: str) -> str:
        """Redact a title, a name or any other short text."""
        return self.redact(text.encode("utf-8", "surrogatepass")).data.decode("utf-8", "surrogatepass")

    def _reserve(self, data: bytes) -> None:
        """Never issue the placeholders that the evidence holds already."""
        for imitation in imitations(data):
            self._ledger.reserve(imitation)

    def _replaced(self, data: bytes, claims: Iterable[Claim], begin: int, end: int) -> bytes:
        """Return ``data[begin:end]`` with the claims replaced, counting each."""
        pieces: list[bytes] = []
        for claim in claims:
            pieces += data[begin : claim.start], self._replacement(claim, data[claim.end : claim.end + 1])
            begin = claim.end
            self._counts[claim.rule] += 1
        pieces.append(data[begin:end])
        return b"".join(pieces)

    def _replacement(self, claim: Claim, following: bytes) -> bytes:
        """Return what stands in the claim's place."""
        if claim.literal is not None:
            return claim.literal
        return separated(self._ledger.use(self._note(claim)), following)

    def _settled_claims(
        self, data: bytes, structure: json_text.Structure = json_text.PLAIN, *, window: Window | None = None
    ) -> list[Claim]:
        """Return the disjoint claims on one input, with the values learnt before and from this input.

        Of a window only what is settled is learnt: a value at its end may go on.
        """
        scanner = self._scanner_now()
        layers = scanner.layers(data)
        found = self._found.pop(sha256(data).digest(), None) if self._found else None
        if found is None:
            found = scanner.scan_layers(layers)
        claims = self._fitted(data, found, structure)
        self._learnt.learn(window.settle(claims)[0] if window else claims)
        learnt = self._learnt.claims(layers)
        return self._fitted(data, found + learnt, structure) if learnt else claims

    def _fitted(self, data: bytes, found: list[Claim], structure: json_text.Structure) -> list[Claim]:
        """Return what is allowed of the claims found, disjoint and inside the structure."""
        allowed: list[Claim] = []
        whole: set[tuple[bytes, bytes, int]] = set()
        for claim in chain(found, structure.claims):
            alike = claim.value, data[claim.start : claim.end], claim.rank
            if alike in whole:
                allowed.append(claim)
                continue
            parts = self._allowed(data, claim)
            allowed += parts
            if len(parts) == 1 and parts[0] is claim:
                whole.add(alike)
        resolved = resolve(allowed)
        return resolved if structure.scalars is None else resolve(structure.clip(resolved))

    def _allowed(self, data: bytes, claim: Claim) -> list[Claim]:
        """Return what is left of a claim: nothing of public strings and of placeholders that stand there already."""
        text = data[claim.start : claim.end]
        if claim.rank > STRUCTURE - 1 and (claim.value in self._keep or text in self._keep or is_harmless(claim.value)):
            return []
        if claim.rank == KNOWN or claim.literal is not None:
            return [claim]
        return _around_placeholders(text, claim)

    def _remember(self, claims: Iterable[Claim]) -> None:
        """Note the claims' values in order, so that they are numbered by first appearance."""
        for claim in _distinct(claims):
            if claim.literal is None:
                self._note(claim)

    def _note(self, claim: Claim) -> bytes:
        """Note a claim's value and return its key; where it was learnt from another text, that names it."""
        elsewhere = self._learnt.sighting(claim.value)
        key = b""
        if elsewhere is not None:
            key = self._ledger.note(claim.value, elsewhere.kind, elsewhere.stem, elsewhere.rule, elsewhere.rank)
        if elsewhere is None or claim.rank > KNOWN:
            key = self._ledger.note(claim.value, claim.kind, claim.stem, claim.rule, claim.rank)
        return key

    def _scanner_now(self) -> Scanner:
        """Return the scanner for everything known beforehand; what is learnt has one of its own."""
        if self._scanner is None:
            self._scanner = Scanner(
                self._rules,
                self._policy.known_values,
                self._policy.path_roles,
                tuple(self._fragments),
                accelerated=self._accelerated,
            )
        return self._scanner


def _distinct(claims: Iterable[Claim]) -> Iterable[Claim]:
    """Return claims one of each that are the same but for their spans, in order."""
    return {claim[2:]: claim for claim in claims}.values()


def _around_placeholders(text: bytes, claim: Claim) -> list[Claim]:
    """Return the parts of a claim that are no placeholders yet, if they still hold a token worth replacing."""
    found = list(PLACEHOLDER.finditer(text)) if b"-" in text and any(head in text for head in HEADS) else []
    if not found:
        return [claim]
    edges = [0, *(edge for match in found for edge in match.span()), len(text)]
    parts = zip(edges[::2], edges[1::2], strict=True)
    return [
        Claim(claim.start + start, claim.start + end, text[start:end], claim.kind, claim.stem, claim.rule, claim.rank)
        for start, end in parts
        if sum(bytes((byte,)).isalnum() for byte in text[start:end]) >= 6  # noqa: PLR2004 - shorter rests are syntax
    ]
