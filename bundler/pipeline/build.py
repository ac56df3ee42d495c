"""One report from beginning to end; each line is a stage."""

from __future__ import annotations

from dataclasses import replace

from bundler.config import Config, load_config
from bundler.model import Selection
from bundler.pipeline.aftermath import with_aftermath
from bundler.pipeline.asked import Asked, gather_asked, gather_selected
from bundler.pipeline.clean import clean
from bundler.pipeline.package import package
from bundler.pipeline.publish import output_folder, publish
from bundler.pipeline.request import Progress, ReportRequest, ReportResult


def build(request: ReportRequest, *, progress: Progress = lambda _step: None) -> ReportResult:
    """Build, verify and write the bundle and the issue body of one failed task, or of a command that left no run.

    Raises a ``ReportError`` with the fitting exit code; then nothing was written.
    """
    config = load_config(request.config_file)
    return _finished(gather_asked(request, progress), config, progress)


def build_selected(
    selection: Selection, request: ReportRequest, config: Config, *, progress: Progress = lambda _step: None
) -> ReportResult:
    """Build the report of a selection that was already made; see ``build``."""
    return _finished(gather_selected(selection, request, progress), config, progress)


def _finished(asked: Asked, config: Config, progress: Progress) -> ReportResult:
    """Redact, render, verify and write what was gathered."""
    request = asked.request
    folder = output_folder(request, config)
    cleaned = clean(asked.evidence, request, config, progress)
    progress("rendering")
    packed = package(cleaned, request, config)
    progress("verifying and writing")
    result = publish(packed, cleaned.secrets, folder, config.issue_form)
    finished = with_aftermath(result, asked.root, cleaned, request, config)
    return replace(finished, warnings=(*asked.warnings, *finished.warnings))
