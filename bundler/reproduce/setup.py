"""The reporter's request as the maintainer's own set-up: identity kept, operations left out, secrets referred to."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from bundler.collectors.reproduction import POSITIONAL, arguments
from bundler.errors import ExitCode, ReportError
from bundler.reproduce.received import Received
from bundler.reproduce.references import Harmless, Kind, LeftOut, Reference

# Which section of the configuration a flag's JSON goes to.
_SECTIONS: Final = {
    "--benchmark-params": "benchmarks",
    "--harness-params": "harnesses",
    "--env-params": "environments",
}
_BARE: Final = frozenset({"--wrap-api-key", "--no-enable-analysis"})


class NoSetupError(ReportError):
    """The bundle holds no request to make a run from."""

    exit_code = ExitCode.COULD_NOT_RUN


@dataclass(frozen=True, slots=True, repr=False)
class Setup:
    """What is run: components, the configuration's value, the model's options, what was referred to or left out."""

    benchmark: str
    harness: str
    model: str
    environment: str
    config: Mapping[str, Any]
    base_url: Reference
    api_key: Reference
    protocol: str
    wrap_api_key: bool
    model_params: Mapping[str, Any]
    references: tuple[Reference, ...]
    left_out: tuple[LeftOut, ...]
    task_id: str | None = None
    enable_analysis: bool = True
    notes: tuple[str, ...] = field(default=())


def setup_of(received: Received, *, with_commands: bool = False) -> Setup:
    """Return the set-up for a bundle's task. Raises ``NoSetupError`` where the bundle tells of no request."""
    request = received.section("evidence/run_info.json", "request")
    if not isinstance(request.get("benchmark"), dict):
        raise NoSetupError("The bundle holds no request of a run: the failure came before there was one.")
    task = received.run.get("task_id")
    task_id = task if isinstance(task, str) else None
    argv = arguments(request, task_id)
    flags = _flags(argv[POSITIONAL:])
    harmless = Harmless(_path_roles(received.manifest), with_commands)
    benchmark, harness, model = (_bare(name) for name in argv[2:POSITIONAL])
    environment = flags.get("--env", ["host_process"])[-1]
    config = _config(flags, (benchmark, harness, environment), harmless)
    asked = request.get("model")
    told: Mapping[str, Any] = asked if isinstance(asked, dict) else {}
    base_url = harmless.reference(Kind.URL, ("model", "", "base_url"), _text(told.get("base_url")))
    api_key = harmless.reference(Kind.SECRET, ("model", "", "api_key"), _text(told.get("api_key")))
    model_params = harmless.value(_object(flags, "--model-params"), ("model", "", "params"))
    for directory in flags.get("--recipe-dir", []):
        harmless.left_out.append(
            LeftOut(("runtime", "recipe_dirs"), f"external recipes are the reporter's code: {directory}")
        )
    return Setup(
        benchmark=benchmark,
        harness=harness,
        model=model,
        environment=environment,
        config=config,
        base_url=base_url,
        api_key=api_key,
        protocol=flags.get("--model-api-protocol", [""])[-1],
        wrap_api_key="--wrap-api-key" in flags,
        model_params=model_params,
        references=tuple(harmless.references),
        left_out=tuple(harmless.left_out),
        task_id=task_id,
        enable_analysis="--no-enable-analysis" not in flags,
    )


def _flags(arguments_: list[str]) -> dict[str, list[str]]:
    flags: dict[str, list[str]] = {}
    words = iter(arguments_)
    for word in words:
        name, equals, value = word.partition("=")
        flags.setdefault(name, []).append(value if equals else "" if name in _BARE else next(words, ""))
    return flags


def _config(flags: Mapping[str, list[str]], ids: tuple[str, str, str], harmless: Harmless) -> dict[str, Any]:
    config: dict[str, Any] = {}
    for (flag, section), name in zip(_SECTIONS.items(), ids, strict=True):
        if params := harmless.value(_object(flags, flag), (section, name)):
            config[section] = {name: params}
    execution = {**_object(flags, "--execution-params"), "max_retries": 0, "task_concurrency": 1}
    if "--k" in flags:
        strategy = flags.get("--attempt-strategy", ["avg"])[-1]
        execution["attempts"] = {"k": int(flags["--k"][-1]), "strategy": strategy}
    if "--recipe" in flags:
        execution["enabled_recipes"] = flags["--recipe"]
    if "--no-enable-analysis" in flags:
        execution["enable_analysis"] = False
    elif analysis := _object(flags, "--analysis-params"):
        execution["analysis_params"] = analysis
    config["execution"] = harmless.value(execution, ("execution", ""))
    config["runtime"] = {"log_level": "INFO", "file_log_level": "DEBUG"}
    return config


def _object(flags: Mapping[str, list[str]], flag: str) -> dict[str, Any]:
    value = json.loads(flags[flag][-1]) if flag in flags else {}
    return value if isinstance(value, dict) else {}


def _bare(word: str) -> str:
    """Return a component's id; an id that begins with a hyphen comes as ``--benchmark=-id``."""
    return word.partition("=")[2] if word.startswith("--") else word


def _path_roles(manifest: Mapping[str, Any]) -> frozenset[str]:
    told = manifest.get("placeholders")
    entries = told.items() if isinstance(told, dict) else ()
    return frozenset(name for name, entry in entries if isinstance(entry, dict) and entry.get("kind") == "path")


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
