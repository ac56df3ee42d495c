"""What goes to the terminal: plain text, colours only where a person looks, nothing that evidence could steer.

Everything passes ``visible``: terminal escapes, bidirectional and other invisible characters are spelled out.
Results go to stdout, what is said about the work to stderr, so that output can be piped.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import click

from bundler.machine.environment import wants_no_color
from bundler.render.markdown import visible

_QUIET_SECONDS: Final = 1.0


def colors(stream_is_terminal: bool) -> bool:  # noqa: FBT001
    """Return whether styles are wanted on a stream (see https://no-color.org)."""
    return stream_is_terminal and not wants_no_color()


def say(text: str = "", **style: object) -> None:
    """Write one line to stderr."""
    _write(text, error=True, style=style)


def answer(text: str = "", **style: object) -> None:
    """Write one line of a command's result to stdout."""
    _write(text, error=False, style=style)


def warn(text: str) -> None:
    """Write one sentence about something that went wrong to stderr."""
    say(f"compass-report: {text}", fg="red")


def _write(text: str, *, error: bool, style: dict[str, object]) -> None:
    stream = sys.stderr if error else sys.stdout
    line = "\n".join(visible(part) for part in text.split("\n"))
    if style and colors(stream.isatty()):
        line = click.style(line, **style)  # type: ignore[arg-type]
    click.echo(line, err=error)


class Progress:
    """Says what is being done, once it takes longer than a second and only where a person looks."""

    def __init__(self, *, quiet: bool = False, verbose: bool = False) -> None:
        """Decide once whether and how to speak."""
        self._quiet = quiet
        self._verbose = verbose
        self._live = not quiet and not verbose and sys.stderr.isatty()
        self._started = time.monotonic()
        self._width = 0

    def __call__(self, step: str, done: int = 0, total: int = 0) -> None:
        """Announce a step; ``done`` of ``total`` bytes, where a size is known, add rate and remaining time."""
        elapsed = time.monotonic() - self._started
        if self._verbose and not done:
            say(f"{elapsed:6.2f}s  {step}")
        if self._live and elapsed >= _QUIET_SECONDS:
            self._show(f"{step}{_rate(done, total, elapsed)} …")

    def _show(self, line: str) -> None:
        click.echo("\r" + line.ljust(self._width), err=True, nl=False)
        self._width = len(line)

    def clear(self) -> None:
        """Wipe the line in progress."""
        if self._width:
            click.echo("\r" + " " * self._width + "\r", err=True, nl=False)
            self._width = 0


def _rate(done: int, total: int, elapsed: float) -> str:
    if not done or not total or elapsed <= 0:
        return ""
    rate = done / elapsed
    remaining = max(0, round((total - done) / rate))
    return f" {done * 100 // total} % ({rate / 1e6:.0f} MB/s, {remaining} s left)"


@contextmanager
def progress(*, quiet: bool, verbose: bool) -> Iterator[Progress]:
    """Give a progress line that is wiped whatever happens."""
    shown = Progress(quiet=quiet, verbose=verbose)
    try:
        yield shown
    finally:
        shown.clear()
