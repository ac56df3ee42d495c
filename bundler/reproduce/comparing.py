"""What differs between two bundles: only the differences, with pseudonyms of hosts aligned by the role they have.

Placeholders are numbered anew in every bundle, so ``private-host-1`` of one is not that of the other. A host is known
again by what it was used for: the model's endpoint, the judge's, a proxy.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bundler.reproduce.received import Received

_HOST: Final = re.compile(r"//([A-Za-z0-9.-]{1,253})(:\d{1,5})?")
_PSEUDONYM: Final = re.compile(r"private-host-\d{1,9}\.invalid")
_NUMBERED: Final = re.compile(r"\b(REDACTED-[a-z0-9-]{1,60}?|user|machine|home|workdir)-\d{1,9}\b")
# What says when or where a run was, not how: it differs always and tells nothing.
_ALWAYS: Final = frozenset({"run_id", "started_at", "finished_at", "generated_at", "run_started_at", "harvest"})
_DEPTH: Final = 40


@dataclass(frozen=True, slots=True, repr=False)
class Difference:
    """One place that differs; a side without a value is ``None``."""

    section: str
    place: str
    left: Any
    right: Any

    def to_json(self) -> dict[str, Any]:
        """Return the difference as JSON values."""
        return {"section": self.section, "place": self.place, "left": self.left, "right": self.right}


def compare(left: Received, right: Received) -> tuple[Difference, ...]:
    """Return how two bundles differ in identity, failure, versions, parameters, plan, environment, phases, calls."""
    sides = (_Side(left), _Side(right))
    found: list[Difference] = []
    for section in _SECTIONS:
        views = [dict(_flat(_SECTIONS[section](side), ())) for side in sides]
        for place in dict.fromkeys([*views[0], *views[1]]):
            one, other = (view.get(place) for view in views)
            if one != other:
                found.append(Difference(section, place, one, other))
    return tuple(found)


class _Side:
    """One bundle with its hosts named by role and its other placeholders without their numbers."""

    def __init__(self, received: Received) -> None:
        self.received = received
        self.roles: dict[str, str] = {}
        for pseudonym, role in _roles(received):
            self.roles.setdefault(pseudonym, role)

    def section(self, member: str, *path: str) -> Any:
        return self.aligned(self.received.section(member, *path))

    def aligned(self, value: Any, depth: int = _DEPTH) -> Any:
        if isinstance(value, str):
            named = _PSEUDONYM.sub(lambda found: self.roles.get(found.group(), "private-host"), value)
            return _NUMBERED.sub(r"\1", named)
        if isinstance(value, Mapping):
            entries = value.items() if depth else ()
            return {self.aligned(str(key)): self.aligned(inner, depth - 1) for key, inner in entries}
        if isinstance(value, list):
            return [self.aligned(inner, depth - 1) for inner in value] if depth else []
        return value


def _roles(received: Received) -> Iterator[tuple[str, str]]:
    """Yield pseudonyms with the role they have; the role that is named first counts."""
    request = received.section("evidence/run_info.json", "request")
    addresses = list(_addresses(request, ()))
    for role, belongs in (
        ("model-endpoint", lambda place: place[:1] == ("model",)),
        ("judge", lambda place: any("judge" in part for part in place)),
        ("proxy", lambda place: any("proxy" in part.lower() for part in place)),
        ("dataset", lambda place: any("dataset" in part for part in place)),
    ):
        for place, host in addresses:
            if belongs(place) and _PSEUDONYM.fullmatch(host):
                yield host, role


def _addresses(value: Any, place: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    if isinstance(value, Mapping) and len(place) < _DEPTH:
        for key, inner in value.items():
            yield from _addresses(inner, (*place, str(key)))
    elif isinstance(value, list) and len(place) < _DEPTH:
        for inner in value:
            yield from _addresses(inner, place)
    elif isinstance(value, str) and (found := _HOST.search(value)):
        yield place, found.group(1)


def _flat(value: Any, place: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    """Yield the leaves of a value by their place."""
    if place and place[-1] in _ALWAYS:
        return
    if isinstance(value, Mapping) and value:
        for key, inner in value.items():
            yield from _flat(inner, (*place, str(key)))
    elif isinstance(value, list) and any(isinstance(inner, (Mapping, list)) for inner in value):
        for index, inner in enumerate(value):
            yield from _flat(inner, (*place, str(index)))
    else:
        yield ".".join(place), value


def _failure(side: _Side) -> Any:
    found = side.received.document("diagnosis.json")
    names = ("phase", "class", "summary", "fingerprint", "exceptions", "issue")
    kept = {name: found.get(name) for name in names}
    issue = kept["issue"]
    if isinstance(issue, dict):
        kept["issue"] = {name: issue.get(name) for name in ("severity", "phase", "code", "message")}
    return side.aligned(kept)


def _phases(side: _Side) -> Any:
    """Return, by phase, how it ended and how long it took in whole seconds: less is noise."""
    spans: dict[str, Any] = {}
    for span in side.received.document("diagnosis.json").get("timeline") or []:
        if isinstance(span, dict):
            name = str(span.get("phase"))
            spans[name] = {"status": span.get("status"), "seconds": _seconds(span)}
    return spans


def _seconds(span: Mapping[str, Any]) -> int | None:
    start, end = span.get("start"), span.get("end")
    if isinstance(start, (int, float)) and isinstance(end, (int, float)):
        return round(end - start)
    return None


def _plan(side: _Side) -> Any:
    plans = side.received.section("evidence/run_info.json", "resolved_execution_plans")
    attempt = str(side.received.run.get("attempt"))
    for task in plans.values():
        attempts = task.get("attempts") if isinstance(task, dict) else None
        if isinstance(attempts, dict):
            return side.aligned(attempts.get(attempt) or next(iter(attempts.values()), {}))
    return {}


def _request(side: _Side) -> Any:
    request = dict(side.section("evidence/run_info.json", "request"))
    for name in ("output", "metadata", "runtime"):
        request.pop(name, None)
    return request


def _identity(side: _Side) -> Any:
    names = ("benchmark", "harness", "environment", "model", "task_id", "attempt", "attempts", "status", "task_state")
    return {name: side.received.run.get(name) for name in names}


def _system(side: _Side) -> Any:
    return {
        "operating_system": side.section("environment.json", "operating_system"),
        "provider_checks": side.aligned(side.received.document("environment.json").get("provider_checks")),
    }


_SECTIONS: Final[Mapping[str, Callable[[_Side], Any]]] = {
    "identity": _identity,
    "failure": _failure,
    "versions": lambda side: side.section("environment.json", "agentcompass"),
    "parameters": _request,
    "plan": _plan,
    "environment": _system,
    "phases": _phases,
    "endpoint": lambda side: side.section("capsule.json", "calls"),
}
