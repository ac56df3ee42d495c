"""Secrets inside URLs: user and password before the host, query and fragment parameters, signed URLs."""

from __future__ import annotations

import re
from typing import Final

from redaction.findings import Kind
from redaction.key_names import Strength, split_words, strength
from redaction.key_words import word_set
from redaction.rule import Example, Reach, Rule, led
from redaction.rules.context import values
from redaction.rules.context.grammar import NAME_REACH, compile_pattern, text_of
from redaction.rules.context.mixture import mixes_signs

_FAKE: Final = "fake" + "Canary7Zq9"
# User names that programs and documentation use for everyone.
_COMMON_USERS: Final = word_set("""
    git user username root admin oauth2 oauth x-access-token x-token-auth token __token__ _token postgres mysql
    guest anonymous default redis me login aws ec2-user ubuntu gitlab-ci-token oauth2accesstoken name your-username
    foo svn hg www
""")
_NO_PAIR_USERS: Final = word_set("""
    mailto http https ssh git sip sips xmpp acct email e-mail mail cc to from contact by at tel urn sha256 line file
""")
# Parameters of signed URLs and logins that are secret by their exact name.
_SIGNED: Final = word_set("""
    key code state auth sig signature policy key-pair-id keypairid x-amz-signature x-amz-credential
    x-amz-security-token x-goog-signature x-goog-credential awsaccesskeyid googleaccessid se-sig skoid sktid hash
    hmac sid session sessionid session_id ticket nonce otp pin pass pw pwd apikey appid app_key ak sk access jwt
    assertion samlresponse subscription-key password p t tk
""")
_NO_DIGEST: Final = rb"(?!sha\d{1,3}:[0-9a-f]{7})"
"""Behind the tag of an image the digest of its contents follows as a host follows a password: ``name:tag@sha256:…``."""

_HOST_AHEAD: Final = _NO_DIGEST + rb"(?=\[[0-9a-f:.%]{2,45}+\]|[\w\x80-\xff](?:[\w.\-\x80-\xff]{0,252}+))"
_USER: Final = rb"[^\s/?\#\"'`<>@:\\|]{0,256}+"


def _is_user(match: re.Match[bytes]) -> bool:
    """Accept the user of a URL unless everybody uses that name."""
    value = text_of(match, "value")
    return value.lower() not in _COMMON_USERS and not values.is_never_secret(value)


def _is_url_password(match: re.Match[bytes]) -> bool:
    """Accept any password of a URL but templates, masks and our own placeholders; with quotes in it only what is no text."""
    value = text_of(match, "value")
    if any(sign in value for sign in "\"'`<>") and not mixes_signs(value):
        return False
    return len(value) < _SHORT or not values.is_never_secret(value)


def _is_pair(match: re.Match[bytes]) -> bool:
    """Accept ``user:password@host`` without a scheme when user, password and host can be nothing else."""
    user, value = text_of(match, "user").lower(), text_of(match, "value")
    if user in _NO_PAIR_USERS or user.replace("-", "").isdigit() or value.isdigit() or values.is_never_secret(value):
        return False
    return values.is_no_word(value) or match["after"] is not None


def _is_parameter(match: re.Match[bytes]) -> bool:
    """Accept a parameter whose name is sensitive, or is that of a signed URL and whose value looks random."""
    name, value = text_of(match, "name"), text_of(match, "value")
    if values.is_never_secret(value) or value.isdigit():
        return False
    if strength(name) is Strength.STRONG:
        return values.is_no_word(value)
    return (name.lower() in _SIGNED or strength(name) is Strength.WEAK) and values.looks_random(_unquoted(value))


def _unquoted(value: str) -> str:
    """Take percent signs out, so that an escaped signature is judged by its letters and digits."""
    return value.replace("%", "") if "%" in value else value


_SHORT: Final = 3


_SIGN: Final = rb"[\"'`<>](?=[^\s\\\"'`,;:)\]}<>/.])"
"""A quote or bracket inside a password: neither what closes the text around a URL nor what opens the next."""

_PASSWORD: Final = rb"[^\s\"'`<>@]{0,512}+(?:" + _SIGN + rb"[^\s\"'`<>@]{0,64}+){0,6}+"
_USER_AHEAD: Final = _USER + rb"(?::" + _PASSWORD + rb")?+@"
"""A URL with a user has an ``@`` behind its scheme, right behind the user or behind a colon and a password."""

URL_USER: Final = Rule(
    id="url-user",
    kind=Kind.SECRET,
    stem="url-user",
    why="The user of a URL names an account; alone it is often the token itself.",
    sight=4_000,
    anchors=(b"://", b":\\/\\/"),
    ahead=_USER_AHEAD,
    pattern=compile_pattern(
        rb":\\?/\\?/(?P<value>"
        + _USER
        + rb"(?:@[\w.\-]{1,253}+(?=:[^\s/?\#\"'`<>@]{1,256}+@))?)(?::(?!\d{1,5}(?:[/?\#\s\"'<>]|\Z))"
        + _PASSWORD
        + rb"(?:@"
        + _PASSWORD
        + rb"){0,2}?)?@"
        + _HOST_AHEAD
    ),
    accepts=_is_user,
    finds=(
        Example(f"https://{_FAKE}@host.example/x", _FAKE),
        Example("socks5://svc-compass:pw12345@proxy:1080", "svc-compass"),
        Example("smtp://alice@acme.example:pw12345@mail.example:587", "alice@acme.example"),
    ),
    leaves=("https://git@host/x.git", "https://host/path@1.2", "https://host:8080/@user", "postgres://postgres:x@db/n"),
)

URL_PASSWORD: Final = Rule(
    id="url-password",
    kind=Kind.SECRET,
    stem="url-password",
    why="The password in a URL opens the service behind it.",
    sight=4_000,
    anchors=(b"://", b":\\/\\/"),
    ahead=_USER_AHEAD,
    pattern=compile_pattern(
        rb":\\?/\\?/" + _USER + rb":(?!\d{1,5}(?:[/?\#\s\"']|\Z))(?P<value>(?:[^\s/?\#\"'`<>@\\]{0,256}+@(?="
        rb"[^\s/?\#\"'`<>@\\]{0,256}+@))*+"
        rb"(?:[^\s/?\#\"'`<>@]{1,256}+(?=@)|(?!@)" + _PASSWORD + rb"(?=@)))@" + _HOST_AHEAD
    ),
    accepts=_is_url_password,
    finds=(
        Example(f"http://bob:{_FAKE}@proxy:3128", _FAKE),
        Example(f"redis://:{_FAKE}@cache:6379/0", _FAKE),
        Example(f"postgres://app:p@{_FAKE}@db/main", f"p@{_FAKE}"),
        Example(f"https://u:{_FAKE}@[fd00::1]:8443/", _FAKE),
    ),
    leaves=(
        "http://host:8080/a@b",
        f"docker://python:3.11-slim@sha256:{'5f8a1c3e' * 8}",
        "https://u:${PW}@host/",
        "https://user:***@host/",
        "http://u:REDACTED-url-password-1@host",
    ),
)

PAIR: Final = Rule(
    id="user-password-at-host",
    kind=Kind.SECRET,
    stem="url-password",
    why="Proxy settings are written without a scheme.",
    sight=3_000,
    anchors=(b"@",),
    ahead=_NO_DIGEST + rb"[\w-]",
    heads=led(rb"[\w.+%\-]:[^\s/@\"'`<>\\]{3,}"),
    reach=Reach(alphabet=frozenset(range(33, 127)) - frozenset(b"\"'`<>/\\@=,()[]{}|;"), limit=160),
    pattern=compile_pattern(
        rb"(?P<user>[\w.+%-]{1,64}+):(?P<value>[^\s/@\"'`<>\\]{3,128}+)@"
        + _NO_DIGEST
        + rb"(?:(?:[\w-]{1,63}+\.){1,9}+[A-Za-z]"
        rb"[\w-]{1,62}+|\d{1,3}(?:\.\d{1,3}){3}|localhost|[\w-]{2,63}+(?=:\d))"
        rb"(?P<after>:\d{2,5}+\b|/)?+"
    ),
    accepts=_is_pair,
    finds=(Example(f"HTTPS_PROXY=bob:{_FAKE}@proxy.corp:3128", _FAKE),),
    leaves=(
        "mailto:someone@site.example",
        "Contact: someone@site.example",
        "image:tag@sha256:abc",
        f"python:3.11-slim@sha256:{'5f8a1c3e' * 8}",
        "pkg:1@registry.example",
    ),
)


def _opens_parameter(data: bytes, start: int) -> int:
    """Say that a parameter begins only behind ``?``, ``&``, ``#``, ``;`` or one of their escapes: a gate."""
    return start if start and data[start - 1] in _BEFORE_PARAMETER else -1


# The last sign of ``&amp;`` and the first of ``%26`` and ``\\u0026``, or a name that is longer than the reach.
_BEFORE_PARAMETER: Final = b"?&#;%\\" + bytes(sorted(NAME_REACH.alphabet))


def _short_names(*names: bytes) -> tuple[bytes, ...]:
    """Return short names behind each byte that may stand before one, but not inside words such as ``task``."""
    return tuple(
        bytes((byte,)) + name for name in names for byte in sorted(b"?&#;%_-.0123456789bcdfghijlmnopqrsuvwxyz")
    )


PARAMETER: Final = Rule(
    id="url-parameter",
    kind=Kind.SECRET,
    stem="url-parameter",
    why="Keys and signatures travel in query and fragment parameters.",
    anchors=(
        b"key=",
        b"token=",
        b"sig=",
        b"signature=",
        b"code=",
        b"auth=",
        b"password=",
        b"pass=",
        b"pwd=",
        b"pw=",
        b"secret=",
        b"credential=",
        b"policy=",
        b"pair-id=",
        b"state=",
        b"jwt=",
        b"session=",
        b"sid=",
        b"sessionid=",
        b"session_id=",
        b"ticket=",
        b"hash=",
        b"hmac=",
        b"assertion=",
        b"keyid=",
        b"accessid=",
        b"access=",
        b"otp=",
        b"response=",
        b"authorization=",
        b"credentials=",
        b"key%3d",
        b"token%3d",
        b"sig%3d",
        b"signature%3d",
        b"code%3d",
        b"secret%3d",
        b"password%3d",
        b"credential%3d",
        b"cookie=",
        b"appid=",
        *_short_names(b"ak=", b"sk=", b"tk="),
    ),
    reach=NAME_REACH,
    gate=_opens_parameter,
    before=_BEFORE_PARAMETER,
    pattern=compile_pattern(
        rb"(?:(?<=[?&\#;])|(?<=&amp;)|(?<=\\u0026)|(?:(?<=%26)|(?<=%3f)))?(?:(?<=\\)u0026)?+(?P<name>"
        rb"[\w.\-]{1,64}+)(?:=|%3d)"
        rb"(?P<value>(?:(?!%26|\\u0026|\\[nrt\"'])[^\s&\#\"'`<>,;)\]}|\\]){3,4096}+)"
    ),
    accepts=lambda match: _stands_in_url(match) and _is_parameter(match),
    finds=(
        Example(f"GET /v1/x?key={_FAKE}&alt=json", _FAKE),
        Example(f"https://h/c?sv=1&sig={_FAKE}%3D&se=2", f"{_FAKE}%3D"),
        Example(f"https://h/cb#state=1&access_token={_FAKE}", _FAKE),
        Example(f"https%3A%2F%2Fh%2F%3Ftoken%3D{_FAKE}%26n%3D1", _FAKE),
    ),
    leaves=(
        "/v1/x?key=name&sort=asc",
        "?code=404",
        "/x?state=running",
        "?max_tokens=4096&token_count=9",
        "?signature=compact",
    ),
)

_PARAMETER_STARTS: Final = (b"?", b"&", b"#", b";", b"&amp;", b"u0026", b"%26", b"%3F", b"%3f")


def _stands_in_url(match: re.Match[bytes]) -> bool:
    """Say whether the name follows ``?``, ``&`` or one of their escapes."""
    start = match.start("name")
    before = match.string[max(0, start - 6) : start]
    return before.endswith(_PARAMETER_STARTS) or bool(before.endswith(b"%") and split_words(text_of(match, "name"))[:1])
