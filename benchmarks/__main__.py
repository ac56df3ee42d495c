"""Measure ours and the peers on the same texts in one run, and write the table of ``docs/benchmarks.md``.

``--size`` is megabytes per text (20), ``--large`` a gigabyte of log and of ``result.json`` for ours, ``--repeat`` the
runs of which the median counts (3), ``--hostile`` the megabytes up to which hostile text is doubled (1), ``--no-peers``
leaves the peers out.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks import hostile
from benchmarks.corpora import Corpus
from benchmarks.measure import LONGEST, Cost, median, run
from benchmarks.page import Row, page
from benchmarks.peers import PEERS, Peer
from redaction.rules.registry import RULES

MEGABYTE: Final = 1 << 20
SLOW_SIZE: Final = 2
_LONGEST_LARGE: Final = 1800
PAGE: Final = Path("docs/benchmarks.md")
CORPORA: Final[dict[str, Callable[[Corpus, int], Iterator[bytes]]]] = {
    "(a) DEBUG log": Corpus.log,
    "(b) JSON, one line": Corpus.json_line,
    "(c) hex, UUID, base64, SHA": Corpus.dense,
    "(d) result.json": Corpus.result,
}


@dataclass(frozen=True, slots=True)
class Text:
    """A text on disk and what was planted in it."""

    name: str
    path: Path
    size: int
    planted: tuple[str, ...]


def written(folder: Path, name: str, megabytes: int) -> Text:
    """Write a text; the same bytes every time."""
    corpus = Corpus()
    path = folder / f"{list(CORPORA).index(name)}-{megabytes}.log"
    with path.open("wb") as sink:
        size = sum(sink.write(piece) for piece in CORPORA[name](corpus, megabytes * MEGABYTE))
    return Text(name, path, size, tuple(corpus.planted))


def measured(
    who: str,
    command: Sequence[str],
    text: Text,
    report: Path,
    repeat: int,
    *,
    removes: bool = False,
    longest: float = LONGEST,
) -> Row:
    """Run a command some times; count the planted values in its output (or, if it ``removes`` them, those gone)."""
    output = report.with_suffix(".out")
    costs: list[Cost] = []
    for _ in range(repeat):
        report.unlink(missing_ok=True)
        costs.append(run(command, output, longest=longest))
    seen = output.read_bytes() + (report.read_bytes() if report.exists() else b"")
    there = sum(value.encode() in seen for value in text.planted)
    found = len(text.planted) - there if removes else there
    print(f"{text.name}: {who}: {text.size / 1e6 / median(costs).cpu:.2f} MB per CPU second, {found} found", flush=True)
    return Row(text.name, who, text.size, median(costs), found, len(text.planted))


def ours(text: Text, report: Path, repeat: int, *, longest: float = LONGEST) -> Iterator[Row]:
    """Measure our two processes."""
    for what in ("scan", "redact"):
        command = [sys.executable, "-m", "benchmarks.ours", what, str(text.path)]
        row = measured(
            f"compass-report, {what}", command, text, report, repeat, removes=what == "redact", longest=longest
        )
        if row.cost.code:
            raise SystemExit(f"{row.who} failed with exit code {row.cost.code}: its figures would be wrong")
        yield row


def searched(text: Text, report: Path, repeat: int) -> Iterator[Row]:
    """Measure ripgrep, where there is one, with the anchors of our rules: how fast words alone can be looked for."""
    program = shutil.which("rg")
    if program is None:
        return
    anchors = report.with_suffix(".anchors")
    anchors.write_bytes(
        b"\n".join(sorted({anchor for rule in RULES for anchor in rule.anchors if b"\n" not in anchor}))
    )
    command = [program, "--no-config", "--threads=1", "-a", "-F", "-i", "-c", "-f", str(anchors), str(text.path)]
    yield measured("rg -F -i", command, text, report, repeat)


def peer(each: Peer, text: Text, report: Path, repeat: int) -> Row:
    """Measure a peer."""
    return measured(each.name, each.command(each.folder, text.path, report), text, report, repeat)


def sha256_speed(text: Text) -> float:
    """Return MB per CPU second of sha256 over a text: what the guard of the tests compares with."""
    data = text.path.read_bytes()
    begin = time.process_time()
    for _ in range(5):
        hashlib.sha256(data).digest()
    return 5 * len(data) / 1e6 / (time.process_time() - begin)


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--size", type=int, default=20)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--hostile", type=int, default=1)
    parser.add_argument("--no-peers", action="store_true")
    asked = parser.parse_args()
    rows: list[Row] = []
    peers = [] if asked.no_peers else [each for each in PEERS if each.install()]
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as reports:
        report = Path(reports) / "report.json"
        for name in CORPORA:
            text, small = (written(Path(folder), name, size) for size in (asked.size, SLOW_SIZE))
            rows += ours(text, report, asked.repeat)
            fit = [each for each in peers if not each.slow or name == "(a) DEBUG log"]
            rows += searched(text, report, asked.repeat)
            rows += [peer(each, small if each.slow else text, report, asked.repeat) for each in fit]
            if name == "(a) DEBUG log":
                hashing = sha256_speed(text)
            text.path.unlink()
        for name in ("(a) DEBUG log", "(d) result.json") if asked.large else ():
            text = written(Path(folder), name, 1024)
            rows += [Row(f"{name}, 1 GB", *row[1:]) for row in ours(text, report, 1, longest=_LONGEST_LARGE)]
            text.path.unlink()
    missing = [each.name for each in PEERS if each not in peers and not asked.no_peers]
    measured = []
    for row in hostile.rows(hostile.NAMES, asked.hostile << 20):
        measured.append(row)
        print(f"(f) {row.family}: {min(row.speeds.values()):.2f} MB per CPU second, {row.worst:.1f}", flush=True)
    PAGE.write_text(page(rows, measured, hashing, missing, asked.repeat), encoding="utf-8")


if __name__ == "__main__":
    main()
