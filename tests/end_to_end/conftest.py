"""Both releases are installed side by side, once, before the first of these tests; a failed install fails them."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.fixtures.installations import Installation, installation

RELEASES = ("1.0.1", "1.0.0")


@pytest.fixture(scope="session")
def releases() -> Mapping[str, Installation]:
    """The environments by release."""
    with ThreadPoolExecutor(len(RELEASES)) as pool:
        return dict(zip(RELEASES, pool.map(installation, RELEASES), strict=True))
