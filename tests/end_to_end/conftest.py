"""Both releases are installed side by side, once, before the first of these tests; a failed install fails them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.fixtures.installations import Installation, installations


@pytest.fixture(scope="session")
def releases() -> Mapping[str, Installation]:
    """The environments by release."""
    return installations()
