"""Which run directories a command made: those its console names, and those that are new below its results folder."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from bundler.errors import ReportError
from bundler.execution.command_words import option_value, split
from bundler.locate.runs import RESULTS
from bundler.locate.search import is_run_directory, run_directories
from bundler.machine.files import Unreadable, chunks, is_folder

# AgentCompass 1.0.x's line "Runtime paths | workdir=… | results_dir=… | data_dir=… | output_dir=… | log_file=…".
_OUTPUT: Final = re.compile(r"\| output_dir=(.{1,4096}?) \|")
_FINAL: Final = re.compile(r"Final FATAL issues; results: (.{1,4096}?)(?:;|$)", re.MULTILINE)
_ANSI: Final = re.compile(r"\x1b\[[0-9;?]*+[ -/]*+[@-~]")
# A terminal's lines are wrapped in the middle of words, and the continuation is indented below the message.
_WRAP: Final = re.compile(r"[ \t]*+\r?\n[ \t]*+")
_LIMIT: Final = 4 * 1024 * 1024
# A file system's time stamps may be coarser than the clock.
_COARSE: Final = 2.0


def runs_named_in(console: Path, folder: Path) -> tuple[Path, ...]:
    """Return the run directories that a console text names and that exist, relative to ``folder``, in their order."""
    try:
        text = b"".join(_first(chunks(console, console.parent))).decode("utf-8", "replace")
    except Unreadable:
        return ()
    plain = _ANSI.sub("", text)
    found: dict[Path, None] = {}
    # As printed, then as wrapped by a terminal: at a space, or in the middle of a word.
    for form in (plain, _WRAP.sub(" ", plain), _WRAP.sub("", plain)):
        for pattern in (_OUTPUT, _FINAL):
            for match in pattern.finditer(form):
                path = folder / match.group(1).strip()
                with suppress(OSError, ValueError):
                    if is_run_directory(path):
                        found.setdefault(path.resolve())
    return tuple(found)


def results_folders(argv: Sequence[str], folder: Path) -> tuple[Path, ...]:
    """Return where a command's runs may appear: what ``--results-dir`` says, and ``results`` where it ran."""
    words = list(argv)
    for word in argv:
        if "--results-dir" in word and " " in word:
            words += split(word)
    told = option_value(words, "--results-dir")
    return tuple(dict.fromkeys(folder / name for name in (told, RESULTS) if name))


def runs_below(folders: Iterable[Path]) -> frozenset[Path]:
    """Return the run directories that are there now; what cannot be listed holds none."""
    found: set[Path] = set()
    for folder in folders:
        with suppress(ReportError, OSError):
            found.update(path.resolve() for path in run_directories(folder) if is_folder(folder))
    return frozenset(found)


def runs_made(
    console: Path, argv: Sequence[str], folder: Path, before: frozenset[Path], started: float
) -> tuple[Path, ...]:
    """Return the run directories of one command: those it named, else the new ones, oldest first.

    A neighbour's run that began at the same time is new as well, so what the console names is believed first.
    """
    named = tuple(path for path in runs_named_in(console, folder) if path not in before)
    if named:
        return named
    new = runs_below(results_folders(argv, folder)) - before
    return tuple(
        sorted((path for path in new if _changed(path) >= started - _COARSE), key=lambda path: (_changed(path), path))
    )


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _first(pieces: Iterable[bytes]) -> Iterator[bytes]:
    size = 0
    for piece in pieces:
        yield piece
        size += len(piece)
        if size >= _LIMIT:
            return
