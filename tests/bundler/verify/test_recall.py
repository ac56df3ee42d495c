"""The verifier's own recall: whatever is planted after redaction, in whatever form, keeps the bundle from passing."""

from __future__ import annotations

import io
from random import Random

import pytest

from bundler.errors import NotCleanError
from bundler.verify import limits
from bundler.verify.canary_values import Canary, make_canaries
from bundler.verify.known_values import Known
from bundler.verify.rules import shipped_rules
from bundler.verify.values import Secrets
from bundler.verify.verifier import verify_bundle
from redaction.findings import Kind
from redaction.rule import Rule
from tests.bundler.verify.planted_forms import FORMS, forms_for
from tests.bundler.verify.writer import bundle_of, secrets_of

FAMILIES = make_canaries(Random(11))
_AROUND = "12:00:00 INFO runner: step 3 of 7\n{}\n12:00:01 INFO runner: done\n"
# Written by JSON and Python alike, and with no lines of its own that a context rule would need.
_RULE_FORMS = ("raw", "json", "json-in-json", "percent", "html", "ansi", "zero-width", "base64", "base64-offset-1")
# What such a rule finds is told by standing alone on a line; with a quotation mark beside it, it does not.
_BOUND_TO_THE_LINE = frozenset({"whole-line-value"})
# What such a rule finds stands on the lines below its name; some decoders take only the lines where they apply.
_OVER_SEVERAL_LINES = frozenset(
    {
        "yaml-block-value",
        "job-owner",
        "user-in-record",
        "yaml-value-below",
        "here-document-value",
        "form-field",
        "column-below",
        "invalid-input",
        "value-on-next-line",
        "token-cut-by-wrap",
        "value-cut-by-wrap",
        "private-key-headless",
        "kubernetes-secret",
        "kubernetes-secret-first",
    }
)
_LINE_BY_LINE = ("ansi", "html", "zero-width")


def hit_members(members: dict[str, bytes], secrets: Secrets | None, body: bytes | None = None) -> set[str]:
    """Return the members that keep a bundle of ``members`` from passing; empty when it passes."""
    try:
        verify_bundle(io.BytesIO(bundle_of(members)), secrets=secrets, issue_body=body)
    except NotCleanError as error:
        return {candidate.split(":")[0] for candidate in error.candidates}
    return set()


def planted(text: str) -> bytes:
    """A text between lines of a log."""
    return _AROUND.format(text).encode()


@pytest.fixture(autouse=True)
def _all_hits(monkeypatch: pytest.MonkeyPatch) -> None:
    """List every hit, so that each planted member can be accounted for."""
    monkeypatch.setattr(limits, "HITS", 100_000)


@pytest.mark.parametrize("canary", FAMILIES, ids=[canary.name for canary in FAMILIES])
def test_known_value_is_found_in_every_form(canary: Canary) -> None:
    """A known value of any kind is found in every form in any member, and in the issue body."""
    secrets = secrets_of(Known(canary.value, canary.kind))
    members = {
        f"evidence/{form}.txt": planted(f"seen {write(canary.value)} again")
        for form, write in forms_for(canary.kind, canary.value).items()
    }
    assert set(members) - hit_members(members, secrets) == set()
    clean = {"evidence/log.txt": planted("-")}
    assert hit_members(clean, secrets, planted(f"[open]({canary.value})")) == {"issue body"}


def test_the_surroundings_are_clean() -> None:
    """Without a planted value the same bundle passes, so that every hit above is due to the value."""
    secrets = secrets_of(*(Known(canary.value, canary.kind) for canary in FAMILIES))
    assert hit_members({"evidence/log.txt": planted("seen it again")}, secrets, planted("nothing")) == set()


@pytest.mark.parametrize("rule", shipped_rules(), ids=lambda rule: rule.id)
def test_every_rule_refuses_without_secrets(rule: Rule) -> None:
    """On a received bundle, with no secrets at hand, what a rule can find is found, encoded too."""
    members = planted_by_rule(rule)
    assert set(members) - hit_members(members, None) == set()


def planted_by_rule(rule: Rule) -> dict[str, bytes]:
    """What a rule can find, as its first example has it, in each form that applies, as members."""
    forms = [form for form in _RULE_FORMS if rule.kind is Kind.SECRET or not form.startswith("base64")]
    if rule.id in _BOUND_TO_THE_LINE:
        forms = ["raw"]
    if rule.id in _OVER_SEVERAL_LINES:
        forms = [form for form in forms if form not in _LINE_BY_LINE]
    return {f"evidence/{form}.txt": planted(FORMS[form](rule.finds[0].text)) for form in forms}


def test_a_canary_for_a_password_is_never_made_of_words_alone() -> None:
    """What looks like words is not looked for everywhere, so a build would fail by bad luck."""
    made = [canary for seed in range(500) for canary in make_canaries(Random(seed)) if canary.name.endswith("password")]
    assert len(made) == 1500
    assert all(any(sign.isdigit() for sign in canary.value) for canary in made)


def test_errors_never_show_what_was_found() -> None:
    """Neither the message, the hint, the candidates nor the repr of an error or of secrets holds a value."""
    value = "sk-" + "proj-" + "Zq81FAKEcanary" * 3
    secrets = secrets_of(Known(value))
    with pytest.raises(NotCleanError) as caught:
        verify_bundle(io.BytesIO(bundle_of({"log.txt": value.encode()})), secrets=secrets, issue_body=None)
    error = caught.value
    shown = " ".join((str(error), repr(error), error.hint, *error.candidates, repr(secrets), repr(secrets.known)))
    assert value[8:16] not in shown
    assert error.__cause__ is None
