"""Text that repeats itself is not looked at twice, and nothing in it or beside it is lost for that."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.hostile import FAMILIES
from redaction import Policy, Redactor
from redaction.claims import Claim
from redaction.recurrence import State
from redaction.repeats import EDGE, FURTHEST_BACK, Stretch, stretches
from redaction.rule import Rule
from redaction.rules.registry import RULES
from redaction.scan import Scanner

SECRETS = (
    b"",
    b"x",
    b"\n02:03:04 INFO start\n",
    b'api_key="' + b"FAKE" + b'a8Bq7Lm2Nc4Vb6Xz"',
    b"sk-" + b"proj-" + b"FAKEa8Bq7Lm2Nc4Vb6Xz1Qw3Er5Ty",
    b"https://bob:FAKE9pw@h.example/",
    b"password: FAKE-9-pw\n",
)
PIECES = (
    *(
        b"key",
        b"token",
        b"password",
        b"secret",
        b"cookie: ",
        b"Bearer ",
        b"host=",
        b"--token ",
        b"<key>",
        b"sk-",
        b"eyJ",
    ),
    *(b"=", b":", b"'", b'"', b" ", b"\n", b"\t", b",", b";", b"&", b"(", b"{", b"/", b"\\", b"@", b"://", b".com"),
    *(b"a", b"9f8Zk2", b"FAKE81kQpLm3vT9FAKE81kQpLm3vT9", b"10.1.2.3", b"fe80::1", b"home/bob", b"or ", b"\\n"),
)
UNITS = (*FAMILIES.values(), *(example.text.encode() for rule in RULES for example in rule.finds))


def whole(text: bytes, _: Sequence[Rule]) -> Iterator[Stretch]:
    """Yield a text as one part that is looked at everywhere."""
    if text:
        yield Stretch(0, len(text), 0)


@pytest.fixture(scope="module")
def scanner() -> Scanner:
    """Return a scanner for all rules."""
    return Redactor(Policy())._scanner_now()


@pytest.fixture
def same(scanner: Scanner, monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], bool]:
    """Return what says whether as much is claimed of a text as if every byte of it were looked at."""

    def claims(text: bytes) -> list[Claim]:
        return sorted(scanner._layer(text), key=lambda each: (each.start, each.end, each.rank, each.value))

    def compare(text: bytes) -> bool:
        quick = claims(text)
        with monkeypatch.context() as patched:
            patched.setattr("redaction.scan.stretches", whole)
            return quick == claims(text)

    return compare


def drawn(chance: random.Random) -> bytes:
    """Return a text of repetitions with something before, between and behind them."""
    parts = [chance.choice(SECRETS)]
    for _ in range(chance.randrange(1, 3)):
        unit = b"".join(chance.choice(PIECES) for _ in range(chance.randrange(1, 9)))
        unit = chance.choice((unit, unit, chance.choice(UNITS)))
        parts += unit * (chance.randrange(36_000, 75_000) // len(unit)), chance.choice(SECRETS)
    return b"".join(parts)


@pytest.mark.parametrize("family", FAMILIES)
def test_hostile_families_are_claimed_as_if_every_byte_were_looked_at(
    family: str, same: Callable[[bytes], bool]
) -> None:
    """A family of hostile text between two secrets gives the claims that it gives without the shortcut."""
    unit = FAMILIES[family]
    assert same(SECRETS[4] + unit * (60_000 // len(unit)) + SECRETS[3])


@pytest.mark.parametrize("seed", range(30))
def test_what_is_said_again_is_what_would_be_claimed(seed: int, same: Callable[[bytes], bool]) -> None:
    """Units drawn at random, repeated, with secrets before, between and behind them, give the same claims both ways."""
    assert same(drawn(random.Random(seed)))


@pytest.mark.parametrize("size", [0, 1, EDGE, 4 * EDGE, 9 * EDGE, 30 * EDGE + 17])
def test_the_parts_are_the_text(size: int) -> None:
    """The parts join to the text, in order, without gap; one with a period has its own bytes around it."""
    for text in (b"ab:" * (size // 3), random.Random(size).randbytes(size), b"x" * size + b"secret" + b"y" * size):
        at = 0
        for begin, end, period in stretches(text, RULES):
            assert begin == at
            assert begin < end
            at = end
            if period:
                around = text[begin - FURTHEST_BACK : end + EDGE]
                assert around[period:] == around[:-period]
        assert at == len(text)


def test_what_rules_look_far_behind_is_looked_at_further_from_its_end() -> None:
    """Before the end of a repetition as much is looked at as the rules look that have an anchor in it."""
    for unit, sight in ((b"-----BEGIN x", 100_000), (b"-----START x", EDGE)):
        text = unit * (200_000 // len(unit))
        (stretch,) = (each for each in stretches(text, RULES) if each.period)
        assert stretch.period == len(unit)
        assert sight <= len(text) - stretch.end <= sight + 4 * EDGE


@given(st.integers(0, 9999), st.integers(0, 20_000), st.integers(0, 20_000), st.integers(0, 99), st.integers(1, 5000))
@settings(max_examples=200, deadline=None)
def test_a_state_looks_the_same_from_a_place_as_far_away(
    ended: int, place: int, end: int, nested: int, by: int
) -> None:
    """What is moved with its place looks as before, unless it lies at the end of the stretch or behind it."""
    state = State(ended, ended + 7, ended + 11, nested)
    if max(state[:3]) + by < end:
        assert state.moved(by, end).seen_from(place + by, end) == state.seen_from(place, end)
    assert state.moved(by, ended).ended == ended
