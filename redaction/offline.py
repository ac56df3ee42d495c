"""Imports detect-secrets without the HTTP client that it brings along to validate secrets, which is never done here.

The client and what it needs take two thirds of the import. It is brought in after all where something really uses it:
another part of the process may let detect-secrets validate.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock
from types import ModuleType
from typing import Any, Final

_CLIENT: Final = "requests"
_IN_SIGNATURES: Final = frozenset({"Response"})
"""What detect-secrets 1.5.0 names in annotations, which are evaluated while it is imported."""

_LOCK: Final = RLock()


class _Later(ModuleType):
    """Stands for the client until something of it is used."""

    def __getattr__(self, name: str) -> Any:
        """Return what the real client has under a name."""
        if sys.modules.get(_CLIENT) is self:
            if name in _IN_SIGNATURES:
                return Any
            del sys.modules[_CLIENT]
        return getattr(importlib.import_module(_CLIENT), name)


@contextmanager
def without_client() -> Iterator[None]:
    """Import detect-secrets' modules in here; whatever imports the client before or after gets the real one."""
    with _LOCK:
        if _CLIENT in sys.modules:
            yield
            return
        sys.modules[_CLIENT] = stand_in = _Later(_CLIENT)
        try:
            yield
        finally:
            if sys.modules.get(_CLIENT) is stand_in:
                del sys.modules[_CLIENT]
