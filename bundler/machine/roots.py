"""Known folders become role names: ``workdir/…``, ``results/…``, ``home-1/…``, ``venv/…``; what lies below stays."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from bundler.machine.environment import home_folder, variable, working_folder
from redaction import PathRole

# AgentCompass's own line "Runtime paths | workdir=… | results_dir=… | data_dir=… | …" (runner.py, 1.0.1).
_RUNTIME_PATHS: Final = "Runtime paths |"
_NAMED: Final = (("workdir", "workdir"), ("data_dir", "data"))
_PACKAGES: Final = re.compile(
    r"((?:/|[A-Za-z]:\\)[^\"'\n]{1,400}?)[/\\](?:lib|Lib|lib64)[/\\](?:python3\.\d+[/\\])?site-packages[/\\]"
)
_LIBRARY: Final = re.compile(
    r"File \"((?:/|[A-Za-z]:\\)[^\"\n]{1,400}?)[/\\](?:lib|Lib)[/\\]python3\.\d+[/\\](?!site-packages)"
)
# Folders that every machine has: they tell nothing and are useful to read.
_EVERYWHERE: Final = frozenset(
    {"/", "/usr", "/usr/local", "/opt", "/opt/venv", "/tmp", "/root", "/app", "/workspace", "/home"}  # noqa: S108
)

_DEEP_ENOUGH: Final = 2


def path_roles(texts: Iterable[str], *, given: Mapping[str, str] | None = None) -> tuple[PathRole, ...]:
    """Return the roles of the machine's folders and of those that the run's own texts name, longest first."""
    found: dict[str, str] = {}
    for prefix, role in (*_of_run(list(texts)), *_of_machine(given)):
        clean = prefix.rstrip("/\\")
        if clean and clean not in _EVERYWHERE and _is_absolute(clean):
            found.setdefault(clean, role)
            # Collected artifacts lie under their absolute path without its first slash.
            if clean.count("/") >= _DEEP_ENOUGH:
                found.setdefault(clean.lstrip("/"), role)
    return tuple(PathRole(prefix, found[prefix]) for prefix in sorted(found, key=lambda each: (-len(each), each)))


def _of_run(texts: list[str]) -> Iterator[tuple[str, str]]:
    for text in texts:
        at = text.find(_RUNTIME_PATHS)
        if at >= 0:
            fields = dict(part.strip().partition("=")[::2] for part in text[at:].split(" | ")[1:])
            for name, role in _NAMED:
                if fields.get(name):
                    yield fields[name], role
            if results := fields.get("results_dir"):
                yield results, "results"
    for text in texts:
        yield from ((match.group(1), "venv") for match in _PACKAGES.finditer(text))
        yield from ((match.group(1), "python") for match in _LIBRARY.finditer(text))


def _of_machine(given: Mapping[str, str] | None) -> Iterator[tuple[str, str]]:
    if given is None:
        yield str(working_folder()), "workdir"
    for name in ("VIRTUAL_ENV", "CONDA_PREFIX"):
        yield variable(name, given), "venv"
    temporary = variable("TMPDIR", given)
    yield temporary, "temp"
    home = variable("HOME", given) or (str(home_folder() or "") if given is None else "")
    yield home, "home-1"


def _is_absolute(path: str) -> bool:
    return path.startswith("/") or bool(re.match(r"[A-Za-z]:[\\/]", path))
