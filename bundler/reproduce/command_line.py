"""The command line of a reproduction, as arguments for a process and as a script for a shell."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from typing import Any, Final

from bundler.render.markdown import spelled
from bundler.reproduce.references import Reference
from bundler.reproduce.setup import Setup

CONFIG: Final = "run.yaml"
DATA_VARIABLE: Final = "REPRODUCE_DATA_DIR"


def run_arguments(setup: Setup, *, results: str, data: str, values: Mapping[str, str] | None = None) -> list[str]:
    """Return the arguments after the program's name; every id stands behind its option, so that none is taken for one.

    ``values`` fill the references inside the model's parameters, which AgentCompass 1.0.1 does not resolve itself.
    """
    argv = ["run", "--config", CONFIG, f"--benchmark={setup.benchmark}", f"--harness={setup.harness}"]
    argv += [f"--model={setup.model}", f"--env={setup.environment}"]
    argv += ["--model-base-url", setup.base_url.text, "--model-api-key", setup.api_key.text]
    if setup.protocol:
        argv += [f"--model-api-protocol={setup.protocol}"]
    if setup.wrap_api_key:
        argv += ["--wrap-api-key"]
    if setup.model_params:
        argv += ["--model-params", json.dumps(_filled(setup.model_params, setup.references, values or {}))]
    return [*argv, "--results-dir", results, f"--data-dir={data}", "--progress", "none"]


def script(setup: Setup) -> str:
    """Return ``reproduce.sh``: every word quoted, every credential a reference that AgentCompass resolves."""
    needed = [setup.base_url, setup.api_key]
    inside = {one.name for one in setup.references if one.place[:1] == ("model",) and one not in needed}
    argv = run_arguments(setup, results="results", data="")
    words = [_word(word, inside) for word in argv]
    words[words.index("--data-dir=")] = f'--data-dir="${{{DATA_VARIABLE}:-data}}"'
    lines = [
        "#!/bin/sh",
        "# One task, one at a time, no retries, with the reporter's parameters; README.md says what differs.",
        "set -eu",
        'cd "$(dirname "$0")"',
        "if [ -f .env ]; then set -a; . ./.env; set +a; fi",
        *(f': "${{{one.name}:?set it in .env}}"' for one in needed),
        'exec "${AGENTCOMPASS:-agentcompass}" ' + " \\\n  ".join(words),
    ]
    return "\n".join(lines) + "\n"


def _word(word: str, inside: set[str]) -> str:
    """Return one quoted word; references inside a JSON text are left for the shell to fill in.

    What a terminal would act on or not show is written as octal digits: the script is there to be read.
    """
    quoted = "".join(_legible(character) for character in shlex.quote(word))
    if word.startswith("{"):
        for name in inside:
            quoted = quoted.replace("${" + name + "}", f"'\"${{{name}:-}}\"'")
    return quoted


def _legible(character: str) -> str:
    """Return a character as it may stand between single quotes; ``printf`` says the others."""
    if character == "\n" or spelled(character) == character:
        return character
    octal = "".join(f"\\{byte:03o}" for byte in character.encode("utf-8", "surrogateescape"))
    return f"'\"$(printf '{octal}')\"'"


def _filled(value: Any, references: tuple[Reference, ...], values: Mapping[str, str]) -> Any:
    if isinstance(value, Mapping):
        return {key: _filled(inner, references, values) for key, inner in value.items()}
    if isinstance(value, list):
        return [_filled(inner, references, values) for inner in value]
    names = {one.text: one.name for one in references}
    return values.get(names[value], value) if isinstance(value, str) and value in names else value
