"""The console script and ``python -m bundler``."""

from __future__ import annotations

import _thread
import gc
import signal
import sys
import time

_INTERRUPTED = 130
_MOMENT_SECONDS = 0.02
# Objects after which the collector looks for cycles: we make hardly any, and looking costs a quarter of a large report.
_MANY_OBJECTS = 50_000
_STOPS = ("SIGINT", "SIGTERM", "SIGHUP")


def main() -> None:
    """Run the command line and end the process with its exit code; being asked to end is like Ctrl-C."""
    try:
        _end_as_by_ctrl_c()
        gc.set_threshold(_MANY_OBJECTS)
        sys.unraisablehook = raise_again
        from bundler.cli.main import run  # noqa: PLC0415 - start-up imports only what it needs
        from bundler.offline import stay_offline  # noqa: PLC0415

        stay_offline()

        code = run()
    except KeyboardInterrupt:
        _hear_no_more()
        # It came before the command line could take it, or while that told of an ending.
        sys.stderr.write("\ncompass-report: Interrupted; no unfinished file is left.\n")
        code = _INTERRUPTED
    _hear_no_more()
    raise SystemExit(code)


def _end_as_by_ctrl_c() -> None:
    """Let ``kill`` and a closed terminal unwind the program, so that temporary files go; ``nohup`` stays respected."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)


def _hear_no_more() -> None:
    """Ignore further signals: the ending is under way, and what they would raise now nobody could take."""
    for name in _STOPS:
        number = getattr(signal, name, None)
        if number is not None:
            signal.signal(number, signal.SIG_IGN)


def raise_again(unraisable: sys.UnraisableHookArgs) -> None:
    """Take an exception that Python would print and drop, in a destructor say: its text could quote evidence.

    An interruption is not lost: it is raised again where somebody takes it.
    """
    if unraisable.exc_type is None or not issubclass(unraisable.exc_type, KeyboardInterrupt):
        return
    for name in _STOPS:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.default_int_handler:
            # Not here: the destructor would swallow it again.
            _thread.start_new_thread(_interrupt_soon, (number,))
            return


def _interrupt_soon(number: signal.Signals) -> None:
    """Interrupt the main thread a moment later."""
    time.sleep(_MOMENT_SECONDS)
    _thread.interrupt_main(number)


if __name__ == "__main__":
    main()
