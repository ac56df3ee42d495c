"""Forms of known values that share a part: which of them may stand around it, found without trying each.

Hosts share a domain, tokens a head. Where a text holds the shared part, all of them would have to be compared with what
stands around; many such values in a text that holds them all would take the square of its size.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from redaction.wrapping import joined_after, joined_before

_NEIGHBOURS: Final = 2
"""Forms on either side of a text in the order of the alphabet: those that it has most in common with."""


class Member(NamedTuple):
    """A form that holds the shared part: its number, its bytes in lower case, where the part begins in it, whether it may be cut."""

    number: int
    folded: bytes
    offset: int
    cut: bool


class Alike:
    """The forms that share one part."""

    def __init__(self, members: Sequence[Member]) -> None:
        """Sort the forms by what stands before and behind the shared part."""
        self._members = members
        self._before = max(member.offset for member in members)
        self._behind = max(len(member.folded) - member.offset for member in members)
        self._whole: defaultdict[int, defaultdict[bytes, defaultdict[int, dict[bytes, list[int]]]]] = defaultdict(
            lambda: defaultdict(lambda: defaultdict(dict))
        )
        for index, (_, folded, offset, _) in enumerate(members):
            behind = folded[offset:]
            self._whole[offset][folded[:offset]][len(behind)].setdefault(behind, []).append(index)
        cut = [index for index, member in enumerate(members) if member.cut]
        self._by_what_is_before = sorted((members[n].folded[: members[n].offset][::-1], n) for n in cut)
        self._by_what_follows = sorted((members[n].folded[members[n].offset :], n) for n in cut)

    def around(self, data: bytes, at: int) -> Iterator[Member]:
        """Yield each form that may stand around the part at ``at``: whole, over a line break, or cut.

        At most one break on each side is stepped over; what is longer than that has parts of its own.
        """
        befores = [text.lower() for text in joined_before(data, at, self._before)]
        behinds = [text.lower() for text in joined_after(data, at, self._behind)]
        found: dict[int, None] = {}
        for offset, by_text in self._whole.items():
            for before in befores:
                by_length = by_text.get(before[len(before) - offset :]) if len(before) >= offset else None
                for length, by_rest in by_length.items() if by_length else ():
                    for behind in behinds:
                        found.update(dict.fromkeys(by_rest.get(behind[:length], ())))
        if self._by_what_follows:
            found.update(dict.fromkeys(_nearest(self._by_what_follows, behinds[0])))
            found.update(dict.fromkeys(_nearest(self._by_what_is_before, befores[0][::-1])))
        for index in found:
            yield self._members[index]


def _nearest(ordered: Sequence[tuple[bytes, int]], text: bytes) -> Iterator[int]:
    """Yield which of the ordered texts have most in common with one."""
    at = bisect_left(ordered, (text, -1))
    for _, index in ordered[max(0, at - _NEIGHBOURS) : at + _NEIGHBOURS]:
        yield index
