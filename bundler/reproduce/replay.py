"""Replay: the real AgentCompass meets the reporter's endpoint outcomes again, without key, network or data set."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from bundler.capsule import MEMBER, SCHEMA, OutcomeKind, Role
from bundler.errors import ExitCode, InvalidBundleError, ReportError
from bundler.reproduce.datasets import Shape, known_benchmarks, make_dataset
from bundler.reproduce.endpoint import LOOPBACK, Endpoint
from bundler.reproduce.environment_values import NO_KEY
from bundler.reproduce.playing import Call, lane
from bundler.reproduce.received import Received
from bundler.reproduce.references import Kind, Reference
from bundler.reproduce.setup import Setup

_REFUSED: Final = frozenset({OutcomeKind.REFUSED.value, OutcomeKind.CONNECTION_FAILED.value})
_SHORT: Final = 4
_MOST_CALLS: Final = 500


class NotReplayableError(ReportError):
    """The failure is not one that a local endpoint can bring about; the sentence says why."""

    exit_code = ExitCode.COULD_NOT_RUN


@dataclass(frozen=True, slots=True, repr=False)
class Replay:
    """A failure made ready to be met again: the set-up as it will be run, the calls by role, what was changed."""

    setup: Setup
    calls: Mapping[Role, Sequence[Call]]
    notes: tuple[str, ...]


def prepare(received: Received, setup: Setup, changes: Mapping[Role, Call]) -> Replay:
    """Return the replay of a bundle's failure; ``changes`` replaces a role's outcomes by another.

    Raises ``NotReplayableError`` with the reason, ``InvalidBundleError`` for a capsule that is none of ours.
    """
    capsule = received.document(MEMBER)
    if not capsule:
        raise NotReplayableError("The bundle holds no failure capsule, so there is nothing to replay.")
    if capsule.get("schema") != SCHEMA:
        raise InvalidBundleError("The failure capsule has a schema that is not known.")
    if capsule.get("replayable") is not True:
        raise NotReplayableError(f"This failure cannot be replayed: {capsule.get('why_not') or 'no reason is given'}.")
    if setup.environment != "host_process":
        raise NotReplayableError(f"This failure cannot be replayed: it needs the sandbox provider {setup.environment}.")
    if setup.task_id is None:
        raise NotReplayableError("This failure cannot be replayed: it is not one of a single task.")
    told = capsule.get("calls")
    calls = {role: _calls(told.get(role.value) if isinstance(told, dict) else None) for role in Role}
    calls |= {role: [call] for role, call in changes.items()}
    config, notes = _quickened(setup, calls)
    if answered := capsule.get("answered_before"):
        notes.append(f"{answered} steps before the failing call are not played: their contents are task data.")
    return Replay(replace(setup, config=config), calls, tuple(notes))


def write_dataset(received: Received, setup: Setup, folder: Path) -> None:
    """Write the made-up data set of one task; raises ``NotReplayableError`` for a benchmark of unknown layout."""
    category = received.at("evidence/task.json", "category")
    benchmark = setup.config.get("benchmarks", {}).get(setup.benchmark, {})
    shape = Shape(str(setup.task_id), category if isinstance(category, str) else "", benchmark)
    if not make_dataset(setup.benchmark, shape, folder):
        known = ", ".join(known_benchmarks())
        raise NotReplayableError(
            "This failure cannot be replayed: no data set can be made up for this task.",
            hint=f"Known benchmarks: {known}.",
        )


@contextmanager
def served(replay: Replay, folder: Path, *, patience: float) -> Iterator[dict[str, str]]:
    """Serve the calls, and give the values of the set-up's references; ``patience`` bounds a silence in seconds."""
    lanes = {role.value: lane(replay.calls[role], role) for role in Role}
    with Endpoint(lanes, delay_seconds=patience) as endpoint, _closed_port() as closed:
        urls = {
            role: f"http://{LOOPBACK}:{closed if _refused(replay.calls[role]) else endpoint.port}/{role.value}/v1"
            for role in Role
        }
        values = {one.name: _value(one, urls, folder) for one in replay.setup.references}
        yield {**values, "REPLAY_PROXY": endpoint.url}


@contextmanager
def _closed_port() -> Iterator[int]:
    """Give a port that is taken and on which nobody listens: who connects is refused."""
    with socket.socket() as taken:
        if sys.platform == "win32":
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        taken.bind((LOOPBACK, 0))
        yield int(taken.getsockname()[1])


def _refused(calls: Sequence[Call]) -> bool:
    return bool(calls) and calls[0].get("outcome") in _REFUSED


def _calls(told: object) -> list[Call]:
    calls: list[Call] = [call for call in told if isinstance(call, dict)] if isinstance(told, list) else []
    return calls[:_MOST_CALLS]


def _value(one: Reference, urls: Mapping[Role, str], folder: Path) -> str:
    if one.kind is Kind.URL:
        judge = any("judge" in part for part in one.place)
        return urls[Role.JUDGE if judge else Role.MODEL] if one.place[-1].endswith("base_url") else ""
    if one.kind is Kind.PATH:
        where = folder / ("dataset" if "dataset" in one.place[-1] else "paths")
        where.mkdir(parents=True, exist_ok=True)
        return str(where)
    # A task id with a placeholder in it is the made-up task's id as well.
    return one.shown if "sample_ids" in one.place else NO_KEY


def _quickened(setup: Setup, calls: Mapping[Role, Sequence[Call]]) -> tuple[dict[str, Any], list[str]]:
    """Return the configuration with waits made short: how long was waited is no part of a failure."""
    config: dict[str, Any] = {name: dict(section) for name, section in setup.config.items()}
    execution = config["execution"]
    notes = ["One attempt of the task is run, on a made-up data set of one task."]
    execution["attempts"] = {"k": 1, "strategy": "avg"}
    harness = dict(config.get("harnesses", {}).get(setup.harness, {}))
    if setup.harness == "naive_search_agent":
        harness["retry_interval"] = 1
        if _silent(calls[Role.MODEL]):
            harness["request_timeout"] = _SHORT
            notes.append(f"The harness waits {_SHORT} seconds for an answer, so that the time-out comes soon.")
        config["harnesses"] = {setup.harness: harness}
    if _silent(calls[Role.JUDGE]):
        execution["evaluation_timeout_seconds"] = _SHORT
        notes.append(f"The evaluation may take {_SHORT} seconds, so that the time-out comes soon.")
    if setup.benchmark == "special_pattern_check":
        benchmark = dict(config.get("benchmarks", {}).get(setup.benchmark, {}))
        config["benchmarks"] = {setup.benchmark: {**benchmark, "dataset_dir": "dataset"}}
    return config, notes


def _silent(calls: Sequence[Call]) -> bool:
    return any(call.get("outcome") == OutcomeKind.TIMEOUT.value for call in calls)
