"""Everything a bundle shows to its reader, and the search for values that must not be in it."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable
from pathlib import Path

from tests.fixtures.occurrences import forms

#: A form shorter than this is found by chance.
_SHORTEST = 6


def shown(folder: Path) -> dict[str, str]:
    """All texts of every file in a folder by where they stand: names, bytes as they are, members, their names."""
    texts: dict[str, str] = {}
    for path in sorted(folder.rglob("*")):
        texts[f"name of {path.name}"] = path.name
        if path.suffix == ".zip":
            texts.update(_members(path))
        if path.is_file():
            texts[path.name] = path.read_bytes().decode("utf-8", "replace")
    return texts


def _members(path: Path) -> dict[str, str]:
    with zipfile.ZipFile(path) as archive:
        texts = {member.filename: archive.read(member).decode("utf-8", "replace") for member in archive.infolist()}
        texts["the members' names"] = "\n".join(archive.namelist())
    return texts


def leaked(values: Iterable[str], texts: dict[str, str], *, without: frozenset[str] = frozenset()) -> list[str]:
    """Return ``place: form`` for each value found in any spelling, case-blind for percent escapes; never the value."""
    found = []
    for number, value in enumerate(values):
        for form, spelled in forms(value).items():
            if len(spelled) < _SHORTEST or form in without:
                continue
            pattern = re.compile(re.escape(spelled), re.IGNORECASE if form == "url" else 0)
            found += [f"{place}: {form} of value {number}" for place, text in texts.items() if pattern.search(text)]
    return found
