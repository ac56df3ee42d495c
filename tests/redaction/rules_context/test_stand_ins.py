"""What stands in for a secret stays; a secret that only holds such a word goes."""

import pytest

from redaction import Policy, Redactor

KEY = "Zk4" + "vQ9x"
SETTINGS = ("password={}", "password: {}\nport: 8080", "DB_PASSWORD='{}'", "export API_SECRET={}\nls")


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize(
    "value",
    [
        f"my-hidden-{KEY}",
        f"{KEY}/user-12",
        f"{KEY}-redacted",
        f"{KEY}7your-ab3",
        f"<{KEY}7Tq>",
        f"({KEY}7Tq)",
        f"%{KEY}7Tq%",
        "$Kq9" + "!vB7zz#L",
    ],
)
def test_a_secret_that_holds_such_a_word_goes(setting: str, value: str) -> None:
    """Somebody's password may hold any word, end as our placeholders do, or stand in brackets."""
    redacted = Redactor(Policy()).redact(setting.format(value).encode()).data.decode()
    assert value.strip("<>()%$")[:7] not in redacted
    assert KEY not in redacted


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize(
    "value",
    [
        "redacted",
        "[REDACTED]",
        "REDACTED-openai-key-1",
        "<hidden>",
        "user-12",
        "your-api-key-v2",
        "sk-your_key_here",
        "<your key>",
        "<YOUR_API_KEY_2>",
        "sk-proj-REDACTED",
        "abc-redacted",
        "redacted_3f2a9c81",
        "${DB_PASSWORD:-none}",
        "$HOME/.cache/token",
        "{{ vault.password }}",
        "***hidden***",
    ],
)
def test_what_stands_in_for_a_secret_stays(setting: str, value: str) -> None:
    """Masks, templates and placeholders tell a reader that a value was there."""
    text = setting.format(value).encode()
    assert Redactor(Policy()).redact(text).data == text
