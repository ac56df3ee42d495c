"""The fuzzing targets on generated input, bounded; ``make fuzz`` goes on for longer."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.__main__ import NAMES
from tests.fuzz.seeds import WORDS, archives, texts
from tests.fuzz.targets import KNOWN, TARGETS

#: Inputs per target in the default suite.
INPUTS = int(os.environ.get("COMPASS_REPORT_FUZZ_INPUTS", "40"))
_SEEDS = tuple(texts())
_ARCHIVES = tuple(archives())


@st.composite
def hostile_bytes(draw: st.DrawFn) -> bytes:
    """Bytes that look like evidence until they do not: pieces of real runs, hostile words, noise, in any order."""
    seed = draw(st.sampled_from(_SEEDS))
    begin = draw(st.integers(0, len(seed)))
    piece = st.just(seed[begin : begin + 400]) | st.sampled_from(WORDS) | st.binary(max_size=12)
    return b"".join(draw(st.lists(piece, max_size=8)))


@st.composite
def broken_archives(draw: st.DrawFn) -> bytes:
    """An archive with some bytes replaced, removed or added."""
    data = bytearray(draw(st.sampled_from(_ARCHIVES)))
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(data)))
        data[at : at + draw(st.integers(0, 3))] = draw(st.binary(max_size=3) | st.sampled_from(WORDS))
    return bytes(data)


@pytest.mark.parametrize("name", [name for name in TARGETS if name != "bundles"])
@settings(max_examples=INPUTS, deadline=None, suppress_health_check=list(HealthCheck), print_blob=False)
@given(data=hostile_bytes())
def test_whatever_it_is_given(name: str, data: bytes) -> None:
    """A target's laws hold for any input."""
    TARGETS[name](data)


@settings(max_examples=5 * INPUTS, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=broken_archives() | st.binary(max_size=200))
def test_whatever_archive(data: bytes) -> None:
    """A broken archive is refused with a reason."""
    TARGETS["bundles"](data)


@settings(max_examples=5 * INPUTS, deadline=None)
@given(before=hostile_bytes(), after=hostile_bytes())
def test_a_known_value_goes_wherever_it_stands(before: bytes, after: bytes) -> None:
    """Between any two texts the known value is found."""
    TARGETS["redactor"](before.lstrip(b"{[") + b" " + KNOWN.encode() + b" " + after)


def test_every_target_is_fuzzed() -> None:
    """``make fuzz`` knows every target by its name."""
    assert tuple(TARGETS) == NAMES
