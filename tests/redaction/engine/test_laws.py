"""The laws of redaction, for any value, any form and any surrounding text."""

from __future__ import annotations

import itertools
import json

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from redaction import PLACEHOLDER, Format, KnownValue, Policy, Redactor
from redaction.vocabulary import may_spread
from tests.redaction.engine.planted import FORMS, RULES, WRAPPINGS, known, secrets, surroundings

SLOW = settings(max_examples=40, deadline=None)


def redactor(*values: KnownValue, accelerated: bool | None = None) -> Redactor:
    """A redactor with the toy rules."""
    return Redactor(Policy(known_values=values), rules=RULES, accelerated=accelerated)


@pytest.mark.parametrize("form", FORMS)
@SLOW
@given(value=secrets, before=surroundings, after=surroundings)
@example(value="=FAKE1234567", before="\x1b[", after="")
def test_no_planted_value_survives_in_any_form(form: str, value: str, before: str, after: str) -> None:
    """A known value is gone from any text in any form, and the text around it is still there."""
    planted = FORMS[form](value)
    text = f"{before} {planted} {after}"
    redacted = redactor(known(value)).redact_text(text)
    assert planted not in redacted
    assert "REDACTED-fake-key-1" in redacted
    assert redacted.startswith(before)
    assert redacted.endswith(after)


@pytest.mark.parametrize("wrapping", WRAPPINGS)
@SLOW
@given(value=secrets)
@example(value="FAKE000000013456782")
def test_no_planted_value_survives_line_breaks(wrapping: str, value: str) -> None:
    """A known value that was wrapped at a terminal's width is gone whole: no line of it stays."""
    planted = WRAPPINGS[wrapping](value)
    redacted = redactor(known(value)).redact_text(f"before {planted} after")
    assert redacted == "before REDACTED-fake-key-1 after"


@SLOW
@given(value=secrets, before=st.text(max_size=30), after=st.text(max_size=30))
def test_text_outside_the_spans_is_untouched(value: str, before: str, after: str) -> None:
    """What no finding claims is copied byte for byte."""
    data = f"{before}{value}{after} passphrase={value[:9]}x {before}".encode()
    outcome = redactor(known(value)).redact(data)
    rest, at = [], 0
    for finding in outcome.findings:
        rest.append(data[at : finding.start])
        at = finding.end
    rest.append(data[at:])
    position = 0
    for piece in rest:
        position = outcome.data.index(piece, position) + len(piece)


@SLOW
@given(value=secrets, texts=st.lists(surroundings, min_size=1, max_size=4), form=st.sampled_from(sorted(FORMS)))
def test_redacting_twice_changes_nothing(value: str, texts: list[str], form: str) -> None:
    """Redacted text is a fixed point, for the same redactor and for one that knows nothing yet."""
    first = redactor(known(value))
    text = f" passphrase={value} toy-FAKE0123456789ab fake@canary.example ".join([*texts, FORMS[form](value)])
    once = first.redact(text.encode()).data
    assert first.redact(once).data == once
    assert redactor(known(value)).redact(once).data == once


@SLOW
@given(value=secrets, other=secrets)
def test_order_of_rules_and_files_does_not_matter(value: str, other: str) -> None:
    """What is removed depends neither on the order of the rules nor on the order of the files."""
    files = [f"passphrase={value} x", f"bare {value} y {other}", f"toy-FAKE0123456789ab {other}"]
    outcomes = set()
    for rules in (RULES, RULES[::-1]):
        for order in itertools.permutations(files):
            fresh = Redactor(Policy(known_values=(known(other),)), rules=rules)
            for each in order:
                fresh.survey(each.encode())
            outcomes.add(tuple(tuple((f.start, f.end) for f in fresh.redact(each.encode()).findings) for each in files))
    assert len(outcomes) == 1


@SLOW
@given(value=secrets, before=surroundings, form=st.sampled_from(sorted(FORMS)))
def test_fallback_and_accelerated_agree(value: str, before: str, form: str) -> None:
    """The dependency-free automaton gives the same bytes and findings as the compiled one."""
    data = f"{before}{FORMS[form](value)}{before} passphrase: toy-FAKE0123456789ab {value[:9]}...".encode()
    fast, plain = (redactor(known(value), accelerated=each).redact(data) for each in (True, False))
    assert (fast.data, fast.findings) == (plain.data, plain.findings)


@pytest.mark.parametrize(
    "kind",
    [
        "REDACTED-a-1",
        "REDACTED-openai-key-12",
        "private-host-3.invalid",
        "user-1",
        "machine-2",
        "subdomain-1.private-host-3.invalid",
        "WITHHELD-task-data-4",
    ],
)
def test_no_placeholder_is_found(kind: str) -> None:
    """A placeholder is no value: not bare, not under a sensitive name, not in JSON."""
    text = f'{kind} passphrase={kind} {{"password": "{kind}"}}'
    assert redactor().survey(text.encode()) == ()
    assert PLACEHOLDER.fullmatch(kind.encode())
    assert redactor().survey(json.dumps({"password": kind}).encode(), Format.JSON) == ()


@SLOW
@given(value=secrets)
@example(value="toy-FAKE0123456789abc")
def test_a_value_learnt_in_one_file_is_removed_in_all(value: str) -> None:
    """A secret that its context gave away goes where it stands bare, whichever file comes first."""
    assume(not set(value) & set("\"',;@") and may_spread(value, certain=False))
    # What holds a placeholder is replaced around it, if there is a key beside it: see test_stand_ins.
    assume(not PLACEHOLDER.search(value.encode()))
    fresh = redactor()
    bare, told = f"x {value} y".encode(), f"passphrase={value}".encode()
    fresh.survey(bare)
    fresh.survey(told)
    assert value.encode() not in fresh.redact(bare).data
    assert value.encode() not in fresh.redact(told).data
    assert len(fresh.ledger) == 1
