"""What one task's bundle costs beside one ``cat`` and one ``grep -F`` over the same files: CPU, wall time, peak memory.

``python -m benchmarks.bundles`` makes each run directory in a temporary folder, measures and deletes it. ``--size`` is
megabytes of the large file (1024), ``--tasks`` the tasks of the large run (10000), ``--only`` a part of a shape's name,
``--repeat`` the runs of which the median counts (3). The harvest looks at an empty home folder, so that machines compare.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.measure import Cost, median, run
from benchmarks.run_directories import SHAPES, WANTED, files_of_task

MEGABYTE: Final = 1 << 20
LONGEST: Final = 3600
"""Seconds after which a bundle is given up."""
SMALL: Final = "a small run"
"""The shape whose cost is what every report costs, whatever the run's size."""
_HEAD: Final = """| one task's bundle from | files, MB | CPU, s | wall, s | `cat` + `grep -F`, CPU s | ratio | ratio less a small run | the same over the whole run, CPU s | ratio | peak memory, MB |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|"""


def measured(command: list[str], folder: Path, repeat: int, environment: dict[str, str]) -> Cost:
    """Return the median cost of a command."""
    return median([run(command, folder / "output", environment=environment, longest=LONGEST) for _ in range(repeat)])


def written(folder: Path, name: str, size: int, tasks: int) -> Path:
    """Write a run directory in a process of its own, and return it."""
    module = [sys.executable, "-m", "benchmarks.run_directories", str(folder), name]
    done = subprocess.run(
        [*module, "--size", str(size), "--tasks", str(tasks)], check=True, capture_output=True, text=True
    )
    return Path(done.stdout.strip())


@dataclass(frozen=True, slots=True)
class Measured:
    """A report's cost, that of ``cat`` and ``grep -F`` over the files it cannot do without, and their megabytes.

    ``whole`` is what both cost over all files of the run: the report hunts for copies of what other tasks withhold.
    """

    name: str
    ours: Cost
    tools: float
    megabytes: float
    whole: float


def measure(name: str, size: int, tasks: int, repeat: int) -> Measured:
    """Make one run directory, measure the report of its task, and delete it."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        made = written(folder, name, size, tasks)
        files = [str(path) for path in files_of_task(made)]
        # As installed: with the bytecode that the first of the runs may have to write.
        environment = {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder / "config"), "PYTHONDONTWRITEBYTECODE": ""}
        command = [sys.executable, "-m", "bundler", "report", str(made), WANTED, "-q", "-o", str(folder / "bundles")]
        ours = measured(command, folder, repeat, environment)
        cat = measured(["cat", *files], folder, repeat, environment)
        grep = measured(["grep", "-F", WANTED, *files], folder, repeat, environment)
        every = measured(["find", str(made), "-type", "f", "-exec", "cat", "{}", "+"], folder, repeat, environment)
        search = measured(["grep", "-r", "-F", WANTED, str(made)], folder, repeat, environment)
        if ours.code:
            raise SystemExit(f"{name}: the report ended with exit code {ours.code}: its figures would be wrong")
        megabytes = sum(Path(path).stat().st_size for path in files) / 1e6
        return Measured(name, ours, cat.cpu + grep.cpu, megabytes, every.cpu + search.cpu)


def row(found: Measured, small: Measured) -> str:
    """Return the line of the table; what a small run costs is not the size's fault, so both ratios stand there."""
    grown = f"{max(found.ours.cpu - small.ours.cpu, 0) / found.tools:.1f} ×" if found is not small else "–"
    return (
        f"| {found.name} | {found.megabytes:.1f} | {found.ours.cpu:.2f} | {found.ours.wall:.2f} | {found.tools:.2f} "
        f"| {found.ours.cpu / found.tools:.1f} × | {grown} | {found.whole:.2f} "
        f"| {found.ours.cpu / found.whole:.1f} × | {found.ours.memory:.0f} |"
    )


def rows(size: int, tasks: int, repeat: int, only: str = "") -> Iterator[Measured]:
    """Measure the small run, and each other shape with ``only`` in its name: bytes of the large file, number of tasks."""
    for name in SHAPES:
        if name == SMALL or only in name:
            yield measure(name, size, tasks, repeat)


def table(measured: Sequence[Measured]) -> str:
    """Return the table in Markdown."""
    small = next(found for found in measured if found.name == SMALL)
    return "\n".join([_HEAD, *(row(found, small) for found in measured)]) + "\n"


def main() -> None:
    """Measure what was asked for and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bundles", description=__doc__)
    parser.add_argument("--size", type=int, default=1024)
    parser.add_argument("--tasks", type=int, default=10_000)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--only", default="")
    asked = parser.parse_args()
    print(table(list(rows(asked.size * MEGABYTE, asked.tasks, asked.repeat, asked.only))), flush=True)


if __name__ == "__main__":
    main()
