"""The run's command and its minimal reproduction, as arguments of ``agentcompass run`` 1.0.1.

Both have the model, benchmark, harness, environment and parameters of the run's request. The run's command keeps its
tasks, concurrency and retries; the reproduction of the troubleshooting page takes one task, one at a time, no retries
and detailed logs. Credentials that the request shows masked become references to environment variables.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bundler.collectors.shell_words import json_argument, reference, without_marks

POSITIONAL = 5
_MASK = "********"
_SAFE_NAME = re.compile(r"[^A-Z0-9]+")
# Defaults of ExecutionSpec in AgentCompass 1.0.1 (runtime/models/request.py); equal values need no flag.
_EXECUTION_DEFAULTS: Mapping[str, Any] = {
    "run_timeout_seconds": None,
    "run_timer_compensation_seconds": 120.0,
    "evaluation_timeout_seconds": None,
    "timeout_multiplier": 1.0,
    "run_timeout_multiplier": None,
    "evaluation_timeout_multiplier": None,
    "runresult_collect_timeout_seconds": 60.0,
    "harness_result_timeout_seconds": 60.0,
    "artifact_collect_timeout_seconds": None,
    "artifact_limits": {"max_mb": 16384, "max_files": 100000, "timeout_seconds": 600.0},
    "save_artifacts": None,
    "artifacts": None,
    "artifact_collect": None,
}
_DEFAULT_EXCLUDED = ["QualitativeAnalyzer", "MultiQualitativeAnalyzer", "HackDetectionAnalyzer"]
_LLM_ANALYZERS = frozenset(_DEFAULT_EXCLUDED)


def arguments(request: Mapping[str, Any], task_id: str | None, *, data_dir: str = "") -> list[str]:
    """Return the argv of the reproduction; the first ``POSITIONAL`` words name the components."""
    request = without_marks(dict(request))
    ids = [] if task_id is None else [without_marks(task_id)]
    return _argv(request, [*_options(request, ids, data_dir), *_minimal()])


def original_arguments(request: Mapping[str, Any], task_id: str | None, *, data_dir: str = "") -> list[str]:
    """Return the argv that makes the run's request again, as far as it tells; ids of other tasks are left out."""
    request = without_marks(dict(request))
    chosen = _section(_section(request, "benchmark"), "params").get("sample_ids")
    ids = [without_marks(task_id)] if chosen and task_id is not None else []
    return _argv(request, [*_options(request, ids, data_dir), *_as_recorded(request)])


def _argv(request: Mapping[str, Any], options: Iterable[tuple[str, str | None]]) -> list[str]:
    benchmark, harness, model = (_section(request, name) for name in ("benchmark", "harness", "model"))
    argv = ["agentcompass", "run"]
    for flag, section in (("--benchmark", benchmark), ("--harness", harness), ("--model", model)):
        name = str(section.get("id") or "unknown")
        argv.append(f"{flag}={name}" if name.startswith("-") else name)
    for flag, value in options:
        if value is None:
            argv.append(flag)
        elif value.startswith("-"):
            argv.append(f"{flag}={value}")
        else:
            argv.extend((flag, value))
    return argv


def _options(request: Mapping[str, Any], ids: list[Any], data_dir: str) -> Iterator[tuple[str, str | None]]:
    model, environment = _section(request, "model"), _section(request, "environment")
    yield "--env", str(environment.get("id") or "host_process")
    yield from _model(model)
    benchmark_params = dict(_section(_section(request, "benchmark"), "params"))
    if ids:
        benchmark_params["sample_ids"] = ids
    yield from _json("--benchmark-params", benchmark_params, "")
    yield from _json("--harness-params", _section(_section(request, "harness"), "params"), "")
    yield from _json("--env-params", _environment(environment), "")
    yield from _json("--model-params", _section(model, "params"), "MODEL")
    yield from _execution(_section(request, "execution"), _section(request, "metadata"))
    if data_dir and data_dir != "data":
        yield "--data-dir", data_dir


def _minimal() -> Iterator[tuple[str, str | None]]:
    yield "--task-concurrency", "1"
    yield "--max-retries", "0"
    yield "--log-level", "INFO"
    yield "--file-log-level", "DEBUG"


def _as_recorded(request: Mapping[str, Any]) -> Iterator[tuple[str, str | None]]:
    execution = _section(request, "execution")
    for flag, name in (("--task-concurrency", "task_concurrency"), ("--max-retries", "max_retries")):
        if isinstance(execution.get(name), int):
            yield flag, str(execution[name])
    if execution.get("keep_environment") is True:
        yield "--keep-environment", None
    named = _section(request, "output").get("run_name")
    if named:
        yield "--run-name", str(named)


def _section(value: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = value.get(name)
    return found if isinstance(found, dict) else {}


def _model(model: Mapping[str, Any]) -> Iterator[tuple[str, str | None]]:
    if model.get("base_url"):
        yield "--model-base-url", _whole(str(model["base_url"]), "MODEL_BASE_URL")
    if model.get("api_key"):
        yield "--model-api-key", _whole(str(model["api_key"]), "MODEL_API_KEY")
    protocol = model.get("api_protocol")
    if protocol:
        yield "--model-api-protocol", protocol if isinstance(protocol, str) else json_argument(protocol)
    if model.get("wrap_api_key") is True:
        yield "--wrap-api-key", None


def _whole(value: str, name: str) -> str:
    return reference(name) if value == _MASK else value


def _json(flag: str, value: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, str | None]]:
    if value:
        yield flag, json_argument(_unmasked(value, prefix))


def _unmasked(value: Any, name: str) -> Any:
    """Replace what the request shows masked by references named after the place, as ``JUDGE_MODEL_API_KEY``."""
    if isinstance(value, dict):
        return {key: _unmasked(inner, _joined(name, key)) for key, inner in value.items()}
    if isinstance(value, list):
        return [_unmasked(inner, name) for inner in value]
    return reference(name) if value == _MASK and name else value


_CONTAINERS = frozenset(
    {"env_variables", "run_env_variables", "evaluation_env_variables", "evaluation_environment_env_variables"}
)


def _joined(name: str, key: str) -> str:
    if key in _CONTAINERS:
        return ""
    part = _SAFE_NAME.sub("_", key.upper()).strip("_")
    joined = f"{name}_{part}".strip("_") or "VALUE"
    return f"_{joined}" if joined[0].isdigit() else joined


def _environment(environment: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the environment as the flat form that ``--env-params`` takes: provider options beside shared fields."""
    flat = dict(_section(environment, "params"))
    return flat | {
        name: value
        for name, value in environment.items()
        if name not in ("id", "params") and value not in (None, {}, [], "", False)
    }


def _execution(execution: Mapping[str, Any], metadata: Mapping[str, Any]) -> Iterator[tuple[str, str | None]]:
    attempts = _section(execution, "attempts")
    if attempts.get("k", 1) != 1:
        yield "--k", str(attempts["k"])
        yield "--attempt-strategy", str(attempts.get("strategy") or "avg")
    for name in _strings(execution.get("enabled_recipes")):
        yield "--recipe", name
    for name in _strings(metadata.get("recipe_dirs")):
        yield "--recipe-dir", name
    if execution.get("enable_analysis") is False:
        yield "--no-enable-analysis", None
    else:
        yield from _analysis(_section(execution, "analysis_params"))
    extra = {
        name: execution[name]
        for name, default in _EXECUTION_DEFAULTS.items()
        if name in execution and not _same(execution[name], default)
    }
    yield from _json("--execution-params", extra, "")


def _same(value: Any, default: Any) -> bool:
    return bool(value == default)


def _analysis(params: Mapping[str, Any]) -> Iterator[tuple[str, str | None]]:
    """Yield analysis parameters where they differ from the defaults, which run no analyzer that needs a model."""
    chosen = params.get("analyzers")
    if not chosen and params.get("exclude_analyzers") == _DEFAULT_EXCLUDED:
        return
    wanted = {
        name: value for name, value in params.items() if name not in _LLM_ANALYZERS or not chosen or name in chosen
    }
    yield from _json("--analysis-params", wanted, "")


def _strings(value: Any) -> Iterator[str]:
    for one in value if isinstance(value, list) else ():
        if isinstance(one, str) and one:
            yield one
