"""Withheld text that was copied into kept text: found by indexing what is kept, removed as literal fragments.

The kept texts are small and the withheld ones may be hundreds of megabytes, so an index of short pieces of the kept
texts is built once and the withheld text streams past it. Pieces of ``n`` bytes are taken at every ``a``-th byte of
the kept and every ``b``-th of the withheld text, with ``a`` and ``b`` coprime: a common run of ``a*b + n - 1`` bytes
then holds a pair that meets. Both are compared unescaped and with white space collapsed; hits are mapped back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from math import gcd
from typing import Final

from redaction.common_text import is_distinctive, normalised, normalised_text
from redaction.kept_places import Places, WordStarts
from redaction.way_back import View
from redaction.wrapping import shared

_SHORTEST_PIECE: Final = 8
_LONGEST_PIECE: Final = 16
_SHORTEST_VALUE: Final = 10
_MOST_SLICES: Final = 2048
_STEP: Final = 64


def common_fragments(
    kept: Sequence[bytes], withheld: Iterable[bytes], *, minimum: int, vocabulary: Collection[str] = frozenset()
) -> tuple[bytes, ...]:
    """Return the literal pieces of the ``kept`` texts that copy ``withheld`` text.

    A piece counts if it shares ``minimum`` bytes (at least 10) with a withheld value, or is a whole withheld value
    of ten or more, and if something remains of it once common words, ``vocabulary``, paths, traceback frames,
    exception names and status phrases are taken away. Copies may be escaped, re-wrapped or cut.
    """
    index = _KeptIndex(kept, max(minimum, _SHORTEST_VALUE), frozenset(word.lower() for word in vocabulary))
    for value in withheld:
        index.compare(value)
    return index.fragments()


@dataclass(frozen=True, slots=True, repr=False)
class _Kept:
    """One kept text: as it is, normalised, and the way back."""

    raw: bytes
    text: bytes
    chain: tuple[View, ...]

    def fragment(self, start: int, end: int) -> bytes:
        """Return the raw bytes behind a span of the normalised text."""
        for view in self.chain:
            start, end = view.span(start, end)
        return self.raw[start:end]


class _KeptIndex:
    """The kept texts' pieces, and the runs that withheld values were found to share with them."""

    def __init__(self, kept: Sequence[bytes], minimum: int, vocabulary: frozenset[str]) -> None:
        self._minimum = minimum
        self._vocabulary = vocabulary
        self._kept = [_Kept(raw, *normalised(raw)) for raw in kept]
        self._piece = min(_LONGEST_PIECE, max(_SHORTEST_PIECE, minimum // 2))
        kept_step, self._step = _steps(minimum - self._piece + 1)
        self._places = Places(self._piece, minimum)
        self._starts = WordStarts([each.text for each in self._kept])
        self._slices = [slice(at, at + self._piece) for at in range(0, _MOST_SLICES * self._step, self._step)]
        self._found: set[tuple[int, int, int]] = set()
        self._judged: set[tuple[int, int, int, bool]] = set()
        for number, each in enumerate(self._kept):
            for at in range(0, len(each.text) - self._piece + 1, kept_step):
                self._places.add(each.text, number, at)

    def compare(self, value: bytes) -> None:
        """Find the runs that a withheld value shares with the kept texts."""
        text = normalised_text(value).strip()
        self._whole(text)
        if not self._may_share(text):
            return
        covered: dict[tuple[int, int], int] = {}
        places, piece = self._places.known, self._piece
        for at in range(0, len(text) - piece + 1, self._step):
            for number, place in places.get(text[at : at + piece], ()):
                if covered.get((number, place - at), 0) <= at:
                    covered[number, place - at] = self._grow(text, at, number, place)
            if len(covered) > 4096:  # noqa: PLR2004 - forget runs that ended long ago
                covered = {run: end for run, end in covered.items() if end > at}

    def _may_share(self, text: bytes) -> bool:
        """Tell whether a withheld text can share a piece: most share none, and a loop of ours takes three times as long."""
        count = (len(text) - self._piece) // self._step + 1
        pieces = map(text.__getitem__, islice(self._slices, max(count, 0)))
        return count > _MOST_SLICES or not self._places.known.keys().isdisjoint(pieces)

    def _whole(self, text: bytes) -> None:
        """Look a whole short value up where words of the kept texts begin."""
        if not _SHORTEST_VALUE <= len(text) < 4 * self._minimum:
            return
        for number, start in self._starts.of(text):
            if not _inside_word(self._kept[number].text, start, start + len(text)):
                self._accept(number, start, start + len(text), _SHORTEST_VALUE, whole=True)

    def _grow(self, text: bytes, at: int, number: int, place: int) -> int:
        """Grow a shared piece to the maximal run, keep it if it matters, and return where it ends in ``text``."""
        kept = self._kept[number].text
        after = _agreeing(text, at, kept, place)
        before = _agreeing_back(text, at, kept, place)
        if before + after >= self._minimum:
            self._accept(number, place - before, place + after, self._minimum)
        return at + after

    def _accept(self, number: int, start: int, end: int, minimum: int, *, whole: bool = False) -> None:
        """Keep a run of a kept text if it is more than common words."""
        kept = self._kept[number].text
        while start < end and kept[start] & 0xC0 == 0x80:  # noqa: PLR2004 - the inside of a UTF-8 character
            start += 1
        while end > start and end < len(kept) and kept[end] & 0xC0 == 0x80:  # noqa: PLR2004 - the same
            end -= 1
        run = kept[start:end]
        start += len(run) - len(run.lstrip())
        end -= len(run) - len(run.rstrip())
        if start < end and (number, start, end, whole) not in self._judged:
            self._judged.add((number, start, end, whole))
            if is_distinctive(kept[start:end], self._vocabulary, minimum, whole=whole):
                self._found.add((number, start, end))

    def fragments(self) -> tuple[bytes, ...]:
        """Return the distinct raw fragments, those inside longer ones of the same text left out."""
        fragments: dict[bytes, None] = {}
        reached: dict[int, int] = {}
        for number, start, end in sorted(self._found, key=lambda run: (run[0], run[1], -run[2])):
            if end > reached.get(number, -1):
                reached[number] = end
                fragments[self._kept[number].fragment(start, end)] = None
        return tuple(fragments)


def _steps(most: int) -> tuple[int, int]:
    """Return coprime steps through kept and withheld text whose product is at most ``most``."""
    pairs = [(a, b) for a in range(1, 9) for b in range(a, 33) if a * b <= most and gcd(a, b) == 1]
    return max(pairs, key=lambda pair: (min(pair[0], 3), pair[1]), default=(1, 1))


def _inside_word(text: bytes, start: int, end: int) -> bool:
    """Say whether a span begins or ends within a word."""
    return (start > 0 and _letters(text[start - 1 : start + 1])) or _letters(text[end - 1 : end + 1])


def _letters(pair: bytes) -> bool:
    """Say whether two neighbouring bytes belong to one ASCII word."""
    return len(pair) == 2 and pair.isalnum()  # noqa: PLR2004 - a pair


def _agreeing(left: bytes, at: int, right: bytes, place: int) -> int:
    """Return how many bytes agree from two places on."""
    count = 0
    while True:
        one, other = left[at + count : at + count + _STEP], right[place + count : place + count + _STEP]
        if one == other and one:
            count += len(one)
            continue
        return count + shared(one, other)


def _agreeing_back(left: bytes, at: int, right: bytes, place: int) -> int:
    """Return how many bytes agree before two places."""
    count = 0
    while True:
        step = min(_STEP, at - count, place - count)
        one, other = left[at - count - step : at - count], right[place - count - step : place - count]
        if one == other and one:
            count += step
            continue
        return count + shared(one[::-1], other[::-1])
