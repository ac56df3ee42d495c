"""From what the user typed to a run, a task and an attempt."""

from __future__ import annotations

from bundler.locate.attempts import choose_attempt
from bundler.locate.runs import find_run
from bundler.locate.search import run_directories
from bundler.locate.selection import select
from bundler.locate.tasks import all_tasks, failed_tasks, find_task

__all__ = ["all_tasks", "choose_attempt", "failed_tasks", "find_run", "find_task", "run_directories", "select"]
