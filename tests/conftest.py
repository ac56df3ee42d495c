"""What every test starts from."""

from __future__ import annotations

import signal

import pytest


def pytest_configure() -> None:
    """Hear the signals that a shell told us to ignore: background jobs and ``nohup`` hand that down to every child."""
    for number, handler in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that take longest, those that drive real programs: at the end one worker would wait for them."""
    items.sort(key=lambda item: item.get_closest_marker("end_to_end") is None)
