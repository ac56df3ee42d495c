"""JSON Web Tokens and their encrypted kind, whole (RFC 7515 and 7516), and other self-contained tokens."""

from __future__ import annotations

import re
from typing import Final

from redaction.examples import BASE64_URL, HEXADECIMAL, fake
from redaction.findings import Kind
from redaction.lazy import lazy
from redaction.rule import Rule
from redaction.rules.formats import LONGEST_JUDGED, is_varied, shown, token

_HEADER: Final = "eyJ" + "hbGciOiJIUzI1NiJ9"
_CLAIMS: Final = fake("eyJzdWIiOiI", 80, BASE64_URL)


def _is_token(match: re.Match[bytes]) -> bool:
    """Refuse a header alone that is too short to be a cut token, and one character repeated."""
    return match.end() - match.start() > LONGEST_JUDGED or (is_varied(match) and len(set(match.group())) >= _FEWEST)


_FEWEST: Final = 10

JWT: Final = Rule(
    id="json-web-token",
    kind=Kind.SECRET,
    stem="jwt",
    why="It is a signed-in user or service until it expires, and its middle names who.",
    anchors=(b"eyj", b"eya", b"ewog", b"eyk"),
    # Header, then up to four more parts, each of which may be empty (no signature, a direct key) or cut.
    pattern=lazy(
        rb"(?<![A-Za-z0-9])(?:eyJ|eyA|ewog|eyK)[A-Za-z0-9_\-]{12,}+={0,2}"
        rb"(?:\.[A-Za-z0-9_\-]{8,}+={0,2}(?:\.[A-Za-z0-9_\-+/]*+={0,2})?(?:\.[A-Za-z0-9_\-]++){0,2}+|\.\.[A-Za-z0-9_\-]{8,}+(?:\.[A-Za-z0-9_\-]++){0,2}+)"
    ),
    finds=shown(
        (
            f"{_HEADER}.{_CLAIMS}.{fake('', 43, BASE64_URL)}",
            f"{_HEADER}.{_CLAIMS}",
            f"{_HEADER}..{fake('', 16, BASE64_URL)}.{fake('', 60, BASE64_URL)}.{fake('', 22, BASE64_URL)}",
            f"{_HEADER}.{fake('', 100, BASE64_URL)}.{fake('', 16, BASE64_URL)}.{fake('', 60, BASE64_URL)}.{fake('', 22, BASE64_URL)}",
        )
    ),
    leaves=("eyJhbGciOi", "key.eyJ", "eyJ" + "a" * 40 + ".aaaaaaaa", "xeyJhbGciOiJIUzI1NiJ9.a.b"),
    accepts=_is_token,
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
    rb"[A-Za-z0-9_\-]{40,}+(?:\.[A-Za-z0-9_\-]++)?",
    why="It is a signed-in user or service.",
    finds=(fake("v2.local.", 90, BASE64_URL),),
    leaves=("v2.local.name",),
)

FERNET: Final = token(
    "fernet-token",
    (b"gAAAAAB",),
    rb"[A-Za-z0-9_\-]{80,}+={0,2}",
    why="It is a value that somebody encrypted on purpose, or a Keystone session.",
    finds=(fake("gAAAAABm", 120, BASE64_URL),),
    leaves=("gAAAAABm",),
)

DJANGO: Final = token(
    "django-secret-key",
    (b"django-insecure-",),
    rb"[a-z0-9!@#$%^&*(\-_=+)]{40,60}+",
    why="It signs the site's sessions.",
    finds=(fake("django-insecure-", 50, HEXADECIMAL + "!@#%^&*(-_=+)"),),
    leaves=("django-insecure-secret-key",),
)
