"""The one module that reads environment variables and knows the user's folders."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

_NAME = "compass-report"


def snapshot(given: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the environment variables, or a copy of ``given``."""
    return dict(os.environ if given is None else given)


def variable(name: str, given: Mapping[str, str] | None = None) -> str:
    """Return one environment variable, or an empty string."""
    return (os.environ if given is None else given).get(name, "")


def wants_no_color(given: Mapping[str, str] | None = None) -> bool:
    """Return whether colours are unwanted: ``NO_COLOR`` is set to anything, or the terminal is ``dumb``."""
    return bool(variable("NO_COLOR", given)) or variable("TERM", given) == "dumb"


def home_folder() -> Path | None:
    """Return the user's home folder, or ``None`` where there is none."""
    try:
        return Path.home()
    except RuntimeError:
        return None


def working_folder() -> Path:
    """Return the folder we are in; where it was deleted, what it was called: nothing lies there any more."""
    try:
        return Path.cwd()
    except OSError:
        return Path(variable("PWD") or os.sep)


def configuration_folder() -> Path:
    """Return the folder of the user's configuration file on this platform."""
    from platformdirs import user_config_path  # noqa: PLC0415 - only commands that read the configuration need it

    return user_config_path(_NAME, appauthor=False)


def state_folder() -> Path:
    """Return the folder for what is remembered between runs (placeholder maps) on this platform."""
    from platformdirs import user_state_path  # noqa: PLC0415

    return user_state_path(_NAME, appauthor=False)
