"""The log has a clock and nothing else: its zone and its days come from progress.jsonl.

The log's first clock is the one nearest to the run's first event in any zone that differs by whole quarters of an
hour (the finest offset in use). A clock that runs back by more than two hours (summer time ends with one) is the
next day.
"""

from __future__ import annotations

from dataclasses import dataclass

DAY = 86_400
_QUARTER = 900
_BACKWARDS = 7200


def seconds_of_day(clock: str) -> int:
    """Return HH:MM:SS as seconds since midnight."""
    hours, minutes, seconds = clock.split(":")
    return int(hours) * 3600 + int(minutes) * 60 + int(seconds)


@dataclass(slots=True)
class LogClock:
    """Turns clocks, given in the order in which they stand in the log, into seconds since the epoch."""

    midnight: float
    offset: int
    last: int

    @classmethod
    def aligned(cls, first_clock: str, start: float) -> LogClock:
        """Align the log's first clock with ``start``, the time of the run's first event."""
        first = seconds_of_day(first_clock)
        ahead = (first - start + DAY / 2) % DAY - DAY / 2
        offset = round(ahead / _QUARTER) * _QUARTER
        return cls(start + ahead - offset - first, offset, first)

    def advance(self, clock: str) -> float:
        """Return the time of the next record; a silence of a day or more cannot be seen."""
        now = seconds_of_day(clock)
        if now < self.last - _BACKWARDS:
            self.midnight += DAY
        self.last = now
        return self.midnight + now

    def text(self, moment: float) -> str:
        """Return a time as the log's clock would show it."""
        now = int(moment - self.midnight) % DAY
        return f"{now // 3600:02d}:{now // 60 % 60:02d}:{now % 60:02d}"
