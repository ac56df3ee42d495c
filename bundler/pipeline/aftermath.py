"""What only the reporter gets, after the files are written: the exposure note and, if wished, the placeholder map."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from bundler.config import Config
from bundler.exposure import find_exposure
from bundler.keepsake import keep_map
from bundler.pipeline.clean import Cleaned
from bundler.pipeline.request import ReportRequest, ReportResult

# A run up to this size is searched at once; for a larger one the command is named.
_SEARCHED: Final = 64 * 1024 * 1024


def with_aftermath(
    result: ReportResult, root: Path | None, cleaned: Cleaned, request: ReportRequest, config: Config
) -> ReportResult:
    """Return the result with the path of the map and, where there is a run directory, the exposure note."""
    map_path = (
        keep_map(result.sha256, cleaned.redaction.redactor.ledger, config.keep_map_days) if request.keep_map else None
    )
    exposed = _exposure_note(root, cleaned) if request.harvest and root is not None else ()
    return replace(result, exposed=(*_unread_note(cleaned), *exposed), map_path=map_path)


def _unread_note(cleaned: Cleaned) -> tuple[str, ...]:
    if not cleaned.unread_sources:
        return ()
    names = ", ".join(cleaned.unread_sources)
    return (
        f"Not read on this machine: {names}. Secrets that only they know were not looked for; read the files with care.",
    )


def _exposure_note(root: Path, cleaned: Cleaned) -> tuple[str, ...]:
    if _size(root) > _SEARCHED:
        return (
            f"This run is large; `compass-report exposure {root}` says which of your secrets stand in clear in it.",
        )
    found = find_exposure(root, cleaned.known_values)
    if not found.found:
        return ()
    # A task's folder is named by its id, and that may be what must not be shown.
    redactor = cleaned.redaction.redactor
    places = ", ".join(redactor.redact_text(file) for file in sorted({exposed.file for exposed in found.found})[:3])
    note = (
        f"In the raw run directory (not in the bundle) these stand in clear: {', '.join(found.sources)}; in {places}. "
        f"Rotate them if others can read it; `compass-report exposure {root}` tells more."
    )
    return (note,)


def _size(root: Path) -> int:
    total = 0
    for path in root.rglob("*"):
        if path.is_file() and not path.is_symlink():
            total += path.stat().st_size
            if total > _SEARCHED:
                break
    return total
