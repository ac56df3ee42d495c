"""Ours as a process, with known values and rules: writes the values found in a file, or the redacted file.

``scan`` surveys, ``withheld`` does so with 20,000 fragments of withheld text besides, ``redact`` writes the file
redacted, ``deflate`` the same compressed as the members of a bundle are.
"""

from __future__ import annotations

import gzip
import random
import sys
from pathlib import Path
from typing import BinaryIO, Final

from benchmarks.secrets import drawn, known_values
from bundler.render.archive import LEVEL
from redaction import KnownValue, Policy, Redactor
from redaction.stream import BLOCK, OVERLAP, scrub_stream

FRAGMENTS: Final = 20_000
"""Pieces of withheld text, as long as the shortest copies that are looked for."""

_FRAGMENT: Final = 32


def scan(source: BinaryIO, sink: BinaryIO, redactor: Redactor) -> None:
    """Write each value that is found, one a line, block by block."""
    tail = b""
    while chunk := source.read(BLOCK):
        text = tail + chunk
        sink.writelines(text[finding.start : finding.end] + b"\n" for finding in redactor.survey(text))
        tail = text[-OVERLAP:]


def scan_with_withheld(source: BinaryIO, sink: BinaryIO, redactor: Redactor) -> None:
    """Do the same, with fragments of withheld text to look for."""
    chance = random.Random(20_000)
    redactor.withhold(drawn(chance, _FRAGMENT).encode() for _ in range(FRAGMENTS))
    scan(source, sink, redactor)


def deflate(source: BinaryIO, sink: BinaryIO, redactor: Redactor) -> None:
    """Write the redacted text compressed."""
    with gzip.GzipFile(fileobj=sink, mode="wb", compresslevel=LEVEL, mtime=0) as packed:
        scrub_stream(source, packed, redactor)


PASSES: Final = {"scan": scan, "withheld": scan_with_withheld, "redact": scrub_stream, "deflate": deflate}


def main() -> None:
    """Run one of them over the file that is named."""
    what, name = sys.argv[1:]
    redactor = Redactor(Policy(known_values=tuple(KnownValue(value) for value in known_values())))
    with Path(name).open("rb") as source:
        PASSES[what](source, sys.stdout.buffer, redactor)


if __name__ == "__main__":
    main()
