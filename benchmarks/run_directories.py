"""Run directories of any size, shaped as AgentCompass 1.0.1 writes them; the same bytes from the same arguments.

The reported task is ``WANTED``: it failed with a refused key, every other one ended well.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import Any, Final

from benchmarks.corpora import Corpus

WANTED: Final = "biology/item-00007"
_BEGIN: Final = 1796177930.0
_CATEGORIES: Final = ("Biology", "Law", "Math", "Physics")
_PHASES: Final = ("plan", "open_environment", "prepare_task", "start_harness", "run_harness", "collect_harness_result")
_STAGES: Final = (
    "▶ Attempt started", "▶ Execution plan building", "✓ Execution plan built", "▶ Environment setup started",
    "✓ Environment setup completed", "▶ Material preparation started", "✓ Material preparation completed",
    "▶ Harness setup started", "✓ Harness setup completed", "▶ Inference started", "✓ Inference completed",
    "⊙ Harness release started", "⊙ Harness release completed", "⊙ Environment release started",
    "⊙ Environment release completed", "▶ Analysis started", "✓ Analysis completed", "✓ Attempt completed",
    "⊙ Partial result save started", "⊙ Partial result save completed",
)  # fmt: skip
_FAILURE: Final = "AuthenticationError: Error code: 401 - {'error': {'message': 'Incorrect API key provided', 'code': 'invalid_api_key'}}"
_DRAWN: Final = 4000


@dataclass(frozen=True, slots=True)
class Shape:
    """How large a run directory is: its tasks, and the bytes of its log and of the reported task's ``result.json``.

    ``alone`` says that every record of the log is the reported task's. Zero bytes mean: as large as the tasks make it.
    """

    tasks: int
    log: int = 0
    result: int = 0
    alone: bool = False


def write_run(root: Path, shape: Shape) -> Path:
    """Write a run directory below ``root`` and return it."""
    run = root / "results" / "bench" / "model_hle_naive_search_agent" / "20261202_021850"
    run.mkdir(parents=True)
    names = [_task_id(number) for number in range(shape.tasks)]
    _write_json(run / "run_info.json", _run_info(names))
    _write_json(run / "params.json", _request())
    _write(run / "progress.jsonl", _events(names))
    log = _only(shape.log) if shape.alone else _lines_of(names, shape.log)
    _write(run / "run.log", log)
    for number, name in enumerate(names):
        _write_task(run / "details", number, name, shape.result if name == WANTED else 0)
    return run


def files_of_task(run: Path) -> list[Path]:
    """Return the files that one task's report cannot do without: the run's own and those of the task's folder."""
    own = [path for path in run.glob(f"details/*/{_folder(WANTED)}/**/*") if path.is_file()]
    return sorted(path for path in run.iterdir() if path.is_file()) + sorted(own)


def _task_id(number: int) -> str:
    return f"{_CATEGORIES[number % len(_CATEGORIES)].lower()}/item-{number:05}" if number != 7 else WANTED


def _folder(task_id: str) -> str:
    return f"{task_id.replace('/', '_')}--{hashlib.sha256(task_id.encode()).hexdigest()}"


def _write(path: Path, pieces: Iterable[bytes]) -> None:
    with path.open("wb") as sink:
        sink.writelines(pieces)


def _write_json(path: Path, document: Any) -> None:
    path.write_text(json.dumps(document, indent=2), encoding="utf-8")


def _request() -> dict[str, Any]:
    model = {"id": "bench-model", "base_url": "http://gateway.bench.internal:8000/v1", "api_key": "********"}
    return {
        "benchmark": {"id": "hle", "params": {}},
        "harness": {"id": "naive_search_agent", "params": {"max_retry": 1}},
        "environment": {"id": "host_process"},
        "model": model,
        "execution": {"task_concurrency": 32, "max_retries": 0, "attempts": {"k": 1, "strategy": "avg"}},
        "output": {"run_id": "20261202_021850", "run_name": "bench"},
    }


def _plan() -> dict[str, Any]:
    policy = {"allowed_hosts": [], "denied_hosts": [], "network_mode": "public"}
    limits = {"max_files": 100000, "max_mb": 16384, "timeout_seconds": 600.0}
    plan = {
        "applied_recipes": [],
        "artifact_limits": limits,
        "collect_artifacts": True,
        "environment": {"baseline_network_policy": policy, "id": "host_process", "resources": {}, "setup": {}},
        "evaluation_environment_mode": "none",
        "evaluation_network_policy": policy,
        "run_network_policy": policy,
        "run_timeout_seconds": 9000.0,
    }
    return {"attempts": {"1": plan}}


def _run_info(names: Iterable[str]) -> dict[str, Any]:
    return {
        "schema_version": "agentcompass.run_info.v3",
        "run_id": "20261202_021850",
        "status": "failed",
        "error": "Final FATAL issues",
        "started_at": "2026-12-02T02:18:50+00:00",
        "finished_at": "2026-12-02T02:20:27+00:00",
        "request": _request(),
        "resolved_execution_plans": {name: _plan() for name in names},
    }


def _events(names: list[str]) -> Iterator[bytes]:
    yield _event("run_started", _BEGIN, None)
    for number, name in enumerate(names):
        moment = _BEGIN + number / 20
        yield _event("task_started", moment, name)
        yield _event("attempt_started", moment, name, attempt=1)
        yield from (_event("phase_changed", moment + 1, name, attempt=1, phase=phase) for phase in _PHASES)
        yield _event("execution_plan_resolved", moment + 1, name, attempt=1, payload=_plan()["attempts"]["1"])
        status = "failed" if name == WANTED else "completed"
        yield _event("attempt_finished", moment + 8, name, attempt=1, status=status)
        yield _event("task_finished", moment + 9, name, status=status)
    yield _event("run_finished", _BEGIN + len(names) / 20 + 10, None)


def _event(name: str, moment: float, task: str | None, **more: object) -> bytes:
    event = {
        "run_id": "20261202_021850", "event": name, "timestamp": moment, "task_id": task, "category": None,
        "attempt": None, "phase": None, "status": None, "payload": {}, "orchestration_id": "d4e669d7fe964c94a8d69d7d04ba4315",
        "request_key": "d4e669d7fe964c94a8d69d7d04ba4315/0", "request_name": "run", "request_index": 0,
    }  # fmt: skip
    return json.dumps({**event, **more}).encode() + b"\n"


def _clock(second: int) -> str:
    return f"{2 + second // 3600 % 20:02}:{second // 60 % 60:02}:{second % 60:02}"


def _record(second: int, text: str, level: str = "DEBUG", logger: str = "runtime.runner") -> bytes:
    return f"{_clock(second)} {level:<8} {logger:<36} {text}\n".encode()


def _head() -> Iterator[bytes]:
    yield _record(0, "▶ Evaluation started | model=bench-model | benchmark=hle | harness=naive_search_agent", "INFO")
    yield _record(0, "Execution config | task_concurrency=32 | timeout_seconds=360000", "INFO")


def _of_task(second: int, name: str) -> Iterator[bytes]:
    for stage in _STAGES:
        yield _record(second, f"{stage} | task={name} | category=Math | attempt=1 | environment=host_process")
    if name == WANTED:
        yield _record(second, f"✗ Attempt failed | task={name} | attempt=1 | error={_FAILURE}", "ERROR")


def _lines_of(names: list[str], size: int) -> Iterator[bytes]:
    """Yield a log of all tasks; to reach ``size`` bytes, what the other tasks' harnesses and clients write."""
    others = [name for name in names if name != WANTED]
    drawn = Corpus()
    filler = [drawn._record(number).encode().replace(WANTED.encode(), others[0].encode()) for number in range(_DRAWN)]  # noqa: SLF001
    each = size // (len(names) * (sum(map(len, filler)) // _DRAWN)) if size else 0
    supply = cycle(filler)
    yield from _head()
    for number, name in enumerate(names):
        yield from _of_task(number // 20, name)
        clock = _clock(number // 20).encode()
        yield from (clock + record[8:] for record in islice(supply, each))


def _only(size: int) -> Iterator[bytes]:
    """Yield a log in which every record is the reported task's."""
    yield from _head()
    body = [
        _record(0, f"Sending keys: ['ls {n}', 'Enter'] | task={WANTED} | attempt=1 | turn={n}") for n in range(_DRAWN)
    ]
    body += list(_of_task(0, WANTED))[:-1]
    lap = b"".join(body)
    for second in range(max(1, size // len(lap))):
        clock = _clock(second).encode()
        yield b"".join(clock + record[8:] for record in body)
    yield from _of_task(second, WANTED)


def _write_task(details: Path, number: int, name: str, size: int) -> None:
    failed = name == WANTED
    folder = details / ("fatal" if failed else "normal") / _folder(name)
    attempt = folder / "attempt-1"
    attempt.mkdir(parents=True)
    index = {
        "schema_version": "agentcompass.task.v3",
        "task_id": name,
        "attempts": {"1": "attempt-1"},
        "category": "Math",
    }
    _write_json(folder / "task.json", {**index, "ground_truth": f"value-{number}"})
    _write_json(attempt / "checkpoint.json", {"schema_version": "agentcompass.attempt_checkpoint.v1"})
    _write(attempt / "result.json", _result(number, failed=failed, size=size))


def _result(number: int, *, failed: bool, size: int) -> Iterator[bytes]:
    question = f"QUESTION-{number}: what is the value of the constant that this task made up, and why is it {number}?"
    document = {
        "status": "run_error" if failed else "completed",
        "metrics": {} if failed else {"correct": True},
        "final_answer": "" if failed else f"the value is {number}",
        "issues": [{"severity": "fatal", "phase": "run", "code": "model_access_failed", "message": _FAILURE}]
        if failed
        else [],
        "artifacts": {"messages": [{"role": "user", "content": question}]},
        "meta": {"benchmark": {}, "harness": {"telemetry": {"iterations_used": 3, "engine_status": "error"}}},
        "retry_count": 0,
    }
    yield (
        json.dumps(document, indent=2).encode()[:-2]
        + b',\n  "trajectory": {\n    "schema_version": "ACTF_v1.0",\n    "steps": [\n'
    )
    yield from _steps(size) if size else (json.dumps({"step_id": 0, "content": question}).encode(),)
    yield b"\n    ]\n  }\n}\n"


def _steps(size: int) -> Iterator[bytes]:
    """Yield nested steps, with trajectories of sub-agents inside, up to a size; none says what another one said."""
    drawn = Corpus()
    total = 0
    while total < size:
        step = {**drawn._step(), "subagent": {"steps": [drawn._step() for _ in range(3)]}}  # noqa: SLF001
        data = json.dumps(step, indent=2).encode()
        yield (b",\n" if total else b"") + data
        total += len(data)


SHAPES: Final[dict[str, Callable[[int, int], Shape]]] = {
    "a small run": lambda _size, _tasks: Shape(3 + 5),
    "a run of many tasks": lambda _size, tasks: Shape(tasks),
    "a large log of many tasks": lambda size, _tasks: Shape(400, log=size),
    "a large log of one task": lambda size, _tasks: Shape(8, log=size, alone=True),
    "a large result.json": lambda size, _tasks: Shape(8, result=size),
}
"""What is measured: from the size in bytes and the number of tasks to a shape."""


def main() -> None:
    """Write one run directory and print where: a process of its own, for memory is measured from the one that starts it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.run_directories", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("shape", choices=SHAPES)
    parser.add_argument("--size", type=int, default=1 << 30, help="bytes of the large file")
    parser.add_argument("--tasks", type=int, default=10_000)
    asked = parser.parse_args()
    print(write_run(asked.folder, SHAPES[asked.shape](asked.size, asked.tasks)))


if __name__ == "__main__":
    main()
