"""The map from placeholders to values, kept on the reporter's machine only when asked for, and not for long.

It lies in the user's state folder, mode 0600, named by the bundle's SHA-256; ``compass-report explain`` reads it.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from bundler.errors import NotFoundError
from bundler.machine.environment import state_folder
from bundler.machine.files import Unreadable, is_file, is_folder, read_whole
from bundler.machine.output import write_private
from redaction.ledger import Entry

_SUFFIX: Final = ".map.json"
_LIMIT: Final = 256 * 1024 * 1024
_DAY: Final = 86_400


def keep_map(
    sha256: str, ledger: Mapping[str, Entry], days: int, *, folder: Path | None = None, now: float | None = None
) -> Path:
    """Write the map of one bundle and return its path; expired maps are removed on the way."""
    place = folder or state_folder() / "maps"
    moment = time.time() if now is None else now
    remove_expired(place, moment)
    document = {
        "expires": moment + days * _DAY,
        "placeholders": {
            name: {"value": entry.value.decode("utf-8", "replace"), "rule": entry.rule, "kind": str(entry.kind)}
            for name, entry in ledger.items()
        },
    }
    path = place / f"{sha256}{_SUFFIX}"
    write_private(path, json.dumps(document, ensure_ascii=False).encode("utf-8", "replace"))
    return path


def explain(sha256: str, placeholder: str, *, folder: Path | None = None, now: float | None = None) -> dict[str, Any]:
    """Return value, rule and kind of a placeholder; raises ``NotFoundError`` if no map tells it, or not any more."""
    place = folder or state_folder() / "maps"
    remove_expired(place, time.time() if now is None else now)
    path = place / f"{sha256}{_SUFFIX}"
    if not is_file(path):
        raise NotFoundError(
            "No map of this bundle is on this machine.", hint="A map is written only with --keep-map, and expires."
        )
    entry: dict[str, Any] | None = _document(path)["placeholders"].get(placeholder)
    if entry is None:
        raise NotFoundError("This bundle has no such placeholder.")
    return entry


def _document(path: Path) -> Any:
    return json.loads(read_whole(path, path.parent, _LIMIT))


def remove_expired(folder: Path, now: float) -> int:
    """Remove maps whose time is over, or that cannot be read, and return how many."""
    removed = 0
    for path in folder.glob(f"*{_SUFFIX}") if is_folder(folder) else ():
        try:
            expires = float(_document(path)["expires"])
        except (Unreadable, ValueError, KeyError, TypeError, RecursionError):
            expires = 0.0
        if expires <= now:
            with suppress(OSError):
                path.unlink()
                removed += 1
    return removed
