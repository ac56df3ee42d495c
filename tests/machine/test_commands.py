"""A program that we start is bounded in time and output, and leaves nothing behind."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from bundler.machine.commands import run_bounded


def _python(code: str, *, timeout: float = 20, limit: int = 10_000, **more):
    return run_bounded([sys.executable, "-c", code], timeout=timeout, limit=limit, **more)


def test_output_and_exit_code() -> None:
    """Both streams are kept in order, the exit code is told, undecodable bytes are replaced."""
    done = _python("import sys, os; os.write(1, b'a\\xff'); os.write(2, b'b'); sys.exit(3)")
    assert (done.exit_code, done.text, done.found, done.timed_out, done.cut) == (3, "a\ufffdb", True, False, False)


@pytest.mark.parametrize("argv", [["no-such-program-of-this-name"], [str(Path(__file__).parent)], ["a\0b"]])
def test_what_cannot_be_started_is_not_found(argv: list[str]) -> None:
    """A missing program, a folder and an impossible name are told, not raised."""
    assert not run_bounded(argv, timeout=5, limit=10).found


def test_output_is_bounded() -> None:
    """A program that prints without end is cut and neither fills memory nor stalls."""
    done = _python("import sys\nfor _ in range(3000): sys.stdout.write('x' * 10000)", limit=1000)
    assert (done.exit_code, len(done.text), done.cut) == (0, 1000, True)


def test_time_is_bounded_and_children_end_too(tmp_path: Path) -> None:
    """A program that hangs is ended with what it started."""
    mark = tmp_path / "alive"
    child = f"import time\nfor _ in range(200):\n time.sleep(.05); open({str(mark)!r}, 'a').write('x')"
    start = f"import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', {child!r}])"
    done = _python(f"{start}; print('up', flush=True); time.sleep(60)", timeout=1.5)
    assert done.timed_out
    assert done.exit_code is None
    assert done.text == "up\n"
    time.sleep(0.2)
    size = mark.stat().st_size if mark.exists() else 0
    time.sleep(0.3)
    assert (mark.stat().st_size if mark.exists() else 0) == size


def test_a_child_that_outlives_the_program_is_ended() -> None:
    """A program that ends and leaves a child holding its output does not keep us waiting."""
    child = "import time; time.sleep(60)"
    started = time.monotonic()
    assert _python(f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {child!r}])").exit_code == 0
    assert time.monotonic() - started < 15


def test_it_has_no_input_and_the_environment_it_is_given() -> None:
    """Nothing can be asked of the user, and no variable of ours goes along where an environment is given."""
    assert _python("import sys; print(repr(sys.stdin.read()))").text.strip() == "''"
    assert _python("import os; print(os.environ.get('HOME'))", env={"PATH": "/usr/bin"}).text.strip() == "None"
