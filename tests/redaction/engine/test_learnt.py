"""What was learnt goes everywhere, however much it is and in however little room it is remembered."""

from __future__ import annotations

import json
from base64 import b64encode
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redaction import Format, Kind, Policy, Redactor, learnt
from redaction.claims import STRUCTURE, Claim
from tests.redaction.engine.planted import RULES

_VALUES = tuple(f"FAKE{number:03}canary{number * 7919 % 1000:03}Xq" for number in range(40))


def _redactor(most: int = 1000) -> Redactor:
    return Redactor(Policy(), rules=RULES, most_learnt=most)


def _told(values: tuple[str, ...]) -> bytes:
    return "".join(f"passphrase={value}\n" for value in values).encode()


def _bare(values: tuple[str, ...]) -> list[bytes]:
    """Return texts in which each value stands bare, whole or in another form, where no rule knows it."""
    spelt = [value if number % 2 else value.encode().hex() for number, value in enumerate(values)]
    return [f"seen {one} and {other} here".encode() for one, other in zip(spelt, reversed(spelt), strict=True)]


@settings(max_examples=25, deadline=None)
@given(
    at_once=st.integers(1, 9),
    held=st.integers(1, 3),
    together=st.integers(1, 200),
    announced=st.lists(st.integers(0, len(_VALUES) - 1), max_size=30),
)
def test_neither_batches_nor_announcements_change_what_is_redacted(
    at_once: int, held: int, together: int, announced: list[int]
) -> None:
    """Looked for together or one by one, in texts announced or not, learnt values give the same bytes and numbers."""
    texts = _bare(_VALUES)
    whole = _redactor()
    whole.learn_from(_told(_VALUES))
    expected = [whole.redact(text).data for text in texts]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(learnt, "_AT_ONCE", at_once)
        patch.setattr(learnt, "_HELD", held)
        patch.setattr(learnt, "_TOGETHER", together)
        parts = _redactor()
        parts.learn_from(_told(_VALUES[:25]))
        parts.look_up(texts[number] for number in announced)
        parts.learn_from(_told(_VALUES[25:]))
        assert [parts.redact(text).data for text in texts] == expected
    assert not [value for value in _VALUES for text in expected if value.encode() in text]


def test_values_of_text_that_stays_take_no_numbers() -> None:
    """Only what stands in a redacted text is numbered and in the ledger; all that was found is told to the verifier."""
    redactor = _redactor()
    redactor.learn_from(_told(_VALUES), Format.TEXT)
    assert redactor.redact(f"seen {_VALUES[30]}".encode()).data == b"seen REDACTED-password-1"
    entry = redactor.ledger["REDACTED-password-1"]
    assert (entry.value.decode(), entry.rule, entry.count) == (_VALUES[30], "toy-assignment", 1)
    assert len(redactor.ledger) == 1
    assert {value.decode() for value, _ in redactor.values()} == set(_VALUES)


def test_one_value_is_one_placeholder_wherever_it_was_learnt() -> None:
    """A value of a text that stays and of one that is redacted has one placeholder, named by the more trusted rule."""
    redactor = _redactor()
    redactor.survey(f"passphrase={_VALUES[0]}".encode())
    redactor.learn_from(f'{{"api_key": "{_VALUES[0]}"}}'.encode(), Format.JSON)
    assert redactor.redact(f"passphrase={_VALUES[0]}".encode()).data == b"passphrase=REDACTED-secret-1"
    assert redactor.redact(f"seen {_VALUES[0]}".encode()).data == b"seen REDACTED-secret-1"


def test_a_full_memory_says_so() -> None:
    """What is not learnt for want of room is counted, and still goes where a rule finds it."""
    redactor = _redactor(most=len(_VALUES) - 1)
    redactor.learn_from(_told(_VALUES[:-1]))
    assert redactor.overlooked == 0
    redactor.learn_from(_told(_VALUES))
    assert redactor.overlooked > 0
    assert _VALUES[-1].encode() not in redactor.redact(_told(_VALUES)).data


def test_long_values_fill_the_memory_sooner() -> None:
    """Room is counted in bytes too: keys of kilobytes do not take a hundred times what short ones do."""
    redactor = _redactor(most=len(_VALUES))
    redactor.learn_from(b"".join(b"passphrase=%b\n" % (value * 6).encode() for value in _VALUES))
    redactor.learn_from(b"".join(b"toy-%b\n" % (value * 3).encode() for value in _VALUES))
    assert redactor.overlooked > 0


def test_a_value_is_looked_for_without_escapes_where_it_stood_with_them() -> None:
    """A key that stands with escaped line breaks is one value, and is gone in every spelling."""
    key = "-----BEGIN " + "PRIVATE KEY-----\n" + "FAKEcanary/7Q+" * 9 + "\n-----END " + "PRIVATE KEY-----"
    escaped = key.replace("\n", "\\n")
    claim = partial(Claim, 0, 1, kind=Kind.SECRET, stem="private-key", rule="toy", rank=STRUCTURE)
    values = learnt.Learnt(frozenset(), most=99, accelerated=None)
    values.learn(claim(value=spelling.encode()) for spelling in (key, escaped, escaped.replace("/", "\\/")))
    assert len(values) == 1
    redactor = _redactor()
    redactor.learn_from(json.dumps({"api_key": escaped}).encode(), Format.JSON)
    for spelling in (key, escaped, json.dumps(escaped), b64encode(key.encode()).decode()):
        assert b"FAKEcanary" not in redactor.redact(f"seen {spelling} here".encode()).data
        assert b"RkFLRWNhbmFye" not in redactor.redact(f"seen {spelling} here".encode()).data
