"""The second opinion is detect-secrets' own: what is skipped for speed could not have been a finding."""

from __future__ import annotations

import string
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bundler.verify.detect_secrets_adapter import SecondOpinion, second_opinion
from bundler.verify.lines import Lines
from bundler.verify.placeholders import Placeholders

NONE = Placeholders((), ())
# Its filters drop alphabets written in order, so the runs are shuffled.
_RANDOM = Random(3)
_RUN = "".join(_RANDOM.choices(string.ascii_letters + string.digits, k=124))
_LOWER = "".join(_RANDOM.choices(string.ascii_lowercase + string.digits, k=108))
_HEX = "".join(_RANDOM.choices("0123456789abcdef", k=80))
# One line per shipped pattern, after its plug-in's documentation, assembled here so that scanners stay quiet.
LINES = {
    "artifactory": f'token = "AK{"C"}{_RUN[:20]}"',
    "artifactory-password": f"x=AP{'B'}{_RUN[:20]} y",
    "aws-id": f"AK{'IA'}{'ABCDEFGH23456789'}",
    "aws-key": f'AWS secret key: "{_RUN[:40]}"',
    "azure": f"AccountKey={_RUN[:62]}{_RUN[:26]}==",
    "basic-auth": "https://user:" + "hunter2x@example.com/",
    "cloudant": f'cloudant_password = "{_HEX[:64]}"',
    "cloudant-url": f"https://abc:{_HEX[:64]}@abc.cloudant.com",
    "discord": f"M{_RUN[:23]}.{_RUN[:6]}.{_RUN[:27]}",
    "github": f"gh{'p'}_{_RUN[:36]}",
    "gitlab": f"gl{'pat'}-{_RUN[:20]}",
    "gitlab-runner": f"GR{'1348941'}{_RUN[:20]}",
    "ibm-cloud": f'ibm_cloud_iam_api_key: "{_RUN[:44]}"',
    "ibm-storage": f'secret_access_key = "{_HEX[:48]}"',
    "jwt": "ey" + "JhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxIn0." + _RUN[:43],
    "keyword": 'db_pass = "q7w8e9r0t1"',
    "keyword-accented": 'contraseña = "q7w8e9r0t1"',
    "keyword-backwards": '"q7w8e9r0t1" == my_password',
    "keyword-far": "x" * 900 + ' service_key: "q7w8e9r0t1"',
    "mailchimp": f"{_LOWER[:32]}-us12",
    "npm": f"//registry.npmjs.org/:_authToken=npm_{_RUN[:36]}",
    "openai": f"s{'k'}-{_RUN[:20]}T3Blbk{'FJ'}{_RUN[:20]}",
    "private-key": f"-----BEGIN {'RSA'} PRIVATE KEY-----",
    "putty": "PuTTY-User-Key-File-2: ssh-rsa",
    "pypi": f"pypi-AgEI{'cHlwaS5vcmc'}{_RUN[:75]}",
    "sendgrid": f"S{'G'}.{_RUN[:22]}.{_RUN[:43]}",
    "slack": f"xox{'b'}-1234567890-{_LOWER[:24]}",
    "slack-hook": f"https://hooks.{'slack'}.com/services/T{_RUN[:8]}/B{_RUN[:8]}/{_RUN[:24]}",
    "softlayer": f'softlayer_api_key = "{_LOWER[:64]}"',
    "square": f"sq0{'csp'}-{_RUN[:43]}",
    "stripe": f"s{'k'}_live_{_RUN[:24]}",
    "telegram": f"1234567890:{_RUN[:35]}",
    "twilio": f"A{'C'}{_LOWER[:32]}",
}


def _unfiltered(opinion: SecondOpinion, line: str) -> set[str]:
    return {secret.type for secret in opinion._scan_line(line)}


def _found(opinion: SecondOpinion, text: str) -> dict[int, set[str]]:
    found: dict[int, set[str]] = {}
    for number, rule in opinion.find(Lines.of_document(text.encode()), NONE):
        found.setdefault(number, set()).add(rule)
    return found


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_each_pattern_is_found_as_the_unfiltered_scan_finds_it(line: str) -> None:
    """For a line of every pattern the adapter finds what the plain scan finds, at the right line."""
    with second_opinion() as opinion:
        expected = _unfiltered(opinion, line)
        assert expected
        found = _found(opinion, f"first\n{line}\nlast")
    assert set(found) == {2}
    assert len(found[2]) == len(expected)


_PARTS = st.one_of(
    st.sampled_from(sorted(LINES.values())),
    st.sampled_from(["password", "api_key", "secret", "=", ":", '"', "'", " ", "==", "!=", "aws", "key", ";", "("]),
    st.text(alphabet=string.ascii_letters + string.digits + " \"'=:./-_", max_size=40),
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(st.lists(_PARTS, max_size=5).map("".join), min_size=1, max_size=4))
def test_lines_that_are_skipped_have_no_findings(lines: list[str]) -> None:
    """Whatever the unfiltered scan finds in a line, the adapter finds something in that line."""
    lines = [line[:990].replace("   ", " ") for line in lines]
    with second_opinion() as opinion:
        expected = {number for number, line in enumerate(lines, 1) if _unfiltered(opinion, line)}
        found = set(_found(opinion, "\n".join(lines)))
    assert expected <= found


_ALIKE = {"k": "kK\u212a", "s": "sS\u017f", "i": "iI\u0130\u0131", "_": "_-", "-": "-_ ", "=": "=:", " ": " \t"}


@st.composite
def _spelled(draw: st.DrawFn) -> str:
    """A line of any pattern with letters that its expression may take for each other, and another assignment."""
    line = draw(st.sampled_from(sorted(LINES.values())))
    spelled = [draw(st.sampled_from(_ALIKE.get(c.lower(), c.lower() + c.upper()))) for c in line[:24]]
    changed = "".join(spelled) + line[24:]
    return draw(
        st.sampled_from([changed, changed.replace("=", draw(st.sampled_from([":=", "=>", "::", "  ", ": '"])))])
    )


@settings(max_examples=150, deadline=None)
@given(_spelled())
def test_another_spelling_is_not_skipped(line: str) -> None:
    """Letter case, its oddities and the way of assigning do not hide a line from the adapter."""
    with second_opinion() as opinion:
        if _unfiltered(opinion, line):
            assert _found(opinion, f"first\n{line}")


def test_placeholders_are_no_findings() -> None:
    """A placeholder under a sensitive key is what redaction leaves, not a secret."""
    text = '{"api_key": "REDACTED-openai-key-1", "password": "REDACTED-password-2"}'
    with second_opinion() as opinion:
        found = opinion.find(Lines.of_document(text.encode()), Placeholders(("REDACTED-openai-key-1",), ("password",)))
        assert list(found) == []


def test_comments_that_switch_it_off_are_not_obeyed() -> None:
    """A log that holds an allow-list comment is scanned all the same."""
    with second_opinion() as opinion:
        assert _found(opinion, LINES["keyword"] + "  # pragma: allowlist " + "secret")


def test_settings_are_restored() -> None:
    """The process-wide settings of detect-secrets are as they were."""
    from detect_secrets.settings import get_settings  # noqa: PLC0415

    before = get_settings().json()
    with second_opinion() as opinion:
        assert opinion.plugin_count > 20
    assert get_settings().json() == before
