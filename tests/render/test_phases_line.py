"""The phases of a task on one line of the issue body."""

from __future__ import annotations

from bundler.render.phases_line import phases_line


def test_states_and_times_are_told_where_they_are_known() -> None:
    """A phase that just ended has its seconds alone; what is no list of phases is nothing."""
    timeline = [
        {"phase": "plan", "start": 1.0, "end": 1.5, "status": "done"},
        {"phase": "run_harness", "start": 2.0, "end": None, "status": "failed"},
    ]
    assert phases_line(timeline) == "`plan` (0.5 s) → `run_harness` (failed)"
    assert phases_line(None) == phases_line([3]) == ""
    assert phases_line(timeline * 10).startswith("… → ")
