"""Google: API keys, Gemini keys, OAuth clients and tokens, service accounts.

Formats: https://cloud.google.com/docs/authentication/api-keys, https://developers.google.com/identity/protocols/oauth2.
"""

from __future__ import annotations

from typing import Final

from redaction.examples import BASE64_URL, DIGITS, HEXADECIMAL, LOWER, fake
from redaction.findings import Kind
from redaction.lazy import lazy
from redaction.rule import Example, Reach, Rule
from redaction.rules.formats import is_generated, is_varied, token

API_KEY: Final = token(
    "google-key",
    (b"AIza",),
    rb"[A-Za-z0-9_\-]{32,40}+",
    why="Gemini, Maps and every other API of the project answer to it.",
    finds=(fake("AIzaSy", 33, BASE64_URL), fake("AIza", 35, BASE64_URL)),
    leaves=("AIzaSyShort", "xAIzaSy" + "a" * 33),
)

AUTHORIZATION_KEY: Final = token(
    "gemini-key",
    (b"AQ.",),
    rb"[A-Za-z0-9_\-]{30,}+",
    why="Gemini's newer keys, bound to a service account.",
    finds=(fake("AQ.Ab8RN6", 44, BASE64_URL),),
    leaves=("FAQ." + "Ab8" * 14, "AQ.Section"),
    accepts=is_generated,
)

CLIENT_SECRET: Final = token(
    "google-client-secret",
    (b"GOCSPX-",),
    rb"[A-Za-z0-9_\-]{24,32}+",
    why="With it anyone speaks as the application.",
    finds=(fake("GOCSPX-", 28, BASE64_URL),),
    leaves=("GOCSPX-short",),
)

ACCESS_TOKEN: Final = token(
    "google-access-token",
    (b"ya29.",),
    rb"[A-Za-z0-9_\-.]{16,}+",
    why="It is a signed-in user or service account.",
    finds=(fake("ya29.", 120, BASE64_URL), fake("ya29.c.", 90, BASE64_URL)),
    leaves=("ya29.short", "ya29"),
)

REFRESH_TOKEN: Final = token(
    "google-refresh-token",
    (b"1//0",),
    rb"[A-Za-z0-9_\-]{30,}+",
    start=rb"(?<![A-Za-z0-9/:.])",
    why="It gives new access tokens for as long as nobody revokes it.",
    finds=(fake("1//0", 99, BASE64_URL),),
    leaves=("v1//0abc", "http://host/1//0"),
    accepts=is_generated,
)

CLIENT_ID: Final = Rule(
    id="google-client-id",
    kind=Kind.ACCOUNT,
    stem="google-client",
    why="It names the project that owns the application.",
    anchors=(b".apps.googleusercontent.com",),
    pattern=lazy(rb"[0-9]{8,21}-[a-z0-9]{20,40}\.apps\.googleusercontent\.com"),
    finds=(
        Example(
            "id=" + (value := fake("", 12, DIGITS) + "-" + fake("", 32, LOWER) + ".apps.googleusercontent.com"), value
        ),
    ),
    leaves=("https://x.apps.googleusercontent.com/",),
    reach=Reach(frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789-"), 64),
    accepts=is_varied,
)

KEY_ID: Final = Rule(
    id="google-private-key-id",
    kind=Kind.ACCOUNT,
    stem="google-key-id",
    why="It names the key of a service account.",
    anchors=(b"private_key_id",),
    pattern=lazy(rb"private_key_id\\{0,8}[\"']?\s{0,4}+[:=]\s{0,4}+\\{0,8}[\"']?(?P<value>[0-9a-f]{40})(?![0-9a-f])"),
    finds=(Example('"private_key_id": "' + fake("", 40, HEXADECIMAL) + '"', fake("", 40, HEXADECIMAL)),),
    leaves=('"private_key_id": "some_key_id"',),
    accepts=is_varied,
)

SERVICE_ACCOUNT: Final = Rule(
    id="google-service-account",
    kind=Kind.ACCOUNT,
    stem="google-service-account",
    why="It names a service account and its project.",
    anchors=(b".iam.gserviceaccount.com",),
    pattern=lazy(rb"[a-z0-9\-]{3,63}@[a-z0-9.:\-]{3,63}?\.iam\.gserviceaccount\.com"),
    finds=(
        Example(
            '"client_email": "fake-canary@fake-project.iam.gserviceaccount.com"',
            "fake-canary@fake-project.iam.gserviceaccount.com",
        ),
    ),
    leaves=("https://iam.gserviceaccount.com/", "x.iam.gserviceaccount.com"),
    reach=Reach(frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789-@.:"), 128),
)
