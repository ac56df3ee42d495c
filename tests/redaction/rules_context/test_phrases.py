"""Secrets of plain words go where a name says what they are; sentences about them stay."""

import pytest

from redaction import Policy, Redactor

WALLET = "hover rabbit stumble velvet canyon prize oxygen dinosaur ladder fiscal tonight merge"
WORDS = "copper raven juggles velvet"


@pytest.mark.parametrize(
    "text",
    [
        f'{{"mnemonic": "{WALLET}"}}',
        f"MNEMONIC={WALLET}\n",
        f"Your recovery phrase is: {WALLET}",
        f"seed_phrase: '{WALLET} {WALLET}'",
        f'{{"passphrase": "{WORDS}"}}',
        f"gpg --batch --passphrase '{WORDS}' -d x.gpg",
        f"ssh-keygen -t ed25519 -N '{WORDS}' -f key",
        "password=" + WORDS.replace(" ", "-") + " port=1",
    ],
)
def test_phrases_go_whole(text: str) -> None:
    """No word of it is left."""
    redacted = Redactor(Policy()).redact(text.encode()).data.decode()
    assert not [word for word in WALLET.split() + WORDS.split() if word in redacted]


@pytest.mark.parametrize(
    "text",
    [
        "passphrase: Enter the passphrase for this key",
        '{"passphrase": "must not contain the name of the user"}',
        "seed: the tests are run again with the same numbers as they were before this change came",
        "password: reset link sent yesterday",
        "the mnemonic of this instruction says where its operands come from",
        "password: change-me-in-production",
    ],
)
def test_sentences_stay(text: str) -> None:
    """What people say about a phrase is none."""
    assert Redactor(Policy()).redact(text.encode()).data.decode() == text
