"""What ``environment.json`` says, as lines for a reader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bundler.render.documents import UNKNOWN, dig, words
from bundler.render.markdown import code


def revision_lines(environment: Any) -> list[str]:
    """Return the lines on AgentCompass and Python."""
    program = dig(environment, "agentcompass") or {}
    lines = [f"AgentCompass: {code(_revision(program))}", f"Python: {code(words(program.get('python')))}"]
    if program.get("installed_after_run") is True:
        lines.append("**It was installed after this run began**, so the run may have used another revision.")
    note = program.get("note")
    if isinstance(note, str) and note:
        lines.append(code(note))
    return lines


def platform_lines(environment: Any) -> list[str]:
    """Return the lines on the operating system."""
    system = dig(environment, "operating_system") or {}
    parts = [words(system.get(part)) for part in ("system", "release", "machine")]
    known = [part for part in (*parts, words(system.get("distribution"))) if part != UNKNOWN]
    return [f"Operating system: {code(', '.join(known) or UNKNOWN)}"]


def _revision(program: Mapping[str, Any]) -> str:
    parts = [words(program.get("version"))]
    parts += [words(program.get(name)) for name in ("install", "commit") if program.get(name)]
    if program.get("dirty") is True:
        parts.append("with uncommitted changes")
    return ", ".join(parts)
