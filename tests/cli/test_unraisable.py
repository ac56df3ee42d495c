"""What Python can raise nowhere is neither printed nor lost."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import signal, sys, time
from bundler.__main__ import raise_again
signal.signal(signal.SIGTERM, signal.default_int_handler)
sys.unraisablehook = raise_again

class Owner:
    def __del__(self):
        raise {error}("FAKE evidence")

try:
    owner = Owner()
    del owner
    time.sleep(1)
    print("went on")
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize(("error", "said"), [("KeyboardInterrupt", "interrupted\n"), ("ValueError", "went on\n")])
def test_an_exception_in_a_destructor(error: str, said: str) -> None:
    """Of an error in a destructor nothing is printed; an interruption is raised again outside of it."""
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(error=error)], capture_output=True, text=True, check=False, timeout=60
    )
    assert (ran.stdout, ran.stderr) == (said, "")
