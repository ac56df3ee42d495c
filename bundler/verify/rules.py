"""Step 5, first half: our own rules, run over the finished bytes by a scanner that the redactor does not use."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from bundler.verify.matcher import LiteralMatcher
from bundler.verify.placeholders import Placeholders
from bundler.verify.views import View
from redaction.findings import Kind
from redaction.lazy import compiled
from redaction.rule import Reach, Rule, value_spans

# Decoded in one sweep only so that a wrapped known value is found; every rule sees the same text in other views.
_NOT_FOR_RULES: Final = frozenset({"joined", "everything"})


@dataclass(frozen=True, slots=True, repr=False)
class Leave:
    """What a rule may claim and is left: placeholders, public names and hosts the reporter declared public."""

    placeholders: Placeholders
    public_names: frozenset[bytes]
    public_hosts: frozenset[str]


def shipped_rules() -> tuple[Rule, ...]:
    """Return every rule of the registry."""
    from redaction.rules.registry import RULES  # noqa: PLC0415 -- compiling all patterns is slow, at first use

    return tuple(RULES)


def rules_version(rules: Sequence[Rule]) -> str:
    """Return a short digest of what the rules look for, so that two reports can be compared."""
    digest = hashlib.sha256()
    for rule in sorted(rules, key=lambda rule: rule.id):
        digest.update(rule.id.encode() + b"\0" + b"\1".join(rule.anchors) + b"\0" + rule.pattern.pattern + b"\2")
    return digest.hexdigest()[:12]


_Tried = tuple[Rule, Callable[[bytes, int], "re.Match[bytes] | None"]]


class _Family:
    """Rules that begin at the same places, because they have the same anchors and reach; tried together."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._rules = tuple(rules)

    @cached_property
    def all(self) -> tuple[_Tried, ...]:
        """Each rule with its search, compiled at first use."""
        return tuple((rule, compiled(rule.pattern).match) for rule in self._rules)

    @cached_property
    def secrets(self) -> tuple[_Tried, ...]:
        """Those for secrets."""
        return tuple(tried for tried in self.all if tried[0].kind is Kind.SECRET)


class RuleScanner:
    """Finds what any rule claims; every rule is tried at every occurrence of every one of its anchors."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        """Prepare for ``rules``; an empty set is refused by the caller, because it proves nothing."""
        alike: dict[tuple[frozenset[bytes], Reach | None], list[Rule]] = {}
        for rule in rules:
            alike.setdefault((frozenset(rule.anchors), rule.reach), []).append(rule)
        by_anchor: dict[bytes, list[tuple[int, Reach | None]]] = {}
        for number, (anchors, reach) in enumerate(alike):
            for anchor in anchors:
                by_anchor.setdefault(anchor, []).append((number, reach))
        self.count = len(rules)
        self._families = tuple(_Family(some) for some in alike.values())
        self._tried_at = tuple(by_anchor.values())
        self._matcher = LiteralMatcher(tuple(by_anchor))

    def find(self, view: View, leave: Leave) -> Iterator[tuple[int, str]]:
        """Yield (line, rule id) for each claim in ``view`` that is not to be left.

        Rules for secrets also read what was dug out of base64 and hexadecimal digits; names, hosts and paths are
        sought in text only, because noise decodes to short words.
        """
        if not _NOT_FOR_RULES.isdisjoint(view.path):
            return
        data = view.lines.data
        # Where a rule has a hit already, what begins inside it tells nothing new and may cost its square.
        until: dict[str, int] = {}
        only_secrets = view.is_dug_out
        for family, start in self._starts(data):
            for rule, match_at in family.secrets if only_secrets else family.all:
                if until and start < until.get(rule.id, 0):
                    continue
                try:
                    match = match_at(data, start)
                    found = None if match is None else _claim(rule, match, data, leave)
                except Exception:  # noqa: BLE001 -- a rule that raises proves nothing, and its error may quote evidence
                    yield view.lines.line_at(start), f"{rule.id}-raised"
                    continue
                if found is not None:
                    until[rule.id] = found[1]
                    yield view.lines.line_at(found[0]), rule.id

    def _starts(self, data: bytes) -> Iterator[tuple[_Family, int]]:
        """Yield each place where a family is to be tried; the same place once, however many anchors stand in a row there."""
        start_of, families, tried_at = Starts(data).of, self._families, self._tried_at
        last = [-1] * len(families)
        for index, position in self._matcher.occurrences(data.lower()):
            for number, reach in tried_at[index]:
                start = position if reach is None else start_of(reach, position)
                if start != last[number]:
                    last[number] = start
                    yield families[number], start


class Starts:
    """Where the names begin that anchors stand in."""

    def __init__(self, data: bytes) -> None:
        """Keep ``data``; what a reach may step over is marked in a copy of it at first use."""
        self._data = data
        self._marked: dict[frozenset[int], bytes] = {}

    def of(self, reach: Reach, position: int) -> int:
        """Return where a rule of ``reach`` is to be tried for an anchor at ``position``."""
        marked = self._marked.get(reach.alphabet)
        if marked is None:
            marked = self._data.translate(bytes(byte in reach.alphabet for byte in range(256)))
            self._marked[reach.alphabet] = marked
        earliest = max(position - reach.limit, 0)
        # Right behind the last byte that may not be stepped over; where there is none that is 0, which is too early.
        return marked.rfind(b"\0", earliest, position) + 1 or earliest


def _claim(rule: Rule, match: re.Match[bytes], data: bytes, leave: Leave) -> tuple[int, int] | None:
    """Return the first span of a match that a rule claims and that is not to be left."""
    if rule.accepts is not None and not rule.accepts(match):
        return None
    spans = value_spans(rule, match)
    return next((span for span in spans if span[0] < span[1] and not _is_left(rule, data, span, leave)), None)


def _is_left(rule: Rule, data: bytes, span: tuple[int, int], leave: Leave) -> bool:
    claimed = data[span[0] : span[1]]
    if claimed in leave.public_names or leave.placeholders.cover(claimed):
        return True
    return rule.kind is Kind.HOST and _is_public(claimed.decode("utf-8", "replace"), leave.public_hosts)


def _is_public(host: str, declared: frozenset[str]) -> bool:
    from redaction.hosts import is_public  # noqa: PLC0415 -- loads the public suffix list, at first use

    host = host.strip("[]").casefold().rstrip(".")
    return host in declared or any(host.endswith("." + name) for name in declared) or bool(is_public(host))
