"""This program opens no connection: what detect-secrets would ask providers with is not there.

detect-secrets imports ``requests`` to ask a provider whether a secret that it found is valid. We never want that, and
the import takes longer than everything else of it.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import NoReturn


class RequestException(OSError):  # noqa: N818 - the name that is caught
    """Nothing is asked."""


def _refuse(*_arguments: object, **_options: object) -> NoReturn:
    raise RequestException("compass-report asks no provider")


def stay_offline() -> None:
    """Let ``requests`` be, for this process, a module that asks nobody; for our own command only, never for a library."""
    stand_in = ModuleType("requests", __doc__)
    exceptions = ModuleType("requests.exceptions")
    exceptions.__dict__.update(RequestException=RequestException)
    stand_in.__dict__.update(get=_refuse, post=_refuse, request=_refuse, Response=object, exceptions=exceptions)
    sys.modules.setdefault("requests", stand_in)
