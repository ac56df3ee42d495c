"""What the reporter may choose about the collection."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bundler.collectors.contract import TaskData
from bundler.collectors.log_excerpt import EXCERPT_LIMIT
from bundler.machine.revision import RevisionProbe

__all__ = ["CollectOptions", "TaskData"]


@dataclass(frozen=True, slots=True, repr=False)
class CollectOptions:
    """``command`` is the exact command as the reporter gave it, ``captured`` the argv recorded while it ran.

    ``console`` is a file with the command's output. ``full_log`` keeps all the task's records. ``agentcompass_python``
    is the interpreter whose AgentCompass made the run, ``probe`` what was begun to ask of it; without ``machine_facts``
    nothing is asked of the machine.
    """

    task_data: TaskData = TaskData.OUTLINE
    full_log: bool = False
    log_limit: int = EXCERPT_LIMIT
    command: str = ""
    captured: tuple[str, ...] = ()
    exit_code: int | None = None
    console: Path | None = None
    agentcompass_python: Path | None = None
    machine_facts: bool = True
    probe: RevisionProbe | None = None
