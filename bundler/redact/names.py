"""File names made from redacted text: portable, short, and never a path."""

from __future__ import annotations

import re
from typing import Final

_UNSAFE: Final = re.compile(r"[^A-Za-z0-9._=-]+")
_LONGEST: Final = 60
# Names that Windows keeps for devices, with any suffix.
_DEVICE: Final = re.compile(r"(?i)(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?\Z")


def file_name_part(text: str) -> str:
    """Return ``text`` as a part of a file name: AgentCompass's own alphabet, no leading dot, no device name."""
    part = _UNSAFE.sub("_", text).strip("._-")[:_LONGEST].rstrip("._-")
    return f"_{part}" if _DEVICE.match(part) else part or "unnamed"
