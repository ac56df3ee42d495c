"""Names of two or three letters, and names that elsewhere say nothing: only with a value that proves them."""

from __future__ import annotations

import re
from typing import Final

from redaction.examples import fake
from redaction.findings import Kind
from redaction.rule import Example, Rule, of_groups
from redaction.rules.context import values
from redaction.rules.context.described import is_strong_password
from redaction.rules.context.grammar import NOT_ALPHANUMERIC, QUOTE, compile_pattern, text_of

_FAKE: Final = "fakeCanary" + "Zq7x9!"
_WHY: Final = "A short name says little, but with such a value it is a credential."
_QUOTE: Final = rb"(?:" + QUOTE + rb")"
_ASSIGNED: Final = _QUOTE + rb"?+\s{0,2}(?:[:=]|=>)\s{0,2}" + _QUOTE + rb"?+"
_SHORTEST_KEY: Final = 16


def _is_short(match: re.Match[bytes]) -> bool:
    """Accept under ``pw`` what looks like a password, under other short names what looks generated and is long."""
    value = text_of(match, "value")
    if match["name"].lower().endswith((b"pw", b"pwd")):
        return is_strong_password(value) or values.is_mixed_password(value)
    return len(value) >= _SHORTEST_KEY and values.looks_random(value)


SHORT: Final = Rule(
    id="short-name",
    kind=Kind.SECRET,
    stem="secret",
    why=_WHY,
    anchors=(
        b"pw",
        b"ak",
        b"sk",
        b"pat",
        b"rootpw",
        b"dbpw",
        b"bindpw",
        b"adminpw",
        b"userpw",
        b"appkey",
        b"csrf",
        b"sid",
        b"code_verifier",
    ),
    before=NOT_ALPHANUMERIC,
    ahead=rb"(?:[ ]|" + _ASSIGNED + rb")[^\s\"'`]{6}",
    pattern=compile_pattern(
        rb"(?<![A-Za-z0-9])(?P<name>(?:root|db|bind|admin|user)?pw|ak|sk|pat|appkey|csrf|sid|code_verifier)(?:"
        + _ASSIGNED
        + rb"|(?<=pw)[ ])"
        rb"(?P<value>[^\s\"'`<>,;(){}\[\]|&\\]{6,512}+)(?![(\[{])"
    ),
    accepts=_is_short,
    finds=(
        Example(f"pw: {_FAKE}", _FAKE),
        Example(f"rootpw={_FAKE}", _FAKE),
        Example("ak=" + fake("A", 19) + ", sk=" + (_sk := fake("", 40)), _sk),
        Example('{"sk": "' + (_hex := fake("", 32, "0123456789abcdef")) + '"}', _hex),
    ),
    leaves=("pw: please-enter", "sk=learn", "sk: sk-learn", "pat=pattern-name", "sid=12", "break: a1B2c3D4e5F6g7H8"),
)

PWD: Final = Rule(
    id="pwd-no-folder",
    kind=Kind.SECRET,
    stem="password",
    why="In connection strings it is the password, and no folder looks like one.",
    anchors=(b"pwd=", b"pwd:"),
    before=NOT_ALPHANUMERIC,
    pattern=compile_pattern(
        rb"(?<![A-Za-z0-9])(?:(?<=;)pwd=(?P<plain>[^\s;\"'\\/~$]{4,256}+)|pwd[=:][ ]?(?P<value>[^\s;\"'\\/~$:.]{8,256}+))(?![/\\])"
    ),
    accepts=lambda match: match["value"] is None or is_strong_password(text_of(match, "value")),
    each=of_groups("value", "plain"),
    finds=(Example(f"PWD={_FAKE}", _FAKE), Example("UID=sa;PWD=fake" + "Canary7;x=y", "fake" + "Canary7")),
    leaves=("PWD=/srv/eval", "PWD=C:\\Users\\eval", "OLDPWD=eval", "pwd: command not found"),
)

LISTED: Final = Rule(
    id="listed-key",
    kind=Kind.SECRET,
    stem="secret",
    why="Clouds list two keys of a resource by number or rank.",
    anchors=(
        b"primarykey",
        b"secondarykey",
        b"primarymasterkey",
        b"secondarymasterkey",
        b'"key1"',
        b'"key2"',
        b"'key1'",
        b"'key2'",
    ),
    ahead=_QUOTE + rb"?+\s{0,2}[,:=]",
    pattern=compile_pattern(
        rb"(?:(?:primary|secondary)(?:master)?key|" + _QUOTE + rb"key[12]" + _QUOTE + rb")" + _QUOTE + rb"?+\s{0,2}"
        rb"(?:[:=]|,\s{0,4}"
        + _QUOTE
        + rb"value"
        + _QUOTE
        + rb":)\s{0,2}"
        + _QUOTE
        + rb"?+(?P<value>[A-Za-z0-9+/]{42,88}={1,2}|[0-9a-f]{32}(?![0-9a-f]))"
    ),
    accepts=lambda match: values.looks_random(text_of(match, "value").rstrip("=")),
    finds=(
        Example('"primaryKey": "' + (_primary := fake("", 43) + "=") + '"', _primary),
        Example('{"key1": "' + _hex + '"}', _hex),
        Example('{"keyName": "key1", "value": "' + _primary + '"}', _primary),
    ),
    leaves=('"primaryKey": "user_id"', '{"key1": "value1"}', '"key2": "86f7e437faa5a7fce15d1ddcb9eaeaea377667b8"'),
)

CODE: Final = Rule(
    id="one-time-code",
    kind=Kind.SECRET,
    stem="code",
    why="A one-time code or a pin opens an account.",
    anchors=(
        b"otp",
        b"mfa_code",
        b"mfa code",
        b"2fa",
        b"verification_code",
        b"verification code",
        b"one-time",
        b'pin"',
        b"pin'",
        b"cvv",
        b"cvc",
    ),
    before=NOT_ALPHANUMERIC.replace(b"-", b""),
    pattern=compile_pattern(
        rb"(?<![A-Za-z0-9-])(?:(?:otp|(?:mfa|2fa)(?:[_ ](?:code|token))?|verification[_ ]code|one-time[ ](?:code|password))"
        + _QUOTE
        + rb"?+(?:[ ]is[ ]|[ ]?[:=][ ]?)"
        + _QUOTE
        + rb"?+(?P<value>[0-9]{6,8})|(?:pin|cvv|cvc)"
        + _QUOTE
        + rb"\s?:\s?"
        + _QUOTE
        + rb"(?P<short>[0-9]{3,8}))(?![\w.])"
    ),
    each=of_groups("value", "short"),
    finds=(
        Example('"otp": "226289"', "226289"),
        Example("verification code: 482910", "482910"),
        Example('{"pin": "3334"}', "3334"),
    ),
    leaves=("otp: 30", '"pin": 13', "verification code: missing", "cvv is short"),
)
