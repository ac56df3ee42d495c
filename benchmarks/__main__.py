"""Measure ours and the peers on the same texts in one run, and write the tables of ``docs/benchmarks.md``.

``--size`` is megabytes per text (20), ``--repeat`` the runs of which the median counts (3), ``--hostile`` the megabytes up
to which hostile text is doubled (1), ``--no-peers`` leaves the peers out. ``--large`` adds a gigabyte of log and of
``result.json`` and 200 MB of one JSON line for ours, and reports from files of a gigabyte instead of 100 MB.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ahocorasick_rs import BytesAhoCorasick

from benchmarks import bundles, hostile, startup
from benchmarks.corpora import Corpus
from benchmarks.measure import LONGEST, Cost, median, run
from benchmarks.page import page
from benchmarks.peers import PEERS, Peer
from benchmarks.targets import DEFLATE, REDACT, SCAN, WITHHELD, Results, Row
from redaction.rules.registry import RULES

MEGABYTE: Final = 1 << 20
SLOW_SIZE: Final = 2
TASKS: Final = 10_000
_LONGEST_LARGE: Final = 1800
PAGE: Final = Path("docs/benchmarks.md")
CORPORA: Final[dict[str, Callable[[Corpus, int], Iterator[bytes]]]] = {
    "(a) DEBUG log": Corpus.log,
    "(b) JSON, one line": Corpus.json_line,
    "(c) hex, UUID, base64, SHA": Corpus.dense,
    "(d) result.json": Corpus.result,
}
LARGE: Final = {"(a) DEBUG log": 1024, "(b) JSON, one line": 200, "(d) result.json": 1024}
"""Megabytes of the large texts."""

OURS: Final = {"scan": SCAN, "withheld": WITHHELD, "redact": REDACT, "deflate": DEFLATE}
"""What our processes do, and how the page names it."""


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


def measured(who: str, command: Sequence[str], text: Text, report: Path, repeat: int, longest: float = LONGEST) -> Row:
    """Run a command some times; count the planted values in its output (or, where it redacts, those gone)."""
    output = report.with_suffix(".out")
    costs: list[Cost] = []
    for _ in range(repeat):
        report.unlink(missing_ok=True)
        costs.append(run(command, output, longest=longest))
    seen = (gzip.decompress(output.read_bytes()) if who == DEFLATE else output.read_bytes()) + (
        report.read_bytes() if report.exists() else b""
    )
    there = standing(text.planted, seen)
    found = len(text.planted) - there if who in {REDACT, DEFLATE} else there
    print(f"{text.name}: {who}: {text.size / 1e6 / median(costs).cpu:.2f} MB per CPU second, {found} found", flush=True)
    return Row(text.name, who, text.size, median(costs), found, len(text.planted))


def standing(values: Sequence[str], data: bytes) -> int:
    """Return how many of the values stand in the data; one pass for all, for there may be thousands in a gigabyte."""
    literals = [value.encode() for value in dict.fromkeys(values)]
    hits = BytesAhoCorasick(literals).find_matches_as_indexes(data, overlapping=True)
    found = {literals[hit[0]].decode() for hit in hits}
    return sum(value in found for value in values)


def ours(text: Text, report: Path, repeat: int, passes: Iterable[str], longest: float = LONGEST) -> Iterator[Row]:
    """Measure our processes."""
    for what in passes:
        command = [sys.executable, "-m", "benchmarks.ours", what, str(text.path)]
        row = measured(OURS[what], command, text, report, repeat, longest)
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
    yield measured("rg -F -i", command, text, report, repeat)._replace(planted=0)


def peer(each: Peer, text: Text, report: Path, repeat: int) -> Row:
    """Measure a peer."""
    row = measured(each.name, each.command(each.folder, text.path, report), text, report, repeat)
    return row if each.scans else row._replace(planted=0)


def sha256_speed(text: Text) -> float:
    """Return MB per CPU second of sha256 over a text: what the guard of the tests compares with."""
    data = text.path.read_bytes()
    begin = time.process_time()
    for _ in range(5):
        hashlib.sha256(data).digest()
    return 5 * len(data) / 1e6 / (time.process_time() - begin)


def texts(folder: Path, size: int, repeat: int, peers: Sequence[Peer]) -> tuple[list[Row], float]:
    """Measure ours and the peers on all texts; return their rows and what sha256 does on the first."""
    rows: list[Row] = []
    hashing = 0.0
    report = folder / "report.json"
    for name in CORPORA:
        text, small = (written(folder, name, megabytes) for megabytes in (size, SLOW_SIZE))
        hashing, first = hashing or sha256_speed(text), not rows
        rows += ours(text, report, repeat, OURS if first else ("scan", "redact"))
        rows += searched(text, report, repeat)
        fit = [each for each in peers if first or (each.scans and not each.slow)]
        rows += [peer(each, small if each.slow else text, report, repeat) for each in fit]
        text.path.unlink()
    return rows, hashing


def large_texts(folder: Path) -> Iterator[Row]:
    """Measure ours on large texts, once."""
    for name, size in LARGE.items():
        text = written(folder, name, size)
        for row in ours(text, folder / "report.json", 1, ("scan", "redact"), _LONGEST_LARGE):
            yield row._replace(text=f"{name}, large")
        text.path.unlink()


def told(rows: Iterable[hostile.Row]) -> Iterator[hostile.Row]:
    """Pass rows on, and tell each as it comes."""
    for row in rows:
        print(f"(f) {row.family}: {min(row.speeds.values()):.2f} MB per CPU second, {row.worst:.1f}", flush=True)
        yield row


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--size", type=int, default=20)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--hostile", type=int, default=1)
    parser.add_argument("--no-peers", action="store_true")
    asked = parser.parse_args()
    peers = [] if asked.no_peers else [each for each in PEERS if each.install()]
    with tempfile.TemporaryDirectory() as folder:
        rows, hashing = texts(Path(folder), asked.size, asked.repeat, peers)
        rows += large_texts(Path(folder)) if asked.large else ()
    size, repeat = (1024, 1) if asked.large else (100, asked.repeat)
    results = Results(
        texts=rows,
        start=startup.measure(),
        reports=list(bundles.rows(size * MEGABYTE, TASKS, repeat)),
        hostile=list(told(hostile.rows(hostile.NAMES, asked.hostile << 20))),
    )
    missing = [each.name for each in PEERS if each not in peers and not asked.no_peers]
    PAGE.write_text(page(results, hashing, missing, asked.repeat), encoding="utf-8")


if __name__ == "__main__":
    main()
