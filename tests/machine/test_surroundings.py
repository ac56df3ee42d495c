"""What is learnt of the machine: folders by their roles, facts without its name, variables from one place."""

from __future__ import annotations

import ast
import json
import platform
from pathlib import Path

import pytest

import bundler
from bundler.machine import environment
from bundler.machine.platform_facts import platform_facts
from bundler.machine.roots import path_roles
from redaction import Format, Policy, Redactor

LINE = (
    "02:00:00 INFO     runtime.runner    Runtime paths | workdir=/srv/evals/acme | results_dir=/srv/out/results "
    "| data_dir=/srv/data | cache=x"
)
FRAME = '  File "/opt/{venv}/lib/python3.12/site-packages/agentcompass/runtime/runner.py", line 3, in run'
LIBRARY = '  File "/opt/python-3.12.4/lib/python3.12/asyncio/tasks.py", line 3, in run'


def _roles(*texts: str, **given: str) -> dict[str, str]:
    found = {role.prefix: role.role for role in path_roles(texts, given=given)}
    # Archives and manifests write the same folders without the first slash.
    bare = {prefix: role for prefix, role in found.items() if f"/{prefix}" in found}
    assert all(found[f"/{prefix}"] == role for prefix, role in bare.items())
    return {prefix: role for prefix, role in found.items() if prefix not in bare}


def test_the_runs_own_folders() -> None:
    """AgentCompass's line about its folders names them; what it says of others is left."""
    roles = _roles(LINE)
    assert roles == {"/srv/evals/acme": "workdir", "/srv/out/results": "results", "/srv/data": "data"}


def test_relative_and_missing_folders_are_none() -> None:
    """The default results folder is relative: it tells nothing and stays."""
    assert _roles("x Runtime paths | workdir=None | results_dir=results | data_dir=") == {}


def test_tracebacks_name_environments_and_interpreters() -> None:
    """What stands before ``lib/python3.x`` in a frame is an environment or an interpreter."""
    assert _roles(FRAME.format(venv="acme-env"), LIBRARY) == {"/opt/acme-env": "venv", "/opt/python-3.12.4": "python"}


def test_windows_frames() -> None:
    """Frames of Windows name their environments too."""
    roles = _roles('  File "C:\\Users\\Al\\env\\Lib\\site-packages\\agentcompass\\a.py", line 1, in x')
    assert roles == {"C:\\Users\\Al\\env": "venv"}


def test_folders_of_the_machine() -> None:
    """The active environment, the home and the temporary folder have their roles; common ones have none."""
    assert _roles(VIRTUAL_ENV="/x/env", HOME="/home/alice", TMPDIR="/var/folders/zz") == {
        "/x/env": "venv",
        "/home/alice": "home-1",
        "/var/folders/zz": "temp",
    }
    assert _roles(HOME="/root", TMPDIR="/tmp", VIRTUAL_ENV="/opt/venv") == {}


def test_the_longest_folder_comes_first() -> None:
    """A working folder below the home is replaced as itself."""
    prefixes = [role.prefix for role in path_roles([LINE], given={"HOME": "/srv"})]
    assert prefixes == sorted(prefixes, key=len, reverse=True)


def test_what_is_below_stays() -> None:
    """The redactor keeps the tail below a role: where in a package it happened can still be read."""
    frame = FRAME.format(venv="acme-env")
    redactor = Redactor(Policy(path_roles=path_roles([frame], given={})))
    text = redactor.redact(frame.encode(), Format.TEXT).data.decode()
    assert "acme-env" not in text
    assert "venv/lib/python3.12/site-packages/agentcompass/runtime/runner.py" in text


def test_hostile_texts_end() -> None:
    """Long runs of slashes cost no more than other texts."""
    assert _roles("/" * 200_000, "/a" * 100_000, 'File "/' * 20_000) == {}


def test_facts_hold_no_name_of_the_machine() -> None:
    """The facts can be printed; the host's name is not among them."""
    text = json.dumps(platform_facts())
    assert platform_facts()["system"] == platform.system()
    if len(platform.node()) > 4:
        assert platform.node() not in text


@pytest.mark.parametrize(("release", "is_wsl"), [("5.15.90-microsoft-standard-WSL2", True), ("6.1.0-18-amd64", False)])
def test_the_windows_subsystem_is_told(release: str, is_wsl: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Linux inside Windows is told by its kernel's name."""
    monkeypatch.setattr(platform, "release", lambda: release)
    assert (platform_facts()["subsystem"] == "WSL") is is_wsl


def test_variables_can_be_given() -> None:
    """What reads variables takes them from the caller if given, and is a copy."""
    given = {"A": "1", "NO_COLOR": "1"}
    taken = environment.snapshot(given)
    taken["B"] = "2"
    assert given == {"A": "1", "NO_COLOR": "1"}
    assert environment.variable("A", given) == "1"
    assert environment.variable("Z", given) == ""
    assert environment.wants_no_color(given)
    assert environment.wants_no_color({"TERM": "dumb"})
    assert not environment.wants_no_color({"TERM": "xterm"})


def test_one_module_reads_the_environment() -> None:
    """``os.environ``, ``os.getenv`` and platformdirs appear in environment.py alone."""
    root = Path(bundler.__file__).parent
    for path in root.rglob("*.py"):
        if path == root / "machine" / "environment.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "module", None)
            assert name not in ("environ", "environb", "getenv", "platformdirs"), path
