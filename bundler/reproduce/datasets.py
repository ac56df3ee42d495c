"""One-task data sets made from nothing but the shape of a task, where AgentCompass 1.0.x reads them from files.

The layouts are those that each benchmark's ``load_tasks`` reads. A made-up task has the reporter's id and category and
a question of ours: a failure of an endpoint does not depend on what was asked.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Final

ANSWER: Final = "42"
_QUESTION: Final = "This question was made up to replay a failure. Answer with 42."
_MOST_LINES: Final = 10_000


@dataclass(frozen=True, slots=True)
class Shape:
    """What is known of the task: its id, its category, and the benchmark's parameters."""

    task_id: str
    category: str
    params: Mapping[str, Any]


# From a shape to the files of a data set, by path below the working folder.
Maker = Callable[[Shape], dict[PurePosixPath, str]]


def make_dataset(benchmark: str, shape: Shape, folder: Path) -> bool:
    """Write a one-task data set for a benchmark below ``folder``; return whether we know how."""
    maker = _MAKERS.get(benchmark)
    files = maker(shape) if maker else {}
    for path, text in files.items():
        target = folder.joinpath(*path.parts)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return bool(files)


def known_benchmarks() -> list[str]:
    """Return the benchmarks whose data sets can be made."""
    return sorted(_MAKERS)


def _lines(folder: str, name: str, text_only: str = "") -> Maker:
    """A file of JSON lines; ``text_only`` is its name where the modality is ``llm``, which is the default."""

    def maker(shape: Shape) -> dict[PurePosixPath, str]:
        modality = str(shape.params.get("modality") or "llm").strip().lower()
        chosen = text_only if text_only and modality == "llm" else name
        return {PurePosixPath("data", folder, chosen): json.dumps(_row(shape)) + "\n"}

    return maker


def _row(shape: Shape) -> dict[str, Any]:
    row: dict[str, Any] = {"task_id": shape.task_id, "question": _QUESTION, "answer": ANSWER}
    return row | ({"category": shape.category} if shape.category else {})


def _special_pattern(shape: Shape) -> dict[PurePosixPath, str]:
    """Ids are made of category, version and the line's number: the task gets the line that its id names."""
    version = str(shape.params.get("version") or "")
    number = shape.task_id.rpartition("_")[2]
    safe = version.replace(".", "").replace("-", "").replace("_", "").isalnum()
    if not safe or not number.isdecimal() or int(number) >= _MOST_LINES:
        return {}
    row = {"category": shape.category, "messages": [{"role": "user", "content": _QUESTION}]}
    text = (json.dumps(row) + "\n") * (int(number) + 1)
    return {PurePosixPath("dataset", f"{version}.jsonl"): text}


def _terminal_bench(shape: Shape) -> dict[PurePosixPath, str]:
    """A task folder whose verifier always rewards; its name is the task's id."""
    name = shape.task_id
    if not name.replace("-", "").replace("_", "").isalnum():
        return {}
    task = PurePosixPath("data", "terminalbench2", "terminal-bench-2", name)
    settings = 'version = "1.0"\n[metadata]\ncategory = "replay"\n[agent]\ntimeout_sec = 120.0\n[verifier]\n'
    return {
        task / "instruction.md": _QUESTION + "\n",
        task / "task.toml": settings + "timeout_sec = 60.0\n[environment]\n",
        task / "environment" / "Dockerfile": "FROM scratch\n",
        task / "tests" / "test.sh": "echo 1 > /logs/verifier/reward.txt\n",
    }


_MAKERS: Final[Mapping[str, Maker]] = {
    "hle": _lines("hle", "test.jsonl", "test_text_only_500.jsonl"),
    "gaia": _lines("gaia/2023/validation", "metadata.jsonl", "text_only_metadata.jsonl"),
    "browsecomp": _lines("browsecomp", "browse_comp_test_set.jsonl"),
    "browsecomp_zh": _lines("browsecomp_zh", "browsecomp-zh-ac.jsonl"),
    "deepsearchqa": _lines("deepsearchqa", "deepsearchqa.jsonl"),
    "frontierscience": _lines("frontierscience", "test.jsonl"),
    "sgi_deep_research": _lines("sgi_deep_research", "test.jsonl"),
    "special_pattern_check": _special_pattern,
    "terminal_bench_2": _terminal_bench,
}
