"""Undoing escapes the fast way gives what undoing them one by one gives, and leads back to the same bytes."""

from __future__ import annotations

import random

import pytest

from redaction import views
from redaction.escapes import BACKSLASH, JSON, copied, copied_once, decoded_once, escapes, others_told_in
from redaction.escapes import OTHERS as KINDS
from redaction.way_back import in_pieces

PARTS = (
    b"abc", b"\\\\", b'\\"', b"\\n", b"\\", b"\\u0041", b"\\u005c", b"\\ud83d\\ude00", b"\\ud83d", b"\\x41\\x42", b"\\033",
    b"\\d", b"\\U0001f600", b"n", b'"', b"u0041", b" word ", b"\\/", b"\\-", b"\xc3\xa9", b"0123456789abcdef" * 3, b"\x02",
)  # fmt: skip
PLAIN = (b"abc", b"\\\\", b'\\"', b"\\n", b"\\t", b"n", b'"', b" word ", b"\xc3\xa9", b"0123456789abcdef" * 3)
ERASED = (b"\x00", b"\x08", b"\xe2\x80\x8b", b"\xe2\x81\xa0", b"\xef\xbb\xbf", b"\xc2\xad", b"\xe1\xa0\x8e")
NO_TERMINAL = (*PARTS, *ERASED, b"%41", b"%", b"%25", b"&amp;", b"&", b"&#x41;", b"41", b"amp;", b"\\&", b"\\x41" * 3)
OTHERS = (*NO_TERMINAL, b"\x1b[31m", b"\x1b[%", b"^[[0&", b"and more words to cut at ")
TITLES = (*OTHERS, b"\x1b]0;a%41&amp;\\n b\x07", b"\x1b]8;;x\x1b\\", b"\x1b]", b"\x07", b"\x1b\\", b"\x1b")
ALONE = (
    (b"a", each, each * 3) for each in (*ERASED, b"%41", b"&amp;", b"&#65;", b"\x1b[31m", b"\\u0022", b"\\n", b"\\\\")
)
SETS = (PARTS, PLAIN, OTHERS, TITLES, NO_TERMINAL, *ALONE)


@pytest.mark.parametrize("json", [False, True])
@pytest.mark.parametrize("parts", SETS, ids=str)
@pytest.mark.parametrize("seed", range(20))
def test_the_fast_way_is_the_slow_way(
    seed: int, parts: tuple[bytes, ...], json: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Texts and spans agree on random mixtures of escapes, cut into segments of any size."""
    chance = random.Random(seed)
    monkeypatch.setattr("redaction.way_back._LARGE", chance.choice((16, 64, 1 << 12)))
    monkeypatch.setattr("redaction.way_back._SMALL", chance.choice((16, 64)))
    monkeypatch.setattr("redaction.way_back._PART", chance.choice((1, 16, 256)))
    block = b"".join(chance.choices(parts, k=300)) + b"x" * 256
    if json:
        fast = views.json_view(block, 0, len(block))
        found = [(*match.span(), JSON.decode(match)) for match in JSON.pattern.finditer(block)]
    else:
        whole = views.whole_view(block)
        assert whole is not None
        fast, found = whole, escapes(block)
    slow = in_pieces(block, 0, len(block), found)
    assert fast.text == slow.text
    for _ in range(50):
        start = chance.randrange(len(fast.text) - 1)
        end = chance.randrange(start + 1, len(fast.text))
        assert fast.span(start, end) == slow.span(start, end)


@pytest.mark.parametrize("json", [False, True])
@pytest.mark.parametrize("seed", range(300))
def test_what_is_copied_is_what_is_decoded_one_by_one(seed: int, json: bool) -> None:
    """Whichever backslashes belong together, and wherever a text is cut: a copy, if there is one, says the same."""
    chance = random.Random(seed)
    parts = chance.choice((PLAIN, (*PLAIN, b"\\"), (b"\\", b"\\d", b"n", b"'"), PARTS))
    text = b"".join(chance.choices(parts, k=chance.randrange(1, 40)))
    text = text[chance.randrange(len(text)) :]
    copy = copied(text, json=json)
    kind = JSON if json else BACKSLASH
    assert copy in (None, kind.pattern.sub(kind.decode, text))


def test_usual_escapes_are_copied() -> None:
    """A copy is had where all escapes are usual, an escaped backslash before anything included."""
    assert copied(rb"\n" + rb"\\d" + rb"\\\\u0041" + rb"\'") == b"\n" + rb"\d" + rb"\\u0041" + b"'"
    assert copied(rb"\u0041") is None
    assert copied(b"no\\") is None


@pytest.mark.parametrize("seed", range(300))
def test_only_kinds_that_are_told_matter(seed: int) -> None:
    """The kinds of which a text holds an escape are all that is needed to decode it, and a copy says the same."""
    chance = random.Random(seed)
    parts = chance.choice((OTHERS, (b"&", b"%", b"^[[", b" word "), TITLES))
    text = b"".join(chance.choices(parts, k=chance.randrange(1, 30)))
    told = others_told_in(text)
    assert set(told) == {kind for kind in KINDS if kind.pattern.search(text)}
    assert decoded_once(text, told) == decoded_once(text, KINDS)
    assert copied_once(text, told) in (None, decoded_once(text, KINDS))
