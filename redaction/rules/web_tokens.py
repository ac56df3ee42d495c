"""Signed and encrypted JSON web tokens, whole: RFC 7519 (JWT) in its JWS (RFC 7515) and JWE (RFC 7516) forms, and PASETO."""

from __future__ import annotations

import re
from typing import Final

from redaction.examples import BASE64_URL, fake
from redaction.findings import Kind
from redaction.rule import Example, Rule
from redaction.rules.formats import token

_HEADER: Final = "eyJ" + fake("hbGciOiJIUzI1NiIs", 16)
_PAYLOAD: Final = "eyJ" + fake("zdWIiOi", 40)
_SIGNED: Final = f"{_HEADER}.{_PAYLOAD}.{fake('', 43, BASE64_URL)}"
_ENCRYPTED: Final = ".".join(
    (_HEADER, fake("", 60, BASE64_URL), fake("", 16, BASE64_URL), fake("", 80, BASE64_URL), fake("", 22, BASE64_URL))
)

JWT: Final = Rule(
    id="json-web-token",
    kind=Kind.SECRET,
    stem="jwt",
    why="Whoever bears it is let in, and its middle names the person.",
    anchors=(b"eyj",),
    pattern=re.compile(
        rb"(?<![A-Za-z0-9_])eyJ[A-Za-z0-9_\-]{8,}+={0,2}\.(?:[A-Za-z0-9_\-]{4,}+={0,2}(?:\.[A-Za-z0-9_\-]*+={0,2}){0,3}|\.[A-Za-z0-9_\-]{8,}+)"
    ),
    finds=(
        Example(f"Authorization: {_SIGNED}\n", _SIGNED),
        Example(f'"token": "{_ENCRYPTED}"', _ENCRYPTED),
        Example(f"cut {_HEADER}.{_PAYLOAD} end", f"{_HEADER}.{_PAYLOAD}"),
        Example(f"unsigned {_HEADER}.{_PAYLOAD}. end", f"{_HEADER}.{_PAYLOAD}."),
    ),
    leaves=("eyJ.name", "eyJust.kidding", "the head eyJhbGciOiJIUzI1NiJ9 alone"),
)
PASETO: Final = token(
    "paseto-token",
    (
        b"v1.local.",
        b"v2.local.",
        b"v3.local.",
        b"v4.local.",
        b"v1.public.",
        b"v2.public.",
        b"v3.public.",
        b"v4.public.",
    ),
    rb"[A-Za-z0-9_\-]{32,}+(?:\.[A-Za-z0-9_\-]{4,}+)?",
    why="Whoever bears it is let in.",
    finds=(fake("v4.local.", 120, BASE64_URL),),
    leaves=("v2.public.api",),
)
