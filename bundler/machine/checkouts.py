"""The commit of a git checkout and whether it was changed: asked of git, with nothing of the checkout's own started."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bundler.machine.commands import run_bounded
from bundler.machine.environment import snapshot

_TIMEOUT: Final = 10.0
_LIMIT: Final = 256 * 1024
_HEAD: Final = re.compile(r"([0-9a-f]{40}(?:[0-9a-f]{24})?) (\d{1,12})\Z")


@dataclass(frozen=True, slots=True)
class Checkout:
    """``commit`` in full, when it was made in seconds since the epoch, and whether tracked files differ from it.

    All are ``None`` if git cannot tell.
    """

    commit: str | None = None
    committed_at: float | None = None
    dirty: bool | None = None


def checkout_of(folder: Path) -> Checkout:
    """Return the state of the git checkout that ``folder`` lies in."""
    head = _git(folder, "log", "-1", "--no-show-signature", "--format=%H %ct", "HEAD")
    match = _HEAD.match(head or "")
    if match is None:
        return Checkout()
    changed = _git(folder, "status", "--porcelain", "--untracked-files=no", "--ignore-submodules=all")
    return Checkout(match.group(1), float(match.group(2)), None if changed is None else bool(changed))


def _git(folder: Path, *arguments: str) -> str | None:
    # No monitor, no hooks, no locks left behind, no question asked. A checkout of another owner may be read: it is the
    # one that the user runs AgentCompass from. Variables of a git command around us would lead to another checkout.
    safe = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "safe.directory=*")
    env = {name: value for name, value in snapshot().items() if not name.startswith("GIT_")}
    env |= {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
    argv = ["git", "-C", str(folder), *safe, "--no-pager", *arguments]
    done = run_bounded(argv, timeout=_TIMEOUT, limit=_LIMIT, env=env)
    return done.text.strip() if done.exit_code == 0 else None
