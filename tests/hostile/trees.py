"""Run directories to attack with: a fixture run copied to a folder, and what may be done to it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bundler.layouts.task_names import directory_name
from tests.fixtures import fixture

#: One failed task, with a log, progress events, a checkpoint and a result.
SOURCE = "model-429"


class Tree:
    """A copied run with one failed task that can be changed at will."""

    def __init__(self, folder: Path, source: str = SOURCE) -> None:
        """Copy the fixture's run below ``folder``."""
        origin = fixture(source).run
        assert origin is not None
        self.run = folder / origin.name
        shutil.copytree(origin, self.run)
        self.task = next(
            path for state in ("fatal", "error", "normal") for path in (self.run / "details" / state).glob("*")
        )

    @property
    def attempt(self) -> Path:
        """The first attempt's folder."""
        return self.task / "attempt-1"

    @property
    def result(self) -> Path:
        """The first attempt's result."""
        return self.attempt / "result.json"

    @property
    def log(self) -> Path:
        """The run's log."""
        return self.run / "run.log"

    def change(self, path: Path, change: Callable[[dict[str, Any]], None]) -> None:
        """Read one JSON document, let it be changed in place, and write it back."""
        document = json.loads(path.read_bytes())
        change(document)
        path.write_text(json.dumps(document, ensure_ascii=True), encoding="utf-8")

    def say(self, text: str, logger: str = "agentcompass.runtime") -> None:
        """Append a warning of this task to the log, its text as it is."""
        stem = json.loads((self.task / "task.json").read_bytes())["task_id"]
        line = f"[2026-12-02 04:52:41,123][WARNING][{logger}] | task={stem} | attempt=1 | {text}\n"
        with self.log.open("ab") as log:
            log.write(line.encode("utf-8", "surrogatepass"))

    def complain(self, message: str) -> None:
        """Put a text where failures are told: in the result's issues and error, and in the log."""

        def change(document: dict[str, Any]) -> None:
            for issue in document.get("issues") or []:
                issue["message"] = message
            document["error"] = message

        self.change(self.result, change)
        self.say(message)

    def rename(self, task_id: str) -> str:
        """Give the task another id everywhere, as AgentCompass would have written it; return its directory's name."""
        old = json.loads((self.task / "task.json").read_bytes())["task_id"]
        for path in (path for path in self.run.rglob("*") if path.is_file()):
            text = path.read_text(encoding="utf-8")
            if path.suffix in {".json", ".jsonl"}:
                before, after = json.dumps(old), json.dumps(task_id)
                path.write_text(text.replace(before, after).replace(before[1:-1], after[1:-1]), encoding="utf-8")
            else:
                path.write_bytes(text.replace(old, task_id).encode("utf-8", "surrogatepass"))
        self.task = self.task.rename(self.task.with_name(directory_name(task_id)))
        return self.task.name

    def files(self, suffix: str = "") -> list[Path]:
        """Every file of the run, or those of one kind."""
        return sorted(path for path in self.run.rglob(f"*{suffix}") if path.is_file() and not path.is_symlink())
