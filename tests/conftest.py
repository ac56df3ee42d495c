"""What every test starts from."""

from __future__ import annotations

import signal


def pytest_configure() -> None:
    """Hear the signals that a shell told us to ignore: background jobs and ``nohup`` hand that down to every child."""
    for number, handler in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, handler)
