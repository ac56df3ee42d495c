"""The numbered steps of a verification, and how far one has come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bundler.machine.deadline import Deadline
from bundler.verify.values import Hit, StepReport

STEPS: Final[Mapping[int, str]] = {
    1: "the archive is a sane zip",
    2: "members are those of the manifest, with safe names, fixed dates and modes",
    3: "sizes, SHA-256 and formats are as listed",
    4: "no known value in any encoding",
    5: "no rule of ours and nothing of detect-secrets' own scan finds anything",
    6: "no withheld text",
    7: "canaries sent through the same redactor are gone",
    8: "the issue body passes steps 4 to 7",
}
WITHOUT_SECRETS: Final = (1, 2, 3, 5)


@dataclass(slots=True, repr=False)
class Progress:
    """What runs, what ran and what was found so far; filled step by step within one verification."""

    deadline: Deadline
    planned: Sequence[int]
    steps: list[StepReport] = field(default_factory=list)
    hits: set[Hit] = field(default_factory=set)

    def ran(self, number: int, **counts: int) -> None:
        """Note that a step ran, and how much it looked at; raise ``TimeIsUp`` if the time is over."""
        self.steps.append(StepReport(number, STEPS[number], counts))
        self.deadline.check()

    @property
    def running(self) -> str:
        """The title of the step that comes after those that ran."""
        return STEPS[self.planned[min(len(self.steps), len(self.planned) - 1)]]
