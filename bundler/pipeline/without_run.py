"""A report of a command that left no run directory: the command, its console, the machine, and the diagnosis."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from bundler.collectors.command import collect_command
from bundler.collectors.console import MEMBER as CONSOLE
from bundler.collectors.console import collect_console
from bundler.collectors.environment import collect_environment
from bundler.collectors.log_owner import NOBODY, Owner, TaskNames
from bundler.collectors.logs import LogEvidence
from bundler.collectors.traceback_sources import TracebackSources, tracebacks_item
from bundler.execution.command_words import components, split
from bundler.machine.environment import working_folder
from bundler.model import Evidence, Facts, Omission, RawItem, Run, Selection, Status
from bundler.pipeline.gather import collect_options, completed
from bundler.pipeline.request import ReportRequest

LAYOUT: Final = "no run directory"
_NOTE: Final = "there is no run directory: the command ended before it made one, or it was not given"
_READ_OFF: Final = "benchmark, harness, model and environment are read off the command line"
_ABSENT: Final = (
    "evidence/run_info.json", "evidence/params.json", "evidence/task.json", "evidence/attempt", "evidence/log.txt",
    "evidence/progress.jsonl", "evidence/retries.jsonl", "evidence/metrics.json",
)  # fmt: skip
# Once tasks are loaded, the console may quote them, and without their documents no quotation can be recognised.
_TASKS_BEGIN: Final = re.compile(r"^.*(?:Tasks loaded|\| task=).*$", re.MULTILINE)
_TASKS_RAN: Final = "Final FATAL issues; results"
_CUT: Final = "what follows tells of tasks; without the run directory their data cannot be recognised. Give it as RUN."


def asks_for_no_run(request: ReportRequest) -> bool:
    """Tell whether a request names no run but tells of a command: then the command itself is reported."""
    told = request.console is not None or bool(request.command.strip()) or bool(request.captured)
    return request.run is None and request.task is None and told


def gather_without_run(request: ReportRequest, started: float | None = None) -> Evidence:
    """Return the evidence of a command without a run; ``started`` is in seconds since the epoch, where it is known."""
    options = collect_options(request)
    named = components(request.captured or split(request.command))
    notes = (_NOTE, _READ_OFF) if named else (_NOTE,)
    selection = Selection(
        Run(working_folder(), "no-run", LAYOUT, {"request": named} if named else {}, notes), None, None
    )
    console_item, missing, console = _console(request)
    tracebacks = TracebackSources(LogEvidence(None, (), (), ()), {}, (), (), {}, console).all()
    commands, exact = collect_command(selection, {}, (), options)
    found = [console_item, missing, tracebacks_item(tracebacks), *commands]
    found += collect_environment({"request": named}, started, options)
    found += [Omission(name, Status.ABSENT, "there is no run directory") for name in _ABSENT]
    evidence = Evidence(
        selection=selection,
        facts=Facts(console=console, command=exact, exit_code=request.exit_code, tracebacks=tracebacks),
        items=tuple(one for one in found if isinstance(one, RawItem)),
        omissions=tuple(one for one in found if isinstance(one, Omission)),
        survey_only=lambda: iter(()),
        withheld=lambda: iter(()),
    )
    return completed(evidence, request)


def _console(request: ReportRequest) -> tuple[RawItem | None, Omission | None, str]:
    """Return the console up to where it begins to tell of tasks, unless the reporter wants task data to leave."""
    item, missing, text = collect_console(request.console, _AnyTask("", "", ()))
    begin = _begin_of_tasks(text)
    if item is None or begin is None or request.task_data == "full":
        return item, missing, text
    kept = text[:begin]
    cut = replace(item, data=kept.encode("utf-8", "replace"), status=Status.TRUNCATED, note=_CUT)
    return cut, Omission(f"{CONSOLE}: the rest", Status.WITHHELD, _CUT), kept


def _begin_of_tasks(text: str) -> int | None:
    found = _TASKS_BEGIN.search(text)
    # At a quiet log level nothing but the end tells that tasks ran: then it cannot be told where they begin.
    return found.start() if found else 0 if _TASKS_RAN in text else None


class _AnyTask(TaskNames):
    """Takes no line for another task's: where tasks begin, everything is cut, continuation lines too."""

    def owner(self, text: bytes) -> Owner:
        """Return that nobody owns a line."""
        del text
        return NOBODY
