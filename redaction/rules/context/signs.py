"""Passwords with any signs in them, where no quotes say how far they go: ``password=h{Y)Un&Bbz-7``."""

from __future__ import annotations

import re
from typing import Final

from redaction.key_names import Strength, split_words, strength
from redaction.rule import Example, anywhere
from redaction.rules.context import code, values
from redaction.rules.context.grammar import INSIDE, NAME, compile_pattern, text_of
from redaction.rules.context.mixture import is_gibberish, mixes_signs
from redaction.rules.context.named import named_rule

_PASSWORD: Final = "fk{7Y" + ")Un&Bz-q3<zP"

_LETTERS: Final = "zqBx" + "wGvkJdrtHm"
_WORD: Final = "fake" + "Canary7Zq9"

_VALUE: Final = rb"(?![\"'`])(?=\S{0,127}?[^\w\s./\-\x80-\xff])" + INSIDE + rb"{8,128}+"
_BETWEEN: Final = rb"(?:[ \t]{0,8}+(?:=>|:=|={1,3}+|:|\xef\xbc\x9a)[ \t]{0,8}+|[ ](?:is|was)[ :]{1,3}+|[ ]{1,4}+)"
_SAYS: Final = rb"[ :=]{1,3}+(?:(?:is|was|of|now)[ :]{1,2}+)?+"
_QUOTE: Final = rb"\\{0,8}+[\"'`]"
_PLAIN: Final = re.compile(rb"[^\s\"'`<>|;&\\]*+")
_ENDING: Final = "\"'`,;.:)]}>"
_DATE: Final = re.compile(r"\d{2,4}[-:/.]\d\d[-:/.]\d\d")
_URL: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*+:/|[A-Za-z]:\\|[~.]{0,2}/")


def is_signed_password(value: str) -> bool:
    """Say whether a text without blanks mixes signs, digits and letters as a generator of passwords does, and no code."""
    return mixes_signs(value) and not (
        values.is_never_secret(value) or code.is_pattern(value) or _DATE.match(value) or _URL.match(value)
    )


def spans_of_argument(match: re.Match[bytes]) -> tuple[tuple[int, int], ...]:
    """Return what the ``ARGUMENT`` of a match claims: all that stands in quotes, or a word; with signs only of a password."""
    start, end = match.span("value")
    quote = match["quote"]
    if quote is not None and match.string.startswith(quote, end):
        return (match.span("value"),)
    value = match["value"].decode("latin-1").rstrip(_ENDING)
    if is_signed_password(value):
        return ((start, start + len(value)),)
    plain = _PLAIN.match(match.string, start, end)
    return ((start, plain.end()),) if plain is not None and plain.end() > start else ()


def _given(match: re.Match[bytes]) -> tuple[tuple[int, int], ...]:
    """Return the value without what closes the text around it, if it is a password."""
    name, whole = text_of(match, "name"), match["value"].decode("latin-1")
    value = whole.rstrip(_ENDING)
    if match.string[match.end("name") : match.start("value")].isspace() and not name.startswith("--"):
        return ()
    is_password = values.is_password_name(name) or "secret" in split_words(name)
    if not is_password or strength(name) is not Strength.STRONG or code.is_expression(whole):
        return ()
    if not is_signed_password(value):
        return ()
    return ((match.start("value"), match.start("value") + len(value)),)


SIGNED: Final = named_rule(
    id="password-with-signs",
    why="A generated password holds any sign, and without quotes around it only a blank ends it.",
    anchors=(b"passw", b"passphrase", b"passcode", b"pass", b"pwd", b"pswd", b"_pw", b"secret"),
    ahead=rb"[\w.\-\x80-\xff]{0,128}+" + _BETWEEN + _VALUE,
    heads=anywhere,
    after=b":= \t\xef",
    pattern=compile_pattern(NAME + _BETWEEN + rb"(?P<value>" + _VALUE + rb")"),
    each=_given,
    finds=(
        Example(f"INFO password={_PASSWORD} next", _PASSWORD),
        Example(f"DB_PASSWORD={_PASSWORD}\nPATH=/bin", _PASSWORD),
        Example(f"password: {_PASSWORD}\nport: 1", _PASSWORD),
        Example(f"$ tool --password {_PASSWORD} --port 1", _PASSWORD),
        Example(f"the password is {_PASSWORD}, he said", _PASSWORD),
        Example(f"(password={_PASSWORD})", _PASSWORD),
    ),
    leaves=(
        'password=os.environ["DB_PASSWORD"]',
        "password=sys.argv[2],port=3",
        "password = get_password(user[0], X)",
        "password=${DB_PASSWORD:-none}",
        "password: [REDACTED]",
        "the password is wrong (code=7)",
        "password_regex: ^[A-Z]{2}\\d+$",
        "password: str | None = None",
        "secret=lambda x: x[1:3]",
    ),
)


def _is_of_letters(match: re.Match[bytes]) -> bool:
    """Accept letters that make no word where a password is given: behind a flag, a sign or the verb."""
    name, value = text_of(match, "name"), text_of(match, "value")
    if match.string[match.end("name") : match.start("value")].isspace() and not name.startswith("--"):
        return False
    if not values.is_password_name(name) or strength(name) is not Strength.STRONG:
        return False
    return is_gibberish(value) and not values.is_never_secret(value)


OF_LETTERS: Final = named_rule(
    id="password-of-letters",
    why="One in eight generated passwords holds letters only.",
    anchors=(b"passw", b"passphrase", b"passcode", b"pwd", b"pswd"),
    ahead=rb"[\w.\-\x80-\xff]{0,128}+" + _BETWEEN + rb"[A-Za-z]{8,64}+(?![\w(\[.])",
    heads=anywhere,
    after=b":= \t\xef",
    pattern=compile_pattern(NAME + _BETWEEN + rb"(?P<value>[A-Za-z]{8,64}+)(?![\w(\[.])"),
    accepts=_is_of_letters,
    finds=(
        Example(f"PGPASSWORD={_LETTERS} psql -h x", _LETTERS),
        Example(f"tool --password {_LETTERS.lower()} -v", _LETTERS.lower()),
        Example(f"the password is {_LETTERS}", _LETTERS),
    ),
    leaves=(
        "the password is required here",
        "tool --password passwordfile -v",
        "PASSWORD=DatabasePassword ok",
        "password is Zugangskennwort",
    ),
)


def _is_said(match: re.Match[bytes]) -> bool:
    """Accept a password in quotes that a sentence speaks of."""
    name, value = text_of(match, "name"), text_of(match, "value")
    is_of_program = code.is_expression(value) or code.without_fields(value) != value
    return values.is_password_name(name) and not is_of_program and is_signed_password(value)


SAID: Final = named_rule(
    id="quoted-password-with-signs",
    why="People and error messages quote a password whatever signs it holds.",
    anchors=(b"passw", b"passphrase", b"passcode", b"kennwort", b"passwort", b"senha"),
    ahead=rb"[\w.\-\x80-\xff]{0,128}+" + _SAYS + _QUOTE + rb"[^\s\"'`\\]",
    heads=anywhere,
    after=b" :=",
    pattern=compile_pattern(
        NAME + _SAYS + rb"(?P<quote>" + _QUOTE + rb")(?P<value>(?:(?!(?P=quote))\S){8,128}+)(?=(?P=quote))"
    ),
    accepts=_is_said,
    finds=(
        Example(f"Login failed for user app with password '{_PASSWORD}'.", _PASSWORD),
        Example(f'the password is "{_PASSWORD}"', _PASSWORD),
    ),
    leaves=("password 'x[0].Name' is wrong", "the password '{name[0]!r}'", "password 'secret-word'"),
)


def _is_quoted_for_shell(match: re.Match[bytes]) -> bool:
    """Accept a text in pieces that its name makes a secret."""
    value = _QUOTE_INSIDE.sub(b"'", match["value"]).decode("utf-8", "replace")
    return values.is_plausible_secret(text_of(match, "name"), value, quoted=True)


_BETWEEN_PIECES: Final = rb"'(?:\\?\"'\\?\"|\\{1,4}')'"
_QUOTE_INSIDE: Final = re.compile(_BETWEEN_PIECES)
_PIECES: Final = rb"[ ]?[=:]?[ ]?'(?P<value>[^'\r\n\\]{0,128}+(?:" + _BETWEEN_PIECES + rb"[^'\r\n\\]{0,128}+){1,16}+)'"

QUOTED_FOR_SHELL: Final = named_rule(
    id="shell-quoted-pieces",
    why="A shell writes a quote inside of quotes as a text of its own; the secret goes on behind it.",
    after=b"=: '",
    pattern=compile_pattern(NAME + _PIECES),
    accepts=_is_quoted_for_shell,
    finds=(
        Example(f"export DB_PASSWORD='ab'\"'\"'{_WORD}'", f"ab'\"'\"'{_WORD}"),
        Example(f"tool --password '{_WORD}'\\''{_WORD}' -v", f"{_WORD}'\\''{_WORD}"),
    ),
    leaves=("echo 'it'\"'\"'s the token'", "--password ''\"'\"''", "password='a'"),
)
