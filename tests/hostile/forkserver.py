"""A process that has loaded the program and forks one child per command: real processes, without start-up each time.

It reads one JSON object per line from stdin (see ``Order`` in ``command.py``) and answers with one per line. It has no
threads of its own, so that forking is safe; every child has its own process group, which is ended after each command.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time
from contextlib import suppress
from importlib import import_module
from typing import Any

from redaction import Format, Policy, Redactor

_PRELOADED = (
    "bundler.pipeline", "bundler.cli.report", "bundler.cli.show_report", "bundler.cli.endings", "bundler.cli.show_list",
    "bundler.verify.interface", "bundler.collectors.contract", "jinja2", "pydantic", "platformdirs", "publicsuffixlist",
)  # fmt: skip
_LIMITS = {"file_size": resource.RLIMIT_FSIZE, "memory": resource.RLIMIT_AS, "open_files": resource.RLIMIT_NOFILE}


def preload() -> None:
    """Import what a build imports and compile the rules."""
    for name in _PRELOADED:
        import_module(name)
    redactor = Redactor(Policy())
    redactor.survey(b"https://example.org/ a@b.example", Format.TEXT)
    redactor.redact(b"https://example.org/ a@b.example", Format.TEXT)


def child(order: dict[str, Any]) -> None:
    """Become the command: streams, folder, environment, limits, and an optional patch of the program; never returns."""
    code = 1
    os.setsid()
    for number, flags in ((0, os.O_RDONLY), (1, os.O_WRONLY), (2, os.O_WRONLY)):
        name = order["streams"][number]
        os.dup2(os.open(name, flags | (os.O_CREAT | os.O_TRUNC if number else 0), 0o600), number)
    os.chdir(order["cwd"])
    os.environ.clear()
    os.environ.update(order["env"])
    for name, value in order["limits"].items():
        resource.setrlimit(_LIMITS[name], (value, value))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        if order["patch"]:
            module, _, name = order["patch"].partition(":")
            getattr(import_module(module), name)(*order["patch_arguments"])
        sys.argv = ["compass-report", *order["arguments"]]
        try:
            import_module("bundler.__main__").main()
        except SystemExit as ending:
            code = ending.code if isinstance(ending.code, int) else 1
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:  # noqa: BLE001 - what Python itself would print at the end of the process
        sys.excepthook(*sys.exc_info())
        sys.stderr.flush()
    finally:
        os._exit(code)


def attend(pid: int, order: dict[str, Any]) -> dict[str, Any]:
    """Wait for the child, send it what was ordered on the way, end it when its time is over."""
    started = time.monotonic()
    to_send = [(float(moment), int(number)) for moment, number in order["signals"]]
    timed_out = False
    while True:
        done, status, usage = os.wait4(pid, os.WNOHANG)
        if done:
            break
        elapsed = time.monotonic() - started
        while to_send and elapsed >= to_send[0][0]:
            os.kill(pid, to_send.pop(0)[1])
        if elapsed > order["timeout"] and not timed_out:
            timed_out = True
            os.kill(pid, signal.SIGKILL)
        time.sleep(0.001)
    with suppress(OSError):
        os.killpg(pid, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(status)
    seconds = time.monotonic() - started
    return {"code": code, "timed_out": timed_out, "kilobytes": usage.ru_maxrss, "seconds": seconds}


def serve() -> None:
    """Answer orders until stdin ends."""
    preload()
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        order = json.loads(line)
        # Signals wait until the child has become the command: before that there is no program to interrupt.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
        pid = os.fork()
        if pid == 0:
            child(order)
        answers.write(json.dumps(attend(pid, order)) + "\n")
        answers.flush()


if __name__ == "__main__":
    serve()
