"""The command as a user runs it, in a process of its own, and the law that holds however it ends."""

from __future__ import annotations

import atexit
import json
import queue
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, TypeVar

ROOT = Path(__file__).parents[2]
#: Generous, because machines that test are busy: what is caught is what never ends.
TIMEOUT = 120.0
DOCUMENTED = frozenset({0, 2, 3, 4, 5, 6, 130})
#: Environments hold nothing of this machine: a proxy or a key of the developer's must not change an outcome.
BARE = {"PATH": "/nonexistent", "LANG": "C.UTF-8", "TZ": "UTC"}
#: What ``--verbose`` says before.
_STEPS = re.compile(r"(?:\s*[\d.]+s  .*\n)*")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True)
class Ending:
    """How a command ended and all that it said."""

    code: int
    out: str = field(repr=False)
    err: str
    kilobytes: int
    seconds: float
    timed_out: bool

    @property
    def said(self) -> str:
        """Everything on the terminal."""
        return self.out + self.err

    @property
    def json(self) -> dict[str, Any]:
        """What ``--json`` printed."""
        return json.loads(self.out)


class _Server:
    """The fork server, started at first use and ended with the tests."""

    def __init__(self) -> None:
        # The packages under test are those that the tests themselves import, wherever they were checked out.
        argv = [sys.executable, "-P", "-m", "tests.hostile.forkserver"]
        self._process = subprocess.Popen(
            argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**BARE, "PYTHONPATH": str(ROOT)},
            cwd="/",
            text=True,
        )
        atexit.register(self._end)

    def order(self, order: Mapping[str, Any]) -> dict[str, Any]:
        orders, answers = self._streams()
        orders.write(json.dumps(order) + "\n")
        orders.flush()
        return json.loads(answers.readline())

    def _streams(self) -> tuple[IO[str], IO[str]]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        return self._process.stdin, self._process.stdout

    def _end(self) -> None:
        for stream in self._streams():
            stream.close()
        self._process.wait(10)


_Given = TypeVar("_Given")
_Made = TypeVar("_Made")
_AT_ONCE = 2
_idle: queue.LifoQueue[_Server] = queue.LifoQueue()


def _ordered(order: Mapping[str, Any]) -> dict[str, Any]:
    """Give an order to an idle server; there are as many servers as there were ever orders at once."""
    try:
        server = _idle.get_nowait()
    except queue.Empty:
        server = _Server()
    answer = server.order(order)
    _idle.put(server)
    return answer


def at_once(make: Callable[[_Given], _Made], given: Iterable[_Given]) -> dict[_Given, _Made]:
    """Return what ``make`` makes of each, two at a time."""
    names = list(given)
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        return dict(zip(names, pool.map(make, names), strict=True))


class Sandbox:
    """A folder to work in, with a home of its own: what a command leaves there is all that it leaves."""

    def __init__(self, folder: Path, env: Mapping[str, str] | None = None) -> None:
        """Make the folders; ``env`` is what the reporter's environment holds besides the bare necessities."""
        self.folder = folder
        self.cwd, self.home, self.streams = folder / "cwd", folder / "home", folder / "streams"
        for made in (self.cwd, self.home, self.streams):
            made.mkdir(parents=True, exist_ok=True)
        self.env = {**BARE, **(env or {}), "HOME": str(self.home), "TMPDIR": str(self.temporary)}

    @property
    def temporary(self) -> Path:
        """The folder for temporary files."""
        made = self.folder / "tmp"
        made.mkdir(exist_ok=True)
        return made

    def run(
        self,
        *arguments: str | Path,
        limits: Mapping[str, int] | None = None,
        signals: Sequence[tuple[float, int]] = (),
        patch: str = "",
        patch_arguments: Sequence[Any] = (),
        timeout: float = TIMEOUT,
    ) -> Ending:
        """Run one command to its end; ``patch`` is ``module:function``, called in the process before the program."""
        out, err = self.streams / "out", self.streams / "err"
        answer = _ordered({
            "arguments": [str(argument) for argument in arguments],
            "cwd": str(self.cwd),
            "env": self.env,
            "limits": dict(limits or {}),
            "signals": list(signals),
            "streams": ["/dev/null", str(out), str(err)],
            "patch": patch,
            "patch_arguments": list(patch_arguments),
            "timeout": timeout,
        })  # fmt: skip
        # Surrogates stand for bytes that are not UTF-8: nothing is lost to a search for planted values.
        texts = [stream.read_bytes().decode("utf-8", "surrogateescape") for stream in (out, err)]
        return Ending(answer["code"], *texts, answer["kilobytes"], answer["seconds"], answer["timed_out"])

    def files(self) -> set[str]:
        """Every file and link below the sandbox, but the captured streams."""
        kept = (path for path in self.folder.rglob("*") if not path.is_dir() or path.is_symlink())
        return {str(path.relative_to(self.folder)) for path in kept if self.streams not in path.parents}


def assert_law(ending: Ending, allowed: frozenset[int] = DOCUMENTED) -> None:
    """A documented exit code, one clear sentence where it is not 0, no traceback, no control characters, no hang."""
    assert not ending.timed_out, "the command hangs"
    assert ending.code in allowed, ending.err
    assert "Traceback (most recent call last)" not in ending.err
    assert not _CONTROL.search(ending.said.replace("\n", "").replace("\t", ""))
    if ending.code:
        # click ends the line of the ^C that the terminal shows.
        said = _STEPS.sub("", ending.err, count=1).lstrip("\n" if ending.code == 130 else "")
        assert said.startswith("compass-report: ")
        assert 20 < len(said.splitlines()[0]) < 1000
