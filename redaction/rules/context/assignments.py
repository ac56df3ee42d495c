"""A sensitive name and its value, in the notations of configuration files, logs and programming languages."""

from __future__ import annotations

import re
from typing import Final

from redaction.key_names import holds_secret_as_text
from redaction.rule import Example
from redaction.rules.context import code, values
from redaction.rules.context.grammar import (
    NAME,
    NAME_END,
    OPERATOR,
    QUOTED,
    SCHEME,
    SPACE,
    TYPE,
    WRAPPER,
    compile_pattern,
    quote_ahead,
    run,
    text_of,
)
from redaction.rules.context.named import named_rule

_FAKE: Final = "fake" + "Canary7Zq9"


_DEEPEST: Final = 3
_LEADS_ON: Final = re.compile(r"(?:[A-Za-z_]\w{0,40}\.|[a-z_]{2,20}=)\Z")
_OPENS: Final = re.compile(rb"\\{0,8}+[\"`]\w")

# What follows a word that is part of a sentence or of an expression.
_GOES_ON: Final = re.compile(rb"[ ]++[A-Za-z|&+=?(<>-]")

# What a type is made of, in angle brackets; no tag of HTML.
_OF_TYPES: Final = re.compile(
    rb"<(?:[A-Z][a-z]\w{1,40}|\[?[ui](?:8|16|32|64)|&?str|string|number|boolean|bool|int|char|unknown|any)(?:[<>,;|\[\]]|[ ]\|)"
)

# What stands between a name and a value that belongs to another name: ``authkey: bytes, digest=``, ``input[type=``.
_BRACKETS: Final = re.compile(rb"\[[^\[\]]{0,64}+\]|<[^<>]{0,64}+>")
_LOGPROB: Final = re.compile(rb"\\{0,8}+[\"'],[ ]?\\{0,8}+[\"']?(?:logprob|bytes|prob|rank|top_logprobs)\b")


def belongs_to_another(match: re.Match[bytes]) -> bool:
    """Say whether the quoted value is another parameter's, another attribute's, or what a call asks for."""
    between, assigned, __ = match.string[match.end("name") : match.start("quote")].partition(b"=")
    for _ in range(_DEEPEST):
        between = _BRACKETS.sub(b"", between)
    if assigned and (b"[" in between or b"," in between):
        return True
    return (
        match["call"] is not None
        and code.asks(text_of(match, "call"))
        and not values.looks_random(text_of(match, "value"))
    )


def _is_quoted_secret(match: re.Match[bytes]) -> bool:
    """Accept a quoted value that its name makes a secret."""
    if belongs_to_another(match) or _LOGPROB.match(match.string, match.end()):
        return False
    name, value = text_of(match, "name"), text_of(match, "value")
    if values.is_plausible_secret(name, value, quoted=True):
        return True
    return holds_secret_as_text(name) and (values.looks_random(value) or values.is_basic_credentials(value))


def _is_type(match: re.Match[bytes], value: str) -> bool:
    """Say whether a bare word is a type that others stand behind: of ``password: StateFlow<String>``."""
    return value.isalpha() and value[0].isupper() and _OF_TYPES.match(match.string, match.end()) is not None


def _is_variable(match: re.Match[bytes]) -> bool:
    """Say whether a variable of the environment is set, with a command behind it: ``PGPASSWORD=… psql``."""
    return match["name"].isupper() and match.string[match.end("name") : match.start("value")] == b"="


def _is_bare_secret(match: re.Match[bytes]) -> bool:
    """Accept an unquoted value that its name makes a secret and that is not code; not the user of a URL."""
    if match.string[max(0, match.start("name") - 3) : match.start("name")] == b"://":
        return False
    value = text_of(match, "value")
    if value.isalpha() and not _is_variable(match) and _GOES_ON.match(match.string, match.end()):
        return False
    # ``vt."token"`` and ``Digest username="x"`` go on with quotes, ``${NAME:?`` with what a shell says where there is none.
    if _LEADS_ON.match(value) and _OPENS.match(match.string, match.end()):
        return False
    if value.startswith("?") and match.string[max(0, match.start("name") - 2) : match.start("name")] == b"${":
        return values.looks_random(value[1:])
    name = text_of(match, "name")
    if values.is_handed_on(name, value) or _is_type(match, value):
        return False
    return values.is_plausible_secret(name, value, quoted=False)


def _is_argument_secret(match: re.Match[bytes]) -> bool:
    """Accept the argument after a name (``set("token", "…")``) only where it cannot be another name."""
    name, value = text_of(match, "name"), text_of(match, "value")
    if not values.is_plausible_secret(name, value, quoted=True):
        return False
    if value.startswith("--") and name.startswith("--"):
        return False
    return values.looks_random(value) or name.startswith("--") or values.is_mixed_password(value)


QUOTED_VALUE: Final = named_rule(
    id="key-quoted-value",
    why="A quoted value assigned to a sensitive name opens something.",
    further=quote_ahead,
    after=b"\\\"'`&%]:=!|?+-<*> \t\r\n",
    pattern=compile_pattern(NAME + NAME_END + TYPE + SPACE + OPERATOR + SPACE + rb"\[?\s{0,4}+" + WRAPPER + QUOTED),
    accepts=_is_quoted_secret,
    finds=(
        Example(f'api_key = "{_FAKE}"', _FAKE),
        Example(f"{{'apiKey': '{_FAKE}', 'model': 'm'}}", _FAKE),
        Example(f'{{\\"x-fakecorp-auth\\": \\"{_FAKE}\\"}}', _FAKE),
        Example(f"Config(api_key=SecretStr('{_FAKE}'), n=1)", _FAKE),
        Example(f'clientSecret := "{_FAKE}"', _FAKE),
        Example(f"'password' => '{_FAKE}',", _FAKE),
        Example(f'let token: &str = "{_FAKE}";', _FAKE),
        Example(f'"Authorization": "Bearer {_FAKE}"', _FAKE),
        Example('{"password": "hunter' + '2"}', "hunter" + "2"),
    ),
    leaves=(
        '"max_tokens": "4096"',
        'api_key = os.environ["OPENAI_API_KEY"]',
        "api_key='********'",
        '"token": "${HF_TOKEN}"',
        'password: "YOUR_PASSWORD_HERE"',
        '"api_key": "REDACTED-secret-1"',
        'token_type: "bearer"',
        '"primary_key": "user_id"',
    ),
)

BARE_VALUE: Final = named_rule(
    id="key-bare-value",
    why="A value assigned to a sensitive name opens something, quoted or not.",
    sight=18_000,
    after=b"\\\"'`&%]:=? \t",
    pattern=compile_pattern(
        NAME
        + NAME_END
        + rb"[ \t]*+(?:=>|:=|::=|\?=|={1,3}+|:|\xef\xbc\x9a)[ \t]*+"
        + SCHEME
        + rb"(?P<value>"
        + run(rb"\s\"'`<>,;(){}\[\]|&", 3)
        + rb")(?![(\[{])"
    ),
    accepts=_is_bare_secret,
    finds=(
        Example(f"export HF_TOKEN={_FAKE}", _FAKE),
        Example(f"api_key: {_FAKE}\nmodel: m", _FAKE),
        Example(f"Endpoint=x;AccountKey={_FAKE}==;Suffix=y", f"{_FAKE}=="),
        Example(f"Authorization: Bearer {_FAKE}", _FAKE),
        Example(f"https://host/v1?api_key={_FAKE}&n=1", _FAKE),
    ),
    leaves=(
        "max_tokens=4096",
        "password = getpass()",
        "form.save(password1=password1)",
        "val password: StateFlow<String> = x",
        "token=self.token, api_key=config.api_key",
        "api_key=None",
        "wrap_api_key=False",
        "password: ${DB_PASSWORD}",
        "key: value",
        "author: someone",
    ),
)

ARGUMENT: Final = named_rule(
    id="key-next-argument",
    why="The argument after a sensitive name or flag is its value.",
    after=b"\\\"'`",
    pattern=compile_pattern(NAME + rb"(?:\\{0,8}+[\"'`])" + rb"\s{0,8}+,\s{0,8}+" + WRAPPER + QUOTED),
    accepts=_is_argument_secret,
    finds=(
        Example(f"['run', '--api-key', '{_FAKE}', '--n', '1']", _FAKE),
        Example(f'System.setProperty("token", "{_FAKE}")', _FAKE),
    ),
    leaves=("['api_key', 'base_url']", '("token", "count")', "['--api-key', '${KEY}']"),
)
