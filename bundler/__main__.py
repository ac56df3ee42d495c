"""The console script and ``python -m bundler``."""

from __future__ import annotations

import _thread
import gc
import signal
import sys
import time
from types import TracebackType

_INTERRUPTED = 130
_UNWRITABLE = 4
_MOMENT_SECONDS = 0.02
# Objects after which the collector looks for cycles: we make hardly any, and looking costs a quarter of a large report.
_MANY_OBJECTS = 50_000
_STOPS = ("SIGINT", "SIGTERM", "SIGHUP")


def main() -> None:
    """Run the command line and end the process with its exit code; being asked to end is like Ctrl-C."""
    # However often and wherever somebody presses Ctrl-C, there is no traceback.
    sys.excepthook = _last_word
    code: int | None = None
    untold = False
    while True:
        try:
            if code is None:
                code = _run()
            _hear_no_more()
            break
        except KeyboardInterrupt:
            # It came before the command line could take it, or while that told of an ending.
            code, untold = (_INTERRUPTED, True) if code is None else (code, untold)
    if untold:
        _say_interrupted()
    raise SystemExit(_delivered(code))


def _run() -> int:
    _end_as_by_ctrl_c()
    gc.set_threshold(_MANY_OBJECTS)
    sys.unraisablehook = raise_again
    from bundler.machine.standard_streams import make_enduring  # noqa: PLC0415 - start-up imports only what it needs

    make_enduring()
    from bundler.cli.main import run  # noqa: PLC0415
    from bundler.offline import stay_offline  # noqa: PLC0415

    stay_offline()
    return run()


def _delivered(code: int) -> int:
    """Return the exit code; a result that did not arrive, the disk being full say, is not a good ending."""
    from bundler.machine.standard_streams import lost  # noqa: PLC0415

    if not (reason := lost()):
        return code
    sys.stderr.write(f"compass-report: Standard output cannot be written: {reason}.\n")
    return code or _UNWRITABLE


def _say_interrupted() -> None:
    sys.stderr.write("\ncompass-report: Interrupted; no unfinished file is left.\n")


def _last_word(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Tell of what nobody could catch any more; only an interruption during the ending is meant to come here."""
    if issubclass(kind, KeyboardInterrupt):
        _say_interrupted()
    else:
        sys.__excepthook__(kind, error, trace)


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
