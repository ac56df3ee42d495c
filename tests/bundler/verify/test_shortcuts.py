"""Laws of the verifier's shortcuts: each gives what the plain way gives."""

from __future__ import annotations

import base64
import re

from hypothesis import given
from hypothesis import strategies as st

from bundler.verify import placeholders
from bundler.verify.alphabets import Digits
from bundler.verify.known_values import Known, KnownValues
from bundler.verify.lines import Lines
from bundler.verify.matcher import LiteralMatcher
from bundler.verify.views import View
from bundler.verify.withheld import KeptRuns

_DIGITS = [base64.b64encode(b"text number %d" % number) for number in range(3)]
_PARTS = st.sampled_from([*_DIGITS, _DIGITS[0] + b"QUJD", b"QUJD" + _DIGITS[0], b" ", b"\n", b"=", b"-", b"x" * 12])


@given(st.lists(_PARTS, max_size=12).map(b"".join))
def test_dug_out_text_has_the_line_where_its_run_first_stands_whole(data: bytes) -> None:
    """A run inside a longer run is another one, and does not lend it its line."""
    base64_text, _ = Digits().decoded(Lines.of_document(data))
    first: dict[bytes, int] = {}
    for at, line in enumerate(data.split(b"\n"), 1):
        for run in re.findall(rb"[A-Za-z0-9+/_-]+", line):
            first.setdefault(run, at)
    told = list(zip(base64_text.numbers, base64_text.data.split(b"\n"), strict=False))
    for number, digits in enumerate(_DIGITS):
        text, core = b"text number %d" % number, digits.rstrip(b"=")
        lines = {at for run, at in first.items() if core in run}
        assert {at for at, part in told if text in part} == lines


@given(st.lists(st.sampled_from([b"hunter", b"2xyz", b"*", b"**", b"..", b"...", b"x", b"XxX", b"\xe2\x80\xa6", b" "])))
def test_every_mask_between_the_ends_of_a_secret_is_an_echo(parts: list[bytes]) -> None:
    """Masks of stars, dots, an ellipsis and the letter x in any case are found, wherever they stand."""
    data = b"".join(parts)
    secret = "hunter-and-a-secret-2xyz"  # FAKE
    found = KnownValues([Known(secret)]).find(View(Lines.of_document(data), ()))
    masked = re.search(rb"(?<![A-Za-z0-9_-])hunter(?:\*{2,}+|\.{2,}+|\xe2\x80\xa6)2xyz(?![A-Za-z0-9_-])", data)
    assert not masked or "known-value-echo" in {rule for _, rule in found}


@given(st.text(alphabet="ab", max_size=12))
def test_short_literals_are_found_wherever_long_ones_beside_them_are_compared(text: str) -> None:
    """The occurrences of short literals do not depend on there being a long one."""
    data = text.encode()
    short = [b"a", b"ab", b"ba"]
    alone = sorted(LiteralMatcher(short).occurrences(data))
    assert alone == sorted(LiteralMatcher([*short, b"c" * 100]).occurrences(data))
    assert alone == sorted(
        (i, at) for i, word in enumerate(short) for at in range(len(data)) if data.startswith(word, at)
    )


_WORDS = st.sampled_from(
    [
        "zebra",
        "quartz",
        "violin",
        "meadow",
        "lantern",
        "copper",
        "thistle",
        "harbor",
        "/usr/lib/x",
        "user-1",
        "redacted-key-2",
        "the",
        "of",
    ]
)


@given(st.lists(_WORDS, min_size=1, max_size=24), st.lists(_WORDS, max_size=24))
def test_a_copy_is_found_wherever_eight_telling_words_follow_each_other(kept: list[str], more: list[str]) -> None:
    """What stands before and behind a copy in the withheld text, near or long, does not hide it."""
    copy = "zebra quartz violin meadow lantern copper thistle harbor"
    views = {"log": (View(Lines.of_document(" ".join([*kept, copy]).encode()), ()),)}
    withheld = " ".join([*more, "unheard", copy, "unseen", *more]).encode()
    assert ("log", 1) in list(KeptRuns(views).copies([withheld]))


@given(st.lists(st.sampled_from(["user", "-", "1", "redacted", "key", "private-host-3.invalid", " "])).map("".join))
def test_placeholders_are_blanked_at_the_same_length(text: str) -> None:
    """Nothing with a placeholder's shape is left, hyphen or not, and no offset moves."""
    data = text.encode()
    blank = placeholders.without_placeholders(data)
    assert len(blank) == len(data)
    assert not re.search(rb"private-host-\d+\.invalid", blank)
