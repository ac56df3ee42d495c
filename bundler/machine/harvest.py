"""What this machine knows as secret: learnt locally, kept in memory, reported by source and count only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bundler.errors import UsageError
from bundler.machine import credential_files, environment, environment_values
from bundler.machine.surroundings import Surroundings
from redaction import KnownValue

Source = Callable[[Surroundings], Iterable[KnownValue]]

# One line per source: the name that the report shows and that `harvest_without` switches off.
SOURCES: Final[Mapping[str, Source]] = {
    "environment": environment_values.secrets,
    "proxies": environment_values.proxies,
    "command": environment_values.command_line,
    "dotenv": credential_files.dotenv,
    "netrc": credential_files.netrc,
    "git-credentials": credential_files.git_credentials,
    "docker": credential_files.docker,
    "aws": credential_files.aws,
    "huggingface": credential_files.huggingface,
    "modal": credential_files.modal,
    "github": credential_files.github,
    "kubernetes": credential_files.kubernetes,
    "google": credential_files.google,
    "package-indexes": credential_files.package_indexes,
    "agentcompass": credential_files.agentcompass,
    "ssh": credential_files.ssh_keys,
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
    *, folders: tuple[Path, ...] = (), command: str = "", without: Iterable[str] = (), given: Mapping[str, str] | None = None
) -> Harvest:
    """Return what the machine knows; ``folders`` may hold ``.env`` files, ``command`` is the command line as given.

    ``without`` names sources that are not read. Raises ``UsageError`` for a name that is no source.
    """
    skipped = frozenset(without)
    if unknown := skipped - SOURCES.keys():
        raise UsageError(f"There is no harvest source {sorted(unknown)[0]}.", candidates=list(SOURCES))
    around = Surroundings(environment.snapshot(given), _home(given), folders, command)
    values: dict[tuple[str, str], KnownValue] = {}
    counts: Counter[str] = Counter()
    unreadable: list[str] = []
    for name, source in SOURCES.items():
        if name in skipped:
            continue
        try:
            found = list(_numbered(source(around)))
        except (OSError, ValueError, RecursionError):
            unreadable.append(name)
            continue
        for value in found:
            if values.setdefault((value.value, value.kind), value) is value:
                counts[name] += 1
    return Harvest(tuple(values.values()), dict(counts), tuple(unreadable))


def _numbered(values: Iterable[KnownValue]) -> Iterator[KnownValue]:
    yield from (value for value in values if value.value.strip())


def _home(given: Mapping[str, str] | None) -> Path | None:
    stated = environment.variable("HOME", given)
    return Path(stated) if stated else environment.home_folder() if given is None else None
