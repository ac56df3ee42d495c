"""Which AgentCompass made the run: asked of the interpreter that owns it, from package metadata alone.

AgentCompass itself is never imported. PyPI installs have no ``direct_url.json``; a wheel file, a git install and an
editable checkout are told apart by it (PEP 610).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from bundler.machine.background import Background
from bundler.machine.checkouts import Checkout, checkout_of
from bundler.machine.commands import run_bounded
from bundler.machine.interpreters import candidates, interpreter_behind

__all__ = ["RevisionProbe", "epoch", "interpreter_behind", "probe_revision"]

_TIMEOUT: Final = 20.0
_LIMIT: Final = 256 * 1024
_ANSWER: Final = "compass-report-answer:"
_COMMIT: Final = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?\Z")
_HASH: Final = re.compile(r"[a-z0-9_]{1,20}[=:][0-9a-f]{32,128}\Z")
# The packages whose versions explain most failures: clients, environments, data, the command line.
_PACKAGES: Final = (
    "openai", "litellm", "anthropic", "httpx", "aiohttp", "pydantic", "datasets", "huggingface-hub", "docker",
    "daytona", "modal", "mini-swe-agent", "openhands-ai", "terminal-bench", "harbor", "tiktoken", "transformers",
    "cyclopts",
)  # fmt: skip

# Runs inside the other interpreter, isolated from variables, the working folder and the user's own packages; prints one
# line with one JSON object, whatever start-up files print around it. Where AgentCompass is not found, the user's own
# packages are looked at after all: it may have been installed with `pip install --user`.
_PROBE: Final = """
import sys
sys.path[:] = [p for p in sys.path if p]
import importlib.metadata as m, json, os, platform
def version(name):
    try:
        return m.version(name)
    except Exception:
        return None
def owned():
    try:
        d = m.distribution("agentcompass")
    except m.PackageNotFoundError:
        return {}
    folder = getattr(d, "_path", None)
    return {"version": d.version, "direct_url": d.read_text("direct_url.json"),
            "installed_at": os.stat(folder).st_mtime if folder is not None else None}
found = owned()
if not found:
    import site
    folder = site.getusersitepackages()
    if os.path.isdir(folder):
        site.addsitedir(folder)
        found = owned()
out = {"python": platform.python_version(), "implementation": platform.python_implementation(),
       "packages": {n: v for n in json.loads(sys.argv[1]) if (v := version(n))}, **found}
print("\\n" + sys.argv[2] + json.dumps(out))
"""


def probe_revision(given: Path | None, started_at: float | None) -> dict[str, Any]:
    """Return version, kind of install, commit and dirty flag, Python, and the versions of packages that matter.

    ``given`` is the interpreter that ran AgentCompass (or its environment's folder), else it is looked for.
    ``started_at`` is when the run began, in seconds since the epoch. Unknown things are ``None``; ``note`` says why.
    ``installed_after_run``: installed, or its checkout's commit made, after the run began: it did not make this run.
    Raises ``UsageError`` if ``given`` is no interpreter.
    """
    return _dated(_probed(given), started_at)


class RevisionProbe:
    """``probe_revision`` begun now and asked for later: meanwhile other programs are waited for."""

    def __init__(self, given: Path | None) -> None:
        """Begin."""
        self._probed = Background(lambda: _probed(given))

    def found(self, started_at: float | None) -> dict[str, Any]:
        """Return what ``probe_revision`` returns, or raise what it raises."""
        return _dated(self._probed.result(), started_at)


@dataclass(frozen=True, slots=True, repr=False)
class _Probed:
    """What is known of the revision, and when it was installed and its commit made, in seconds since the epoch."""

    facts: dict[str, Any]
    dates: tuple[float, ...] = ()


def _dated(probed: _Probed, started_at: float | None) -> dict[str, Any]:
    after = max(probed.dates) > started_at if probed.dates and started_at is not None else None
    return {**probed.facts, "installed_after_run": after}


def _probed(given: Path | None) -> _Probed:
    answered: dict[str, Any] | None = None
    for interpreter, how in candidates(given):
        facts = _ask(interpreter)
        answered = answered or facts
        if facts is not None and "version" in facts:
            return _found(facts, how)
    if given is None:
        return _unknown("AgentCompass was not found on PATH; name its interpreter with --agentcompass-python")
    if answered is None:
        return _unknown("the interpreter that owns AgentCompass did not answer")
    return _unknown("AgentCompass is not installed in the interpreter asked", python=answered.get("python"))


def _found(facts: Mapping[str, Any], how: str) -> _Probed:
    origin = _origin(facts.get("direct_url"))
    checkout = _checkout(origin)
    commit = checkout.commit or _installed_commit(origin)
    known = [when for when in (facts.get("installed_at"), checkout.committed_at) if isinstance(when, float)]
    kind = _kind(origin)
    note = "git could not tell the commit of the checkout" if kind == "editable checkout" and commit is None else ""
    found = {
        "version": facts["version"],
        "install": kind,
        "commit": commit,
        "dirty": False if kind == "git" else checkout.dirty,
        "archive": _archive(origin),
        "python": facts.get("python"),
        "implementation": facts.get("implementation"),
        "found": how,
        "installed_after_run": None,
        "packages": facts.get("packages") or {},
        "note": note,
    }
    return _Probed(found, tuple(known))


def _unknown(note: str, python: str | None = None) -> _Probed:
    found = dict.fromkeys(
        ("version", "install", "commit", "dirty", "archive", "python", "implementation", "found", "installed_after_run")
    )
    return _Probed({**found, "python": python, "packages": {}, "note": note})


def _ask(interpreter: Path) -> dict[str, Any] | None:
    argv = [str(interpreter), "-I", "-c", _PROBE, json.dumps(_PACKAGES), _ANSWER]
    done = run_bounded(argv, timeout=_TIMEOUT, limit=_LIMIT)
    answers = [line for line in done.text.splitlines() if line.startswith(_ANSWER)]
    try:
        facts = json.loads(answers[-1].removeprefix(_ANSWER)) if answers else None
    except ValueError:
        return None
    return facts if isinstance(facts, dict) else None


def _origin(direct_url: object) -> Mapping[str, Any]:
    try:
        origin = json.loads(direct_url) if isinstance(direct_url, str) else None
    except (ValueError, RecursionError):
        origin = None
    return origin if isinstance(origin, dict) else {}


def _part(origin: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    part = origin.get(name)
    return part if isinstance(part, dict) else {}


def _kind(origin: Mapping[str, Any]) -> str:
    if _part(origin, "vcs_info"):
        return "git"
    if "dir_info" in origin:
        return "editable checkout" if _part(origin, "dir_info").get("editable") is True else "local folder"
    return "wheel or archive file" if "archive_info" in origin else "package index"


def _installed_commit(origin: Mapping[str, Any]) -> str | None:
    commit = _part(origin, "vcs_info").get("commit_id")
    return commit if isinstance(commit, str) and _COMMIT.match(commit) else None


def _checkout(origin: Mapping[str, Any]) -> Checkout:
    """Return the state of an editable install's checkout; a plain folder was copied and may have changed since."""
    url = origin.get("url")
    if _kind(origin) != "editable checkout" or not isinstance(url, str) or urlsplit(url).scheme != "file":
        return Checkout()
    from urllib.request import url2pathname  # noqa: PLC0415 - it imports the HTTP client

    return checkout_of(Path(url2pathname(urlsplit(url).path)))


def _archive(origin: Mapping[str, Any]) -> str | None:
    """Return the hash of the file that was installed; its name and place are nobody's business."""
    archive = _part(origin, "archive_info")
    hashes = archive.get("hashes")
    stated = [f"{name}={value}" for name, value in sorted(hashes.items())] if isinstance(hashes, dict) else []
    stated.append(str(archive.get("hash")))
    return next((text for text in stated if _HASH.match(text)), None)


def epoch(stamp: object) -> float | None:
    """Return an ISO 8601 time with offset as seconds since the epoch, or ``None``."""
    try:
        return datetime.fromisoformat(stamp).timestamp() if isinstance(stamp, str) else None
    except (ValueError, OverflowError):
        return None
