"""What a harvest source may look at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

# Credential files are small; a larger one is something else.
_LIMIT: Final = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True, repr=False)
class Surroundings:
    """The environment, the home folder, folders that may hold ``.env`` files, and the command line as given."""

    variables: Mapping[str, str]
    home: Path | None
    folders: tuple[Path, ...]
    command: str

    def text(self, *parts: str) -> str:
        """Return the text of a file below the home folder, or an empty string if it is not there."""
        return read_text(self.home.joinpath(*parts)) if self.home is not None else ""

    def matching(self, folder: str, pattern: str) -> Iterator[Path]:
        """Yield files below the home folder's ``folder`` by a glob pattern."""
        if self.home is not None and (self.home / folder).is_dir():
            yield from sorted((self.home / folder).glob(pattern))


def read_text(path: Path) -> str:
    """Return a small regular file's text, or an empty string; undecodable bytes are replaced."""
    try:
        if not path.is_file() or path.stat().st_size > _LIMIT:
            return ""
        with path.open("rb") as file:
            return file.read(_LIMIT).decode("utf-8", "replace")
    except OSError:
        return ""
