"""However much is known or withheld, and however little of it is looked for at once, all of it is looked for."""

from __future__ import annotations

import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bundler.errors import NotCleanError
from bundler.verify import known_values
from bundler.verify.known_values import Known
from bundler.verify.verifier import verify_bundle
from bundler.verify.views import views_of
from bundler.verify.withheld import RUN, KeptRuns
from tests.bundler.verify.writer import bundle_of, secrets_of

_KNOWN = tuple(Known(f"FAKE-value-{number}-{number * 7919:06}") for number in range(9))
_SENTENCE = "lighthouse keeper counted eleven grey geese before storms reached northern harbour walls".split()  # noqa: SIM905


@pytest.mark.parametrize("at_once", [1, 4, 2000])
@pytest.mark.parametrize("number", range(len(_KNOWN)))
def test_each_value_is_found_in_whichever_batch_it_is(
    monkeypatch: pytest.MonkeyPatch, at_once: int, number: int
) -> None:
    """A known value that stands in a member is a hit, be it in the first batch or the last; all are counted."""
    monkeypatch.setattr(known_values, "_AT_ONCE", at_once)
    secrets = secrets_of(*_KNOWN)
    clean = {"issue.md": b"# It failed\n", "evidence/log.txt": b"12:00:00 started\n"}
    report = verify_bundle(io.BytesIO(bundle_of(clean)), secrets=secrets, issue_body=None).report
    assert report.steps[3].counts["known_values"] == len(_KNOWN)
    planted = {**clean, "evidence/log.txt": b"12:00:00 saw " + _KNOWN[number].value.encode() + b" here\n"}
    with pytest.raises(NotCleanError) as caught:
        verify_bundle(io.BytesIO(bundle_of(planted)), secrets=secrets, issue_body=None)
    assert "evidence/log.txt:1:known-secret" in caught.value.candidates


@example(before=5, length=RUN, start=0)
@given(before=st.integers(0, 20), length=st.integers(RUN, len(_SENTENCE)), start=st.integers(0, 5))
def test_a_copied_run_is_found_wherever_it_begins(before: int, length: int, start: int) -> None:
    """Eight words in a row that were copied are found at any place of the withheld text, and seven never."""
    copied = _SENTENCE[start : start + length]
    text = " ".join([*(f"w{number}" for number in range(before)), *copied, "and", "then", "nothing"]).encode()
    kept = KeptRuns({"log": views_of(b"first line\nsaid: " + " ".join(copied).encode() + b" so\n")})
    found = [name for name, _ in kept.copies([text])]
    assert bool(found) == (len(copied) >= RUN)
