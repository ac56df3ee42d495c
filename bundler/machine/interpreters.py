"""Where the interpreter may be that owns AgentCompass: behind the program on PATH, or where tools are installed."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bundler.errors import UsageError
from bundler.machine.environment import home_folder, variable, working_folder
from bundler.machine.files import is_file, is_folder

_PROGRAM: Final = "agentcompass"
_PYTHONS: Final = ("bin/python", "bin/python3", "Scripts/python.exe", "python.exe")
_BESIDE: Final = ("python", "python3", "python.exe")
_FIRST_LINE: Final = re.compile(rb"#!\s*(\S+)(?:\s+(\S+))?")
# For long or spaced paths pip and uv write a shell line: '''exec' "/path/python" "$0" "$@".
_EXEC_LINE: Final = re.compile(rb"'''exec'\s+(?:\"([^\"$]+)\"|'([^'$]+)'|([^\s\"'$]+))\s")
_IS_PYTHON: Final = re.compile(r"(?:python|pypy)[\d.]*(?:\.exe)?\Z")


def candidates(given: Path | None) -> Iterator[tuple[Path, str]]:
    """Yield interpreters that exist and how each was found, the likeliest first; ``given`` is the only one if given.

    ``given`` may be an interpreter, its name on PATH, or the folder of an environment. Raises ``UsageError`` if it is
    none of these.
    """
    if given is not None:
        yield _meant(given), "given with --agentcompass-python"
        return
    seen: set[Path] = set()
    for path, how in _everywhere():
        if path not in seen and is_file(path):
            seen.add(path)
            yield path, how


def _meant(given: Path) -> Path:
    if is_folder(given):
        for path in _inside(given):
            if is_file(path):
                return path
    elif is_file(given):
        return given
    elif found := shutil.which(str(given), path=variable("PATH") or None):
        return Path(found)
    raise UsageError(f"There is no interpreter {given}.")


def _everywhere() -> Iterator[tuple[Path, str]]:
    program = shutil.which(_PROGRAM, path=variable("PATH") or None)
    if program is not None:
        yield from ((path, "the agentcompass on PATH") for path in _behind(Path(program)))
    for name in ("VIRTUAL_ENV", "CONDA_PREFIX"):
        if active := variable(name):
            yield from ((path, "the active environment") for path in _inside(Path(active)))
    for folder in (working_folder() / ".venv", working_folder() / "venv"):
        yield from ((path, "the environment of the working folder") for path in _inside(folder))
    for folder in _tool_folders():
        yield from ((path, "the environment of a tool installer") for path in _inside(folder / _PROGRAM))
    yield Path(sys.executable), "compass-report's own environment"


def interpreter_behind(program: Path) -> Path | None:
    """Return the first interpreter that exists behind a script: named by its first lines, or lying beside it."""
    return next((path for path in _behind(program) if is_file(path)), None)


def _behind(program: Path) -> Iterator[Path]:
    yield from _named_by(program)
    yield from _beside(program)
    yield from _beside(program.resolve())


def _named_by(program: Path) -> Iterator[Path]:
    """Yield the interpreter that a script's first lines name."""
    try:
        if not is_file(program):
            return
        with program.open("rb") as file:
            first, second = file.readline(1024), file.readline(1024)
    except OSError:
        return
    if match := _EXEC_LINE.match(second):
        yield _path(match.group(1) or match.group(2) or match.group(3))
    if match := _FIRST_LINE.match(first):
        path = _path(match.group(1))
        if path.name == "env" and match.group(2):
            found = shutil.which(_path(match.group(2)), path=variable("PATH") or None)
            path = Path(found) if found else path
        if _IS_PYTHON.match(path.name):
            yield path


def _path(raw: bytes) -> Path:
    return Path(raw.decode("utf-8", "surrogateescape"))


def _beside(program: Path) -> Iterator[Path]:
    yield from (program.parent / name for name in _BESIDE)


def _inside(environment: Path) -> Iterator[Path]:
    yield from (environment / name for name in _PYTHONS)


def _tool_folders() -> Iterator[Path]:
    """Yield where pipx and uv keep one environment per tool, by their documentation."""
    home = home_folder()
    for name, inner in (("PIPX_HOME", "venvs"), ("UV_TOOL_DIR", "")):
        if folder := variable(name):
            yield Path(folder) / inner
    if home is not None:
        for parts in (".local/share/pipx/venvs", ".local/pipx/venvs", "pipx/venvs", ".local/share/uv/tools"):
            yield home / parts
        yield home / "Library" / "Application Support" / "pipx" / "venvs"
    if roaming := variable("APPDATA"):
        yield Path(roaming) / "uv" / "tools"
