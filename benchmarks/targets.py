"""What was asked of speed and memory, and what was reached: ratios of one run, as the page tells them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from benchmarks import hostile
from benchmarks.bundles import SMALL, Measured
from benchmarks.measure import Cost
from benchmarks.startup import StartUp

SCAN: Final = "compass-report, scan"
WITHHELD: Final = "compass-report, scan with 20,000 withheld fragments"
REDACT: Final = "compass-report, redact"
DEFLATE: Final = "compass-report, redact and deflate"
ZLIB_NG: Final = "zlib-ng, level 3"
PEERS: Final = {"kingfisher SDK": 3.0, "betterleaks": 4.0, "detect-secrets": 300.0, "rg -F -i": 0.4}
"""How many times the CPU of our scan of (a) each should take, per MB; rg is given our anchors."""

_MOST_MEMORY: Final = 150


class Row(NamedTuple):
    """One process on one text; ``planted`` is 0 where nothing is looked for."""

    text: str
    who: str
    size: int
    cost: Cost
    found: int
    planted: int

    @property
    def each(self) -> float:
        """CPU seconds per byte."""
        return self.cost.cpu / self.size


@dataclass(frozen=True, slots=True)
class Results:
    """All that one run measured; of ``texts`` the first is (a)."""

    texts: Sequence[Row]
    hostile: Sequence[hostile.Row]
    reports: Sequence[Measured]
    start: StartUp

    def cost(self, text: str, who: str) -> Row | None:
        """Return one process on the text whose name begins so, if it was measured."""
        found = (row for row in self.texts if row.text.startswith(text) and row.who == who)
        return next(found, None)


class Target(NamedTuple):
    """What was asked, what was reached, and whether that is enough."""

    what: str
    asked: str
    reached: str
    enough: bool


def targets(results: Results) -> Iterator[Target]:
    """Yield every target whose measurements are there."""
    scan = results.cost("(a)", SCAN)
    if scan is None:
        return
    for who, asked in PEERS.items():
        if peer := results.cost("(a)", who):
            yield _at_least(f"scan of (a): CPU of {who} against ours", peer.each / scan.each, asked)
    for what, row in (
        ("scan of (b)", results.cost("(b)", SCAN)),
        ("scan of (c)", results.cost("(c)", SCAN)),
        ("scan of (a) with 20,000 withheld fragments", results.cost("(a)", WITHHELD)),
    ):
        if row:
            yield _at_least(f"{what}: speed against that on (a)", scan.each / row.each, 1 / 3)
    packed, alone = results.cost("(a)", DEFLATE), results.cost("(a)", ZLIB_NG)
    if packed and alone:
        yield _at_least("redact and deflate (a): speed against zlib-ng 3 alone", alone.each / packed.each, 0.5)
    yield from _hostile(results.hostile)
    yield from _reports(results.reports)
    yield _at_most("memory of scan and redact, any text, MB", max(_memories(results.texts)), _MOST_MEMORY, "")
    yield _at_most("report of a small run, CPU seconds", results.start.report.cpu, 1, "")
    yield _at_most("`--help`: CPU against importing click", results.start.help.cpu / results.start.click.cpu, 1.5)


def _memories(rows: Sequence[Row]) -> Iterator[float]:
    return (row.cost.memory for row in rows if row.who in {SCAN, WITHHELD, REDACT, DEFLATE})


def _hostile(rows: Sequence[hostile.Row]) -> Iterator[Target]:
    slow = sum(min(row.speeds.values()) < 2 for row in rows)
    slowest = min((min(row.speeds.values()) for row in rows), default=0.0)
    reached = f"{len(rows) - slow} of {len(rows)} families; the slowest {slowest:.2f}"
    yield Target("hostile text: MB per CPU second", "2 at least", reached, not slow)
    steep = sum(row.worst > 2.6 for row in rows)
    worst = max((row.worst for row in rows), default=0.0)
    reached = f"{len(rows) - steep} of {len(rows)} families; the steepest {worst:.2f} ×"
    yield Target("hostile text: cost of twice the text", "2.6 × at most", reached, not steep)


def _reports(reports: Sequence[Measured]) -> Iterator[Target]:
    for found in reports:
        if found.name != SMALL:
            if not found.name.startswith("a large result"):
                yield _at_most(
                    f"report from {found.name}: CPU against cat and grep -F", found.ours.cpu / found.tools, 1.5
                )
            yield _at_most(f"report from {found.name}: memory, MB", found.ours.memory, _MOST_MEMORY, "")


def _at_least(what: str, reached: float, asked: float) -> Target:
    return Target(what, f"{asked:.3g} × at least", f"{reached:.3g} ×", reached >= asked)


def _at_most(what: str, reached: float, asked: float, unit: str = " ×") -> Target:
    return Target(what, f"{asked:.3g}{unit} at most", f"{reached:.3g}{unit}", reached <= asked)
