"""Running one command as if we were not there: streams, signals, exit code; what it prints also goes to a sink."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from bundler.execution import signals
from bundler.execution.streams import Streams
from bundler.machine.standard_streams import CLOSED

Sink = Callable[[bytes], None]
# How often signals and the command's end are looked for, in seconds, while nothing is printed.
_BEAT: Final = 0.1
# What a command's left-over children may still print after its end.
_DRAIN: Final = 0.2
# How long a stopped command may clean up (close its sandboxes) before it is stopped harder.
_GRACE: Final = (20.0, 5.0, 5.0)
_STOPS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)


class NotStartedError(Exception):
    """The command cannot be started; ``exit_code`` is 127 if there is no such program, else 126, as shells have it."""

    def __init__(self, exit_code: int, reason: str) -> None:
        """Keep the shell's exit code and the system's reason."""
        super().__init__(reason)
        self.exit_code, self.reason = exit_code, reason


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended: negative exit codes are signals; ``interrupted`` tells that the user pressed Ctrl-C."""

    exit_code: int
    interrupted: bool


def run_unchanged(argv: Sequence[str], sink: Sink) -> Ended:
    """Run a command with our streams, environment and folder, and return how it ended. Raises ``NotStartedError``.

    In a terminal it stays in our process group, so that keys and job control work as always; without one it gets a
    group of its own, so that a signal to ours does not reach it twice.
    """
    terminal = signals.has_terminal()
    with signals.held() as mask:
        streams = Streams.like_ours()
        try:
            process = _start(argv, streams, mask, own_group=not terminal)
            return _accompany(process, streams, sink, terminal=terminal)
        finally:
            streams.close()


def run_aside(
    argv: Sequence[str], sink: Sink, *, timeout: float, folder: Path, environment: Mapping[str, str]
) -> int | None:
    """Run a command without input, in a group of its own, for at most ``timeout`` seconds; ``None`` if that was over.

    It is then stopped as by Ctrl-C, so that it can close its sandboxes, and killed only if it does not heed that.
    Ctrl-C stops it too and raises ``KeyboardInterrupt`` when it has ended. Raises ``NotStartedError``.
    """
    outer, inner = os.pipe()
    try:
        with open(os.devnull, "rb") as nothing:  # noqa: PTH123 - a device
            process = _spawn(
                argv,
                stdin=nothing.fileno(),
                stdout=inner,
                stderr=inner,
                cwd=folder,
                env=dict(environment),
                process_group=0,
            )
    except NotStartedError:
        os.close(outer)
        raise
    finally:
        os.close(inner)
    try:
        return _bounded(process, outer, sink, time.monotonic() + timeout)
    finally:
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        os.close(outer)


def _start(argv: Sequence[str], streams: Streams, mask: set[int], *, own_group: bool) -> subprocess.Popen[bytes]:
    try:
        return _spawn(
            argv,
            stdout=streams.stdout and streams.stdout.inner,
            stderr=streams.stderr and streams.stderr.inner,
            process_group=0 if own_group else None,
            # We are one thread: nothing can hold a lock between fork and exec.
            preexec_fn=partial(_become, mask),
        )
    finally:
        streams.started()


def _become(mask: set[int]) -> None:
    """Between fork and exec: signals as they were, and closed what was closed."""
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    for number in CLOSED:
        os.close(number)


def _spawn(argv: Sequence[str], **options: object) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(list(argv), **options)  # type: ignore[call-overload, no-any-return]
    except FileNotFoundError:
        raise NotStartedError(127, "command not found") from None
    except (OSError, ValueError) as error:
        reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else "it cannot be started"
        raise NotStartedError(126, reason) from None


def _accompany(process: subprocess.Popen[bytes], streams: Streams, sink: Sink, *, terminal: bool) -> Ended:
    interrupted = False
    while process.poll() is None:
        for one in signals.arrived(terminal=terminal):
            interrupted = interrupted or one.number == signal.SIGINT
            _pass_on(process, streams, one, terminal=terminal)
        _forward(streams, sink, _BEAT)
    until = time.monotonic() + _DRAIN
    while streams.open and time.monotonic() < until and _forward(streams, sink, 0.0):
        pass
    return Ended(process.returncode, interrupted)


def _pass_on(process: subprocess.Popen[bytes], streams: Streams, one: signals.Arrived, *, terminal: bool) -> None:
    if one.number == signal.SIGWINCH:
        # The command may have asked for the size before the pseudo-terminal had it, so it is told again.
        for stream in streams.terminals():
            stream.take_over_size()
    elif one.from_keys:
        return
    if terminal:
        process.send_signal(one.number)
    else:
        with suppress(OSError):
            os.killpg(process.pid, one.number)


def _forward(streams: Streams, sink: Sink, wait: float) -> bool:
    """Pass on what was printed; returns whether anything was."""
    if not streams.open:
        time.sleep(wait)
        return False
    ready, _, _ = select.select([stream.outer for stream in streams.open], [], [], wait)
    for stream in [stream for stream in streams.open if stream.outer in ready]:
        data = stream.read()
        if data:
            sink(data)
        if not data or not stream.pass_on(data):
            streams.finished(stream)
    return bool(ready)


def _bounded(process: subprocess.Popen[bytes], outer: int, sink: Sink, deadline: float) -> int | None:
    stops = iter(zip(_STOPS, _GRACE, strict=True))
    timed_out, pressed, reading = False, False, True
    while process.poll() is None:
        try:
            reading = reading and _take(outer, sink)
            if not reading:
                time.sleep(_BEAT)
        except KeyboardInterrupt:
            pressed, deadline = True, 0.0
        if time.monotonic() >= deadline and (stop := next(stops, None)) is not None:
            timed_out = True
            with suppress(OSError):
                os.killpg(process.pid, stop[0])
            deadline = time.monotonic() + stop[1]
    while reading and select.select([outer], [], [], 0)[0] and _take(outer, sink):
        pass
    if pressed:
        raise KeyboardInterrupt
    return None if timed_out else process.returncode


def _take(outer: int, sink: Sink) -> bool:
    if not select.select([outer], [], [], _BEAT)[0]:
        return True
    data = os.read(outer, 65536)
    sink(data)
    return bool(data)
