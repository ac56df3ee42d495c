"""Text that repeats itself is not looked at twice, and nothing in it or beside it is lost for that."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from benchmarks.hostile import FAMILIES
from redaction import Policy, Redactor
from redaction.claims import Claim
from redaction.repeats import EDGE, Stretch, stretches

SOME = (
    "letters",
    "name and colon",
    "name and equals",
    "quoted name",
    "flags",
    "bearer",
    "authorities",
    "percent",
    "key headers",
)
SECRETS = (
    'api_key="' + "FAKE" + 'a8Bq7Lm2Nc4Vb6Xz"',
    "sk-" + "proj-" + "FAKEa8Bq7Lm2Nc4Vb6Xz1Qw3Er5Ty",
    "https://bob:FAKE9pw@h.example/",
    "password: FAKE-9-pw\n",
)


def whole(text: bytes, _: tuple[bytes, ...]) -> Iterator[Stretch]:
    """Yield a text as one part that is looked at in any case."""
    yield Stretch(0, len(text), -1)


def claims(text: bytes) -> set[tuple[int, int, str, bytes]]:
    """Return what is claimed of a text."""
    found: list[Claim] = Redactor(Policy())._scanner_now().scan(text)
    return {(each.start, each.end, each.rule, each.value) for each in found}


@pytest.mark.parametrize("family", SOME)
@pytest.mark.parametrize("seed", range(2))
def test_what_is_left_out_changes_no_claim(family: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Secrets before, behind, between and inside repetitions are claimed as if every byte had been looked at."""
    chance = random.Random(f"{family} {seed}")
    unit = FAMILIES[family]
    parts = [chance.choice((b"", b"\n02:03:04 INFO start\n", b"x", *(secret.encode() for secret in SECRETS)))]
    for _ in range(2):
        parts.append(unit * (chance.randrange(2 * EDGE, 7 * EDGE) // len(unit)))
        parts.append(chance.choice(SECRETS).encode())
    text = b"".join(parts)
    quick = claims(text)
    monkeypatch.setattr("redaction.scan.stretches", whole)
    assert quick == claims(text)


@pytest.mark.parametrize("size", [0, 1, EDGE, 4 * EDGE, 9 * EDGE, 30 * EDGE + 17])
def test_the_parts_are_the_text(size: int) -> None:
    """The parts join to the text, in order, without gap; what is left out has the same bytes around it before."""
    for text in (b"ab:" * (size // 3), random.Random(size).randbytes(size), b"x" * size + b"secret" + b"y" * size):
        at = 0
        for begin, end, alike in stretches(text, (b"far",)):
            assert begin == at
            assert begin < end
            at = end
            if alike >= 0:
                assert 0 < alike + EDGE <= begin
                assert text[alike : alike + EDGE] in text[begin - EDGE : end + EDGE]
        assert at == len(text)


def test_what_rules_look_far_behind_is_no_repetition() -> None:
    """A text with the anchor of a rule that looks further than others is looked at as a whole."""
    text = b"-----BEGIN far:" * (8 * EDGE // 15)
    assert list(stretches(text, (b"far:",))) == [Stretch(0, len(text), -1)]
    assert len(list(stretches(text, (b"near:",)))) == 3
