"""Root reads what nobody may read; tests of unreadable folders want to be refused like anybody."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_VERSION = 0x20080522
_WORDS = ctypes.c_uint32 * 6
_HEADER = ctypes.c_uint32 * 2


def can_be_refused() -> bool:
    """Tell whether the rights of files hold for us, or can be made to."""
    return hasattr(os, "geteuid") and (os.geteuid() != 0 or sys.platform == "linux")


@contextmanager
def unprivileged() -> Iterator[None]:
    """Give up root's capabilities for a while: the rights of files hold for their owner too then."""
    if os.geteuid() != 0:
        yield
        return
    library = ctypes.CDLL(None, use_errno=True)
    header, before = _HEADER(_VERSION, 0), _WORDS()
    assert library.capget(header, before) == 0
    # Per half: effective, permitted, inheritable. What is permitted can be taken back.
    without = _WORDS(0, before[1], before[2], 0, before[4], before[5])
    assert library.capset(_HEADER(_VERSION, 0), without) == 0
    try:
        yield
    finally:
        assert library.capset(_HEADER(_VERSION, 0), before) == 0
