"""What this machine knows as secret: learnt locally, kept in memory, reported by source and count only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bundler.errors import UsageError
from bundler.machine import credential_files, environment, environment_values
from bundler.machine.surroundings import Surroundings
from redaction import KnownValue

Source = Callable[[Surroundings], Iterable[KnownValue]]

# Each source's name, which the report shows and `harvest_without` switches off.
SOURCES: Final[Mapping[str, Source]] = {
    "environment": environment_values.secrets,
    "proxies": environment_values.proxies,
    "command": environment_values.command_line,
    **credential_files.SOURCES,
    "people": environment_values.people,
}


@dataclass(frozen=True, slots=True, repr=False)
class Harvest:
    """Known values, how many each source gave, and which sources could not be read."""

    values: tuple[KnownValue, ...]
    counts: Mapping[str, int]
    unreadable: tuple[str, ...]

    def __repr__(self) -> str:
        """Count, never list."""
        return f"Harvest({len(self.values)} values)"


def harvest(
    *,
    folders: tuple[Path, ...] = (),
    command: str = "",
    without: Iterable[str] = (),
    files: tuple[Path, ...] = (),
    given: Mapping[str, str] | None = None,
) -> Harvest:
    """Return what the machine knows; ``folders`` may hold ``.env`` files, ``command`` is the command line as given.

    ``files`` are configuration files that the run was given. ``without`` names sources that are not read. Raises
    ``UsageError`` for a name that is no source.
    """
    skipped = frozenset(without)
    if unknown := skipped - SOURCES.keys():
        raise UsageError(f"There is no harvest source {min(unknown)}.", candidates=list(SOURCES))
    around = Surroundings(environment.snapshot(given), _home(given), folders, command, files)
    values: dict[tuple[str, str], KnownValue] = {}
    counts: Counter[str] = Counter()
    unreadable: list[str] = []
    for name, source in SOURCES.items():
        if name in skipped:
            continue
        found, whole = _read(source, around)
        if not whole:
            unreadable.append(name)
        for value in found:
            if values.setdefault((value.value, value.kind), value) is value:
                counts[name] += 1
    return Harvest(tuple(values.values()), dict(counts), tuple(unreadable))


def _read(source: Source, around: Surroundings) -> tuple[list[KnownValue], bool]:
    """Return what a source gives, and whether all of it could be read."""
    found: list[KnownValue] = []
    around.refused.clear()
    try:
        found.extend(value for value in source(around) if value.value.strip())
    except (OSError, ValueError, RecursionError):
        return found, False
    return found, not around.refused


def _home(given: Mapping[str, str] | None) -> Path | None:
    stated = environment.variable("HOME", given)
    return Path(stated) if stated else environment.home_folder() if given is None else None
