"""One report from beginning to end; each line is a stage."""

from __future__ import annotations

from bundler.config import Config, load_config
from bundler.listing import grouped_lines
from bundler.locate import select
from bundler.model import Selection
from bundler.pipeline.aftermath import with_aftermath
from bundler.pipeline.clean import clean
from bundler.pipeline.gather import gather
from bundler.pipeline.package import package
from bundler.pipeline.publish import output_folder, publish
from bundler.pipeline.request import Progress, ReportRequest, ReportResult


def build(request: ReportRequest, *, progress: Progress = lambda _step: None) -> ReportResult:
    """Build, verify and write the bundle and the issue body of one failed task.

    Raises a ``ReportError`` with the fitting exit code; then nothing was written.
    """
    config = load_config(request.config_file)
    progress("locating the run")
    selection = select(request.run, request.task, request.attempt, describe=grouped_lines)
    return build_selected(selection, request, config, progress=progress)


def build_selected(
    selection: Selection, request: ReportRequest, config: Config, *, progress: Progress = lambda _step: None
) -> ReportResult:
    """Build the report of a selection that was already made; see ``build``."""
    folder = output_folder(request, config)
    progress("collecting and diagnosing")
    evidence = gather(selection, request)
    cleaned = clean(evidence, request, config, progress)
    progress("rendering")
    packed = package(cleaned, request, config)
    progress("verifying and writing")
    result = publish(packed, cleaned.secrets, folder, config.issue_form)
    return with_aftermath(result, selection, cleaned, request, config)
