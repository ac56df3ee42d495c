"""Which AgentCompass made the run: asked of the interpreter that owns it, from package metadata alone.

AgentCompass itself is never imported. PyPI installs have no ``direct_url.json``; a wheel file, a git install and an
editable checkout are told apart by it (PEP 610).
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from bundler.errors import UsageError
from bundler.machine.commands import run_bounded
from bundler.machine.environment import variable

_PROGRAM: Final = "agentcompass"
_TIMEOUT: Final = 20.0
_LIMIT: Final = 256 * 1024
_COMMIT: Final = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?\Z")
_PYTHONS: Final = ("python", "python3", "python.exe")
# The packages whose versions explain most failures: clients, environments, data, the command line.
_PACKAGES: Final = (
    "openai", "litellm", "anthropic", "httpx", "aiohttp", "pydantic", "datasets", "huggingface-hub", "docker", "daytona",
    "modal", "mini-swe-agent", "openhands-ai", "terminal-bench", "harbor", "tiktoken", "transformers", "cyclopts",
)  # fmt: skip

# Runs inside the other interpreter, isolated from its user's start-up files; prints one JSON object.
_PROBE: Final = """
import importlib.metadata as m, json, os, platform, sys
def version(name):
    try:
        return m.version(name)
    except m.PackageNotFoundError:
        return None
out = {"python": platform.python_version(), "implementation": platform.python_implementation(),
       "packages": {n: v for n in json.loads(sys.argv[1]) if (v := version(n))}}
try:
    d = m.distribution("agentcompass")
    out["version"] = d.version
    out["direct_url"] = d.read_text("direct_url.json")
    folder = getattr(d, "_path", None)
    out["installed_at"] = os.stat(folder).st_mtime if folder is not None else None
except m.PackageNotFoundError:
    pass
print(json.dumps(out))
"""


def probe_revision(given: Path | None, started_at: float | None) -> dict[str, Any]:
    """Return version, kind of install, commit and dirty flag, Python, and the versions of packages that matter.

    ``given`` is the interpreter that ran AgentCompass, else it is found through the program on PATH. ``started_at`` is
    when the run began, in seconds since the epoch. Unknown things are ``None``, and ``note`` says why.
    Raises ``UsageError`` if ``given`` is no file.
    """
    if given is not None and not given.exists():
        raise UsageError(f"There is no interpreter {given}.")
    interpreter, how = (given, "given with --agentcompass-python") if given else _owner()
    if interpreter is None:
        return _unknown("AgentCompass was not found on PATH; name its interpreter with --agentcompass-python")
    facts = _ask(interpreter)
    if facts is None:
        return _unknown("the interpreter that owns AgentCompass did not answer")
    if "version" not in facts:
        return _unknown("AgentCompass is not installed in the interpreter asked", python=facts.get("python"))
    installed = facts.get("installed_at")
    return {
        "version": facts["version"],
        **_install(facts.get("direct_url")),
        "python": facts.get("python"),
        "implementation": facts.get("implementation"),
        "found": how,
        "installed_after_run": None if installed is None or started_at is None else installed > started_at,
        "packages": facts.get("packages") or {},
        "note": "",
    }


def _unknown(note: str, python: str | None = None) -> dict[str, Any]:
    return {
        "version": None,
        "install": None,
        "commit": None,
        "dirty": None,
        "python": python,
        "implementation": None,
        "found": None,
        "installed_after_run": None,
        "packages": {},
        "note": note,
    }


def _owner() -> tuple[Path | None, str]:
    """Find the interpreter of the ``agentcompass`` program: by its first line, else beside it, else our own."""
    program = shutil.which(_PROGRAM, path=variable("PATH") or None)
    if program is not None:
        for candidate in (_shebang(Path(program)), *_beside(Path(program).resolve())):
            if candidate is not None and candidate.exists():
                return candidate, "the agentcompass on PATH"
    return Path(sys.executable), "compass-report's own environment"


def _shebang(program: Path) -> Path | None:
    try:
        with program.open("rb") as file:
            lines = [file.readline(1024), file.readline(1024)]
    except OSError:
        return None
    for line in lines:
        # pip writes `#!/path/python`, or for long paths a shell line `'''exec' "/path/python" "$0" "$@"`.
        found = re.match(rb"#!\s*(/\S*python[\d.]*)\s*$", line) or re.match(rb"'''exec'\s+\"?(/[^\"\n]*?python[\d.]*)\"?\s", line)
        if found:
            return Path(found.group(1).decode("utf-8", "surrogateescape"))
    return None


def _beside(program: Path) -> list[Path]:
    return [program.parent / name for name in _PYTHONS]


def _ask(interpreter: Path) -> dict[str, Any] | None:
    done = run_bounded(
        [str(interpreter), "-I", "-c", _PROBE, json.dumps(_PACKAGES)], timeout=_TIMEOUT, limit=_LIMIT
    )
    if done.exit_code != 0:
        return None
    try:
        facts = json.loads(done.text.strip().splitlines()[-1])
    except (ValueError, IndexError):
        return None
    return facts if isinstance(facts, dict) else None


def _install(direct_url: object) -> dict[str, Any]:
    try:
        origin: Any = json.loads(direct_url) if isinstance(direct_url, str) else None
    except ValueError:
        origin = None
    if not isinstance(origin, Mapping):
        return {"install": "package index", "commit": None, "dirty": None}
    if isinstance(origin.get("vcs_info"), Mapping):
        commit = origin["vcs_info"].get("commit_id")
        return {"install": "git", "commit": commit if isinstance(commit, str) else None, "dirty": False}
    if isinstance(origin.get("dir_info"), Mapping):
        editable = origin["dir_info"].get("editable") is True
        return {"install": "editable checkout" if editable else "local folder", **_checkout(origin.get("url"), editable=editable)}
    return {"install": "wheel or archive file", "commit": None, "dirty": None}


def _checkout(url: object, *, editable: bool) -> dict[str, Any]:
    if not editable or not isinstance(url, str) or urlsplit(url).scheme != "file":
        return {"commit": None, "dirty": None}
    folder = unquote(urlsplit(url).path)
    commit = _git(folder, "rev-parse", "HEAD")
    if commit is None or not _COMMIT.match(commit):
        return {"commit": None, "dirty": None}
    changed = _git(folder, "status", "--porcelain", "--untracked-files=no")
    return {"commit": commit, "dirty": None if changed is None else bool(changed)}


def _git(folder: str, *arguments: str) -> str | None:
    # No hooks, no fsmonitor, no pager: the checkout may be anybody's.
    safe = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"]
    done = run_bounded(["git", "-C", folder, *safe, *arguments], timeout=_TIMEOUT, limit=_LIMIT)
    return done.text.strip() if done.exit_code == 0 else None


def epoch(stamp: object) -> float | None:
    """Return an ISO 8601 time with offset as seconds since the epoch, or ``None``."""
    try:
        return datetime.fromisoformat(stamp).timestamp() if isinstance(stamp, str) else None
    except ValueError:
        return None
