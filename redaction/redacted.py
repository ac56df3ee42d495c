"""The outcome of a redaction: bytes that only a redactor can vouch for."""

from __future__ import annotations

from dataclasses import InitVar, dataclass

from redaction.findings import Finding, Format

_SEAL = object()


@dataclass(frozen=True, slots=True, repr=False)
class Redacted:
    """Redacted bytes, what was found in the input, the format they are in and a note for the reader.

    ``note`` is empty, or says what the reader must know (``unparseable JSON, redacted as text``). Only
    ``Redactor.redact`` makes one: building one by hand is a ``TypeError``, so that raw bytes cannot pass for redacted.
    """

    data: bytes
    findings: tuple[Finding, ...]
    format: Format
    note: str
    seal: InitVar[object] = None

    def __post_init__(self, seal: object) -> None:
        """Refuse bytes that no redactor vouches for."""
        if seal is not _SEAL:
            raise TypeError("only a Redactor makes a Redacted")

    def __repr__(self) -> str:
        """Count; never quote."""
        return f"Redacted({len(self.data)} bytes, {len(self.findings)} findings)"


def sealed(data: bytes, findings: tuple[Finding, ...], form: Format, note: str) -> Redacted:
    """Make the outcome; for the redactor alone."""
    return Redacted(data, findings, form, note, seal=_SEAL)
