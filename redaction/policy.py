"""Everything a redactor is told before it sees evidence; pure values, nothing read from the machine here."""

from __future__ import annotations

from dataclasses import dataclass, field

from redaction.findings import Kind


@dataclass(frozen=True, slots=True, repr=False)
class KnownValue:
    """A value that the machine knows: it goes in every form, wherever it stands.

    ``stem`` names the placeholder (``openai-key`` gives ``REDACTED-openai-key-1``); ``source`` says where it was
    learnt (``environment:OPENAI_API_KEY``) for the reporter's eyes only, and is never written to a bundle.
    """

    value: str
    kind: Kind = Kind.SECRET
    stem: str = "secret"
    source: str = "given"

    def __repr__(self) -> str:
        """Say the kind and the source; never the value."""
        return f"KnownValue({self.kind}, {self.source})"


@dataclass(frozen=True, slots=True, repr=False)
class PathRole:
    """A folder that is replaced by the name of its role: ``/home/alice/eval`` becomes ``workdir``."""

    prefix: str
    role: str

    def __repr__(self) -> str:
        """Name the role only."""
        return f"PathRole({self.role})"


@dataclass(frozen=True, slots=True, repr=False)
class Policy:
    """What a redactor knows and what it may leave.

    ``keep`` holds exact public strings (model, benchmark and harness ids, the run id) that no heuristic rule may
    replace; a known value wins over it. ``public_hosts`` extends the shipped list, ``private_domains`` overrules it.
    ``disabled`` names rules that are switched off (used by tests that prove each rule necessary).
    """

    known_values: tuple[KnownValue, ...] = ()
    path_roles: tuple[PathRole, ...] = ()
    keep: frozenset[str] = frozenset()
    public_hosts: frozenset[str] = frozenset()
    private_domains: frozenset[str] = frozenset()
    disabled: frozenset[str] = field(default_factory=frozenset)

    def __repr__(self) -> str:
        """Count, never list."""
        return f"Policy({len(self.known_values)} known values, {len(self.path_roles)} path roles)"
