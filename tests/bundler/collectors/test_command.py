"""Laws of the reproduction command."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bundler.collectors.command import collect_command
from bundler.collectors.options import CollectOptions
from bundler.collectors.reproduction import arguments
from bundler.collectors.shell_words import plain_argument, references, shell_lines, without_marks
from bundler.model import Run, Selection, Task

_SH = shutil.which("sh")
_NASTY = 'it\'s "quoted" $HOME `id` \\ \n new line é 数 ; rm -rf / #'
_MASK = "*" * 8


def _request(value: str) -> dict[str, Any]:
    return {
        "benchmark": {"id": "hle", "params": {"judge_model": {"id": value, "api_key": _MASK}, "sample_ids": ["other"]}},
        "harness": {"id": "naive_search_agent", "params": {"max_retry": 1, "serper_api_key": _MASK}},
        "model": {
            "id": "m",
            "base_url": "http://host:1/v1",
            "api_key": _MASK,
            "api_protocol": "",
            "wrap_api_key": True,
        },
        "environment": {"id": "docker", "env_variables": {"OPENAI_API_KEY": _MASK}, "require_startup_env": False},
        "execution": {"attempts": {"k": 3, "strategy": "pass"}, "run_timeout_seconds": 3.0, "timeout_multiplier": 1.0},
    }


def _run_in_shell(argv: list[str], tmp: Path, environment: dict[str, str]) -> list[str]:
    program = tmp / "agentcompass"
    program.write_text('#!/bin/sh\nfor one in "$@"; do printf \'%s\\0\' "$one"; done\n')
    program.chmod(0o755)
    path = f"{tmp}:{os.environ['PATH']}"
    script = tmp / "command.sh"
    script.write_text(shell_lines(argv, 5) + "\n", encoding="utf-8")
    done = subprocess.run([str(_SH), str(script)], capture_output=True, check=True, env={"PATH": path, **environment})
    return done.stdout.decode().split("\0")[:-1]


@pytest.mark.skipif(_SH is None, reason="needs a POSIX shell")
@pytest.mark.parametrize("value", [_NASTY, "-dash", "'", "", "a\nb", "${NOT_MINE}"])
def test_a_posix_shell_reads_back_what_was_meant(value: str, tmp_path: Path) -> None:
    """Whatever the values hold, the shell passes exactly the arguments, with references resolved."""
    argv = arguments(_request(value), value or None)
    names = list(references(argv))
    assert {"MODEL_API_KEY", "JUDGE_MODEL_API_KEY", "SERPER_API_KEY", "OPENAI_API_KEY"} == set(names)
    got = _run_in_shell(argv, tmp_path, {name: f"value-of-{name}" for name in names})
    wanted = [plain_argument(argument) for argument in argv[1:]]
    for name in names:
        wanted = [argument.replace("${" + name + "}", f"value-of-{name}") for argument in wanted]
    assert got == wanted
    params = json.loads(got[got.index("--benchmark-params") + 1])
    assert params["judge_model"]["id"] == value
    assert params["sample_ids"] == ([value] if value else ["other"])


@settings(deadline=None)
@given(st.text(max_size=40))
def test_json_in_single_quotes_needs_no_other_quoting(value: str) -> None:
    """No JSON argument holds an apostrophe, so that replacing a value inside it keeps the shell text valid."""
    argv = arguments(_request(value), "task")
    assert not any("'" in argument for argument in argv if argument.startswith("{"))


def test_the_reproduction_is_the_pages() -> None:
    """One task, one at a time, no retries, both log levels; the same components and parameters."""
    argv = [plain_argument(argument) for argument in arguments(_request("j"), "math/1", data_dir="elsewhere")]
    assert argv[:5] == ["agentcompass", "run", "hle", "naive_search_agent", "m"]
    pairs = dict(pairwise(argv))
    assert pairs["--task-concurrency"] == "1"
    assert pairs["--max-retries"] == "0"
    assert pairs["--log-level"] == "INFO"
    assert pairs["--file-log-level"] == "DEBUG"
    assert pairs["--k"] == "3"
    assert pairs["--data-dir"] == "elsewhere"
    assert json.loads(pairs["--execution-params"]) == {"run_timeout_seconds": 3.0}
    assert "--wrap-api-key" in argv


def test_no_line_of_the_script_ends_in_a_backslash_and_a_blank() -> None:
    """What the troubleshooting page warns of cannot happen to our own script."""
    text = shell_lines(arguments(_request("x y"), "t"), 5)
    assert "\\ \n" not in text


@pytest.mark.parametrize(
    ("options", "sources"),
    [
        (CollectOptions(command="agentcompass run x"), {"given"}),
        (CollectOptions(captured=("agentcompass", "run", "a b")), {"captured"}),
        (CollectOptions(), {"reconstructed", "not known"}),
    ],
)
def test_the_exact_command_says_where_it_comes_from(options: CollectOptions, sources: set[str]) -> None:
    """Given, captured or reconstructed: the label never claims more."""
    selection = Selection(Run(Path("/r"), "r", "v3"), Task("t", "t", "error", None), None)
    (script, structured), text = collect_command(selection, {"request": _request("x")}, (), options)
    document = json.loads(structured.data)  # type: ignore[union-attr]
    assert document["exact"]["source"] in sources
    assert not text or document["exact"]["command"] == text
    assert "reconstructed" in document["reproduction"]["source"]
    assert script.data.startswith(b"#!/bin/sh\n")  # type: ignore[union-attr]


def test_evidence_cannot_forge_a_reference() -> None:
    """The private marks of a reference are removed from evidence."""
    assert without_marks({"a\ue000": ["\ue000PATH\ue001"]}) == {"a": ["PATH"]}
