"""Scanning costs a bounded multiple of hashing the same bytes, and of nothing but the size of the input."""

from __future__ import annotations

import hashlib
import statistics
import sys
import time
from collections.abc import Callable
from types import FrameType

import pytest

from benchmarks.corpora import Corpus
from benchmarks.hostile import FAMILIES, text
from redaction import Policy, Redactor

MOST_SHA256 = 210
"""Scan CPU over the CPU of sha256 on a DEBUG log: measured 64 to 72 with SHA instructions, much less without."""

SMALL, TIMES = 6 << 10, 4
MOST_GROWTH = 4.6
"""Four times the text may take four times the steps, and a few for the edges."""


def cpu(action: object, *arguments: object) -> float:
    """CPU seconds of one call."""
    begin = time.thread_time()
    action(*arguments)  # type: ignore[operator]
    return time.thread_time() - begin


def test_scanning_costs_a_bounded_multiple_of_sha256() -> None:
    """The median of five ratios, each of one scan and many hashes taken next to each other."""
    log = b"".join(Corpus().log(128 << 10))
    redactor = Redactor(Policy())
    redactor.survey(log)
    ratios = []
    for _ in range(5):
        scan = cpu(redactor.survey, log)
        hashing = cpu(lambda: [hashlib.sha256(log).digest() for _ in range(50)]) / 50
        ratios.append(scan / hashing)
    assert statistics.median(ratios) < MOST_SHA256


def steps(action: Callable[[bytes], object], data: bytes) -> int:
    """Return how many calls an action on a text makes: the same number in every run, on every machine."""
    count = 0

    def profile(_frame: FrameType, event: str, _: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(profile)
    try:
        action(data)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("family", FAMILIES)
def test_hostile_text_takes_steps_in_proportion_to_its_size(family: str) -> None:
    """With all real rules, four times a hostile text takes about four times the steps."""
    redactor = Redactor(Policy())
    # Patterns are compiled where they are first tried: that is no step of a scan.
    redactor._scanner_now().scan(text(family, TIMES * SMALL))
    # Nor is what a process makes but once, whenever that comes, as the fast automaton after some megabytes.
    small, large = (
        min(steps(redactor._scanner_now().scan, text(family, size)) for _ in range(2))
        for size in (SMALL, TIMES * SMALL)
    )
    assert large <= MOST_GROWTH * small + 2000


MOST_GROWTH_ALIKE = 6
"""Up to four values share a piece before they are told apart together, and few of a hundred do: measured 4.1 to 4.7; the square is 16."""

ALIKE = {
    "hosts": "GET https://svc{0}.us-east-{1}.corpcloud.com/ 200\n",
    "addresses": "sent to user{0}@mail-{1}.corpcloud.com\n",
    "tokens": "token=eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJ{0}FAKE{1}CANARY{0}.FAKE-{1}-canary-{0}-7Zq9\n",
}


@pytest.mark.parametrize("kind", ALIKE)
def test_values_that_share_parts_take_steps_in_proportion_to_their_number(kind: str) -> None:
    """Four times as many values with the same domain or head take about four times the steps, not sixteen."""

    def lines(count: int) -> bytes:
        return "".join(ALIKE[kind].format(100_000 + number * 37, number % 7) for number in range(count)).encode()

    Redactor(Policy()).redact(lines(TIMES * 100))
    small, large = (min(steps(Redactor(Policy()).redact, lines(n)) for _ in range(2)) for n in (100, TIMES * 100))
    assert large <= MOST_GROWTH_ALIKE * small
