"""What a request is about: a task of a run, a run, or a command that left no run; and the evidence of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from bundler.execution.records import execution_of_console, execution_of_run, with_execution
from bundler.execution.runs_made import runs_named_in
from bundler.listing import grouped_lines
from bundler.locate import select
from bundler.locate.runs import not_listed
from bundler.machine.environment import working_folder
from bundler.model import Evidence, Selection
from bundler.pipeline.gather import gather
from bundler.pipeline.request import Progress, ReportRequest
from bundler.pipeline.reruns import with_rerun, with_rerun_texts
from bundler.pipeline.without_run import asks_for_no_run, gather_without_run


@dataclass(frozen=True, slots=True, repr=False)
class Asked:
    """The evidence, the run directory it is of, if any, and the request with what was recorded of its command."""

    evidence: Evidence
    root: Path | None
    request: ReportRequest
    warnings: tuple[str, ...] = ()


def gather_asked(request: ReportRequest, progress: Progress) -> Asked:
    """Find what a request is about and gather its evidence; raises a ``ReportError`` where that cannot be done."""
    progress("locating the run")
    if asks_for_no_run(request):
        return _of_command(request, progress)
    skipped: list[Path] = []
    selection = select(request.run, request.task, request.attempt, describe=grouped_lines, skipped=skipped)
    return replace(gather_selected(selection, request, progress), warnings=tuple(filter(None, (not_listed(skipped),))))


def gather_selected(selection: Selection, request: ReportRequest, progress: Progress) -> Asked:
    """Gather the evidence of a selection, with what was recorded of its command and measured by its rerun."""
    request = with_rerun(with_execution(request, execution_of_run(selection.run.path)), selection)
    progress("collecting and diagnosing")
    return Asked(with_rerun_texts(gather(selection, request), selection), selection.run.path, request)


def _of_command(request: ReportRequest, progress: Progress) -> Asked:
    execution = execution_of_console(request.console) if request.console else None
    request = with_execution(request, execution)
    named = runs_named_in(request.console, working_folder()) if request.console else ()
    if len(named) == 1:
        # The console tells of a run directory that is here: then the run is what failed.
        return gather_asked(replace(request, run=str(named[0])), progress)
    progress("collecting and diagnosing")
    return Asked(gather_without_run(request, execution.started if execution else None), None, request)
