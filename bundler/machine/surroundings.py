"""What a harvest source may look at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Final

# Credential files are small; a larger one is something else.
_LIMIT: Final = 4 * 1024 * 1024
_MOST_FILES: Final = 60


@dataclass(frozen=True, slots=True, repr=False)
class Surroundings:
    """The environment, the home folder, folders that may hold ``.env`` files, the command line, configuration files.

    ``refused`` collects the names of files that are there and could not be read.
    """

    variables: Mapping[str, str]
    home: Path | None
    folders: tuple[Path, ...]
    command: str
    files: tuple[Path, ...] = ()
    refused: list[str] = field(default_factory=list)

    def read(self, path: Path) -> str:
        """Return a small regular file's text, or an empty string if there is none or it cannot be read."""
        try:
            return _text(path)
        except FileNotFoundError:
            return ""
        except (OSError, ValueError):
            self.refused.append(path.name)
            return ""

    def matching(self, folder: Path | None, pattern: str) -> Iterator[Path]:
        """Yield what lies below a folder by a pattern, in order; nothing if the folder cannot be listed."""
        if folder is None:
            return
        try:
            yield from sorted(islice(folder.glob(pattern), _MOST_FILES))
        except (OSError, ValueError):
            self.refused.append(pattern)


def read_text(path: Path) -> str:
    """Return a small regular file's text, or an empty string; undecodable bytes are replaced."""
    try:
        return _text(path)
    except (OSError, ValueError):
        return ""


def _text(path: Path) -> str:
    """Return the text of a small regular file, empty for anything else; raises ``OSError``."""
    if not path.is_file() or path.stat().st_size > _LIMIT:
        return ""
    with path.open("rb") as file:
        return file.read(_LIMIT).decode("utf-8", "replace")
