"""The small tables of the review page as plain values: placeholders, kinds, members, phases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeGuard

from bundler.render.markdown import spelled
from bundler.render.review_marks import kind_class

_WIDTH: Final = 600
_SHORTEST: Final = 3
_LATEST: Final = 1e12


@dataclass(frozen=True, slots=True)
class Placeholder:
    """One row of the list of placeholders; ``marked`` is how often the page marks it."""

    name: str
    kind: str
    kind_class: str
    rule: str
    why: str
    count: int
    marked: int


@dataclass(frozen=True, slots=True)
class Phase:
    """One span of the timeline: ``x`` and ``width`` in the drawing's units, ``seconds`` where both ends are known."""

    name: str
    attempt: str
    status: str
    seconds: str
    where: str
    x: int
    width: int


def placeholders(
    listed: Mapping[str, Mapping[str, Any]], marked: Mapping[str, int], reasons: Mapping[str, str]
) -> tuple[Placeholder, ...]:
    """Return the manifest's placeholders in their order, with the reason of each rule."""
    return tuple(
        Placeholder(
            name,
            str(entry.get("kind")),
            kind_class(entry.get("kind")),
            str(entry.get("rule")),
            reasons.get(str(entry.get("rule")), "This version of compass-report does not know the rule."),
            _count(entry.get("count")),
            marked.get(name, 0),
        )
        for name, entry in listed.items()
    )


def kinds(rows: Iterable[Placeholder]) -> tuple[tuple[str, str, int, int], ...]:
    """Return each kind with its class, how many values and in how many places, most places first."""
    values, places, classes = Counter[str](), Counter[str](), dict[str, str]()
    for row in rows:
        values[row.kind] += 1
        places[row.kind] += row.count
        classes[row.kind] = row.kind_class
    return tuple((kind, classes[kind], values[kind], count) for kind, count in places.most_common())


def phases(timeline: Any) -> tuple[Phase, ...]:
    """Return the diagnosis's timeline, scaled to the drawing; what has no times gets no bar."""
    spans = [span for span in timeline if isinstance(span, Mapping)] if isinstance(timeline, list) else []
    times = [moment for span in spans for moment in (span.get("start"), span.get("end")) if _is_time(moment)]
    first, last = min(times, default=0.0), max(times, default=0.0)
    return tuple(_phase(span, first, max(last - first, 1e-9)) for span in spans)


def _phase(span: Mapping[str, Any], first: float, whole: float) -> Phase:
    start, end = span.get("start"), span.get("end")
    told = {name: spelled(str(span.get(name) or "")) for name in ("phase", "status", "where")}
    attempt = str(span.get("attempt") or "")
    if not (_is_time(start) and _is_time(end)):
        return Phase(told["phase"], attempt, told["status"], "", told["where"], 0, 0)
    width = max(_SHORTEST, round((end - start) / whole * _WIDTH))
    x = min(round((start - first) / whole * _WIDTH), _WIDTH - width)
    return Phase(told["phase"], attempt, told["status"], f"{end - start:.2f} s", told["where"], x, width)


def _is_time(value: Any) -> TypeGuard[float]:
    # A stranger's number may be infinite or none.
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < _LATEST


def _count(value: Any) -> int:
    return value if isinstance(value, int) else 0
