"""One reproduction from beginning to end: the folder, the run in it, and the verdict."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from bundler.capsule import Role
from bundler.errors import ExitCode, ReportError, UsageError
from bundler.machine.environment import variable
from bundler.machine.output import write_private
from bundler.reproduce.command_line import DATA_VARIABLE, run_arguments
from bundler.reproduce.environment_values import closed_environment, filled_in, own_environment
from bundler.reproduce.execution import CONSOLE, Program, Verdict, find_program, judge
from bundler.reproduce.folder import write_folder
from bundler.reproduce.playing import Call
from bundler.reproduce.quoting import Quoting
from bundler.reproduce.received import Received
from bundler.reproduce.replay import prepare, served, write_dataset
from bundler.reproduce.setup import Setup

RESULTS: Final = "results"


@dataclass(frozen=True, slots=True, repr=False)
class Wish:
    """How the maintainer wants it: where, with which program, how long, with which values and changes."""

    folder: Path
    program: str | None = None
    timeout: float = 600.0
    env_file: Path | None = None
    data: Path | None = None
    changes: Mapping[Role, Call] = field(default_factory=dict)


class NoProgramError(ReportError):
    """There is no AgentCompass to run."""

    exit_code = ExitCode.COULD_NOT_RUN


def run_again(received: Received, setup: Setup, wish: Wish) -> Verdict:
    """Run the reproduction against the maintainer's own endpoint and compare. Raises ``UsageError`` without one."""
    path = _program(wish)
    values = filled_in(wish.env_file)
    if not values.get(setup.base_url.name):
        raise UsageError(
            f"No endpoint is given: set {setup.base_url.name} and {setup.api_key.name} in the environment or a file.",
            hint="--env-file names a file; `reproduce --replay` needs neither endpoint nor key.",
        )
    write_folder(wish.folder, received, setup)
    data = str((wish.data or Path(values.get(DATA_VARIABLE) or "data")).absolute() if wish.data else "data")
    environment = own_environment(wish.folder.absolute(), values)
    return _judged(Program(path, wish.folder, environment, wish.timeout), received, setup, data, values)


def play_again(received: Received, setup: Setup, wish: Wish) -> tuple[Verdict, tuple[str, ...]]:
    """Replay the capsule against the real AgentCompass; return the verdict and what was changed for it."""
    path = _program(wish)
    replay = prepare(received, setup, wish.changes)
    write_folder(wish.folder, received, replay.setup)
    folder = wish.folder.absolute()
    write_dataset(received, replay.setup, folder)
    (folder / "home").mkdir()
    with served(replay, folder, patience=wish.timeout) as values:
        environment = closed_environment(folder, values, values["REPLAY_PROXY"])
        program = Program(path, wish.folder, environment, wish.timeout)
        return _judged(program, received, replay.setup, "data", values), replay.notes


def _program(wish: Wish) -> str:
    path = find_program(wish.program, variable("PATH"))
    if path is None:
        raise NoProgramError(
            "There is no agentcompass to run.", hint="Install it, or name it with --agentcompass PATH."
        )
    return path


def _judged(program: Program, received: Received, setup: Setup, data: str, values: Mapping[str, str]) -> Verdict:
    quoting = Quoting(values, setup.references)
    started = time.monotonic()
    output = program.run(run_arguments(setup, results=RESULTS, data=data, values=values))
    # As raw as any console: it may hold the maintainer's secrets.
    write_private(program.folder / CONSOLE, output.text.encode("utf-8", "backslashreplace"))
    verdict = judge(output, program.folder / RESULTS, setup.task_id, received.fingerprint, quoting)
    return replace(verdict, seconds=time.monotonic() - started)
