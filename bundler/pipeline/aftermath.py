"""What only the reporter gets, after the files are written: the exposure note and, if wished, the placeholder map."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from bundler.config import Config
from bundler.errors import UnreadableError
from bundler.exposure import find_exposure
from bundler.keepsake import keep_map
from bundler.pipeline.clean import Cleaned
from bundler.pipeline.request import ReportRequest, ReportResult

# A run up to this size is searched at once; for a larger one the command is named.
_SEARCHED: Final = 64 * 1024 * 1024


def with_aftermath(
    result: ReportResult, root: Path | None, cleaned: Cleaned, request: ReportRequest, config: Config
) -> ReportResult:
    """Return the result with the path of the map and, where there is a run directory, the exposure note.

    Both files are written by now: what goes wrong here is a warning, and no other ending.
    """
    map_path, warnings = _kept_map(result, cleaned, config) if request.keep_map else (None, ())
    exposed = _exposure_note(root, cleaned) if request.harvest and root is not None else ()
    return replace(result, exposed=(*_unread_note(cleaned), *exposed), map_path=map_path, warnings=warnings)


def _kept_map(result: ReportResult, cleaned: Cleaned, config: Config) -> tuple[Path | None, tuple[str, ...]]:
    try:
        return keep_map(result.sha256, cleaned.redaction.redactor.ledger, config.keep_map_days), ()
    except (OSError, UnreadableError) as error:
        reason = error.sentence if isinstance(error, UnreadableError) else os.strerror(error.errno or 0)
        return None, (f"The map of placeholders is not kept, `explain` will not know this bundle: {reason}",)


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
    try:
        found = find_exposure(root, cleaned.known_values)
    except OSError:
        return (f"The run could not be searched; `compass-report exposure {root}` says what stands in clear in it.",)
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
    for folder, _, names in os.walk(root):
        for name in names:
            with suppress(OSError):
                found = os.stat(os.path.join(folder, name), follow_symlinks=False)  # noqa: PTH116, PTH118 - a large run
                total += found.st_size if stat.S_ISREG(found.st_mode) else 0
        if total > _SEARCHED:
            break
    return total
