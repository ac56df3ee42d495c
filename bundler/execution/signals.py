"""Signals for a command that is run unchanged: each reaches it exactly once.

What a key press sends, the kernel gives to the whole foreground group, so a command in our own group has it already and
must not get it twice (AgentCompass takes a second Ctrl-C as "at once"). What is sent to us alone is passed on. Linux
tells the two apart; elsewhere signals that keys can send are taken for key presses where there is a terminal.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

_NAMES: Final = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGWINCH")
_PASSED_ON: Final = frozenset(getattr(signal, name) for name in _NAMES if hasattr(signal, name))
_FROM_KEYS: Final = frozenset({signal.SIGINT, signal.SIGQUIT, signal.SIGWINCH})
# siginfo's si_code of signals that the kernel sends by itself (Linux, asm-generic/siginfo.h).
_SI_KERNEL: Final = 0x80


@dataclass(frozen=True, slots=True)
class Arrived:
    """A signal that came to us; ``from_keys`` tells that the whole foreground group has it."""

    number: int
    from_keys: bool


def has_terminal() -> bool:
    """Tell whether we belong to a terminal, whatever our streams are."""
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
    except OSError:
        return False
    return True


@contextmanager
def held() -> Iterator[set[int]]:
    """Hold signals back for ``arrived`` and give the mask that the command must start with; nothing is lost."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _PASSED_ON)
    try:
        yield {int(number) for number in before}
    finally:
        for _ in _pending():
            # What came after the command ended has nobody to go to; the user's wish to stop was for the command.
            pass
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def arrived(*, terminal: bool) -> Iterator[Arrived]:
    """Yield the signals that came since the last call; ``terminal`` says whether there is one to press keys at."""
    for number, code in _pending():
        keys = number in _FROM_KEYS and terminal and code in (None, _SI_KERNEL)
        yield Arrived(number, keys)


def _pending() -> Iterator[tuple[int, int | None]]:
    if hasattr(signal, "sigtimedwait"):
        while (found := signal.sigtimedwait(_PASSED_ON, 0)) is not None:
            yield found.si_signo, found.si_code
    else:
        while waiting := signal.sigpending() & _PASSED_ON:
            yield int(signal.sigwait(waiting)), None
