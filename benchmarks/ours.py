"""Ours as a process: ``scan`` writes the values found in a file, ``redact`` the redacted file; known values and rules."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import BinaryIO

from benchmarks.secrets import known_values
from redaction import KnownValue, Policy, Redactor
from redaction.stream import BLOCK, OVERLAP, scrub_stream


def scan(source: BinaryIO, sink: BinaryIO, redactor: Redactor) -> None:
    """Write each value that is found, one a line, block by block."""
    tail = b""
    while chunk := source.read(BLOCK):
        text = tail + chunk
        sink.writelines(text[finding.start : finding.end] + b"\n" for finding in redactor.survey(text))
        tail = text[-OVERLAP:]


def main() -> None:
    """Run one of the two over the file that is named."""
    what, name = sys.argv[1:]
    redactor = Redactor(Policy(known_values=tuple(KnownValue(value) for value in known_values())))
    with Path(name).open("rb") as source:
        if what == "scan":
            scan(source, sys.stdout.buffer, redactor)
        else:
            scrub_stream(source, sys.stdout.buffer, redactor)


if __name__ == "__main__":
    main()
