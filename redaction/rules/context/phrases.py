"""Secrets made of plain words: the recovery phrase of a wallet, passphrases of four words and more."""

from __future__ import annotations

import re
from typing import Final

from redaction.rule import Example, anywhere
from redaction.rules.context.grammar import NAME, NAME_END, compile_pattern, text_of, word_before
from redaction.rules.context.named import named_rule
from redaction.vocabulary import EVERYDAY

_WALLET: Final = "hover rabbit stumble velvet canyon prize oxygen dinosaur ladder fiscal tonight merge"
_WORDS: Final = "copper raven juggles velvet"

_LEAST_OF_WALLET: Final = 12
"""BIP 39 writes 128 bits and more as twelve words and more, of three to eight letters."""

_LONGEST_WORD: Final = 8
_QUOTES: Final = (b'"', b"'", b"`")
_OF_WALLET: Final = re.compile(r"(?i)mnemonic|seed|recovery|backup|wallet")
_BETWEEN: Final = (
    NAME_END
    + rb"(?:[ ]phrase(?:[ ]is)?|[ ]is)?(?:[ \t]{0,8}+(?:=>|:=|[=:]|\xef\xbc\x9a))?+[ \t]{0,8}+(?:\\{0,8}+[\"'`])?+"
)
_PHRASE: Final = rb"(?-i:[a-z]{3,10}(?:[ ][a-z]{3,10}){3,23}+)(?![\w \-(=])"


def _is_phrase(match: re.Match[bytes]) -> bool:
    """Accept the words of a wallet, and of a passphrase words that no sentence is made of."""
    name = f"{word_before(match.string, match.start('name'))} {text_of(match, 'name')}".lower()
    words = text_of(match, "value").split()
    everyday = sum(word in EVERYDAY for word in words)
    if _OF_WALLET.search(name):
        return len(words) >= _LEAST_OF_WALLET and max(map(len, words)) <= _LONGEST_WORD and 3 * everyday <= len(words)
    is_quoted = match.string[match.start("value") - 1 : match.start("value")] in _QUOTES
    if not name.endswith(("passphrase", "pass_phrase")) and not (is_quoted and name.endswith("password")):
        return False
    return 4 * everyday <= len(words)


PHRASE: Final = named_rule(
    id="secret-of-words",
    why="Wallets and passphrases are written as plain words.",
    anchors=(b"mnemonic", b"phrase", b"seed", b"passwor"),
    ahead=rb"[\w.\-\x80-\xff]{0,128}+" + _BETWEEN + _PHRASE,
    heads=anywhere,
    gate=None,
    pattern=compile_pattern(NAME + _BETWEEN + rb"(?P<value>" + _PHRASE + rb")"),
    accepts=_is_phrase,
    finds=(
        Example(f'{{"mnemonic": "{_WALLET}"}}', _WALLET),
        Example(f"seed phrase: {_WALLET}\n", _WALLET),
        Example(f'{{"passphrase": "{_WORDS}"}}', _WORDS),
        Example(f"--passphrase '{_WORDS}'", _WORDS),
    ),
    leaves=(
        '"passphrase": "enter the passphrase for this key"',
        "seed: all tests are run with the same number",
        "password: please type your own",
        "the mnemonic of this instruction says where its operands come from",
    ),
)
