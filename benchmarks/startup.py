"""What every use costs before it does anything: the help against importing click, and the report of a small real run."""

from __future__ import annotations

import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.measure import Cost, median, run
from tests.fixtures import DEMO, fixture

_TASK: Final = "physics:02"
_OFTEN: Final = 15


@dataclass(frozen=True, slots=True)
class StartUp:
    """The costs of ``--help``, of importing click, and of a report of the run that ships with the project."""

    help: Cost
    click: Cost
    report: Cost


def measure() -> StartUp:
    """Measure each some times, in turns, so that a slow minute strikes all of them."""
    shipped = fixture(DEMO)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        # As installed: with the bytecode that the first of the runs may have to write.
        environment = {
            **shipped.command["env"],
            "HOME": place,
            "PATH": os.environ["PATH"],
            "PYTHONDONTWRITEBYTECODE": "",
        }
        commands = (
            [sys.executable, "-m", "bundler", "--help"],
            [sys.executable, "-c", "import click"],
            [sys.executable, "-m", "bundler", "report", str(shipped.run), _TASK, "-q", "-o", str(folder / "bundles")],
        )
        costs: tuple[list[Cost], ...] = ([], [], [])
        for _ in range(_OFTEN):
            for command, found in zip(commands, costs, strict=True):
                found.append(run(command, folder / "output", environment=environment))
        if any(cost.code for found in costs for cost in found):
            raise SystemExit("a command failed: its figures would be wrong")
        return StartUp(*map(median, costs))


def table(found: StartUp) -> str:
    """Return the section of the page."""
    lines = [
        "## Start-up, and a small run\n",
        f"Medians of {_OFTEN} runs.\n",
        "| | CPU, s | wall, s | peak memory, MB |",
        "|---|--:|--:|--:|",
    ]
    names = ("`compass-report --help`", '`python -c "import click"`', "report of the run that `make demo` takes")
    for name, cost in zip(names, (found.help, found.click, found.report), strict=True):
        lines.append(f"| {name} | {cost.cpu:.3f} | {cost.wall:.3f} | {cost.memory:.0f} |")
    return "\n".join(lines) + "\n"
