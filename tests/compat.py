"""``python -m tests.compat``: what the newest AgentCompass release writes, held field by field against 1.0.1.

The same runs are made with both, on loopback. Exit code 0: nothing of the layout changed; 3: something did; the report
says what. A field is ``file:/path: type``; ids and counters in names are made alike, list entries share one path.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.fixtures.cases import CASES
from tests.fixtures.installations import Installation, installation
from tests.fixtures.recording import recorded

KNOWN = "1.0.1"
#: Between them: results, tracebacks, discarded retries, several attempts, a failed load.
RUNS = ("model-401-echo", "model-500-retries", "k3-mixed", "load-dataset-403")
CHANGED = 3
_VERSIONS = re.compile(r"^Available versions: *(\S+?)(?:,|$)", re.MULTILINE)
_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z0-9-]+")
_MARKED = re.compile(r"^\d\d:\d\d:\d\d [A-Z]+ +\S+ +([▶✓✗⊙★↻] [A-Za-z][A-Za-z ]+?)(?: \||$)", re.MULTILINE)
_ALIKE = (
    # The analysis counts texts of errors by using them as names.
    (re.compile(r"/distribution/[\s\S]+\Z"), "/distribution/<text>"),
    (re.compile(r"[^/]+--[0-9a-f]{64}"), "<task>"),
    (re.compile(r"[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"), "<uuid>"),
    (re.compile(r"(attempt|retry)-?\d+"), r"\1-<n>"),
    (re.compile(r"(?<=/)\d+(?=/|:|$)"), "<n>"),
)


def main(arguments: list[str] | None = None) -> int:
    """Make the runs, print the report, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.compat", description=__doc__)
    parser.add_argument("--release", help="the release to look at (default: the newest on the package index)")
    release = parser.parse_args(arguments).release or newest()
    print(f"newest AgentCompass release: {release}")
    if release == KNOWN:
        print(f"it is {KNOWN}, which is supported: there is nothing to compare")
        return 0
    before, after = layout(installation(KNOWN)), layout(installation(release))
    lines = report(before, after)
    print("\n".join(lines))
    return CHANGED if any(line.startswith(("+", "-")) for line in lines) else 0


def newest() -> str:
    """Return the newest final release that the package index offers, asked through pip for the known one's Python."""
    python = installation(KNOWN).folder / "bin" / "python"
    words = [str(python), "-m", "pip", "index", "versions", "agentcompass"]
    found = _VERSIONS.search(subprocess.run(words, check=True, capture_output=True, text=True, timeout=300).stdout)
    if found is None:
        raise SystemExit("compat: the package index lists no version")
    return found.group(1)


def layout(installed: Installation) -> set[str]:
    """Return every file, field, event, log marker and option that a release shows in these runs."""
    found = set(_options(installed))
    for case in (case for case in CASES if case.name in RUNS):
        with recorded(case, installed) as made:
            found.add(f"{case.name}: exit code {made.exit_code}")
            if made.run is not None:
                found |= set(_of_run(made.run))
    return found


def report(before: set[str], after: set[str]) -> list[str]:
    """Return the differences as lines, what is gone before what is new."""
    gone, new = sorted(before - after), sorted(after - before)
    head = f"{len(before & after)} fields are as in {KNOWN}, {len(gone)} are gone, {len(new)} are new"
    return [head, *(f"- {field}" for field in gone), *(f"+ {field}" for field in new)]


def _options(installed: Installation) -> Iterator[str]:
    words = [str(installed.command), "run", "--help"]
    shown = subprocess.run(words, check=True, capture_output=True, text=True, timeout=300).stdout
    yield from (f"agentcompass run {option}" for option in _OPTION.findall(shown))


def _of_run(run: Path) -> Iterator[str]:
    for path in sorted(path for path in run.rglob("*") if path.is_file()):
        name = alike(path.relative_to(run).as_posix())
        yield name
        text = path.read_text(encoding="utf-8", errors="replace")
        if path.suffix == ".json":
            yield from fields(json.loads(text), f"{name}:")
        elif path.suffix == ".jsonl":
            for line in text.splitlines():
                event = json.loads(line)
                yield from fields(event, f"{name}[{event.get('event')}]:")
        elif path.suffix == ".log":
            yield from (f"{name}: {marked}" for marked in _MARKED.findall(text))


def fields(value: Any, at: str) -> Iterator[str]:
    """Yield each path below a JSON value with its type; schema names are fields of their own."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from fields(inner, alike(f"{at}/{key.replace('/', '~1')}"))
    elif isinstance(value, list):
        for inner in value:
            yield from fields(inner, f"{at}/*")
    elif at.endswith("schema_version"):
        yield f"{at} = {value}"
    else:
        yield f"{at}: {type(value).__name__}"


def alike(name: str) -> str:
    """Return a name without what differs from run to run."""
    for pattern, stands in _ALIKE:
        name = pattern.sub(stands, name)
    return name


if __name__ == "__main__":
    sys.exit(main())
