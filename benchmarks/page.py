"""The page of results, from what was measured."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from typing import Final

from benchmarks import bundles, hostile, startup
from benchmarks.targets import Results, Row, targets

_HEAD: Final = """# Benchmarks

Written by `make bench`. All figures come from one run on one machine ({machine}); machines and minutes
differ, so compare the ratios. CPU is of whole processes with their children, start-up included; medians of {repeat} runs, of
one where a text is larger than 200 MB. A process that finds a value writes it to its report; *found* counts the planted
values that stand there (for *redact*: that are gone). Ours looks for {known} known values in all their forms as well. detect-secrets
and credsweeper are given 2 MB of (a) only, because they are slow. Nothing is validated and nothing is looked up on the
network. What bounds our figures is told in [performance.md](performance.md).
"""

KNOWN: Final = 50


def page(results: Results, hashing: float, missing: Sequence[str], repeat: int) -> str:
    """Return the page as Markdown."""
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    parts = [_HEAD.format(machine=machine, known=KNOWN, repeat=repeat), _asked(results)]
    texts = dict.fromkeys(row.text for row in results.texts)
    parts += [_table(text, [row for row in results.texts if row.text == text]) for text in texts]
    parts.append(f"sha256 hashes (a) at {hashing:.0f} MB per CPU second on this machine.\n")
    if missing:
        parts.append(f"Could not be installed here: {', '.join(missing)}.\n")
    parts += [startup.table(results.start), _reports(results.reports), _hostile(results.hostile)]
    return "\n".join(parts)


def _asked(results: Results) -> str:
    """Return the table of what was asked and what was reached."""
    lines = ["## Asked and reached\n", "| | asked | reached | |", "|---|--:|--:|---|"]
    for target in targets(results):
        said = "reached" if target.enough else "missed"
        lines.append(f"| {target.what} | {target.asked} | {target.reached} | {said} |")
    return "\n".join(lines) + "\n"


def _table(text: str, rows: Sequence[Row]) -> str:
    """Return the table of one text; the CPU of ours is the measure of the others."""
    lines = [
        f"## {text}, {rows[0].size / 1e6:.0f} MB\n",
        "| | MB per CPU second | CPU against ours, per MB | wall, s | peak memory, MB | found |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    for row in rows:
        note = "" if row.cost.finished else " (did not end)"
        found = f"{row.found} of {row.planted}" if row.planted else "–"
        lines.append(
            f"| {row.who}{note} | {1e-6 / row.each:.2f} | {row.each / rows[0].each:.2f} × | {row.cost.wall:.1f} "
            f"| {row.cost.memory:.0f} | {found} |"
        )
    return "\n".join(lines) + "\n"


def _reports(reports: Sequence[bundles.Measured]) -> str:
    """Return the tables of whole reports, (e) among them."""
    return (
        "## (e) One task's report from large runs\n\n"
        "The tools read the files of the one task, and then all files of the run: a report reads every result, to find\n"
        "what other tasks withhold in what is kept.\n\n" + bundles.table(reports)
    )


def _hostile(rows: Sequence[hostile.Row]) -> str:
    """Return the table of hostile texts, slowest first."""
    return (
        f"## (f) Hostile input, {len(rows)} families\n\n"
        "Surveyed window by window within one process. The last column is the greatest cost of twice the text.\n\n"
        + hostile.table(rows)
    )
