"""What the main command tells: a summary for people, one JSON object for machines."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from bundler.cli.terminal import answer, say
from bundler.errors import UsageError
from bundler.pipeline import ReportRequest, ReportResult
from bundler.render.filing import gh_command, new_issue_url, short_text
from bundler.render.task_line import task_line

_LABEL_WIDTH = 12


def show_summary(result: ReportResult) -> None:
    """Print what failed, what was removed, what was checked, where the files are and what comes next."""
    found, run = result.diagnosis, result.manifest.get("run") or {}
    answer()
    answer(str(found.get("summary") or "No diagnosis"), bold=True)
    answer()
    _line("Task", f"{task_line(run)}; {_known(run.get('benchmark'))} ({_known(run.get('harness'))})")
    _line("Phase", found.get("phase"))
    _line("Class", found.get("class"))
    _line("Cause", found.get("cause"))
    _line("Next step", found.get("next_step"))
    _line("Fingerprint", (found.get("fingerprint") or {}).get("id"))
    _line("Removed", _removed(result.manifest))
    _line("Left out", _left_out(result.manifest))
    _line("Verified", _verified(result.verification))
    answer()
    answer(f"  {result.zip_path}", fg="green")
    answer(f"  {result.body_path}", fg="green")
    answer()
    answer(
        "Next: read both files, then file the issue. A file dropped into an issue is public the moment it is dropped."
    )
    answer(f"  {filing_command(result)}")
    for exposed in result.exposed:
        answer()
        answer(exposed, fg="yellow")


def filing_command(result: ReportResult) -> str:
    """Return the exact ``gh`` command that files the issue; nothing is sent by us."""
    return gh_command(result.title, result.body_path, result.repository)


def page_address(result: ReportResult) -> str:
    """Return the address of the prefilled new-issue page, or an empty string where no repository is known."""
    if not result.repository:
        return ""
    form = result.issue_form
    run = result.manifest.get("run") or {}
    return new_issue_url(
        result.repository, result.title, result.diagnosis, run, template=form.template, fields=form.fields
    )


def needs_repository(request: ReportRequest) -> None:
    """Raise ``UsageError`` before anything is done if nobody said where the issue is filed."""
    from bundler.config import load_config  # noqa: PLC0415

    if not request.repository and not load_config(request.config_file).repository:
        raise UsageError(
            "--open needs to know where the issue is filed.",
            hint="Give --repo OWNER/NAME or set it in the configuration.",
        )


def open_new_issue(result: ReportResult) -> None:
    """Open the prefilled page in the user's browser; it is sent when the user presses its button, never by us."""
    say(
        "Opening the prefilled page; nothing is sent before you press its button. Drop the zip into it only after reading it."
    )
    import webbrowser  # noqa: PLC0415 - it finds the browsers of the machine

    address = page_address(result)
    if not webbrowser.open(address):
        say(f"No browser was found; the page is {address}")


def show_text(result: ReportResult) -> None:
    """Print the short form for a chat."""
    answer(short_text(result.title, result.diagnosis, result.manifest.get("run") or {}))


def show_json(result: ReportResult) -> None:
    """Print one JSON object on stdout; keys are stable, see docs/cli.md."""
    answer(json.dumps(as_json(result), ensure_ascii=False, indent=2))


def as_json(result: ReportResult) -> dict[str, Any]:
    """Return the machine-readable outcome."""
    return {
        "exit": "OK",
        "zip": str(result.zip_path),
        "body": str(result.body_path),
        "sha256": result.sha256,
        "size": result.size,
        "title": result.title,
        "command": filing_command(result),
        "page": page_address(result),
        "run": result.manifest.get("run"),
        "diagnosis": {
            key: result.diagnosis.get(key) for key in ("phase", "class", "row", "cause", "next_step", "fingerprint")
        },
        "checklist": result.manifest.get("checklist"),
        "omissions": result.manifest.get("omissions"),
        "redactions": dict(_by_rule(result.manifest)),
        "harvest": result.manifest.get("harvest"),
        "verification": result.verification,
        "map": str(result.map_path) if result.map_path else None,
        "warnings": list(result.warnings),
    }


def _line(label: str, value: object) -> None:
    if value:
        answer(f"{label:<{_LABEL_WIDTH}} {value}")


def _known(value: object) -> object:
    return "unknown" if value is None else value


def _by_rule(manifest: Mapping[str, Any]) -> Counter[str]:
    counts = Counter[str]()
    for member in manifest.get("members") or []:
        counts.update(member.get("redactions") or {})
    return counts


def _removed(manifest: Mapping[str, Any]) -> str:
    kinds = Counter[str]()
    for entry in (manifest.get("placeholders") or {}).values():
        kinds[entry["kind"]] += entry["count"]
    values = len(manifest.get("placeholders") or {})
    told = ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())
    return f"{values} values in {sum(kinds.values())} places ({told})" if values else "nothing was found that had to go"


def _left_out(manifest: Mapping[str, Any]) -> str:
    counts = Counter(omission["status"] for omission in manifest.get("omissions") or [])
    told = ", ".join(f"{count} {status}" for status, count in sorted(counts.items()))
    return f"{told}; each with its reason in the manifest" if told else ""


def _verified(verification: Mapping[str, Any]) -> str:
    steps = verification.get("steps") or []
    return f"{len(steps)} steps passed on the finished file, rules {verification.get('rules_version')}"
