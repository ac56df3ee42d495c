"""Faults put into the program's own process before it starts; see ``Sandbox.run``."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

from redaction import Format
from redaction.redacted import Redacted, sealed
from redaction.redactor import Redactor

#: Stage → the place where the pipeline calls it.
STAGES = {
    "config": "bundler.pipeline.build:load_config",
    "locate": "bundler.pipeline.asked:select",
    "collect": "bundler.pipeline.gather:collect",
    "diagnose": "bundler.pipeline.gather:diagnose",
    "harvest": "bundler.pipeline.clean:harvest",
    "redact": "bundler.pipeline.clean:redact_evidence",
    "render": "bundler.pipeline.package:render_body",
    "archive": "bundler.pipeline.package:write_archive",
    "verify": "bundler.pipeline.publish:verify_bundle",
    "aftermath": "bundler.pipeline.build:with_aftermath",
}


def replace(place: str, made: Callable[..., Any]) -> Callable[..., Any]:
    """Put ``made`` at ``module:name`` or ``module:class.name`` and return what was there."""
    module, _, path = place.partition(":")
    *inside, name = path.split(".")
    holder: Any = import_module(module)
    for part in inside:
        holder = getattr(holder, part)
    before: Callable[..., Any] = getattr(holder, name)
    setattr(holder, name, made)
    return before


def crash(stage: str, value: str) -> None:
    """Make a stage raise an error whose message, cause and notes hold a value."""

    def failing(*_arguments: Any, **_named: Any) -> None:
        error = RuntimeError(f"{stage} met {value}")
        error.add_note(value)
        raise error from UnicodeDecodeError("utf-8", value.encode(), 0, 1, value)

    replace(STAGES[stage], failing)


def redact_nothing() -> None:
    """Make the redactor give everything back as it came."""

    def unchanged(_self: Redactor, data: bytes, form: Format = Format.TEXT) -> Redacted:
        return sealed(data, (), form, "")

    Redactor.redact = unchanged  # type: ignore[method-assign]


def hang(seconds: float) -> None:
    """Make the verifier's step 5 run without end, and give the verification a limit that a test can wait for."""
    from bundler.verify import limits, rules  # noqa: PLC0415 - after the program has started

    def endless(*_arguments: Any) -> bool:
        while True:
            pass

    limits.SECONDS = seconds  # type: ignore[misc]
    rules.RuleScanner._starts = endless  # type: ignore[method-assign]


def die_at(place: str, *, calls: int = 1) -> None:
    """End this process by SIGKILL when the function at ``place`` is called for the ``calls``-th time."""
    left = [calls]

    def first(*arguments: Any, **named: Any) -> Any:
        left[0] -= 1
        if not left[0]:
            os.kill(os.getpid(), signal.SIGKILL)
        return before(*arguments, **named)

    before = replace(place, first)


def die_between_the_names() -> None:
    """End this process by SIGKILL when the first of the two files has its final name and the second does not."""
    die_at("pathlib:Path.replace", calls=2)


def without_privileges() -> None:
    """Give up root's right to read and write what file modes forbid (Linux capabilities 1 and 2); others have none."""
    if os.geteuid():
        return
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    sets = (ctypes.c_uint32 * 6)()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.capget(header, sets):
        raise OSError(ctypes.get_errno(), "capget")
    # The effective sets of the first and the second 32 capabilities are the words 0 and 3.
    sets[0] &= ~0b110
    if libc.capset(header, sets):
        raise OSError(ctypes.get_errno(), "capset")


def during(place: str, module: str, name: str, argument: str) -> None:
    """Call ``module.name(argument)`` each time just before the function at ``place`` is called."""

    def first(*arguments: Any, **named: Any) -> Any:
        getattr(import_module(module), name)(argument)
        return before(*arguments, **named)

    before = replace(place, first)


def clock(offset: float) -> None:
    """Let the clock jump back and forth by ``offset`` seconds from call to call."""
    real, calls = time.time, [0]

    def jumping() -> float:
        calls[0] += 1
        return real() + (offset if calls[0] % 2 else -offset)

    time.time = jumping


def recursion(limit: int) -> None:
    """Give the program less stack than Python's default."""
    sys.setrecursionlimit(limit)
