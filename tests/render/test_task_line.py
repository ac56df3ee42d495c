"""The words for task and attempt, made once and read back from a page."""

from __future__ import annotations

from typing import Any

import pytest

from bundler.render.issue_body import BundleFile, render_body
from bundler.render.task_line import task_line
from bundler.reproduce.issue_page import read_issue_page
from tests.render.material import evidence

BUNDLE = BundleFile("bundle.zip", 4711, "ab" * 32)


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ({"task_id": None, "attempt": None, "attempts": None}, "the whole run"),
        ({"task_id": "a", "attempt": None, "attempts": 0}, "a, no attempt left a file"),
        ({"task_id": "a", "attempt": None, "attempts": None}, "a, attempt unknown"),
        ({"task_id": "a", "attempt": 2, "attempts": 3}, "a, attempt 2 of 3"),
        ({"task_id": "attempt 7 of 9", "attempt": 1, "attempts": None}, "attempt 7 of 9, attempt 1"),
    ],
)
def test_a_page_alone_names_task_and_attempt_as_the_bundle_does(named: dict[str, Any], told: str) -> None:
    """What is not there is said to be so, never unknown, and every view of a report says the same."""
    page = render_body(evidence(identity=named), bundle=BUNDLE)
    assert task_line(named) == told
    assert task_line(read_issue_page(page).run) == told
