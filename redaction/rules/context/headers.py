"""HTTP headers whose value opens something: Authorization, cookies, and the bare schemes that logs print alone."""

from __future__ import annotations

import re
from typing import Final

from redaction.findings import Kind
from redaction.key_words import word_set
from redaction.rule import Example, Rule, of_items
from redaction.rules.context import values
from redaction.rules.context.grammar import NAME, NAME_END, NAME_REACH, compile_pattern, run, text_of
from redaction.rules.context.named import named_rule

_FAKE: Final = "fake" + "Canary7Zq9"
_BASIC: Final = "ZmFrZTp" + "DQU5BUlk="  # fake:CANARY
_SPACE: Final = rb"(?:[ \t]|%20|\\(?:u0020|[ ])|\+)"
_OPENING: Final = rb"[ \t]*+(?:[:=,]|=>|%3A)(?:[ \t]|\\[ ])*+(?:\\{0,8}+[bru]?[\"'`]|%20|%22)*+"
_CREDENTIAL: Final = rb"(?P<value>(?:(?!\\{1,16}+[nrtu\"'])[^\s\"'`<>,;(){}\[\]|&]){3,4096}+)"
_KNOWN_SCHEMES: Final = word_set("""
    bearer basic token apikey api-key bot key ssws splunk oauth geniekey
""")


# What a server says of its door, and what a client says beside its answer: ``realm="…"``.
_PARAMETER: Final = re.compile(
    rb"(?i)(?:realm|error|error_description|error_uri|scope|service|resource_metadata|charset|algorithm|qop|stale|domain"
    rb"|uri|nc|username|nonce|cnonce|opaque|response|userhash)\\{0,8}="
)


def _is_parameter(match: re.Match[bytes]) -> bool:
    """Say whether a scheme is followed by the name of a parameter instead of a credential."""
    parameter = _PARAMETER.match(match["value"])
    return parameter is not None and not match["value"].endswith(b"==")


def _is_credential(match: re.Match[bytes]) -> bool:
    """Accept what follows an Authorization header: after a known scheme anything but a word, else what looks random."""
    scheme, value = text_of(match, "scheme").lower(), text_of(match, "value")
    if values.is_never_secret(value) or _is_parameter(match):
        return False
    if scheme == "basic":
        return values.is_basic_credentials(value) or values.looks_random(value)
    if scheme in _KNOWN_SCHEMES:
        return values.is_no_word(value)
    return values.looks_random(value)


def _is_of_header(item: re.Match[bytes]) -> bool:
    """Accept the value of a cookie of a header, not what only says how long and where it holds."""
    return item["name"].lower() not in _ATTRIBUTES and _is_cookie(text_of(item, "item"))


def _is_cookie(value: str) -> bool:
    """Say whether the value of a cookie is no switch, no template and no mask."""
    return not values.is_never_secret(value) and (values.is_no_word(value) or len(value) >= _LONG_COOKIE)


_EACH_COOKIE: Final = re.compile(
    rb"(?<![^\s;,\"'\[])(?P<name>[\w.$!#*+^~-]{1,80}+)(?:=|%3D)\\{0,8}+\"?(?P<item>(?:(?!\\{1,16}+[nrtu\"'])[^;,\s\"'<>\]]){3,4096}+)",
    re.IGNORECASE,
)
_ATTRIBUTES: Final = frozenset(
    (
        b"path",
        b"expires",
        b"max-age",
        b"domain",
        b"secure",
        b"httponly",
        b"samesite",
        b"priority",
        b"partitioned",
        b"version",
    )
)
_LONG_COOKIE: Final = 12


def _is_bare_credential(match: re.Match[bytes]) -> bool:
    """Accept what follows ``Bearer`` or ``Basic`` in a text only if it looks random or decodes to ``user:password``."""
    if _is_parameter(match):
        return False
    value = text_of(match, "value").rstrip(".:")
    if text_of(match, "scheme").lower() == "basic" and values.is_basic_credentials(value):
        return True
    return values.looks_random(value)


AUTHORIZATION: Final = Rule(
    id="authorization-header",
    kind=Kind.SECRET,
    stem="authorization",
    why="The credentials of an HTTP request.",
    anchors=(b"authorization", b"x-auth", b"x-amz-security-token", b"-authenticate"),
    reach=NAME_REACH,
    pattern=compile_pattern(
        rb"(?P<name>[\w.-]{0,80}+)"
        + NAME_END
        + _OPENING
        + rb"(?:(?P<scheme>[A-Za-z][\w-]{1,30}+)"
        + _SPACE
        + rb"++)?+"
        + _CREDENTIAL
    ),
    accepts=_is_credential,
    finds=(
        Example(f"Authorization: Bearer {_FAKE}", _FAKE),
        Example(f"'Proxy-Authorization': 'Basic {_BASIC}'", _BASIC),
        Example(f'\\"authorization\\": \\"ApiKey {_FAKE}\\"', _FAKE),
        Example(f"-H 'Authorization: Token {_FAKE}'", _FAKE),
        Example(f"-H Authorization:\\ Bearer\\ {_FAKE}", _FAKE),
    ),
    leaves=(
        "Authorization: Bearer <token>",
        "authorization: not granted for this user",
        "Authorization: Basic authentication",
        "WWW-Authenticate: Basic realm=x",
        'WWW-Authenticate: Bearer realm="https://auth.registry/token",service="registry"',
        "Authorization: Bearer REDACTED-authorization-1",
    ),
)

_ANSWERS: Final = re.compile(rb"(?i)\b(?:username|c?nonce|response|opaque)=\\{0,8}[\"']?(?P<item>[^\"'\\,\s]{3,512}+)")
_IS_ANSWER: Final = re.compile(rb"(?i)\b(?:username|response)=")


DIGEST: Final = Rule(
    id="digest-answer",
    kind=Kind.SECRET,
    stem="authorization",
    why="The user, and what a password can be guessed from.",
    anchors=(b"digest ",),
    ahead=rb"\s{0,8}[a-z]{2,20}=",
    pattern=compile_pattern(
        rb"(?<![A-Za-z0-9_])digest[ ]{1,8}+(?P<value>[a-z]{2,20}+=[^\r\n]{3,2048}?)(?=\r|\n|\Z|\\[nr]|\\{0,8}[\"'](?:[ ]*+[:}\])]|,[ ]?\\{0,8}[\"']|[ ]++-))"
    ),
    accepts=lambda match: _IS_ANSWER.search(match["value"]) is not None,
    each=of_items(_ANSWERS, "value"),
    finds=(
        Example(f'Authorization: Digest username="bob7", realm="x", nonce="{_FAKE}", response="9"', _FAKE),
        Example(f"authorization: Digest username=bob7,realm=x,response={_FAKE}", _FAKE),
    ),
    leaves=('WWW-Authenticate: Digest realm="x", nonce="abc", qop="auth"', "the digest is=ok", "digest sha256=abc"),
)

SCHEME_ALONE: Final = Rule(
    id="bearer-or-basic-alone",
    kind=Kind.SECRET,
    stem="authorization",
    why="Logs print the value of an Authorization header without its name.",
    anchors=(b"bearer", b"basic"),
    pattern=compile_pattern(
        rb"(?<![A-Za-z0-9_-])(?P<scheme>bearer|basic)" + _SPACE + rb"++[\"'`]?+(?P<value>[\w.~+/=:-]{6,4096}+)"
    ),
    accepts=_is_bare_credential,
    finds=(Example(f"sent Bearer {_FAKE}", _FAKE), Example(f"auth Basic {_BASIC} refused", _BASIC)),
    leaves=("bearer authentication failed", "basic usage-example", "Basic authorization required", "Bearer scheme2"),
)


COOKIE: Final = Rule(
    id="cookie-header",
    sight=7_000,
    kind=Kind.SECRET,
    stem="cookie",
    why="A cookie is a session; whoever has it is logged in.",
    anchors=(b"cookie",),
    reach=NAME_REACH,
    pattern=compile_pattern(
        rb"(?P<name>[\w.-]{0,60}?cookies?)" + NAME_END + _OPENING + rb"\[?(?P<cookies>(?=[\w.$-]{1,80}+(?:=|%3D))"
        rb"[^\r\n\"'<>]{3,4096}+(?:(?<=[=\\])\"[^\"\r\n]{3,2048}+)?+)"
    ),
    each=of_items(_EACH_COOKIE, "cookies", _is_of_header),
    finds=(
        Example(f"Cookie: session={_FAKE}; theme=dark", _FAKE),
        Example(f"Cookie: a=1; session={_FAKE}", _FAKE),
        Example(f"set-cookie: sid={_FAKE}; Path=/; HttpOnly", _FAKE),
        Example(f"Set-Cookie: a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT, b={_FAKE}; Secure", _FAKE),
        Example(f"'Set-Cookie': 'sid={_FAKE}; Secure'", _FAKE),
        Example(f"map[Cookie:[sid={_FAKE}]]", _FAKE),
    ),
    leaves=("Cookie: a=1", "cookie_policy=strict-origin", "Set-Cookie: sid=REDACTED-cookie-1; Path=/"),
)

IN_BRACKETS: Final = named_rule(
    id="header-in-brackets",
    sight=18_000,
    why="Go and Java print the values of a header in brackets.",
    after=b"\\\"'`=:",
    pattern=compile_pattern(
        NAME + NAME_END + rb"[=:][ ]?\[(?P<value>" + run(rb"\s\"'`<>,;(){}\[\]|&", 8) + rb")\](?=[\s,;}\]\"']|\Z)"
    ),
    accepts=lambda match: values.is_plausible_word(text_of(match, "name"), text_of(match, "value")),
    finds=(
        Example(f"headers: {{X-API-Key=[{_FAKE}], Accept=[*/*]}}", _FAKE),
        Example(f"map[X-Api-Key:[{_FAKE}]]", _FAKE),
    ),
    leaves=("max_tokens=[12345678]", "token=[optional]", "api_keys: [REDACTED-secret-1]"),
)
