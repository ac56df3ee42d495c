"""Builds that are killed at any moment: no final file that does not verify, nothing raw after the next start."""

from __future__ import annotations

import os
import random
import signal
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.faults.patches import STAGES
from tests.fixtures import fixture
from tests.hostile.command import Sandbox, assert_law, at_once

pytestmark = pytest.mark.end_to_end

#: How many builds are killed; `COMPASS_REPORT_KILLS=500 pytest tests/faults/test_kills.py` for the full proof.
KILLS = int(os.environ.get("COMPASS_REPORT_KILLS", "15"))
ENDS = 5
RUN, TASK = str(fixture("model-401-echo").run), "03"
#: How the names of finished files begin, below the sandbox.
FINAL = "cwd/out/compass-report-"
#: Half of the signals come in the short time in which files are written.
WRITING = 0.5


class Killed(NamedTuple):
    """What a signalled build left, and what was there after the next start."""

    code: int
    left: tuple[str, ...]
    verifies: bool
    next_code: int
    after: tuple[str, ...]

    @property
    def final(self) -> list[str]:
        """The files that had got their names."""
        return [name for name in self.left if name.startswith(FINAL)]

    @property
    def temporary(self) -> list[str]:
        """Every other file, wherever it was left."""
        return [name for name in self.left if not name.startswith(FINAL)]


def length_of_a_build(folder: Path) -> float:
    """Return how many seconds a build takes here and now."""
    return Sandbox(folder).run(RUN, TASK, "-o", "out").seconds


def killed(folder: Path, moment: float, number: signal.Signals, *, follow: bool) -> Killed:
    """Send one signal at ``moment`` seconds into a build, and look; build again if that left anything, or if told to."""
    sandbox = Sandbox(folder)
    ending = sandbox.run(RUN, TASK, "-o", "out", signals=[(moment, number)])
    if number is not signal.SIGKILL:
        assert_law(ending, frozenset({0, 130}))
    left = tuple(sorted(sandbox.files()))
    verifies = all(sandbox.run("verify", path).code == 0 for path in (sandbox.cwd / "out").glob("*.zip"))
    if not follow and not (left and number is signal.SIGKILL):
        return Killed(ending.code, left, verifies, 0, left)
    code = sandbox.run(RUN, TASK, "-o", "out").code
    return Killed(ending.code, left, verifies, code, tuple(sorted(sandbox.files())))


def moments(seed: int, count: int, length: float) -> list[float]:
    """Return moments of a build: anywhere, and around its end where the files are written."""
    chance = random.Random(seed)
    return [length * (chance.random() if chance.random() < WRITING else chance.uniform(0.6, 1.1)) for _ in range(count)]


def test_kill_9(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """SIGKILL: a zip that has its name verifies; after the next start there are the two files and no other anywhere."""
    length = length_of_a_build(tmp_path / "measured")
    at = dict(enumerate(moments(9, KILLS, length)))
    # Every kill that left something is followed by a build; of the others, every fifth.
    made = at_once(lambda one: killed(tmp_path / str(one), at[one], signal.SIGKILL, follow=one % 5 == 0), at).values()
    with capsys.disabled():
        print(f"\n{told(list(made))}")
    assert all(one.verifies for one in made)
    assert {one.next_code for one in made} == {0}
    assert all(len(one.after) in {0, 2} and all(name.startswith(FINAL) for name in one.after) for one in made)
    assert sum(one.code == -signal.SIGKILL for one in made) > KILLS // 3


AT = {
    **{stage: ("tests.faults.patches:die_at", place) for stage, place in STAGES.items()},
    "between the two names": ("tests.faults.patches:die_between_the_names",),
}


def test_kill_9_at_every_stage(tmp_path: Path) -> None:
    """SIGKILL at the begin of each stage, and between the two names: the same, and the next build leaves both files."""

    def make(stage: str) -> tuple[set[str], set[str]]:
        sandbox = Sandbox(tmp_path / stage)
        patch, *arguments = AT[stage]
        assert sandbox.run(RUN, TASK, "-o", "out", patch=patch, patch_arguments=arguments).code == -signal.SIGKILL
        left = sandbox.files()
        assert all(sandbox.run("verify", path).code == 0 for path in (sandbox.cwd / "out").glob("*.zip"))
        assert sandbox.run(RUN, TASK, "-o", "out").code == 0
        return left, sandbox.files()

    made = at_once(make, AT)
    for stage, (left, after) in made.items():
        published = sum(name.startswith(FINAL) for name in left)
        assert published == {"aftermath": 2, "between the two names": 1}.get(stage, 0), stage
        assert len(after) == 2, stage
        assert all(name.startswith(FINAL) for name in after), stage
    assert len(made["verify"][0]) == 2


def told(made: list[Killed]) -> str:
    """Return the figures of many kills in one line."""
    return (
        f"{len(made)} builds sent SIGKILL: {sum(one.code != 0 for one in made)} died, the others had ended; "
        f"{sum(len(one.final) for one in made)} final files, {sum(not one.verifies for one in made)} not verifying; "
        f"{sum(len(one.temporary) for one in made)} temporary files, "
        f"{sum(not name.startswith(FINAL) for one in made for name in one.after)} after the next start"
    )


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_being_asked_to_stop(number: signal.Signals, tmp_path: Path) -> None:
    """SIGINT and SIGTERM: exit code 130 or a whole report, one sentence, no temporary file, never half of a pair."""
    length = length_of_a_build(tmp_path / "measured")
    at = dict(enumerate(moments(int(number), ENDS, length)))
    made = at_once(lambda one: killed(tmp_path / str(one), at[one], number, follow=False), at)
    assert all(len(one.final) in {0, 2} and not one.temporary and one.verifies for one in made.values())
    assert any(one.code == 130 for one in made.values())
