"""The environment that AgentCompass runs in: the maintainer's own for a reproduction, next to nothing for a replay."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from bundler.errors import UnreadableError
from bundler.machine.environment import snapshot
from bundler.machine.output import read_input
from bundler.reproduce.references import PREFIX

# Services whose absent key ends a run of AgentCompass 1.0.x before a model is called; a replay reaches none of them.
_SERVICE_KEYS: Final = (
    "SERPER_API_KEY",
    "JINA_API_KEY",
    "MINERU_TOKEN",
    "BRAVE_API_KEY",
)
# What any program needs to start; no credential is among them.
_BASE: Final[tuple[str, ...]] = (
    "PATH",
    "LANG",
    "LC_ALL",
    "TZ",
    "TMPDIR",
    "TEMP",
    "TMP",
    "SYSTEMROOT",
    "COMSPEC",
    "PATHEXT",
)
_LIMIT: Final = 1024 * 1024
NO_KEY: Final = "replay-needs-no-key"
_PROXIES: Final[tuple[str, ...]] = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy")
_DIRECT: Final = "127.0.0.1,localhost"


def own_environment(folder: Path, values: Mapping[str, str]) -> dict[str, str]:
    """Return the maintainer's environment with the filled references, and no configuration but the folder's own."""
    return {**snapshot(), **values, "XDG_CONFIG_HOME": str(folder / "config")}


def closed_environment(folder: Path, values: Mapping[str, str], proxy: str) -> dict[str, str]:
    """Return an environment without credentials, whose every request to another machine meets ``proxy``."""
    given = snapshot()
    base = {name: given[name] for name in _BASE if name in given}
    proxies = dict.fromkeys(_PROXIES, proxy) | {"NO_PROXY": _DIRECT, "no_proxy": _DIRECT}
    home = folder / "home"
    return {
        **base,
        **proxies,
        **dict.fromkeys(_SERVICE_KEYS, NO_KEY),
        **values,
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "PYTHONDONTWRITEBYTECODE": "1",
        # The cost table and data sets of these packages would be fetched otherwise.
        "LITELLM_LOCAL_MODEL_COST_MAP": "True",
        "HF_HUB_OFFLINE": "1",
    }


def filled_in(path: Path | None) -> dict[str, str]:
    """Return the references' values: those set in the environment, over them those of an ``.env`` file.

    A line is ``NAME=value`` with shell quotes at most; nothing is expanded or executed. Raises ``UnreadableError``.
    """
    values = {name: value for name, value in snapshot().items() if name.startswith(PREFIX)}
    if path is None:
        return values
    try:
        lines = read_input(path, _LIMIT).decode("utf-8").splitlines()
    except UnicodeDecodeError:
        raise UnreadableError(f"Cannot read {path} as UTF-8 text.") from None
    for number, line in enumerate(lines, start=1):
        name, equals, value = line.strip().removeprefix("export ").partition("=")
        if not equals or name.startswith("#"):
            continue
        try:
            values[name.strip()] = "".join(shlex.split(value))
        except ValueError:
            raise UnreadableError(f"Line {number} of {path} has quotes that do not close.") from None
    return {name: value for name, value in values.items() if name.startswith(PREFIX)}
