"""Find every claim in a block: rules at their anchors, known values, withheld fragments, path roles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from redaction import automaton
from redaction.anchors import SIGHT, anchors_of
from redaction.claims import Claim
from redaction.confirmation import Confirmation, Sources
from redaction.fragments import FragmentIndex
from redaction.known import MASKS, KnownIndex
from redaction.paths import RoleIndex
from redaction.policy import KnownValue, PathRole
from redaction.recurrence import CHUNK
from redaction.repeats import Stretch, stretches
from redaction.rule import Rule
from redaction.views import MOST_LAYERS, views
from redaction.way_back import SEAM, View

_WINDOW: Final = 1 << 18
"""Bytes that the automaton sees at once: larger windows only cost memory for the hits."""

_LARGE: Final = 1 << 15
_SEEN_ENOUGH: Final = 4 << 20
"""A sieve is used where much is read and much at once: to get ready for it costs as much as to read some MB without."""

_MARGIN: Final = 320
"""Bytes of surrounding text that a decoded view keeps, so that rules see what stands around an escape."""

_WIDEST_MARGIN: Final = 16384

Known = tuple[int, int]
"""An offset in a text and the number of the known literal that stands there."""

Target = tuple[Callable[[Confirmation, int, object], None], object]
"""What confirms a hit of a literal, and what it has to know about the literal."""


class Layers:
    """A text and its decoded views, from the outermost in, worked out once and only as far as they are asked for."""

    def __init__(self, data: bytes, margin: int) -> None:
        """Start with the text itself; ``margin`` bytes of it are kept around each stretch of escapes."""
        self.data = data
        self._margin = margin
        self._known: list[tuple[bytes, tuple[View, ...]]] = [(data, ())]
        self._expanded = 0

    def __iter__(self) -> Iterator[tuple[bytes, tuple[View, ...]]]:
        """Yield each layer's text and the views that lead back from it, innermost first."""
        at = 0
        while at < len(self._known):
            yield self._known[at]
            if at == self._expanded:
                self._expand(*self._known[at])
            at += 1

    def _expand(self, text: bytes, chain: tuple[View, ...]) -> None:
        """Add the views of a layer."""
        self._expanded += 1
        if len(chain) < MOST_LAYERS:
            self._known.extend((view.text, (view, *chain)) for view in views(text, self._margin))


class Scanner:
    """Everything that is looked for; the same for every text."""

    def __init__(
        self,
        rules: Sequence[Rule],
        known: Sequence[KnownValue],
        roles: Sequence[PathRole],
        fragments: Sequence[bytes],
        *,
        accelerated: bool | None,
    ) -> None:
        """Index the rules' anchors, the values' forms, the fragments and the roles' folders."""
        self._anchors = anchors_of(tuple(rules), accelerated=accelerated)
        self._sources = sources = Sources(
            tuple(rules),
            self._anchors.matchers,
            KnownIndex(known),
            RoleIndex(roles),
            FragmentIndex(fragments),
        )
        targets: dict[bytes, list[Target]] = {}
        for literal, piece in sources.known.literals():
            targets.setdefault(literal, []).append((Confirmation.piece, piece))
        for mask in MASKS if len(sources.known) else ():
            targets.setdefault(mask, []).append((Confirmation.echo, None))
        for literal in sources.roles.literals():
            targets.setdefault(literal, []).append((Confirmation.role, None))
        for literal in sources.fragments.literals():
            targets.setdefault(literal, []).append((Confirmation.fragment, literal))
        self._targets = [tuple(each) for each in targets.values()]
        self._automaton = automaton.build(targets, accelerated=accelerated)
        self._seen = 0
        self._margin = min(_WIDEST_MARGIN, max(_MARGIN, 2 * sources.known.longest))

    def scan(self, data: bytes) -> list[Claim]:
        """Return all claims on ``data``, overlapping ones included, those of its decoded views mapped back."""
        return self.scan_layers(self.layers(data))

    def layers(self, data: bytes) -> Layers:
        """Return a text with its decoded views, each with the way back."""
        return Layers(data, self._margin)

    def scan_layers(self, layers: Layers) -> list[Claim]:
        """Return all claims on a text whose views may have been worked out before."""
        claims: list[Claim] = []
        for text, chain in layers:
            found = self._layer(text)
            if chain:
                found = [_mapped(claim, chain) for claim in found if SEAM not in text[claim.start : claim.end]]
            claims += found
        return claims

    def _layer(self, data: bytes) -> list[Claim]:
        """Return the claims on ``data`` as it stands."""
        confirmation = Confirmation(data, self._sources)
        for stretch in stretches(data, self._sources.rules):
            begin = self._leap(confirmation, data, stretch) if stretch.period else stretch.begin
            self._try_all(confirmation, data, begin, stretch.end)
        return confirmation.claims

    def _leap(self, confirmation: Confirmation, data: bytes, stretch: Stretch) -> int:
        """Look at a stretch that repeats itself until the claims of rules do, say these again, and return where that ends."""
        recurrence = confirmation.watch(stretch)
        at = leapt = stretch.begin
        while at == leapt < stretch.end and not recurrence.given_up:
            at = min(at + CHUNK, stretch.end)
            self._try_all(confirmation, data, leapt, at)
            leapt = recurrence.leap(at)
        confirmation.watch_no_more()
        self._look_up(confirmation, data, at, leapt)
        return leapt

    def _try_all(self, confirmation: Confirmation, data: bytes, begin: int, end: int) -> None:
        """Try the rules at their anchors in ``data[begin:end]``, and look for what is known by its own letters."""
        self._seen += end - begin
        many = end - begin >= _LARGE and self._seen >= _SEEN_ENOUGH
        for first in range(begin, end, _WINDOW):
            last = min(first + _WINDOW, end)
            for start, togethers in self._anchors.places(data, first, last, many=many):
                for together in togethers:
                    confirmation.rules(start, together)
            self._look_up(confirmation, data, first, last)

    def _look_up(self, confirmation: Confirmation, data: bytes, begin: int, end: int) -> None:
        """Look in ``data[begin:end]`` only for what is known by its own letters."""
        for first in range(begin, end, _WINDOW) if self._targets else ():
            last = min(first + _WINDOW, end)
            self._confirm(confirmation, _hits(self._automaton, data[first : last + SIGHT], first, last))

    def _confirm(self, confirmation: Confirmation, known: Iterable[Known]) -> None:
        """Confirm the hits of literals, in order."""
        for start, number in sorted(set(known)):
            for confirm, what in self._targets[number]:
                confirm(confirmation, start, what)


def _hits(literals: automaton.Automaton, block: bytes, begin: int, end: int) -> list[Known]:
    """Return the literals that begin in ``data[begin:end]``, whose bytes ``block`` holds."""
    return [(begin + start, number) for number, start, _ in literals.hits(block) if begin + start < end]


def _mapped(claim: Claim, chain: tuple[View, ...]) -> Claim:
    """Return a claim on the innermost view as one on the block, through every view between."""
    start, end = claim.start, claim.end
    for view in chain:
        start, end = view.span(start, end)
    return claim.moved(start, end)
