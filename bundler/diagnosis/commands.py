"""Command lines of ``agentcompass run`` (1.0.x) for one task or the whole run, from the recorded request."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Mapping
from typing import Any

from bundler.model import Facts

# What AgentCompass writes in the place of a value whose key looks secret, and our mark of a variable in its place.
_MASKED = "********"
_VARIABLE = re.compile("\ue000([A-Z0-9_]+)\ue001")
_NOT_A_NAME = re.compile(r"[^A-Z0-9]+")
_MEASURED = (
    "run_timeout_seconds",
    "evaluation_timeout_seconds",
    "timeout_multiplier",
    "run_timeout_multiplier",
    "evaluation_timeout_multiplier",
    "save_artifacts",
    "artifacts",
    "artifact_collect",
)


def one_task(facts: Facts, *more: str) -> str:
    """Return the command that runs this task alone with the recorded settings, or nothing without a request."""
    return _command(facts, facts.task_id, more)


def whole(facts: Facts, *more: str) -> str:
    """Return the command that starts the recorded request again, or nothing without a request."""
    return _command(facts, None, more)


def reuse(facts: Facts) -> tuple[str, ...]:
    """Return the option that reuses this run, by its id if it is recorded."""
    output = _component(facts.request, "output")
    # A run is looked for below its run name.
    named = ("--run-name", str(output["run_name"])) if output.get("run_name") else ()
    return (*named, "--reuse", str(output["run_id"])) if output.get("run_id") else (*named, "--reuse")


def _command(facts: Facts, task_id: str | None, more: tuple[str, ...]) -> str:
    request = facts.request
    benchmark, harness, model = (_component(request, name) for name in ("benchmark", "harness", "model"))
    if not benchmark.get("id") or not model.get("id"):
        return ""
    words = ["agentcompass", "run", str(benchmark["id"]), str(harness.get("id") or "none"), str(model["id"])]
    words += ["--env", str(_component(request, "environment").get("id") or "host_process")]
    params = dict(benchmark.get("params") or {})
    if task_id is not None:
        params["sample_ids"] = [task_id]
    elif not params.get("sample_ids", True):
        # The ids of other tasks are no evidence of this failure and were left out.
        del params["sample_ids"]
    words += _json("--benchmark-params", params)
    words += _json("--harness-params", harness.get("params"))
    words += _json("--env-params", _environment(_component(request, "environment")))
    words += _json("--model-params", model.get("params"), "MODEL")
    words += _execution(_component(request, "execution"))
    line = _VARIABLE.sub(r"""'"$\1"'""", shlex.join(words))
    # The key is never in a run directory, and AgentCompass resolves a quoted ${NAME} itself.
    line += " --model-base-url '${MODEL_BASE_URL}' --model-api-key '${MODEL_API_KEY}'"
    protocol = model.get("api_protocol")
    if protocol:
        value = protocol if isinstance(protocol, str) else json.dumps(protocol)
        line += f" --model-api-protocol {shlex.quote(value)}"
    if model.get("wrap_api_key") is True:
        line += " --wrap-api-key"
    if task_id is not None:
        line += " --task-concurrency 1"
    return f"{line} {shlex.join(more)}" if more else line


def _environment(environment: Mapping[str, Any]) -> dict[str, Any]:
    """Return the environment as the flat form that ``--env-params`` takes: provider options beside shared fields."""
    shared = {name: value for name, value in environment.items() if name not in ("id", "params") and value}
    return {**_component(environment, "params"), **shared}


def _execution(execution: Mapping[str, Any]) -> list[str]:
    """Return the recorded execution settings that change what is measured."""
    attempts = _component(execution, "attempts")
    words: list[str] = []
    if attempts.get("k", 1) != 1:
        words += ["--k", str(attempts["k"])]
        words += ["--attempt-strategy", str(attempts["strategy"])] if attempts.get("strategy") else []
    recipes = execution.get("enabled_recipes")
    for name in recipes if isinstance(recipes, list) else ():
        words += ["--recipe", str(name)]
    changed = {name: execution[name] for name in _MEASURED if _is_set(name, execution.get(name))}
    return words + _json("--execution-params", changed)


def _is_set(name: str, value: Any) -> bool:
    """Say whether a setting is another than its default: 1 for a factor alone, none for the rest."""
    return value not in (None, [], {}) and not (name.endswith("_multiplier") and value == 1)


def _component(request: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = request.get(name)
    return value if isinstance(value, Mapping) else {}


def _json(option: str, value: Any, name: str = "") -> list[str]:
    if not isinstance(value, Mapping) or not value:
        return []
    return [option, json.dumps(_with_variables(value, name), ensure_ascii=False)]


def _with_variables(value: Any, name: str) -> Any:
    """Return the value with a variable for all that is masked, named after its place as the exact command names it."""
    if isinstance(value, Mapping):
        return {key: _with_variables(inner, _joined(name, str(key))) for key, inner in value.items()}
    if isinstance(value, list):
        return [_with_variables(inner, name) for inner in value]
    if isinstance(value, str):
        return f"\ue000{name}\ue001" if value == _MASKED and name else value.replace("\ue000", "").replace("\ue001", "")
    return value


def _joined(name: str, key: str) -> str:
    # The names of environment variables are the user's own.
    if key.endswith("env_variables"):
        return ""
    joined = f"{name}_{_NOT_A_NAME.sub('_', key.upper()).strip('_')}".strip("_") or "VALUE"
    return f"_{joined}" if joined[0].isdigit() else joined
