"""A time limit on work that may not come to an end: asked for between its steps, and a signal where a step hangs."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import Final

# The signal comes later than the deadline, because work that is merely long ends more cleanly between its steps.
_GRACE: Final = 1.1
_AGAIN_SECONDS: Final = 1.0


class TimeIsUp(BaseException):
    """The time is over. Not an ``Exception``: code that reports whatever a rule raises must not take it for a finding."""


class Deadline:
    """A moment by which work must have ended, and what it was last seen at."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Start to count; ``clock`` returns seconds and never goes back."""
        self.seconds = seconds
        self.place = ""
        self._clock = clock
        self._end = clock() + seconds

    @property
    def is_over(self) -> bool:
        """Say whether the time is over."""
        return self._clock() >= self._end

    def allow(self, seconds: float) -> None:
        """Give more time: to work that grows with what it is given, a part at a time."""
        self.seconds += seconds
        self._end += seconds

    def at(self, place: str) -> None:
        """Remember what is worked at from here on; raise ``TimeIsUp`` if the time is over."""
        self.place = place
        self.check()

    def check(self) -> None:
        """Raise ``TimeIsUp`` if the time is over."""
        if self.is_over:
            raise TimeIsUp


@contextmanager
def alarm(deadline: Deadline) -> Iterator[None]:
    """Raise ``TimeIsUp`` in the middle of whatever hangs for somewhat longer than the ``deadline`` allows.

    Python looks for signals between its own instructions and inside a regular expression. It takes signals in the main
    thread only, and Windows has no timer: there, and where the caller has set a timer of its own, nothing is armed and
    ``Deadline.check`` is all there is.
    """
    if not hasattr(signal, "setitimer") or current_thread() is not main_thread() or any(_timer()):
        yield
        return

    def ring(_number: int, _frame: object) -> None:
        # More time may have been given since the timer was set.
        if deadline.is_over:
            raise TimeIsUp

    before = signal.signal(signal.SIGALRM, ring)
    # Again and again: an error raised in a destructor or a callback is dropped by Python.
    signal.setitimer(signal.ITIMER_REAL, deadline.seconds * _GRACE, _AGAIN_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL if before is None else before)


def _timer() -> tuple[float, float]:
    return signal.getitimer(signal.ITIMER_REAL)
