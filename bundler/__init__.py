"""compass-report: one failed AgentCompass task as a sanitized zip and an issue body.

``from bundler import build_report`` builds one from Python; see ``bundler.api``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bundler.version import __version__

if TYPE_CHECKING:
    from bundler.api import build_report

__all__ = ["__version__", "build_report"]


def __getattr__(name: str) -> object:
    """Import the Python interface when it is asked for, so that the command line starts without it."""
    if name == "build_report":
        from bundler.api import build_report  # noqa: PLC0415

        return build_report
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
