"""Secrets in expressions behind a sensitive name: joined strings, several names at once, a decoder, a field's default."""

from __future__ import annotations

import re
from typing import Final

from redaction.rule import Example
from redaction.rules.context import values
from redaction.rules.context.grammar import NAME, NAME_END, QUOTED, TYPE, compile_pattern, quote_ahead, text_of
from redaction.rules.context.named import is_named_secret, named_rule

_FAKE: Final = "fake" + "Canary7Zq9"
_ENCODED: Final = "ZmFrZUNh" + "bmFyeTdacTk="
_TEXT: Final = rb"(?:\\{0,4}\"[^\"\r\n\\]{0,512}+\\{0,4}\"|\\{0,4}'[^'\r\n\\]{0,512}+\\{0,4}')"
_STRING: Final = re.compile(rb"\\{0,4}(?P<quote>[\"'])(?P<item>[^\"'\r\n\\]{0,512}+)\\{0,4}(?P=quote)")


def _is_secret(match: re.Match[bytes], item: re.Match[bytes]) -> bool:
    """Say whether a string is secret under the name."""
    value = text_of(item, "item")
    return values.is_plausible_secret(text_of(match, "name"), value, quoted=True) and values.is_no_word(value)


def _parts(match: re.Match[bytes]) -> list[tuple[int, int]]:
    """Return the joined strings that are secret."""
    parts = _STRING.finditer(match.string, *match.span("parts"))
    return [each.span("item") for each in parts if _is_secret(match, each)]


def _own(match: re.Match[bytes]) -> list[tuple[int, int]]:
    """Return the string that stands at the place of the name, if it is secret."""
    before = _NAMES_BEFORE.search(match.string, max(0, match.start("name") - _BACK), match.start("name"))
    strings = list(_STRING.finditer(match.string, *match.span("parts")))
    own = before.group().count(b",") if before else 0
    return [strings[own].span("item")] if own < len(strings) and _is_secret(match, strings[own]) else []


_BACK: Final = 200
_NAMES_BEFORE: Final = re.compile(rb"(?:(?<![\w$])[A-Za-z_$]\w{0,60}+[ ]{0,2}+,[ ]{0,2}+)++\Z")

JOINED: Final = named_rule(
    id="joined-strings",
    why="A secret is written in pieces so that nobody finds it whole.",
    sight=11_000,
    further=quote_ahead,
    after=b"\\\"'`] \t:=",
    pattern=compile_pattern(
        NAME + NAME_END + TYPE + rb"[ \t]*+(?::=|[:=])[ \t]*+(?P<open>\(\s{0,40}+)?+(?P<parts>" + _TEXT
        + rb"(?:(?:\s{0,8}+[+.&][ \t\r\n]{0,40}+|(?(open)\s{0,60}+|[ \t]{1,8}+))" + _TEXT + rb"){1,16}+)"
    ),
    each=_parts,
    finds=(
        Example(f'token = "abc" + "{_FAKE}"', _FAKE),
        Example(f"$password = 'a' . '{_FAKE}';", _FAKE),
        Example(f'token = (\n    "abc"\n    "{_FAKE}"\n)', _FAKE),
    ),
    leaves=('token = "abc" + "def"', 'max_tokens = "4" + "0fake7Zq9"'),
)  # fmt: skip

_OTHERS: Final = rb"(?:[ ]{0,2}+,[ ]{0,2}+[A-Za-z_]\w{0,60}+){1,7}+"
_VALUES: Final = rb"[ ]{0,4}+:?=[ ]{0,4}+\(?(?P<parts>" + _TEXT + rb"(?:[ ]{0,2}+,[ ]{0,2}+" + _TEXT + rb"){1,7}+)"

SEVERAL: Final = named_rule(
    id="several-names",
    why="Several names are given their values in one line, in order.",
    further=quote_ahead,
    ahead=rb"[\w.\-\x80-\xff]{0,128}+" + _OTHERS + rb"[ ]{0,4}+:?=",
    after=b", ",
    pattern=compile_pattern(NAME + _OTHERS + _VALUES),
    each=_own,
    finds=(Example(f'TOKEN, URL = "{_FAKE}", "z"', _FAKE),),
    leaves=('token, count = "a", "b"', 'max_tokens, name = "fake7Zq9", "a"'),
)

LAST_OF_SEVERAL: Final = named_rule(
    id="last-of-several-names",
    why="The last of several names has its value last.",
    further=quote_ahead,
    after=b":= ",
    pattern=compile_pattern(NAME + _VALUES),
    each=_own,
    finds=(Example(f"user, password := 'bob', '{_FAKE}'", _FAKE),),
    leaves=('name, max_tokens = "a", "fake7Zq9"',),
)

DECODED: Final = named_rule(
    id="decoded-value",
    why="What a shell decodes into a sensitive name is its value.",
    after=b"=",
    pattern=compile_pattern(
        NAME
        + rb"=\\{0,2}[\"']?(?:\$\(|`)[ ]?(?:echo|printf)[ ](?:-n[ ])?(?:'%s'[ ])?\\{0,2}[\"']?(?P<value>[A-Za-z0-9+/_-]{8,4096}+={0,2})"
        rb"\\{0,2}[\"']?[ ]?\|[ ]?(?:base64|openssl[ ]|xxd)"
    ),
    accepts=is_named_secret,
    finds=(Example(f"token=$(echo {_ENCODED} | base64 -d)", _ENCODED),),
    leaves=("token=$(echo $RAW_TOKEN | base64 -d)", "count=$(echo 12345678 | base64 -d)"),
)

FIELD: Final = named_rule(
    id="field-default",
    why="The default of a declared field is used wherever nothing else is given.",
    further=quote_ahead,
    after=b": =\t",
    pattern=compile_pattern(
        NAME
        + TYPE
        + rb"[ \t]*+=[ \t]*+[\w.]{1,60}+\([^\"'`\r\n()]{0,80}?\b(?:default|value|const)[ ]?=[ ]?[bruf]{0,2}+"
        + QUOTED
    ),
    accepts=lambda match: is_named_secret(match) and values.is_no_word(text_of(match, "value")),
    finds=(Example(f'api_key: str = Field(default="{_FAKE}")', _FAKE),),
    leaves=('api_key: str = Field(default="none")', 'max_tokens: int = Field(default="4096")'),
)
