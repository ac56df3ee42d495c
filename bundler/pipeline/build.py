"""One report from beginning to end; each line is a stage."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from bundler.config import Config, load_config
from bundler.execution.records import execution_of_console, execution_of_run, with_execution
from bundler.execution.runs_made import runs_named_in
from bundler.listing import grouped_lines
from bundler.locate import select
from bundler.model import Evidence, Selection
from bundler.pipeline.aftermath import with_aftermath
from bundler.pipeline.clean import clean
from bundler.pipeline.gather import gather
from bundler.pipeline.package import package
from bundler.pipeline.publish import output_folder, publish
from bundler.pipeline.request import Progress, ReportRequest, ReportResult
from bundler.pipeline.reruns import with_rerun, with_rerun_texts
from bundler.pipeline.without_run import asks_for_no_run, gather_without_run


def build(request: ReportRequest, *, progress: Progress = lambda _step: None) -> ReportResult:
    """Build, verify and write the bundle and the issue body of one failed task, or of a command that left no run.

    Raises a ``ReportError`` with the fitting exit code; then nothing was written.
    """
    config = load_config(request.config_file)
    progress("locating the run")
    if asks_for_no_run(request):
        return _build_without_run(request, config, progress)
    selection = select(request.run, request.task, request.attempt, describe=grouped_lines)
    return build_selected(selection, request, config, progress=progress)


def build_selected(
    selection: Selection, request: ReportRequest, config: Config, *, progress: Progress = lambda _step: None
) -> ReportResult:
    """Build the report of a selection that was already made; see ``build``."""
    request = with_rerun(with_execution(request, execution_of_run(selection.run.path)), selection)
    progress("collecting and diagnosing")
    evidence = with_rerun_texts(gather(selection, request), selection)
    return _finished(evidence, selection.run.path, request, config, progress)


def _build_without_run(request: ReportRequest, config: Config, progress: Progress) -> ReportResult:
    execution = execution_of_console(request.console) if request.console else None
    request = with_execution(request, execution)
    named = runs_named_in(request.console, Path.cwd()) if request.console else ()
    if len(named) == 1:
        # The console tells of a run directory that is here: then the run is what failed.
        return build(replace(request, run=str(named[0])), progress=progress)
    progress("collecting and diagnosing")
    evidence = gather_without_run(request, execution.started if execution else None)
    return _finished(evidence, None, request, config, progress)


def _finished(
    evidence: Evidence, root: Path | None, request: ReportRequest, config: Config, progress: Progress
) -> ReportResult:
    """Redact, render, verify and write what was gathered; ``root`` is the run directory, where there is one."""
    folder = output_folder(request, config)
    cleaned = clean(evidence, request, config, progress)
    progress("rendering")
    packed = package(cleaned, request, config)
    progress("verifying and writing")
    result = publish(packed, cleaned.secrets, folder, config.issue_form)
    return with_aftermath(result, root, cleaned, request, config)
