"""What holds the place of a key stays; a key in which the same signs happen to stand goes."""

from __future__ import annotations

import pytest

from redaction import Policy
from redaction.examples import BASE64_URL, fake
from redaction.redactor import Redactor

KEYS = (
    fake("ghp_", 15) + "xXXx" + fake("1", 16),
    fake("sk-proj-", 30) + "XxxX" + fake("1", 29),
    fake("sk-" + "ant-api03-", 40) + "xXxX" + fake("1", 48) + "AA",
    fake("AIza" + "Sy", 13) + "xxXx" + fake("1", 15),
    fake("sk-", 20) + "xxxx" + fake("1", 23),
    fake("sk-proj-", 30, BASE64_URL) + "----" + fake("1", 29, BASE64_URL),
    fake("sk-proj-", 30, BASE64_URL) + "____" + fake("1", 29, BASE64_URL),
)
VALUE = fake("", 15) + "xXxx" + fake("1", 13)
NAMED = (f"password={VALUE}", f'api_key = "{VALUE}"', f"Authorization: Bearer {VALUE}", f"sent Bearer {VALUE}")
DUMMIES = (
    "sk-" + "x" * 12,
    "sk-...",
    "ghp_" + "x" * 36,
    "your-api-key-xxxx",
    "OPENAI_API_KEY=sk-proj-" + "x" * 32,
    'api_key="sk-1234' + "x" * 20 + 'abcd"',
    "token: ghp_1234567890abcdefghij" + "x" * 16,
    "AIza" + "SyX" + "X" * 33,
    "password=XXXXXXXX",
)


@pytest.mark.parametrize("key", KEYS)
def test_a_key_goes_whatever_stands_inside_it(key: str) -> None:
    """Four letters x, lines or dots in an otherwise random key do not make it a dummy."""
    assert key not in Redactor(Policy()).redact_text(f"rejected {key} again")


@pytest.mark.parametrize("text", NAMED)
def test_a_named_value_goes_whatever_stands_inside_it(text: str) -> None:
    """The same holds for a value that only its name makes a secret."""
    assert VALUE[-8:] not in Redactor(Policy()).redact_text(text)


@pytest.mark.parametrize("text", DUMMIES)
def test_a_dummy_stays(text: str) -> None:
    """What people write in the place of a key is no secret."""
    assert Redactor(Policy()).redact_text(text) == text
