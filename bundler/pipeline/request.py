"""What a report is asked with, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bundler.config import IssueForm
from bundler.model import RawItem

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True, repr=False)
class ReportRequest:
    """What the user asks for; ``compass-report report --help`` says what each means.

    ``captured`` and ``exit_code`` come from ``compass-report exec``, ``extra_items`` from a measured rerun.
    """

    run: str | None = None
    task: str | None = None
    output_dir: Path | None = None
    attempt: int | None = None
    task_data: str = "outline"
    command: str = ""
    captured: tuple[str, ...] = ()
    exit_code: int | None = None
    console: Path | None = None
    agentcompass_python: Path | None = None
    harvest: bool = True
    provider_checks: bool = True
    effective_config: bool = False
    full_log: bool = False
    drop: frozenset[str] = frozenset()
    config_file: Path | None = None
    repository: str | None = None
    keep_map: bool = False
    extra_items: tuple[RawItem, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class ReportResult:
    """What was written, and its story in redacted form; safe to print.

    ``manifest`` and ``diagnosis`` are the bundle's own documents, ``verification`` says what was checked. ``exposed`` is
    for the reporter's eyes: which secrets stand in clear in the raw run; ``map_path`` where the placeholder map lies.
    ``warnings`` tell what went wrong after both files were written.
    """

    zip_path: Path
    body_path: Path
    title: str
    body: str
    sha256: str
    size: int
    repository: str
    manifest: Mapping[str, Any]
    diagnosis: Mapping[str, Any]
    verification: Mapping[str, Any]
    issue_form: IssueForm
    exposed: tuple[str, ...] = ()
    map_path: Path | None = None
    warnings: tuple[str, ...] = ()
