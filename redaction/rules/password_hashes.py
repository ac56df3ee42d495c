"""Hashes of passwords, as systems, servers and frameworks store them: whoever has one can try passwords at leisure."""

from __future__ import annotations

import string
from typing import Final

from redaction.examples import fake
from redaction.findings import Kind
from redaction.lazy import lazy
from redaction.rule import Example, Rule
from redaction.rules.formats import is_varied_text

_SIGNS: Final = string.ascii_letters + string.digits + "./"
_SHORT: Final = "$1" + "$" + fake("", 8, _SIGNS) + "$" + fake("", 22, _SIGNS)
_LONG: Final = "$6" + "$" + fake("", 16, _SIGNS) + "$" + fake("", 86, _SIGNS)
_BLOWFISH: Final = "$2b" + "$12$" + fake("", 53, _SIGNS)
_DJANGO: Final = "pbkdf2_sha256" + "$600000$" + fake("", 22) + "$" + fake("", 43) + "="

CRYPT: Final = Rule(
    id="password-hash",
    kind=Kind.SECRET,
    stem="password-hash",
    why="A password can be found from its hash.",
    anchors=(
        b"$1$",
        b"$5$",
        b"$6$",
        b"$y$",
        b"$2a$",
        b"$2b$",
        b"$2y$",
        b"$apr1$",
        b"$argon2",
        b"pbkdf2_sha",
        b"pbkdf2:sha",
        b"scrypt:",
    ),
    pattern=lazy(
        rb"(?:\$(?:1|apr1)\$[A-Za-z0-9./]{1,8}\$[A-Za-z0-9./]{22}"
        rb"|\$5\$(?:rounds=\d{1,9}\$)?[A-Za-z0-9./]{1,16}\$[A-Za-z0-9./]{43}"
        rb"|\$6\$(?:rounds=\d{1,9}\$)?[A-Za-z0-9./]{1,16}\$[A-Za-z0-9./]{86}"
        rb"|\$y\$[A-Za-z0-9./]{1,8}\$[A-Za-z0-9./]{1,86}\$[A-Za-z0-9./]{43}"
        rb"|\$2[aby]\$\d\d\$[A-Za-z0-9./]{53}"
        rb"|\$argon2(?:id|i|d)\$v=\d{1,3}\$[mtp=,\d]{5,40}\$[A-Za-z0-9+/]{8,128}\$[A-Za-z0-9+/]{16,128}"
        rb"|pbkdf2_sha(?:1|256|512)\$\d{1,8}\$[A-Za-z0-9]{1,64}\$[A-Za-z0-9+/]{24,96}={0,2}"
        rb"|(?:pbkdf2:sha(?:1|256|512):\d{1,8}|scrypt:\d{1,8}:\d{1,3}:\d{1,3})\$[A-Za-z0-9]{1,64}\$[0-9a-f]{40,160})"
        rb"(?![A-Za-z0-9./+=])"
    ),
    finds=(
        Example(f"admin:{_SHORT}", _SHORT),
        Example(f"root:{_LONG}:19700:0:99999:7:::", _LONG),
        Example(f"1|bob|{_BLOWFISH}", _BLOWFISH),
        Example(f'"password": "{_DJANGO}"', _DJANGO),
    ),
    leaves=(
        "awk '{print $1$2}'",
        "cost=$2b$12$",
        "$6$salt$hash",
        "pbkdf2_sha256$",
        "root:$6$" + "x" * 8 + "$" + "x" * 86,
    ),
    accepts=lambda match: is_varied_text(match[0].rpartition(b"$")[2]),
)
