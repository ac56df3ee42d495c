"""One tree of errors; the command line is the one place that catches them.

ReportError                      a clear sentence for the user, and the exit code that goes with it
├── UsageError                   2    the request itself cannot be understood
├── NotFoundError                3    no such run, task or attempt, or more than one
├── UnreadableError              4    evidence is there and cannot be read
├── NotCleanError                5    the finished bundle is not proven clean; nothing is written
├── InvalidBundleError           6    not a valid bundle
└── Interrupted                130    the user stopped us

A message never quotes evidence: no value, no line of a log, no text of a document. Paths that the user typed and
task ids that the user must choose from are allowed, made safe for a terminal by the command line.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum


class ExitCode(IntEnum):
    """The exit codes of ``compass-report``; 1 is never used on purpose."""

    OK = 0
    USAGE = 2
    NOT_FOUND = 3
    UNREADABLE = 4
    NOT_CLEAN = 5
    INVALID_BUNDLE = 6
    DIFFERENT_FAILURE = 10
    PASSES = 11
    COULD_NOT_RUN = 12
    BUG = 70
    INTERRUPTED = 130


class ReportError(Exception):
    """A failure with one clear sentence for the user and an optional hint on what to do next."""

    exit_code: ExitCode = ExitCode.BUG

    def __init__(self, sentence: str, *, hint: str = "", candidates: Sequence[str] = ()) -> None:
        """Keep the sentence, what may help, and what the user can choose from."""
        super().__init__(sentence)
        self.sentence = sentence
        self.hint = hint
        self.candidates = tuple(candidates)


class UsageError(ReportError):
    """The request itself cannot be understood: a bad option, a bad configuration file."""

    exit_code = ExitCode.USAGE


class NotFoundError(ReportError):
    """No such run, task or attempt, or several that fit; ``candidates`` lists them."""

    exit_code = ExitCode.NOT_FOUND


class UnreadableError(ReportError):
    """Evidence is there and cannot be read."""

    exit_code = ExitCode.UNREADABLE


class NotCleanError(ReportError):
    """The finished bundle is not proven clean; nothing was written. ``candidates`` holds ``member:line:rule``."""

    exit_code = ExitCode.NOT_CLEAN


class InvalidBundleError(ReportError):
    """A received file is not a bundle, or not one that can be trusted to be whole."""

    exit_code = ExitCode.INVALID_BUNDLE


class Interrupted(ReportError):  # noqa: N818 - the field's word for it
    """The user stopped us."""

    exit_code = ExitCode.INTERRUPTED
