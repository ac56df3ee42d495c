"""Undoing escapes the fast way gives what undoing them one by one gives, and leads back to the same bytes."""

from __future__ import annotations

import random

import pytest

from redaction import views

PARTS = (
    b"abc", b"\\\\", b'\\"', b"\\n", b"\\", b"\\u0041", b"\\u005c", b"\\ud83d\\ude00", b"\\ud83d", b"\\x41\\x42", b"\\033",
    b"\\d", b"\\U0001f600", b"n", b'"', b"u0041", b" word ", b"\\/", b"\\-", b"\xc3\xa9", b"0123456789abcdef" * 3, b"\x02",
)  # fmt: skip


@pytest.mark.parametrize("json", [False, True])
@pytest.mark.parametrize("seed", range(40))
def test_the_fast_way_is_the_slow_way(seed: int, json: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts and spans agree on random mixtures of escapes, cut into segments of any size."""
    chance = random.Random(seed)
    monkeypatch.setattr("redaction.unescape._SEGMENT", chance.choice((16, 64, 1 << 14)))
    block = b"".join(chance.choices(PARTS, k=300)) + b"x" * 256
    fast = views._dense(block, 0, len(block), json=json)
    slow = views._json_pieces(block, 0, len(block)) if json else views._view(block, 0, len(block), views.escapes(block))
    assert fast is not None
    assert fast.text == slow.text
    for _ in range(50):
        start = chance.randrange(len(fast.text) - 1)
        end = chance.randrange(start + 1, len(fast.text))
        assert fast.span(start, end) == slow.span(start, end)
