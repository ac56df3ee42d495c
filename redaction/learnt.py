"""Values that rules found in one place and that go everywhere: remembered in little room, looked for in batches.

All forms of one value take some fifty literals and forty kilobytes of an automaton, so an automaton over everything
that a gigabyte of evidence teaches would outgrow any machine. Instead each batch of values has an automaton of its own,
which exists while it is needed. Texts that are announced by ``look_up`` are searched for a batch together; what is found in them
is kept, and that is little. Whether a text was announced changes the time that it takes and never the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from typing import Final

from redaction.claims import STRUCTURE, Claim
from redaction.findings import Kind
from redaction.forms import spellings_of
from redaction.policy import KnownValue
from redaction.scan import Layers, Scanner
from redaction.views import decoded
from redaction.vocabulary import may_spread

MOST_LEARNT: Final = 2000
"""Values that go everywhere, unless the caller asks for more: each costs time for every text."""

_SPREADING: Final = frozenset({Kind.SECRET, Kind.ACCOUNT, Kind.EMAIL, Kind.HOST, Kind.PERSON})
"""Kinds of values that go everywhere once a rule has found them in one place."""

_ROOM_EACH: Final = 200
"""Bytes of a value that its place in the tables takes anyway; of a longer one every byte counts."""

_AT_ONCE: Final = 500
"""Values of one batch: some twenty megabytes of automaton."""

_HELD: Final = 4
"""Automata that are held for the next text."""

_TOGETHER: Final = 16 << 20
"""Bytes of announced texts that are searched together, with their decoded views."""


@dataclass(frozen=True, slots=True, repr=False)
class Sighting:
    """How a value was found: what decides its placeholder. Few differ, so that all values found alike share one."""

    kind: Kind
    stem: str
    rule: str
    rank: int


class Learnt:
    """All values learnt so far, in the order in which they were; ``overlooked`` counts what was not learnt for want of room."""

    def __init__(self, keep: frozenset[bytes], *, most: int, accelerated: bool | None) -> None:
        """Know nothing yet; ``keep`` holds public strings that are never learnt, ``most`` is the number that is learnt."""
        self._keep = keep
        self._most = most
        self._room = most * _ROOM_EACH
        self._accelerated = accelerated
        self._sightings: dict[Sighting, Sighting] = {}
        self._elsewhere: dict[bytes, Sighting] = {}
        self._spreading: dict[bytes, Sighting] = {}
        self._scanners: dict[tuple[int, int], Scanner] = {}
        self._announced: dict[bytes, tuple[int, list[Claim]]] = {}
        self.overlooked = 0

    def __len__(self) -> int:
        """How many spellings are looked for everywhere."""
        return len(self._spreading)

    def __repr__(self) -> str:
        """Count, never list."""
        return f"Learnt({len(self)} values)"

    def remember(self, claims: Iterable[Claim]) -> None:
        """Remember every value of a text that will not be redacted itself, whether it goes everywhere or not."""
        for claim in claims:
            known = self._elsewhere.get(claim.value)
            if claim.literal is not None or (known is not None and known.rank <= claim.rank):
                continue
            if known is None:
                if self._room < len(claim.value):
                    self.overlooked += 1
                    continue
                self._room -= max(len(claim.value), _ROOM_EACH)
            self._elsewhere[claim.value] = self._sighting(claim)

    def elsewhere(self) -> Iterator[tuple[bytes, Kind]]:
        """Yield the values that stand in texts that were not to be redacted, each with its kind."""
        for value, sighting in self._elsewhere.items():
            yield value, sighting.kind

    def sighting(self, value: bytes) -> Sighting | None:
        """Return how a value was found in texts that were not to be redacted, by the most trusted of what found it."""
        return self._elsewhere.get(value)

    def learn(self, claims: Iterable[Claim]) -> None:
        """Take values that rules found for known ones where they are distinctive."""
        seen: set[tuple[bytes, Kind, bool]] = set()
        for claim in claims:
            same = claim.value, claim.kind, claim.rank == STRUCTURE
            if same in seen:
                continue
            seen.add(same)
            if claim.rank < STRUCTURE or claim.kind not in _SPREADING or claim.value in self._keep:
                continue
            certain, name = claim.rank == STRUCTURE, claim.kind is Kind.PERSON
            for value in _spellings(claim.value, certain=certain, name=name):
                if value not in self._spreading:
                    self._spread(value, claim)

    def look_up(self, texts: Iterable[Layers]) -> None:
        """Search texts for all values learnt so far, for a batch of values at a time."""
        if len(self) <= _AT_ONCE:
            return
        together: list[Layers] = []
        for layers in texts:
            together.append(layers)
            if sum(len(each.data) for each in together) > _TOGETHER:
                self._search(together)
                together = []
        self._search(together)

    def claims(self, layers: Layers) -> list[Claim]:
        """Return where values learnt so far stand in a text."""
        begin, found = 0, list[Claim]()
        if self._announced:
            begin, found = self._announced.get(sha256(layers.data).digest(), (begin, found))
        return found + [claim for scanner in self._scanners_from(begin) for claim in scanner.scan_layers(layers)]

    def _spread(self, value: bytes, claim: Claim) -> None:
        """Let a value go everywhere, if there is room."""
        if len(self._spreading) < self._most:
            self._spreading[value] = self._sighting(claim)
        else:
            self.overlooked += 1

    def _sighting(self, claim: Claim) -> Sighting:
        """Return how a claim found its value; the same object for all that found theirs alike."""
        sighting = Sighting(claim.kind, claim.stem, claim.rule, claim.rank)
        return self._sightings.setdefault(sighting, sighting)

    def _search(self, together: list[Layers]) -> None:
        """Search some texts for everything, and remember what stands in them."""
        if not together:
            return
        found: list[list[Claim]] = [[] for _ in together]
        for scanner in self._scanners_from(0):
            for layers, claims in zip(together, found, strict=True):
                claims.extend(scanner.scan_layers(layers))
        for layers, claims in zip(together, found, strict=True):
            self._announced[sha256(layers.data).digest()] = len(self), claims

    def _scanners_from(self, begin: int) -> Iterator[Scanner]:
        """Yield a scanner for each batch of values but the first ``begin``; the last ones used are held."""
        for first in range(begin, len(self), _AT_ONCE):
            batch = first, min(first + _AT_ONCE, len(self))
            scanner = self._scanners.pop(batch, None)
            if scanner is None:
                while len(self._scanners) >= _HELD:
                    del self._scanners[next(iter(self._scanners))]
                scanner = Scanner((), tuple(self._values(*batch)), (), (), accelerated=self._accelerated)
            self._scanners[batch] = scanner
            yield scanner

    def _values(self, first: int, last: int) -> Iterator[KnownValue]:
        """Yield the values of a batch as known ones."""
        for value, sighting in islice(self._spreading.items(), first, last):
            yield KnownValue(_text(value), sighting.kind, sighting.stem, f"rule:{sighting.rule}")


def _spellings(found: bytes, *, certain: bool, name: bool) -> list[bytes]:
    """Return what goes everywhere once a value was found: its letters, and as it stood unless that is a form of these.

    What begins with a control sequence would be found, cut short, wherever the sequence stands.
    """
    plain = decoded(found)
    able = [each for each in dict.fromkeys((plain, found)) if may_spread(_text(each), certain=certain, name=name)]
    a_form = found.startswith(b"\x1b") or found in spellings_of(plain)
    return able[:1] if able[:1] == [plain] and a_form else able


def _text(value: bytes) -> str:
    """Return a value as the text that stands for its bytes."""
    return value.decode("utf-8", "surrogateescape")
