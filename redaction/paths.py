"""Folders that are replaced by the name of their role, on path boundaries only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from redaction.claims import WITHHELD, Claim
from redaction.findings import Kind
from redaction.policy import PathRole

RULE: Final = "path-role"
_HEAD: Final = 48
_PART: Final = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-~")


class RoleIndex:
    """The roles' folders by the literal that finds them, longest first."""

    def __init__(self, roles: Sequence[PathRole]) -> None:
        """Index each folder as it is written and, for Windows, with slashes."""
        self._roles: dict[bytes, list[tuple[bytes, str]]] = {}
        for role in roles:
            prefix = role.prefix.rstrip("/\\")
            for spelling in dict.fromkeys((prefix, prefix.replace("\\", "/"))):
                folder = spelling.encode("utf-8", "surrogateescape")
                if len(folder) > 1:
                    self._roles.setdefault(folder[:_HEAD].lower(), []).append((folder, role.role))
        for each in self._roles.values():
            each.sort(key=lambda pair: -len(pair[0]))

    def literals(self) -> Iterator[bytes]:
        """Yield the literals to look for."""
        yield from self._roles

    def confirm(self, data: bytes, at: int) -> Claim | None:
        """Return the claim of the longest folder that stands at ``at`` as a path of its own."""
        head = data[at : at + _HEAD].lower()
        for length in range(len(head), 1, -1):
            for folder, role in self._roles.get(head[:length], ()):
                if _stands(data, at, folder):
                    return Claim(at, at + len(folder), folder, Kind.PATH, role, RULE, WITHHELD)
        return None


def _stands(data: bytes, at: int, folder: bytes) -> bool:
    """Say whether a folder begins at ``at`` and ends on a path boundary; Windows folders in any case."""
    end = at + len(folder)
    found = data[at:end]
    windows = folder[1:2] == b":"
    if found != folder and not (windows and found.lower() == folder.lower()):
        return False
    return _begins(data, at) and _ends(data, end)


def _begins(data: bytes, at: int) -> bool:
    """Say whether a path may begin at ``at``: not inside a longer one, but right behind an option letter (``-I/x``)."""
    if at == 0 or (data[at - 1] not in _PART and data[at - 1] != ord(".")):
        return True
    return (
        at > 1 and data[at - 2 : at - 1] == b"-" and data[at - 1 : at].isalpha() and data[at - 3 : at - 2] in b" \t\"'"
    )


def _ends(data: bytes, end: int) -> bool:
    """Say whether the folder's name ends at ``end``; a closing dot of a sentence is no part of it."""
    if end >= len(data):
        return True
    if data[end] == ord("."):
        return end + 1 >= len(data) or data[end + 1] not in _PART
    return data[end] not in _PART and data[end] < 0x80  # noqa: PLR2004 - a letter of another script goes on
