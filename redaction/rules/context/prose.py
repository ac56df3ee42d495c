"""Secrets in sentences: what providers answer ("Incorrect API key provided: …") and what people write."""

from __future__ import annotations

import re
from typing import Final

from redaction.findings import Kind
from redaction.harmless import is_version_of_passwd
from redaction.key_names import Strength, split_words, strength
from redaction.key_words import EXACT_HARMLESS, PLACES
from redaction.rule import Example, Rule
from redaction.rules.context import values
from redaction.rules.context.grammar import (
    NAME,
    NAME_REACH,
    compile_pattern,
    ends_in_noun,
    secret_noun,
    text_of,
    word_before,
    words_of,
)
from redaction.rules.context.likely import FILLER, ITEM, NO_VALUE, SAYS, VALUE_AHEAD, value_heads

_FAKE: Final = "fake" + "Canary7Zq9"
_ECHO: Final = re.compile(
    r"[\w-]{2,}+(?:\*{2,}|\.{3}|…|•{2,}|x{4,})[\w-]{2,}+\Z|(?:\*{3,}|…)[\w-]{3,}+\Z|"
    r"[\w-]{6,}+\*{3,}\Z"
)
_ENDING: Final = re.compile(rb"(?P<signs>[!?]{1,8}+)(?:[ \t]*+(?:[\r\n]|\Z|\\[nr])|\\{0,8}+[\"'`])")
_POINTED: Final = re.compile(r"\*{1,2}[A-Za-z_]\w{0,80}\Z")
"""What a function that gives a key back is called in its declaration: ``EC_KEY *d2i_ECPrivateKey_bio(BIO *bp)``."""
_KEY_TYPES: Final = (b"rsa key", b"dsa key")
_LINE: Final = 48
_SHORTEST_IN_CELL: Final = 16
_SHORTEST_OF_MIXED: Final = 16
_UUID: Final = re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\Z")


def _names_a_place(match: re.Match[bytes], name: str, value: str) -> bool:
    """Say whether ``key`` names a place where something is kept, by the word before it; or heads a column of ids."""
    words = split_words(name)
    if words[-1:] == ("key",) and words[-2:-1] and words[-2] in PLACES:
        return True
    if name.lower() not in ("key", "keys"):
        return False
    word = word_before(match.string, match.start("name"))
    if not word:
        return b"|" in match["says"] and len(value) < _SHORTEST_IN_CELL
    return word.lower() in PLACES


def _is_public_key(match: re.Match[bytes], name: str, value: str) -> bool:
    """Say whether ``gpg`` tells the number of a key that signs: ``gpg: key 64E6…: public key imported``."""
    line = match.string[max(0, match.start("name") - _LINE) : match.end("name")].lower()
    is_key = split_words(name)[-1:] == ("key",) and values.is_fingerprint(value)
    return is_key and (b"gpg" in line or b"gnupg" in line or line.endswith(_KEY_TYPES))


def _is_of_program(match: re.Match[bytes], name: str, value: str) -> bool:
    """Say whether the value is of a handshake, a function of C, or the version of ``passwd (1:4.13+dfsg1-1+b1)``."""
    if name in EXACT_HARMLESS or (_POINTED.match(value) and match.string[match.end() : match.end() + 1] == b"("):
        return True
    return match["quote"] == b"(" and is_version_of_passwd(name, value)


def _is_said_secret(match: re.Match[bytes]) -> bool:
    """Accept a value in a sentence if it looks random, is a provider's echo, or is a quoted password."""
    name, value = text_of(match, "name"), text_of(match, "value").rstrip(".,:;!?")
    if not ends_in_noun(match["name"]) or name.startswith("-"):
        return False
    if _ECHO.match(value):
        return True
    if _is_public_key(match, name, value) or _is_of_program(match, name, value):
        return False
    # A call or a class right behind the name: ``form.password(size=32)``.
    if match["quote"] in (b"(", b"[") and match.end("name") == match.start("quote") and not values.looks_random(value):
        return False
    if values.is_never_secret(value) or ends_in_noun(match["value"]) or _names_a_place(match, name, value):
        return False
    if values.looks_random(value):
        return True
    if strength(words_of(match)) is Strength.STRONG and (
        _UUID.match(value) or (len(value) >= _SHORTEST_OF_MIXED and value.isalnum() and values.is_mixed_password(value))
    ):
        return True
    if "pass" not in name.lower():
        return False
    if match["quote"] is not None:
        return values.is_no_word(value)
    return any(c.isdigit() for c in value) and any(c.isalpha() for c in value)


def _said(match: re.Match[bytes]) -> tuple[tuple[int, int]]:
    """Return the value; behind a colon or in quotes with the ``!`` or ``?`` that ends it, if nothing follows on the line."""
    start, end = match.span("value")
    ending = _ENDING.match(match.string, end) if b":" in match["says"] or match["quote"] is not None else None
    return ((start, ending.end("signs") if ending is not None else end),)


SENTENCE: Final = Rule(
    id="secret-in-sentence",
    kind=Kind.SECRET,
    stem="secret",
    why="Error messages and people quote keys and passwords in sentences.",
    anchors=(
        b"key",
        b"token",
        b"password",
        b"passwd",
        b"passphrase",
        b"passcode",
        b"secret",
        b"credential",
        b"jwt",
        b"pat ",
    ),
    sight=18_000,
    reach=NAME_REACH,
    ahead=VALUE_AHEAD,
    heads=value_heads,
    gate=secret_noun,
    after=b" :'\"`(\\*|\xef",
    pattern=compile_pattern(
        rb"(?<![/~@])"
        + NAME
        + rb"(?=[ :'\"`(\\*|\xef])"
        + FILLER
        + rb"(?P<says>"
        + SAYS
        + rb")"
        + rb"(?:\\n)?(?P<quote>\\{0,8}[\"'`(\[])?+(?:bearer[ ])?"
        + rb"(?P<value>(?=(?:"
        + ITEM
        + rb"){4})(?:[^"
        + NO_VALUE
        + rb"\\]{1,64}+|"
        + ITEM
        + rb"){1,256}+)"
    ),
    accepts=_is_said_secret,
    each=_said,
    finds=(
        Example(f"Incorrect API key provided: {_FAKE}. You can find", _FAKE),
        Example(f"invalid x-api-key {_FAKE}", _FAKE),
        Example(f"the password is {_FAKE}", _FAKE),
        Example(f"token '{_FAKE}' is not valid", _FAKE),
        Example(f"**Token:** {_FAKE}", _FAKE),
        Example(f"API key created:\n\n    {_FAKE}\n", _FAKE),
        Example(f"Unseal Key 1: {_FAKE}", _FAKE),
        Example(f"Password for 'https://bob@host.x': {_FAKE}", _FAKE),
        Example(f"| API key | {_FAKE} |", _FAKE),
        Example("API key provided: sk-pr" + "oj-****EFGH", "sk-pr" + "oj-****EFGH"),
    ),
    leaves=(
        "the password is incorrect",
        "Invalid API key provided: none",
        "token limit of 4096 tokens exceeded",
        "secret sauce is simple",
        "| key | value |",
        "| key | 3f2a9b1c |",
        "cache key: 86f7e437faa5a7fce15d1ddcb9eaeaea377667b8",
        "**token**: counted",
        "key value pairs",
        "missing credentials in request header",
        "> Sec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==",
        "EC_KEY *d2i_ECPrivateKey_bio(BIO *bp, EC_KEY **eckey);",
        "Setting up passwd (1:4.13+dfsg1-1+deb12u1) ...",
    ),
)
