"""Step 5, first half: our own rules, run over the finished bytes by a scanner that the redactor does not use."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bundler.verify.matcher import LiteralMatcher
from bundler.verify.placeholders import Placeholders
from bundler.verify.views import View
from redaction.findings import Kind
from redaction.rule import Rule, value_span

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


class RuleScanner:
    """Finds what any rule claims; every rule is tried at every occurrence of every one of its anchors."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        """Prepare for ``rules``; an empty set is refused by the caller, because it proves nothing."""
        by_anchor: dict[bytes, list[Rule]] = {}
        for rule in rules:
            for anchor in rule.anchors:
                by_anchor.setdefault(anchor, []).append(rule)
        self.count = len(rules)
        self._rules = tuple(by_anchor.values())
        self._matcher = LiteralMatcher(tuple(by_anchor))

    def find(self, view: View, leave: Leave) -> Iterator[tuple[int, str]]:
        """Yield (line, rule id) for each claim in ``view`` that is not to be left.

        Rules for secrets also read what was dug out of base64 and hexadecimal digits; names, hosts and paths are
        sought in text only, because noise decodes to short words.
        """
        if not _NOT_FOR_RULES.isdisjoint(view.path):
            return
        data = view.lines.data
        tried: set[tuple[str, int]] = set()
        starts = _Starts(data)
        # Where a rule has a hit already, what begins inside it tells nothing new and may cost its square.
        until: dict[str, int] = {}
        for index, position in self._matcher.occurrences(data.lower()):
            for rule in self._rules[index]:
                if view.is_dug_out and rule.kind is not Kind.SECRET:
                    continue
                start = starts.of(rule, position)
                if (rule.id, start) in tried or start < until.get(rule.id, 0):
                    continue
                tried.add((rule.id, start))
                try:
                    found = _claim(rule, data, start)
                    claims = found is not None and not _is_left(rule, data, found, leave)
                except Exception:  # noqa: BLE001 -- a rule that raises proves nothing, and its error may quote evidence
                    yield view.lines.line_at(start), f"{rule.id}-raised"
                    continue
                if found is not None and claims:
                    until[rule.id] = found[1]
                    yield view.lines.line_at(found[0]), rule.id


class _Starts:
    """Where names begin that anchors stand in; a run of name bytes is walked once, however many anchors it holds."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._walked: dict[int, tuple[int, int]] = {}

    def of(self, rule: Rule, position: int) -> int:
        """Return where ``rule`` is to be tried for an anchor at ``position``."""
        reach = rule.reach
        if reach is None:
            return position
        earliest = max(position - reach.limit, 0)
        begin, end = self._walked.get(id(reach), (0, -1))
        start = position
        while start > earliest and not begin <= start <= end and self._data[start - 1] in reach.alphabet:
            start -= 1
        if begin <= start <= end:
            start = max(begin, earliest)
        # What was walked before may have ended at its own limit.
        while start > earliest and self._data[start - 1] in reach.alphabet:
            start -= 1
        self._walked[id(reach)] = start, position
        return start


def _claim(rule: Rule, data: bytes, start: int) -> tuple[int, int] | None:
    match = rule.pattern.match(data, start)
    if match is None or (rule.accepts is not None and not rule.accepts(match)):
        return None
    span = value_span(match)
    return span if span[0] < span[1] else None


def _is_left(rule: Rule, data: bytes, span: tuple[int, int], leave: Leave) -> bool:
    claimed = data[span[0] : span[1]]
    if claimed in leave.public_names or leave.placeholders.cover(claimed):
        return True
    return rule.kind is Kind.HOST and _is_public(claimed.decode("utf-8", "replace"), leave.public_hosts)


def _is_public(host: str, declared: frozenset[str]) -> bool:
    from redaction.hosts import is_public  # noqa: PLC0415 -- loads the public suffix list, at first use

    host = host.strip("[]").casefold().rstrip(".")
    return host in declared or any(host.endswith("." + name) for name in declared) or bool(is_public(host))
