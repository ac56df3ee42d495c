"""Builds that are killed at any moment: no final file that does not verify, nothing raw after the next start."""

from __future__ import annotations

import os
import random
import signal
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.fixtures import fixture
from tests.hostile.command import Sandbox, assert_law, at_once

pytestmark = pytest.mark.end_to_end

#: How many builds are killed; `COMPASS_REPORT_KILLS=500 pytest tests/faults/test_kills.py` for the full proof.
KILLS = int(os.environ.get("COMPASS_REPORT_KILLS", "25"))
ENDS = 5
RUN, TASK = str(fixture("model-401-echo").run), "03"
#: Half of the signals come in the short time in which files are written.
WRITING = 0.5


class Killed(NamedTuple):
    """What a killed build left, and what came of the next."""

    code: int
    final: tuple[str, ...]
    verifies: bool
    next_code: int
    after: tuple[str, ...]


def length_of_a_build(folder: Path) -> float:
    """Return how many seconds a build takes here and now."""
    return Sandbox(folder).run(RUN, TASK, "-o", "out").seconds


def killed(folder: Path, moment: float, number: signal.Signals, *, follow: bool) -> Killed:
    """Send one signal at ``moment`` seconds into a build, look, and build again."""
    sandbox = Sandbox(folder)
    out = sandbox.cwd / "out"
    ending = sandbox.run(RUN, TASK, "-o", "out", signals=[(moment, number)])
    if number is not signal.SIGKILL:
        assert_law(ending, frozenset({0, 130}))
        assert not list(out.glob(".*"))
    final = tuple(sorted(path.name for path in out.glob("compass-report-*")))
    verifies = all(sandbox.run("verify", path).code == 0 for path in out.glob("*.zip"))
    # The next start removes what is left, even one that then finds nothing to report.
    code = sandbox.run(RUN, TASK, "-o", "out").code if follow else 0
    return Killed(ending.code, final, verifies, code, _names(out) if follow else final)


def _names(folder: Path) -> tuple[str, ...]:
    return tuple(sorted(path.name for path in folder.iterdir()))


def moments(seed: int, count: int, length: float) -> list[float]:
    """Return moments of a build: anywhere, and around its end where the files are written."""
    chance = random.Random(seed)
    return [length * (chance.random() if chance.random() < WRITING else chance.uniform(0.6, 1.1)) for _ in range(count)]


def test_kill_9(tmp_path: Path) -> None:
    """SIGKILL: a zip that has its name verifies; the next build works and leaves the two files alone."""
    length = length_of_a_build(tmp_path / "measured")
    at = dict(enumerate(moments(9, KILLS, length)))
    # Every kill that left something is followed by a build; of the others, every fifth.
    made = at_once(lambda one: _with_follow_up(tmp_path / str(one), at[one], one), at)
    assert all(one.verifies for one in made.values())
    assert {one.next_code for one in made.values()} == {0}
    assert all(
        len(one.after) in {0, 2} and not any(name.startswith(".") for name in one.after) for one in made.values()
    )
    assert sum(one.code == -signal.SIGKILL for one in made.values()) > KILLS // 3


def _with_follow_up(folder: Path, moment: float, number: int) -> Killed:
    made = killed(folder, moment, signal.SIGKILL, follow=False)
    out = folder / "cwd" / "out"
    if number % 5 and (not out.exists() or (len(_names(out)) in {0, 2} and not list(out.glob(".*")))):
        return made
    sandbox = Sandbox(folder)
    code = sandbox.run(RUN, TASK, "-o", "out").code
    return made._replace(next_code=code, after=_names(out))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_being_asked_to_stop(number: signal.Signals, tmp_path: Path) -> None:
    """SIGINT and SIGTERM: exit code 130 or a whole report, one sentence, no temporary file, never half of a pair."""
    length = length_of_a_build(tmp_path / "measured")
    at = dict(enumerate(moments(int(number), ENDS, length)))
    made = at_once(lambda one: killed(tmp_path / str(one), at[one], number, follow=False), at)
    assert all(len(one.final) in {0, 2} and one.verifies for one in made.values())
    assert any(one.code == 130 for one in made.values())
