"""The smallest independent checks of the run's environment provider, as the troubleshooting page names them.

Only the provider of the run is asked, each command is bounded in time and output, and what it prints is raw: the
document goes through the redactor like all evidence. Credentials are looked up by name alone, never by value.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bundler.machine.commands import CompletedOutput, run_bounded
from bundler.machine.environment import variable
from bundler.model import Facts

_SECONDS = 8.0
_BYTES = 16_000
_DOCKER = (("docker", "version"), ("docker", "info"))
# The page's third check; it fetches nothing here, so that a diagnosis changes nothing on the machine.
_HELLO = ("docker", "run", "--rm", "--pull", "never", "hello-world")
_DAYTONA_NAMES = ("DAYTONA_API_KEY", "DAYTONA_API_URL", "DAYTONA_TARGET")
_MODAL_NAMES = ("MODAL_TOKEN_ID", "MODAL_TOKEN_SECRET")
# What a harness on the host starts (its default binary and what installs it).
_HOST_PROGRAMS = {
    "claude_code": ("claude", "npm"),
    "codex": ("codex", "npm"),
    "mini_swe_agent": ("mini",),
    "openclaw": ("openclaw", "npm"),
    "openhands": ("tmux",),
    "terminus2": ("tmux", "asciinema"),
}

Runner = Callable[[Sequence[str], float, int], CompletedOutput]
Check = dict[str, Any]


def provider_checks(facts: Facts, run: Runner | None = None) -> list[Check]:
    """Return the checks of the run's provider: ``name``, ``command``, ``outcome`` and ``output`` of each.

    ``outcome`` is passed, failed, timed out, not installed, not set, skipped, or ask: for a person to
    look up.
    A provider the page does not name has no checks.
    """
    environment = facts.request.get("environment")
    provider = environment.get("id") if isinstance(environment, Mapping) else None
    start = run or _run
    if provider == "docker":
        return _docker(start)
    if provider == "daytona":
        asked = "confirm the key, target, quota and the failed sandbox in the Daytona dashboard"
        return [*_names(_DAYTONA_NAMES), _check("Daytona dashboard", "", "ask", asked)]
    if provider == "modal":
        asked = "inspect the AgentCompass app and sandbox in the Modal dashboard"
        token = _command(start, ("modal", "token", "info"))
        return [token, *_names(_MODAL_NAMES), _check("Modal dashboard", "", "ask", asked)]
    return _host(facts) if provider == "host_process" else []


def _docker(run: Runner) -> list[Check]:
    checks = [_command(run, argv) for argv in _DOCKER]
    if checks[-1]["outcome"] == "passed":
        return [*checks, _command(run, _HELLO)]
    return [*checks, _check(" ".join(_HELLO[:2]), " ".join(_HELLO), "skipped", "the daemon does not answer")]


def _host(facts: Facts) -> list[Check]:
    harness = facts.request.get("harness")
    identifier = str(harness.get("id")) if isinstance(harness, Mapping) else ""
    checks = []
    for program in _HOST_PROGRAMS.get(identifier, ()):
        found = shutil.which(program)
        checks.append(_check(f"executable {program}", "", "passed" if found else "not installed", found or ""))
    asked = "confirm the working directory of the run, file permissions, and the local services that the task needs"
    return [*checks, _check("working directory", "", "ask", asked)]


def _names(names: Sequence[str]) -> list[Check]:
    return [_check(f"variable {name}", "", "passed" if variable(name) else "not set", "") for name in names]


def _command(run: Runner, argv: Sequence[str]) -> Check:
    name, line = " ".join(argv[:3]), " ".join(argv)
    completed = run(argv, _SECONDS, _BYTES)
    if not completed.found:
        return _check(name, line, "not installed", f"{argv[0]} is not on PATH")
    outcome = "timed out" if completed.timed_out else "passed" if completed.exit_code == 0 else "failed"
    return _check(name, line, outcome, completed.text)


def _check(name: str, command: str, outcome: str, output: str) -> Check:
    return {"name": name, "command": command, "outcome": outcome, "output": output}


def _run(argv: Sequence[str], timeout: float, limit: int) -> CompletedOutput:
    return run_bounded(argv, timeout=timeout, limit=limit)
