"""Text is compared in one normal form, whichever way it is made."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from redaction.common_text import normalised, normalised_text

PIECES = (
    "a",
    "word ",
    " ",
    "  ",
    "\t",
    "\n",
    "\r\n",
    "|",
    " | ",
    "│",
    "┃",
    "─",
    "\\n",
    "\\\\n",
    "%20",
    "&amp;",
    "é",
    "\v",
)


@settings(deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=40))
def test_the_cheap_way_gives_the_same_text(pieces: list[str]) -> None:
    """With and without the way back, escapes are undone and white space is collapsed alike."""
    raw = "".join(pieces).encode()
    assert normalised_text(raw) == normalised(raw)[0]
