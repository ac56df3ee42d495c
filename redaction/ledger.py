"""Which value became which placeholder: in memory only, numbered by first appearance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

from redaction.findings import Kind
from redaction.placeholders import numbered
from redaction.views import decoded


@dataclass(frozen=True, slots=True, repr=False)
class Entry:
    """One value that was found: what it is, which rule found it, how often it was replaced."""

    value: bytes
    kind: Kind
    stem: str
    rule: str
    rank: int
    count: int = 0

    def __repr__(self) -> str:
        """Name the rule and the count; never the value."""
        return f"Entry({self.kind}, {self.rule}, {self.count})"


class Ledger:
    """Notes values while everything is surveyed, then numbers them once and for all.

    Text in the evidence that already looks like one of our placeholders is left as it is, but its number is never
    issued: so a placeholder of ours stands for a value of ours, and ``imitations`` tells how many were met.
    """

    def __init__(self) -> None:
        """Start with no values and no reserved names."""
        self._entries: dict[bytes, Entry] = {}
        self._counts: Counter[bytes] = Counter()
        self._placeholders: dict[bytes, bytes] = {}
        self._last: dict[str, int] = {}
        self._reserved: set[bytes] = set()
        self._issued: set[bytes] = set()

    def __repr__(self) -> str:
        """Count, never list."""
        return f"Ledger({len(self._entries)} values)"

    def reserve(self, imitation: bytes) -> None:
        """Never issue this placeholder: the evidence already holds it."""
        if imitation not in self._issued:
            self._reserved.add(imitation)

    @property
    def imitations(self) -> int:
        """How many distinct texts of the evidence looked like a placeholder before anything was replaced."""
        return len(self._reserved)

    def note(self, value: bytes, kind: Kind, stem: str, rule: str, rank: int) -> bytes:
        """Remember a value and return its key; a more trusted (lower) rank names it, until it has a placeholder."""
        key = key_of(value, kind)
        known = self._entries.get(key)
        if known is None:
            self._entries[key] = Entry(value, kind, stem, rule, rank)
        elif rank < known.rank and key not in self._placeholders:
            self._entries[key] = replace(known, kind=kind, stem=stem, rule=rule, rank=rank)
        return key

    def placeholder(self, key: bytes) -> bytes:
        """Return the placeholder of a noted value; the first call numbers everything noted so far."""
        if key not in self._placeholders:
            for noted in list(self._entries):
                if noted not in self._placeholders:
                    self._placeholders[noted] = self._issue(noted)
        return self._placeholders[key]

    def use(self, key: bytes) -> bytes:
        """Return the placeholder of a noted value and count one replacement."""
        self._counts[key] += 1
        return self.placeholder(key)

    def entries(self) -> dict[str, Entry]:
        """Return placeholder → entry for every value that was replaced at least once."""
        return {
            self._placeholders[key].decode(): replace(entry, count=self._counts[key])
            for key, entry in self._entries.items()
            if key in self._placeholders
        }

    def _issue(self, key: bytes) -> bytes:
        """Return the next free placeholder for an entry; a subdomain keeps the name of its domain."""
        entry = self._entries[key]
        if entry.kind is Kind.PATH:
            return entry.stem.encode()
        domain = self._domain_of(key) if entry.kind is Kind.HOST else None
        if domain is not None:
            if domain not in self._placeholders:
                self._placeholders[domain] = self._issue(domain)
            return self._next("subdomain", lambda n: f"subdomain-{n}.".encode() + self._placeholders[domain])
        series = numbered(entry.kind, entry.stem, 0)
        return self._next(series, lambda n: numbered(entry.kind, entry.stem, n).encode())

    def _next(self, series: str, name: Callable[[int], bytes]) -> bytes:
        """Return the first name of a series that the evidence does not hold already."""
        while True:
            number = self._last.get(series, 0) + 1
            self._last[series] = number
            if name(number) not in self._reserved:
                self._issued.add(name(number))
                return name(number)

    def _domain_of(self, key: bytes) -> bytes | None:
        """Return the key of the shortest noted host that this one is a subdomain of, if there is one."""
        labels = key.split(b".")
        for count in range(2, len(labels)):
            parent = b".".join(labels[-count:])
            if parent in self._entries and self._entries[parent].kind is Kind.HOST:
                return parent
        return None


def key_of(value: bytes, kind: Kind) -> bytes:
    """Return what makes two spellings the same value: no escapes; hosts without case, brackets and closing dot."""
    value = decoded(value)
    if kind in (Kind.HOST, Kind.MACHINE, Kind.EMAIL):
        return value.lower().strip(b"[]").rstrip(b".")
    return value
