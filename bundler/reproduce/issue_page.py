"""An issue body read back: first screen, identity and request, as far as a page without the zip goes.

The text is a stranger's: it is read line by line, once, and what stands in fences is never taken for our own lines.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from bundler.errors import InvalidBundleError
from bundler.render.task_line import NO_ATTEMPT
from bundler.reproduce.received import Received

_FIRST: Final = re.compile(r"^- \*\*([A-Za-z ]{1,30}):\*\* (.*)$", re.MULTILINE)
_BULLET: Final = re.compile(r"^- ([A-Za-z ]{1,30}): (.*)$", re.MULTILINE)
_CODE: Final = re.compile(r"(?<!`)`++([^`]++)`++")
_ATTEMPT: Final = re.compile(r", attempt (\d{1,9})(?: of (\d{1,9}))?")
_FENCE: Final = re.compile(r"(`{3,}+|~{3,}+)([a-z]*+)[ \t]*+\Z")
_ESCAPE: Final = re.compile(r"\\([^\w\s])")
_TITLE: Final = "First failing phase and complete traceback"
_NOTE: Final = "only the issue body was given: the evidence itself is in the zip"


def read_issue_page(text: str) -> Received:
    """Return what the page tells, in the shape of a bundle. Raises ``InvalidBundleError`` for any other text."""
    sections, fences = _split(text)
    first = {label.lower(): _unescaped(value) for label, value in _FIRST.findall(sections[""])}
    if _TITLE not in sections or "fingerprint" not in first:
        raise InvalidBundleError("This text is not an issue body of compass-report.")
    identity = dict(_bullets(sections.get("Benchmark, harness, model protocol and task id", "")))
    revision = dict(_bullets(sections.get("AgentCompass revision and Python version", "")))
    platform = dict(_bullets(sections.get("Operating system and environment provider", "")))
    request = next(_json_objects(fences.get("Component parameters and recipes", [])), {})
    headline = next((line.strip().strip("*") for line in sections[""].splitlines() if line.strip()), "")
    phase, _, owner = first.get("failed in", "").partition(" (")
    diagnosis = {
        "summary": _unescaped(headline),
        "phase": phase,
        "owner": owner.rstrip(")"),
        "class": first.get("class", ""),
        "cause": first.get("likely cause", ""),
        "next_step": first.get("next step", ""),
        "fingerprint": {"id": _code(first["fingerprint"])},
    }
    environment = {
        "agentcompass": {"version": revision.get("AgentCompass", "").split(", ")[0], "python": revision.get("Python")},
        "operating_system": {"system": platform.get("Operating system")},
    }
    documents = {
        "diagnosis.json": diagnosis,
        "environment.json": environment,
        "evidence/run_info.json": {"request": request},
    }
    members = {name: json.dumps(value, ensure_ascii=False).encode() for name, value in documents.items()}
    members["issue.md"] = text.encode("utf-8", "replace")
    manifest = {"run": _identity(identity, platform), "fingerprint": _code(first["fingerprint"])}
    return Received("issue body", members, manifest, (_NOTE,))


def _split(text: str) -> tuple[dict[str, str], dict[str, list[str]]]:
    """Return the lines outside fences and the fenced texts, both by section; the first screen's section is ``""``."""
    title, closing = "", ""
    lines: dict[str, list[str]] = {"": []}
    fences: dict[str, list[str]] = {}
    block: list[str] = []
    for line in text.splitlines():
        fence = _FENCE.match(line)
        if closing:
            if fence and fence.group(1).startswith(closing) and not fence.group(2):
                fences.setdefault(title, []).append("\n".join(block))
                closing = ""
            else:
                block.append(line)
        elif fence:
            closing, block = fence.group(1), []
        elif line.startswith("### "):
            title = line.removeprefix("### ").strip()
            lines.setdefault(title, [])
        else:
            lines[title].append(line)
    return {name: "\n".join(body) for name, body in lines.items()}, fences


def _identity(lines: dict[str, str], platform: dict[str, str]) -> dict[str, Any]:
    line = lines.get("Task", "")
    task = _CODE.search(line)
    # The id itself may speak of attempts.
    told = _ATTEMPT.fullmatch(line, task.end()) if task else None
    attempt, attempts = told.groups() if told else (None, None)
    return {
        "benchmark": _code(lines.get("Benchmark", "")),
        "harness": _code(lines.get("Harness", "")),
        "model": _code(lines.get("Model", "")),
        "environment": _code(platform.get("Environment provider", "")),
        "run_id": _code(lines.get("Run", "")),
        "task_id": task.group(1).strip() if task else None,
        "attempt": int(attempt) if attempt else None,
        "attempts": int(attempts) if attempts else 0 if line.endswith(f", {NO_ATTEMPT}") else None,
    }


def _bullets(section: str) -> Iterator[tuple[str, str]]:
    for label, value in _BULLET.findall(section):
        single = _CODE.fullmatch(value.strip())
        yield label, single.group(1).strip() if single else value


def _code(text: str) -> str:
    """Return the first code span of a line, or the line."""
    found = _CODE.search(text)
    return found.group(1).strip() if found else text.strip()


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(r"\1", text).replace("\u2060", "").strip()


def _json_objects(fences: list[str]) -> Iterator[dict[str, Any]]:
    for body in fences:
        try:
            value = json.loads(body)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            yield value
