"""The engine's parts keep their own promises."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redaction import Finding, Format, Kind, KnownValue, PathRole, Policy, Redacted, Redactor, automaton
from redaction.automaton import build
from redaction.check import check_rule
from redaction.escapes import decoded_once
from redaction.views import views
from redaction.way_back import SEAM
from tests.redaction.engine.planted import RULES, known

SECRET = "sk-proj-Zq7FAKEcanary0123456789abEFGH"
bits = st.text("ab-", min_size=1, max_size=5).map(str.encode)


def text_of(text: str, *values: KnownValue, roles: tuple[PathRole, ...] = ()) -> str:
    """Redact a text without rules."""
    return Redactor(Policy(known_values=values, path_roles=roles), rules=()).redact_text(text)


@settings(deadline=None)
@given(literals=st.lists(bits, unique=True, max_size=8), block=st.text("ab-", max_size=60).map(str.encode))
def test_both_automata_find_every_occurrence(literals: list[bytes], block: bytes) -> None:
    """Compiled and fallback automaton report all overlapping occurrences."""
    expected = [
        (n, at, at + len(each))
        for n, each in enumerate(literals)
        for at in range(len(block))
        if block.startswith(each, at)
    ]
    assert sorted(build(literals, accelerated=True).hits(block)) == expected
    assert sorted(build(literals, accelerated=False).hits(block)) == expected
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(automaton, "_BEFORE_FAST", 0)
        after_much_text = build(literals, accelerated=True)
        assert [sorted(after_much_text.hits(block)) for _ in range(2)] == [expected, expected]


@settings(deadline=None)
@given(text=st.text('a\\n"u0041%25&amp;\x1b[m\u200b ', max_size=60).map(str.encode), data=st.data())
def test_a_view_leads_back_to_its_block(text: bytes, data: st.DataObject) -> None:
    """Every span of a view that touches no seam comes from a span of the block that decodes to what holds it."""
    for view in views(text, 8):
        if not view.text:
            continue
        start = data.draw(st.integers(0, len(view.text) - 1))
        end = data.draw(st.integers(start + 1, len(view.text)))
        first, last = view.span(start, end)
        assert 0 <= first < last <= len(text)
        if not set(SEAM) & set(view.text[start:end]):
            assert view.text[start:end] in decoded_once(text[first:last])


@pytest.mark.parametrize(
    "echo",
    [
        "sk-proj-****EFGH",
        "sk-…EFGH",
        "sk-...EFGH",
        "sk-proj-Zq7***abEFGH",
        "sk-proj-Zq7FAKE...",
        "sk-proj-Zq7FAKEcan…",
        "***********EFGH",
    ],
)
def test_echoes_of_a_known_value_are_gone(echo: str) -> None:
    """Head and tail that a provider echoes go with the mask, as the value they belong to."""
    assert text_of(f"Incorrect API key provided: {echo} (see docs)", known(SECRET)).startswith(
        "Incorrect API key provided: REDACTED-fake-key-1"
    )


@pytest.mark.parametrize(
    "text", ["sk-proj-", "sk-***", "loading... done", "a***b", "EFGH", "sk-proj-other", "FAKEcanary story", "x" * 50]
)
def test_what_is_no_part_of_a_value_stays(text: str) -> None:
    """Formats' fixed heads, other keys, bare ellipses and short words are no leaks."""
    assert text_of(text, known(SECRET)) == text


@pytest.mark.parametrize(
    "word", ["test", "openai", "admin", "password", "none", "True", "localhost", "host_process", "abc12"]
)
def test_common_and_short_values_go_by_context_only(word: str) -> None:
    """A value that is an everyday word, or short, is not removed everywhere."""
    assert text_of(f"a {word} b", known(word)) == f"a {word} b"
    redactor = Redactor(Policy(known_values=(known(word),)), rules=RULES)
    assert redactor.redact_text("passphrase=abc12") == "passphrase=REDACTED-password-1"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/home/alice/eval/a.py", "workdir/a.py"),
        ("cd /home/alice/eval", "cd workdir"),
        ("/home/alice/evals", "home-1/evals"),
        ("/home/alice2/x", "/home/alice2/x"),
        ("/mnt/home/alice/x", "/mnt/home/alice/x"),
        ("file:///home/alice/eval/x", "file://workdir/x"),
        ("%2Fhome%2Falice%2Feval%2Fx", "workdir%2Fx"),
        ("\\/home\\/alice\\/eval\\/x", "workdir\\/x"),
        ("in /home/alice.", "in home-1."),
        ("-I/home/alice/eval/include", "-Iworkdir/include"),
        ("C:\\\\Users\\\\Alice\\\\x C:/Users/Alice/x c:\\users\\alice", "home-2\\\\x home-2/x home-2"),
    ],
)
def test_paths_keep_their_tail(text: str, expected: str) -> None:
    """Folders become roles on path boundaries only, the longest first, in every spelling."""
    roles = (
        PathRole("/home/alice", "home-1"),
        PathRole("/home/alice/eval", "workdir"),
        PathRole("C:\\Users\\Alice", "home-2"),
    )
    assert text_of(text, roles=roles) == expected


def test_names_are_whole_words_and_hosts_keep_their_relations() -> None:
    """A user's name inside a word stays; a subdomain keeps its domain's pseudonym, in any case."""
    values = (KnownValue("alice", Kind.PERSON), KnownValue("corp.example", Kind.HOST))
    text = "malice alice Alice's api.corp.example:80 CORP.EXAMPLE notcorp.example corp.example.org"
    assert text_of(text, *values) == (
        "malice user-1 user-1's subdomain-1.private-host-1.invalid:80 private-host-1.invalid "
        "notcorp.example corp.example.org"
    )


def test_imitated_placeholders_stay_and_are_never_issued() -> None:
    """Text that looks like a placeholder is left, counted, and its number is skipped."""
    redactor = Redactor(Policy(known_values=(known(SECRET),)), rules=())
    redactor.survey(b"REDACTED-fake-key-1")
    assert redactor.redact_text(f"REDACTED-fake-key-1 {SECRET}7") == "REDACTED-fake-key-1 REDACTED-fake-key-2_7"
    assert redactor.imitations == 1


def test_nothing_but_a_redactor_makes_a_redacted() -> None:
    """Raw bytes cannot pass for redacted ones."""
    with pytest.raises(TypeError):
        Redacted(b"raw", (), Format.TEXT, "")


def test_reprs_never_quote_values() -> None:
    """What a traceback or a log would show names rules and counts only."""
    redactor = Redactor(Policy(known_values=(known(SECRET),)), rules=RULES)
    outcome = redactor.redact(SECRET.encode())
    assert outcome.findings == (Finding(0, len(SECRET), "known-value"),)
    assert SECRET not in repr((redactor, outcome, redactor.ledger, redactor.counts, redactor._scanner))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
@pytest.mark.parametrize("accelerated", [True, False])
def test_rules_prove_themselves(rule: object, *, accelerated: bool) -> None:
    """A sound rule passes its own examples, and switching it off makes the check fail."""
    assert check_rule(rule, accelerated=accelerated) == ()  # type: ignore[arg-type]


def test_public_strings_are_kept_but_known_values_win() -> None:
    """A kept string survives every rule, not the machine's own knowledge."""
    policy = Policy(keep=frozenset({"toy-FAKE0123456789ab"}))
    assert Redactor(policy, rules=RULES).redact_text("toy-FAKE0123456789ab") == "toy-FAKE0123456789ab"
    policy = Policy(keep=policy.keep, known_values=(known("toy-FAKE0123456789ab"),))
    assert Redactor(policy, rules=RULES).redact_text("toy-FAKE0123456789ab") == "REDACTED-fake-key-1"


def test_a_switched_off_rule_finds_nothing() -> None:
    """Disabled rules do not run: a test can prove each rule necessary."""
    policy = Policy(disabled=frozenset({"toy-key"}))
    assert Redactor(policy, rules=RULES).redact_text("toy-FAKE0123456789ab") == "toy-FAKE0123456789ab"
