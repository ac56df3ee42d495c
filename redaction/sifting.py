"""The sieve for the text at hand: what it says of an anchor depends on how often the anchor came until now.

To compile what must stand around an anchor takes as long as a hundred anchors that stand for themselves. It pays for those
that the text holds often. Which these are, the first text tells; when others become common, the sieve is made anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from redaction.confirmation import Together
from redaction.groups import Group, ahead_late, table_of
from redaction.heads import Head, alone, heads
from redaction.rule import Rule
from redaction.sieve import Sieve, common
from redaction.surroundings import Beginning, Run


class Sifting:
    """The sieve of some groups of rules, made when it is first asked for."""

    def __init__(self, rules: Sequence[Rule], groups: Sequence[Group], everywhere: Iterable[bytes]) -> None:
        """Take the groups of ``rules``, and the anchors that are common in every text."""
        self._rules = rules
        self._groups = groups
        self._sieve: Sieve | None = None
        self.common = set(everywhere)
        """The anchors of which the sieve says what must stand around them."""

    def sieve(self, size: int, met: Callable[[], Counter[bytes]]) -> Sieve:
        """Return the sieve for a text of ``size`` bytes, whose anchors ``met`` counts if it is to be made.

        Raises ``ImportError`` where there is no compiled scanner.
        """
        if self._sieve is None:
            self.common.update(common(met(), size))
        elif crowd := self._sieve.crowding(self.common):
            self.common.update(crowd)
        else:
            return self._sieve
        self._sieve = self.made()
        return self._sieve

    def made(self) -> Sieve:
        """Return a new sieve, in which the anchors that are not common stand for themselves."""
        found: dict[Head, tuple[bytes, list[Beginning]]] = {}
        for anchor, before, ahead, said, together in self._groups:
            run = _run(self._rules, together)
            beginning = Beginning(len(anchor), table_of(before), ahead, ahead_late(ahead), run, (together,))
            told = anchor in self.common
            for head in heads(anchor, before, ahead, said(anchor) if said else ()) if told else (alone(anchor),):
                found.setdefault(head, (anchor, []))[1].append(beginning)
        return Sieve(found)


def _run(rules: Sequence[Rule], together: Together) -> Run | None:
    """Return the gates of rules that judge nothing but the run of their reach's bytes, if all the rules are such."""
    reach, gated = together
    if reach is None or not all(rules[rank].of_run for _, ranks, _ in gated for rank in ranks):
        return None
    return Run(*reach, tuple(gate for gate, _, _ in gated if gate is not None))
