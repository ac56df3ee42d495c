"""The phases that a task went through, on one line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bundler.render.documents import words
from bundler.render.markdown import code

_MOST: Final = 12
_NAMED: Final = ("failed", "unfinished", "retried", "later")


def phases_line(timeline: Any) -> str:
    """Return the last phases of a diagnosis's timeline with their seconds and, where they did not just end, their state."""
    spans = [span for span in timeline if isinstance(span, Mapping)] if isinstance(timeline, list) else []
    shown = [_span(span) for span in spans[-_MOST:]]
    more = ["…"] if len(spans) > _MOST else []
    return " → ".join([*more, *shown])


def _span(span: Mapping[str, Any]) -> str:
    start, end, status = span.get("start"), span.get("end"), span.get("status")
    told = [status] if status in _NAMED else []
    if isinstance(start, int | float) and isinstance(end, int | float):
        told.append(f"{max(0.0, end - start):.1f} s")
    return code(words(span.get("phase"))) + (f" ({', '.join(told)})" if told else "")
