"""The page of results, from what was measured."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from typing import Final, NamedTuple

from benchmarks import hostile
from benchmarks.measure import Cost

_HEAD: Final = """# Benchmarks

Written by `make bench`. All figures of one table come from one run on one machine ({machine}); machines and minutes
differ, so compare the ratios. CPU is of whole processes with their children, start-up included; medians of {repeat} runs. A process
that finds a value writes it to its report; *found* counts the planted values that stand there (for *redact*: that are
gone). Ours looks for {known} known values in all their forms as well. detect-secrets and credsweeper are given
2 MB of (a) only, because they are slow. Nothing is validated and nothing is looked up on the network. What bounds our
figures is told in [performance.md](performance.md).
"""

ASKED: Final = {"betterleaks": 4.0, "kingfisher SDK": 3.0, "detect-secrets": 300.0, "rg -F -i": 0.4}
"""How many times the CPU of our scan of (a) each should take, per MB; rg is given our anchors."""

KNOWN: Final = 50


class Row(NamedTuple):
    """One process on one text."""

    text: str
    who: str
    size: int
    cost: Cost
    found: int
    planted: int


def page(
    rows: Sequence[Row],
    against: Sequence[hostile.Row],
    hashing: float,
    missing: Sequence[str],
    repeat: int,
) -> str:
    """Return the page as Markdown."""
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    parts = [_HEAD.format(machine=machine, known=KNOWN, repeat=repeat)]
    texts = dict.fromkeys(row.text for row in rows)
    parts += [_table(text, [row for row in rows if row.text == text]) for text in texts]
    parts.append(_asked([row for row in rows if row.text == next(iter(texts))]))
    parts.append(f"sha256 hashes (a) at {hashing:.0f} MB per CPU second on this machine.\n")
    if missing:
        parts.append(f"Could not be installed here: {', '.join(missing)}.\n")
    parts.append(_hostile(against))
    return "\n".join(parts)


def _table(text: str, rows: Sequence[Row]) -> str:
    """Return the table of one text; the CPU of ours is the measure of the others."""
    lines = [
        f"## {text}, {rows[0].size / 1e6:.0f} MB\n",
        "| | MB per CPU second | CPU against ours, per MB | wall, s | peak memory, MB | found |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    first = rows[0].cost.cpu / rows[0].size
    for row in rows:
        ratio = row.cost.cpu / row.size / first
        note = "" if row.cost.finished else " (did not end)"
        lines.append(
            f"| {row.who}{note} | {row.size / 1e6 / row.cost.cpu:.2f} | {ratio:.2f} × | {row.cost.wall:.1f} "
            f"| {row.cost.memory:.0f} | {row.found} of {row.planted} |"
        )
    return "\n".join(lines) + "\n"


def _asked(rows: Sequence[Row]) -> str:
    """Return the table of what was asked of the scan of the first text, and what was reached."""
    lines = [
        "## Asked and reached on (a)\n",
        "CPU of each against the CPU of our scan, per MB.\n",
        "| | asked | reached | |",
        "|---|--:|--:|---|",
    ]
    first = rows[0].cost.cpu / rows[0].size
    for row in rows:
        if row.who in ASKED:
            ratio = row.cost.cpu / row.size / first
            said = "reached" if ratio >= ASKED[row.who] else "missed"
            lines.append(f"| {row.who} | {ASKED[row.who]:g} × | {ratio:.2f} × | {said} |")
    return "\n".join(lines) + "\n"


def _hostile(rows: Sequence[hostile.Row]) -> str:
    """Return the table of hostile texts, slowest first."""
    return (
        f"## (f) Hostile input, {len(rows)} families\n\n"
        "Surveyed window by window within one process. The last column is the greatest cost of twice the text.\n\n"
        + hostile.table(rows)
    )
