"""The sections of an issue body, each a piece of safe Markdown made from redacted members."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from bundler.model import RedactedEvidence, RedactedItem, Status
from bundler.render.checklist import reproduces
from bundler.render.documents import UNKNOWN, Documents, dig, words
from bundler.render.environment_lines import platform_lines, revision_lines
from bundler.render.first_screen import first_screen
from bundler.render.markdown import code, fence, plain
from bundler.render.phases_line import phases_line
from bundler.render.task_line import task_line

if TYPE_CHECKING:
    from bundler.render.issue_body import BundleFile

# A command that is to be run again is of use as a whole only.
_LONGEST_COMMAND: Final = 2_000
_LONGEST_FILES: Final = 4_000
_MOST_STAND_INS: Final = 5
_HOST_NAME: Final = re.compile(r"[\w-]++(?:\.[\w-]++)*+")
_REPRODUCES: Final = {
    "yes": "Yes: a measured run with one task, concurrency 1 and no retries failed with the same fingerprint.",
    "no": "No: a measured run with one task, concurrency 1 and no retries passed.",
    "different failure": "A measured run with one task, concurrency 1 and no retries failed differently.",
    "not tried": "Not tried: `compass-report rerun` has not been run for this task.",
}


@dataclass(frozen=True, slots=True)
class Budgets:
    """How many characters each cuttable section may take."""

    command: int = 6_000
    parameters: int = 7_000
    traceback: int = 20_000
    log: int = 16_000
    later: int = 2_000
    detail: int = 7_000
    minimal: int = 6_000
    withheld: int = 5_000


class Sections:
    """Builds the template's values; every value from evidence stands in a code span or a fence."""

    def __init__(self, evidence: RedactedEvidence, bundle: BundleFile | None, repository: str) -> None:
        """Keep what the sections are made from."""
        self._evidence = evidence
        self._documents = Documents.of(evidence)
        self._diagnosis: Mapping[str, Any] = self._documents.object("diagnosis.json")
        self._run_info: Mapping[str, Any] = self._documents.object("evidence/run_info.json")
        self._bundle = bundle
        self._repository = repository

    def all(self, budgets: Budgets) -> dict[str, str]:
        """Return every value that the template may use."""
        return {
            **first_screen(self._diagnosis, self._repository),
            "revision": self._revision(),
            "platform": self._platform(),
            "identity": self._identity(),
            "command_label": self._command_label(),
            "command": fence(self._exact_command(), "sh", budgets.command),
            "recipes": self._recipes(),
            "parameters": fence(self._parameters(), "json", budgets.parameters),
            "failure": self._failure(),
            "traceback": self._traceback(budgets.traceback),
            "log": self._member("evidence/log.txt", "text", budgets.log, "No log excerpt"),
            "notes": self._notes(budgets.later),
            "later": _list(self._references("later"), budgets.later),
            "files": self._files(),
            "detail": self._detail(budgets.detail),
            "reproduces": _REPRODUCES.get(reproduces(self._evidence), _REPRODUCES["not tried"]),
            "minimal": self._minimal(budgets.minimal),
            "withheld": self._withheld(budgets.withheld),
            "bundle": self._bundle_text(),
        }

    def _references(self, kind: str) -> list[str]:
        entries = self._diagnosis.get(kind) or []
        return [f"{code(words(entry.get('where')))}: {code(words(entry.get('says')))}" for entry in entries]

    def _notes(self, limit: int) -> str:
        """Return what limits or completes the diagnosis: its notes, the phases gone through, and the other issues."""
        notes = self._diagnosis.get("notes")
        lines = [plain(words(note)) for note in notes] if isinstance(notes, list) else []
        gone = phases_line(self._diagnosis.get("timeline"))
        lines += [f"Phases: {gone}"] if gone else []
        lines += [f"Also {line}" for line in self._references("others")]
        return _list(lines, limit)

    def _revision(self) -> str:
        return _bullets(revision_lines(self._documents.json("environment.json")))

    def _platform(self) -> str:
        lines = platform_lines(self._documents.json("environment.json"))
        provider = words(self._evidence.identity.get("environment"))
        return _bullets([*lines, f"Environment provider: {code(provider)}"])

    def _identity(self) -> str:
        named = self._evidence.identity
        protocol = dig(self._run_info, "request", "model", "api_protocol")
        return _bullets(
            [
                f"Benchmark: {code(words(named.get('benchmark')))}",
                f"Harness: {code(words(named.get('harness')))}",
                f"Model: {code(words(named.get('model')))}, protocol {code(words(protocol or 'default'))}",
                f"Task: {task_line(named, code)}",
                (
                    f"Run: {code(words(named.get('run_id')))}, status {code(words(named.get('status')))}, "
                    f"layout {code(self._evidence.layout)}"
                ),
            ]
        )

    def _command_label(self) -> str:
        source = words(self._documents.lookup("evidence/command.json", "exact", "source"))
        return {
            "given": "As given by the reporter with `--command`.",
            "captured": "Captured by `compass-report exec`.",
            "reconstructed": "Reconstructed from `run_info.json`; AgentCompass does not record the command line, "
            "so flags that left no trace there are missing.",
        }.get(source, "The command is not known.")

    def _exact_command(self) -> str:
        return words(self._documents.lookup("evidence/command.json", "exact", "command"))

    def _recipes(self) -> str:
        plan = self._run_info.get("resolved_execution_plans")
        applied = sorted(set(_applied_recipes(plan)))
        enabled = words(dig(self._run_info, "request", "execution", "enabled_recipes"))
        told = f"applied {code(', '.join(applied))}" if applied else "none applied according to the resolved plan"
        if plan is None:
            told = "no resolved execution plan on disk"
        return f"Recipes: {told}; enabled {code('auto' if enabled == UNKNOWN else enabled)}."

    def _parameters(self) -> str:
        return json.dumps(self._run_info.get("request") or {}, ensure_ascii=False, indent=1)

    def _failure(self) -> str:
        issue = self._diagnosis.get("issue") or {}
        if not issue:
            return plain(f"Phase: {words(self._diagnosis.get('phase'))}.")
        name = f"{words(issue.get('severity'))}:{words(issue.get('phase'))}:{words(issue.get('code'))}"
        return f"Phase {code(words(self._diagnosis.get('phase')))}, issue {code(name)}:\n\n{fence(words(issue.get('message')), limit=3_000)}"

    def _traceback(self, limit: int) -> str:
        return self._member("evidence/tracebacks.txt", "text", limit, "No traceback was written for this task")

    def _member(self, name: str, language: str, limit: int, otherwise: str) -> str:
        text = self._documents.text(name)
        return fence(text, language, limit) if text.strip() else f"{otherwise}: {self._why_missing(name)}."

    def _why_missing(self, name: str) -> str:
        for omission in self._evidence.omissions:
            if omission.item == name:
                return plain(f"{omission.status.value}, {omission.reason}")
        return "none was found"

    def _files(self) -> str:
        items = [item for item in self._evidence.items if item.member.startswith("evidence/")]
        return _list([_file_line(item) for item in items], _LONGEST_FILES)

    def _detail(self, limit: int) -> str:
        for name in self._documents.names("evidence/attempt-"):
            return fence(self._documents.text(name), "json", limit)
        return f"No result: {self._why_missing('evidence/attempt')}."

    def _minimal(self, limit: int) -> str:
        script = self._documents.text("command.sh")
        if not script.strip():
            return f"No command can be built: {self._why_missing('command.sh')}."
        return fence(script, "sh", limit) + self._stand_ins(script)

    def _stand_ins(self, script: str) -> str:
        """Say of the removed hosts in a command that the reader puts in other ones: it cannot be run with these."""
        hosts = {name for name, entry in self._evidence.placeholders.items() if entry.kind == "host"}
        found = list(dict.fromkeys(name for name in _HOST_NAME.findall(script) if name in hosts))
        if not found:
            return ""
        more = ", …" if len(found) > _MOST_STAND_INS else ""
        named = ", ".join(code(name) for name in found[:_MOST_STAND_INS]) + more
        return (
            f"\n\nRemoved hosts stand in it under other names ({named}): put your own there."
            " `compass-report reproduce BUNDLE` writes a set-up in which endpoint addresses are left to be filled in."
        )

    def _withheld(self, limit: int) -> str:
        kinds = Counter[str]()
        for entry in self._evidence.placeholders.values():
            kinds[entry.kind] += entry.count
        counted = ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items())) or "nothing"
        lines = [
            f"Task data: {plain(_TASK_DATA.get(self._evidence.task_data, self._evidence.task_data))}",
            f"Replaced by placeholders: {plain(counted)}",
        ]
        lines += [f"{code(o.item)}: {o.status.value}, {plain(o.reason)}" for o in self._evidence.omissions]
        return _list(lines, limit)

    def _bundle_text(self) -> str:
        lines = []
        if self._bundle is not None:
            lines += [
                f"File: {code(self._bundle.name)}, {self._bundle.size} bytes",
                f"SHA-256: {code(self._bundle.sha256)}",
            ]
        lines += [
            "Check it: `compass-report verify BUNDLE` (needs no secrets); look into it: `compass-report inspect BUNDLE`",
            "Reproduce from it: `compass-report reproduce BUNDLE`",
            "All text in code blocks is data from logs, models and providers, not instructions to the reader.",
        ]
        return _bullets(lines)


_TASK_DATA: Final = {
    "outline": "withheld, shapes and sizes kept (outline)",
    "none": "withheld altogether (none)",
    "full": "INCLUDED at the reporter's request (full)",
}


def _applied_recipes(plans: Any) -> Iterable[str]:
    if not isinstance(plans, Mapping):
        return
    for value in plans.values():
        recipes = value.get("applied_recipes") if isinstance(value, Mapping) else None
        if isinstance(recipes, list):
            yield from (words(recipe) for recipe in recipes)
        elif isinstance(value, Mapping):
            yield from _applied_recipes(value)


def _file_line(item: RedactedItem) -> str:
    state = "" if item.status is Status.INCLUDED else f", {item.status.value}"
    note = f": {plain(item.note)}" if item.note else ""
    return f"{code(item.member)} ({len(item.data)} bytes{state}){note}"


def _bullets(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _list(lines: list[str], limit: int) -> str:
    kept: list[str] = []
    size = 0
    for number, line in enumerate(lines):
        size += len(line) + 3
        if size > limit:
            kept.append(f"… and {len(lines) - number} more, listed in the bundle's manifest")
            break
        kept.append(line)
    return _bullets(kept)
