"""A script: which outcome the n-th call of a lane meets."""

from dataclasses import dataclass

from tests.standin.outcomes import OUTCOMES, Outcome


class UnknownOutcomeError(ValueError):
    """A script names an outcome that does not exist, or none at all."""


@dataclass(frozen=True)
class Script:
    """Outcome names in call order; the last one repeats for ever."""

    names: tuple[str, ...]

    def __post_init__(self) -> None:
        unknown = sorted(set(self.names) - OUTCOMES.keys())
        if unknown or not self.names:
            raise UnknownOutcomeError(f"unknown outcomes {unknown}; known are {', '.join(sorted(OUTCOMES))}")

    @classmethod
    def parse(cls, text: str) -> "Script":
        """Read ``right, e401*2, right``: names separated by commas, ``*n`` repeats one n times.

        Raises:
            UnknownOutcomeError: for a name that no outcome has, an empty text or a repeat that is no number.
        """
        names: list[str] = []
        for part in text.split(","):
            name, _, times = part.strip().partition("*")
            if times and not times.isdecimal():
                raise UnknownOutcomeError(f"`*` must be followed by a number in {text!r}")
            names += [name.strip()] * int(times or 1)
        return cls(tuple(names))

    def outcome(self, index: int) -> Outcome:
        """The outcome of the call with this index, counted from 0."""
        return OUTCOMES[self.names[min(index, len(self.names) - 1)]]
