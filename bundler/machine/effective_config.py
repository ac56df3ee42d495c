"""What AgentCompass would use here and now, and where that differs from the plan the run resolved.

``agentcompass config show`` prints the merged configuration of this machine; the resolved plan in the run directory is
what the task really used. A difference is no fault: command line options, recipes and later edits all make one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from bundler.machine.commands import CompletedOutput, run_bounded
from bundler.machine.environment import snapshot
from bundler.model import Facts

_SECONDS = 60.0
_BYTES = 400_000
_PLAN_FIELDS = (
    "run_timeout_seconds",
    "evaluation_timeout_seconds",
    "runresult_collect_timeout_seconds",
    "run_timer_compensation_seconds",
    "artifact_collect_timeout_seconds",
    "artifact_limits",
    "save_artifacts",
)
_MASK = "********"

Runner = Callable[[Sequence[str], float, int], CompletedOutput]


def effective_config(facts: Facts, python: Path | None = None, run: Runner | None = None) -> dict[str, Any]:
    """Return ``command``, ``outcome``, ``config`` (parsed, or null), ``output`` (if not parsed) and ``differences``.

    ``python`` is the interpreter AgentCompass is installed in; without it the ``agentcompass`` on PATH is asked. Each
    difference has ``path``, ``here`` (the configuration of this machine) and ``run`` (what the run recorded).
    """
    argv = _argv(facts, python)
    completed = (run or _run)(argv, _SECONDS, _BYTES)
    config = _parsed(completed.text)
    if not completed.found:
        return {"command": " ".join(argv), "outcome": "not installed", "config": None, "output": "", "differences": []}
    outcome = "timed out" if completed.timed_out else "passed" if completed.exit_code == 0 and config else "failed"
    return {
        "command": " ".join(argv),
        "outcome": outcome,
        "config": config,
        "output": "" if config else completed.text,
        "differences": list(_differences(config or {}, facts)),
    }


def _argv(facts: Facts, python: Path | None) -> list[str]:
    program = "agentcompass"
    if python is not None:
        beside = python.parent / "agentcompass"
        program = str(beside if beside.exists() else python.parent / "agentcompass.exe")
    argv = [program, "config", "show", "--format", "json"]
    for option, name in (("--benchmark", "benchmark"), ("--harness", "harness"), ("--env", "environment")):
        identifier = _component(facts.request, name).get("id")
        if identifier and identifier != "none":
            argv += [option, str(identifier)]
    return argv


def _parsed(text: str) -> dict[str, Any] | None:
    """Return the printed document; warnings of dependencies may stand before and after it."""
    decoder = json.JSONDecoder()
    start = 0 if text.startswith("{") else text.find("\n{") + 1
    if start == 0 and not text.startswith("{"):
        return None
    try:
        value, _ = decoder.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _differences(config: Mapping[str, Any], facts: Facts) -> Iterator[dict[str, Any]]:
    execution = _component(config, "execution")
    for name in _PLAN_FIELDS:
        if name in execution and name in facts.plan:
            yield from _compare(f"execution.{name}", execution[name], facts.plan[name])
    for section, name in (("benchmarks", "benchmark"), ("harnesses", "harness"), ("environments", "environment")):
        component = _component(facts.request, name)
        here = _component(_component(config, section), str(component.get("id")))
        for key, value in _component(component, "params").items():
            yield from _compare(f"{section}.{component.get('id')}.{key}", here.get(key), value)
    setup = _component(_component(facts.plan, "environment"), "setup")
    here = _component(_component(config, "environments"), str(_component(facts.request, "environment").get("id")))
    for key, value in setup.items():
        yield from _compare(f"environment.setup.{key}", _component(here, "setup").get(key), value)


def _compare(path: str, here: Any, run: Any) -> Iterator[dict[str, Any]]:
    if run not in (here, _MASK):
        yield {"path": path, "here": here, "run": run}


def _component(value: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = value.get(name)
    return found if isinstance(found, Mapping) else {}


def _run(argv: Sequence[str], timeout: float, limit: int) -> CompletedOutput:
    # A dependency of AgentCompass would otherwise fetch a price list from the network, with retries.
    quiet = {**snapshot(), "LITELLM_LOCAL_MODEL_COST_MAP": "True"}
    return run_bounded(argv, timeout=timeout, limit=limit, env=quiet)
