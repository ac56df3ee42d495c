"""What stands in clear in the *raw* run directory: for the reporter's eyes only, never in a bundle.

AgentCompass writes resolved keys into ``run.log`` and error texts; whoever can read the results can read them.
Values are named by where this machine knows them from, never shown.
"""

from __future__ import annotations

import os
import re
import stat
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from bundler.machine.files import Unreadable, chunks, is_link, read_head
from redaction import KnownValue
from redaction.findings import Kind
from redaction.scan import Scanner
from redaction.vocabulary import SHORTEST_SECRET

_OVERLAP: Final = 64 * 1024
_BLOCK: Final = 4 * 1024 * 1024
_LOGGER: Final = re.compile(rb"^\d\d:\d\d:\d\d [A-Z]{4,8} {1,8}(\S+)", re.MULTILINE)
_LOG_NAME: Final = re.compile(r"\.log\Z")

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Exposed:
    """One known secret in one file: how often, and which loggers wrote it there."""

    source: str
    file: str
    count: int
    loggers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Exposure:
    """All that was found in one folder; ``readers`` says who may read each file, ``skipped`` what could not be.

    ``known`` is how many secrets were looked for: without any nothing is said about the files.
    """

    root: Path
    found: tuple[Exposed, ...]
    readers: dict[str, str]
    files: int
    skipped: tuple[str, ...] = ()
    known: int = 0

    @property
    def sources(self) -> tuple[str, ...]:
        """Return the secrets that should be rotated, most often exposed first."""
        counts = Counter[str]()
        for exposed in self.found:
            counts[exposed.source] += exposed.count
        return tuple(source for source, _ in counts.most_common())

    def to_json(self) -> dict[str, Any]:
        """Return the exposure as JSON values, without any secret."""
        return {
            "folder": str(self.root),
            "files": self.files,
            "known_secrets": self.known,
            "rotate": list(self.sources),
            "found": [
                {
                    "secret": exposed.source,
                    "file": exposed.file,
                    "count": exposed.count,
                    "loggers": list(exposed.loggers),
                    "readable_by": self.readers.get(exposed.file),
                }
                for exposed in self.found
            ],
            "skipped": list(self.skipped),
        }


@dataclass(slots=True)
class _Tally:
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    loggers: dict[tuple[str, str], Counter[str]] = field(default_factory=dict)


def find_exposure(root: Path, known: Iterable[KnownValue], *, progress: Progress = lambda _step: None) -> Exposure:
    """Return which of the ``known`` secrets stand in the files below ``root``, in any form."""
    secrets = [value for value in known if value.kind is Kind.SECRET and len(value.value) >= SHORTEST_SECRET]
    scanner = Scanner((), secrets, (), (), accelerated=None) if secrets else None
    names = {value.value.encode("utf-8", "surrogateescape"): value.source for value in secrets}
    tally, readers, files = _Tally(), {}, 0
    skipped: list[str] = []
    for path in _files(root, skipped):
        name = path.relative_to(root).as_posix()
        files += 1
        progress(f"reading {name}")
        try:
            if scanner is not None:
                _tally_file(path, root, name, scanner, names, tally)
            else:
                read_head(path, root, 1)
            readers[name] = readable_by(path)
        except (Unreadable, OSError):
            skipped.append(name)
    found = tuple(
        Exposed(source, name, count, tuple(sorted(tally.loggers.get((source, name), ()))))
        for (source, name), count in sorted(tally.counts.items(), key=lambda pair: (-pair[1], pair[0]))
    )
    return Exposure(root, found, readers, files, tuple(sorted(skipped)), len(secrets))


def _files(root: Path, skipped: list[str]) -> Iterator[Path]:
    """Yield the files below a folder; folders that cannot be listed are put into ``skipped``, with a slash."""

    def passed_over(error: OSError) -> None:
        place = Path(error.filename)
        skipped.append(f"{place.relative_to(root).as_posix() if place.is_relative_to(root) else place}/")

    for folder, _, names in os.walk(root, onerror=passed_over, followlinks=False):
        for name in sorted(names):
            path = Path(folder) / name
            if not is_link(path):
                yield path


def _tally_file(path: Path, root: Path, name: str, scanner: Scanner, names: dict[bytes, str], tally: _Tally) -> None:
    text, settled = b"", 0
    for chunk in chunks(path, root):
        text += chunk
        if len(text) - settled >= _BLOCK:
            settled = _tally_block(text, settled, len(text) - _OVERLAP, name, scanner, names, tally)
            text, settled = text[max(0, settled - _OVERLAP) :], min(settled, _OVERLAP)
    _tally_block(text, settled, len(text), name, scanner, names, tally)


def _tally_block(
    text: bytes, begin: int, end: int, name: str, scanner: Scanner, names: dict[bytes, str], tally: _Tally
) -> int:
    taken = begin
    for claim in sorted(scanner.scan(text), key=lambda each: (each.start, -each.end)):
        if claim.start < taken or claim.start >= end:
            continue
        source = names.get(claim.value)
        if source is None or (claim.end - claim.start) * 2 < len(claim.value):
            # A short end of a long value (the host of a DSN) gives nothing away.
            continue
        taken = claim.end
        tally.counts[source, name] += 1
        if _LOG_NAME.search(name) and (logger := _logger_before(text, claim.start)):
            tally.loggers.setdefault((source, name), Counter())[logger] += 1
    return max(end, taken)


def _logger_before(text: bytes, position: int) -> str:
    """Return the logger of the record that a position belongs to: the last prefixed line before it."""
    window = text[max(0, position - _OVERLAP) : position]
    found = None
    for found in _LOGGER.finditer(window):  # noqa: B007 - the last one counts
        pass
    return found.group(1).decode("ascii", "replace") if found else ""


def readable_by(path: Path) -> str:
    """Return who may read a file besides its owner, by its mode and the folder's."""
    mode = path.stat().st_mode
    if mode & stat.S_IROTH and path.parent.stat().st_mode & stat.S_IXOTH:
        return "everybody on this machine"
    return "the owner's group" if mode & stat.S_IRGRP else "the owner"
