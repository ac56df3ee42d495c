"""What goes into a verification and what comes out; nothing here shows a value when printed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bundler.verify.canaries import Canaries
from bundler.verify.known_values import Known

__all__ = ["Hit", "Known", "Report", "Secrets", "StepReport", "VerifiedBundle"]


@dataclass(frozen=True, slots=True, repr=False)
class Secrets:
    """What only the reporter's machine can check; in memory only, for one verification.

    ``withheld`` yields the texts that must not stand anywhere in the bundle, one text per item, each time it is called.
    ``canary_outputs`` is what the redactor made of the canaries' documents. ``public_names`` are exact strings that
    no heuristic rule may claim (components, model, run id), ``public_hosts`` hosts the reporter declared public.
    """

    known: tuple[Known, ...]
    withheld: Callable[[], Iterable[bytes]]
    canaries: Canaries
    canary_outputs: tuple[bytes, ...]
    public_names: frozenset[str] = frozenset()
    public_hosts: frozenset[str] = frozenset()

    def __repr__(self) -> str:
        """Count, never show."""
        return f"Secrets({len(self.known)} known values)"


@dataclass(frozen=True, slots=True, order=True)
class Hit:
    """A place that is not clean: a member, its 1-based line, and the rule; never the text."""

    member: str
    line: int
    rule: str

    def __str__(self) -> str:
        """Give the form that reporters see: ``member:line:rule``."""
        return f"{self.member}:{self.line}:{self.rule}"


@dataclass(frozen=True, slots=True)
class StepReport:
    """One numbered step that ran: its title, and how much it looked at, in the unit it names."""

    number: int
    title: str
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Report:
    """What a verification checked; ``rules_version`` names the rules and detect-secrets' version."""

    steps: tuple[StepReport, ...]
    rules_version: str
    members: int
    packed_bytes: int
    bytes: int

    def as_json(self) -> dict[str, Any]:
        """Return the report as a JSON object with stable keys."""
        return {
            "steps": [{"number": s.number, "title": s.title, "counts": dict(s.counts)} for s in self.steps],
            "rules_version": self.rules_version,
            "members": self.members,
            "packed_bytes": self.packed_bytes,
            "bytes": self.bytes,
        }


@dataclass(frozen=True, slots=True, repr=False)
class VerifiedBundle:
    """A bundle that passed: its manifest, its members' bytes by name (manifest included), and what was checked."""

    manifest: Mapping[str, Any]
    members: Mapping[str, bytes]
    report: Report

    def __repr__(self) -> str:
        """Count, never show."""
        return f"VerifiedBundle({len(self.members)} members)"
