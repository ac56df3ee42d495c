"""The headline says in the program's own words what failed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bundler.render.headline import headline, shortened
from tests.render.material import diagnosis


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        (
            "AuthenticationError: Error code: 401 - Incorrect API key.",
            "HTTP 401 AuthenticationError: Incorrect API key.",
        ),
        (
            "HTTP 401: AuthenticationError: Error code: 401 - {'error': {'message': 'No key', 'code': 1}}",
            "HTTP 401 AuthenticationError: No key",
        ),
        ('Error code: 401 - {"message": "Bad key"}', "HTTP 401 AuthenticationError: Bad key"),
        ("TimeoutError: ", "HTTP 401 TimeoutError: 401 / 403 from a model endpoint"),
        (
            "RuntimeError: Command '['wget', '-O', 'x']' returned 8",
            "HTTP 401 RuntimeError: Command 'wget …' returned 8",
        ),
        ("several\nlines", "HTTP 401 AuthenticationError: several"),
    ],
)
def test_message_in_its_own_words(message: str, shown: str) -> None:
    """Status and type are told once, error documents by their message, and case and punctuation stay."""
    found = diagnosis(issue={"message": message}, exceptions=[{"type": "openai.AuthenticationError", "message": ""}])
    assert headline(found) == f"run_harness / inference: {shown}"
    assert headline(found, brief=True) == f"run_harness: {shown}"


def test_without_a_message_the_summary_speaks() -> None:
    """Where no message and no exception is known, the diagnosis's summary is shown."""
    assert headline({"summary": "Task loading: nothing selected"}) == "Task loading: nothing selected"
    assert headline({}) == "AgentCompass task failed"


@given(st.text(alphabet="abc .;,", max_size=200), st.integers(10, 120))
def test_shortened_ends_at_a_word(text: str, room: int) -> None:
    """A shortened line fits, is a beginning of the text, and is never cut inside a word that could have been left."""
    cut = shortened(text, room)
    assert len(cut) <= room
    if cut != text and " " in text[: room - 1].strip():
        kept = cut.removesuffix("…")
        assert text.startswith(kept)
        assert not text[len(kept) :][:1].isalpha() or not kept
