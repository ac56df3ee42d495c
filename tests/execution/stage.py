"""Running ``compass-report`` on small commands, with a state folder of its own, with and without a terminal."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).parents[2]
_SECONDS = 60


def environment(home: Path, **more: str) -> dict[str, str]:
    """A plain environment whose home and state lie below ``home``."""
    return {
        "HOME": str(home),
        "XDG_STATE_HOME": str(home / "state"),
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(REPOSITORY),
        "LANG": "C.UTF-8",
        **more,
    }


def words(*arguments: str) -> list[str]:
    """The words of ``compass-report`` with these arguments."""
    return [sys.executable, "-m", "bundler", *arguments]


def start(home: Path, *arguments: str, **options: Any) -> subprocess.Popen[str]:
    """Start it in ``home``, in a session of its own: no terminal, as in CI."""
    return subprocess.Popen(
        words(*arguments),
        cwd=home,
        env=environment(home),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        **options,
    )


def run(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run it to its end without a terminal."""
    process = start(home, *arguments)
    out, err = process.communicate(timeout=_SECONDS)
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


class Terminal:
    """``compass-report`` in the foreground of a terminal of its own."""

    def __init__(self, home: Path, *arguments: str) -> None:
        """Start it there."""
        self.pid, self._screen = pty.fork()
        if self.pid == 0:
            os.chdir(home)
            os.execvpe(sys.executable, words(*arguments), environment(home, TERM="xterm"))  # noqa: S606 - no shell is wanted
        self.shown = b""
        self.status: int | None = None

    def wait_for(self, text: bytes) -> None:
        """Read the screen until it shows a text."""
        deadline = time.monotonic() + _SECONDS
        while text not in self.shown:
            assert self._read(), f"the screen ended with {self.shown[-500:]!r}"
            assert time.monotonic() < deadline

    def press(self, keys: bytes) -> None:
        """Type something; the byte 3 is Ctrl-C."""
        os.write(self._screen, keys)

    def end(self) -> int:
        """Wait for the end and return the exit code, negative for a signal."""
        while self._read():
            pass
        _, status = os.waitpid(self.pid, 0)
        os.close(self._screen)
        return os.waitstatus_to_exitcode(status)

    def _read(self) -> bool:
        ready, _, _ = select.select([self._screen], [], [], _SECONDS)
        assert ready, "nothing happened in time"
        try:
            data = os.read(self._screen, 65536)
        except OSError:
            return False
        self.shown += data
        return bool(data)


def record(home: Path) -> dict[str, Any]:
    """The only record that ``exec`` left."""
    (path,) = (home / "state" / "compass-report" / "executions").glob("*/record.json")
    return dict(json.loads(path.read_text()))


def console(home: Path) -> str:
    """The recorded console of the only command."""
    (path,) = (home / "state" / "compass-report" / "executions").glob("*/console.txt")
    return path.read_text()
