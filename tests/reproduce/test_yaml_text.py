"""Laws of the YAML writer."""

from __future__ import annotations

from typing import Any

import yaml
from hypothesis import given
from hypothesis import strategies as st

from bundler.reproduce.yaml_text import to_yaml

_SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]))
)
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"]), max_size=6), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(
    st.dictionaries(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=120), _VALUES, max_size=4)
)
def test_a_yaml_reader_gets_the_same_value(value: dict[str, Any]) -> None:
    """What is written is read back as the same value, whatever stands in it."""
    assert yaml.safe_load(to_yaml(value)) == value
