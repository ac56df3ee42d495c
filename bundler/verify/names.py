"""Names of members: plain relative paths that mean the same file on every system."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from bundler.verify import limits
from bundler.verify.reasons import BrokenBundleError, Reason

_SAFE: Final = re.compile(rb"[A-Za-z0-9._-]++(?:/[A-Za-z0-9._-]++)*+\Z")
# Device names of Windows, which stand for devices with any extension too (Microsoft, "Naming Files, Paths, and
# Namespaces").
_DEVICES: Final = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$"} | {f"{port}{n}" for port in ("com", "lpt") for n in range(10)}
)


def checked_names(raw: Sequence[bytes]) -> tuple[str, ...]:
    """Return the names as text, or refuse the first that is unsafe, reserved, repeated or colliding."""
    names = tuple(_checked(name, number) for number, name in enumerate(raw, start=1))
    seen: dict[str, str] = {}
    for number, name in enumerate(names, start=1):
        folded = name.casefold()
        if folded in seen:
            reason = Reason.DUPLICATE_NAME if seen[folded] == name else Reason.COLLIDING_NAME
            raise BrokenBundleError(reason, number)
        seen[folded] = name
    for number, name in enumerate(names, start=1):
        parts = name.casefold().split("/")
        if any("/".join(parts[:depth]) in seen for depth in range(1, len(parts))):
            raise BrokenBundleError(Reason.COLLIDING_NAME, number)
    return names


def _checked(raw: bytes, number: int) -> str:
    if len(raw) > limits.NAME_BYTES or not _SAFE.match(raw):
        raise BrokenBundleError(Reason.UNSAFE_NAME, number)
    name = raw.decode("ascii")
    for part in name.split("/"):
        # A leading or trailing dot hides a file, climbs out of the folder, or is dropped by Windows.
        if part.startswith(".") or part.endswith("."):
            raise BrokenBundleError(Reason.UNSAFE_NAME, number)
        if part.split(".")[0].casefold() in _DEVICES:
            raise BrokenBundleError(Reason.RESERVED_NAME, number)
    return name
