"""Work that waits for other programs, done while we do our own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

Result = TypeVar("Result")


class Background(Generic[Result]):
    """Starts a function in a thread; ``result`` waits for it and returns what it returned or raises what it raised."""

    def __init__(self, work: Callable[[], Result]) -> None:
        """Start at once."""
        self._work = work
        self._result: list[Result] = []
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._result.append(self._work())
        except BaseException as error:  # noqa: BLE001 - raised again where the result is asked for
            self._error = error

    def result(self) -> Result:
        """Wait for the end."""
        self._thread.join()
        if self._error is not None:
            raise self._error
        return self._result[0]
