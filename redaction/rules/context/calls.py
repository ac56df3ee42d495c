"""Secrets as arguments of calls: ``setPassword("…")``, ``Credentials("user", "…")``, ``password{"…"}``."""

from __future__ import annotations

import re
from typing import Final

from redaction.findings import Kind
from redaction.key_names import split_words
from redaction.key_words import word_set
from redaction.rule import Example, Rule
from redaction.rules.context import code, values
from redaction.rules.context.grammar import (
    NAME,
    QUOTED,
    WRAPPER,
    compile_pattern,
    text_of,
)
from redaction.rules.context.named import named_rule

_FAKE: Final = "fake" + "Canary7Zq9"
_OPENING: Final = rb"\\{0,8}[\"'`]"

# Calls that take a question, another name or a path, and give the secret back.
_ASKING: Final = word_set("""
    get read load fetch find lookup parse is has check delete remove ask input prompt create generate print log
    validate contains revoke rotate require
""")


def _is_given(match: re.Match[bytes]) -> bool:
    """Accept the argument of a call that sets something; of one that asks for something only what looks random."""
    name, value = text_of(match, "name"), text_of(match, "value")
    if not values.is_plausible_secret(name, value, quoted=True):
        return False
    if match["call"] is not None and code.asks(text_of(match, "call")) and not values.looks_random(value):
        return False
    if not _ASKING.isdisjoint(split_words(name)[:1]):
        return values.looks_random(value)
    return values.is_no_word(value)


def _is_second_of_pair(match: re.Match[bytes]) -> bool:
    """Accept the second of two quoted arguments, user and password, unless it is a plain word."""
    value = text_of(match, "value")
    return not values.is_never_secret(value) and " " not in value and values.is_no_word(value) and not value.isdigit()


SETTER: Final = named_rule(
    id="call-argument",
    why="What is handed to a call with a sensitive name is its value.",
    after=b"({ \t\r\n",
    pattern=compile_pattern(NAME + rb"\s?[({]\s{0,8}+" + WRAPPER + QUOTED),
    accepts=_is_given,
    finds=(
        Example(f'client.setPassword("{_FAKE}")', _FAKE),
        Example(f"builder.api_key('{_FAKE}')", _FAKE),
        Example(f'std::string password{{"{_FAKE}"}};', _FAKE),
    ),
    leaves=(
        'getpass.getPassword("Enter it: ")',
        'get_token("model-1")',
        'tokenizer("Hello 4 you")',
        'secrets("my-secret")',
        'withToken("${TOKEN}")',
    ),
)

USER_AND_PASSWORD: Final = Rule(
    id="call-user-and-password",
    kind=Kind.SECRET,
    stem="password",
    why="Logins take the user and the password as two arguments.",
    anchors=(b"credential", b"login", b"auth", b"getconnection", b"signin", b"sign_in", b"connect("),
    pattern=compile_pattern(
        rb"(?:credentials?|login|(?:basic|digest)?auth(?:entication)?|getconnection|sign_?in|connect)[ ]?[=:]?"
        rb"[ ]?[(\[]"
        rb"(?:[\w.]{1,64},\s?)?(?P<quote>" + _OPENING + rb")[^\"'`\\\r\n]{1,128}+(?P=quote)\s{0,4},\s{0,8}+"
        rb"(?P<second>" + _OPENING + rb")(?P<value>(?:(?!(?P=second))[^\r\n]){4,256}+)(?P=second)"
    ),
    accepts=_is_second_of_pair,
    finds=(
        Example(f'new NetworkCredential("bob", "{_FAKE}")', _FAKE),
        Example(f"requests.get(url, auth=('bob', '{_FAKE}'))", _FAKE),
        Example(f'DriverManager.getConnection(url, "bob", "{_FAKE}")', _FAKE),
    ),
    leaves=(
        'login("user", "password")',
        "auth=('user', getpass())",
        'connect("host", "8080")',
        "auth: ('basic', 'bearer')",
    ),
)
