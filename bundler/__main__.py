"""The console script and ``python -m bundler``."""

from __future__ import annotations

import signal
import sys

_INTERRUPTED = 130


def main() -> None:
    """Run the command line and end the process with its exit code; being asked to end is like Ctrl-C."""
    try:
        _end_as_by_ctrl_c()
        from bundler.cli.main import run  # noqa: PLC0415 - start-up imports only what it needs
        from bundler.offline import stay_offline  # noqa: PLC0415

        stay_offline()

        code = run()
    except KeyboardInterrupt:
        # It came before the command line could take it, or while that told of an ending.
        sys.stderr.write("\ncompass-report: Interrupted; no unfinished file is left.\n")
        code = _INTERRUPTED
    raise SystemExit(code)


def _end_as_by_ctrl_c() -> None:
    """Let ``kill`` and a closed terminal unwind the program, so that temporary files go; ``nohup`` stays respected."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)


if __name__ == "__main__":
    main()
