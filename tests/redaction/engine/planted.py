"""Values to plant and every form to plant them in; all made at run time."""

from __future__ import annotations

import base64
import html
import json
import re
import textwrap
from collections.abc import Callable
from urllib.parse import quote

from hypothesis import strategies as st

from redaction.findings import Kind
from redaction.policy import KnownValue
from redaction.rule import Example, Reach, Rule
from redaction.vocabulary import is_common

TOY = Rule(
    id="toy-key",
    kind=Kind.SECRET,
    stem="toy-key",
    why="it stands for a provider's format",
    anchors=(b"toy-",),
    pattern=re.compile(rb"toy-[A-Za-z0-9]{16,64}+"),
    finds=(Example("key toy-FAKE0123456789ab.", "toy-FAKE0123456789ab"),),
    leaves=("toy-story", "toy_FAKE0123456789ab"),
)
ASSIGNED = Rule(
    id="toy-assignment",
    kind=Kind.SECRET,
    stem="password",
    why="it stands for a key name",
    anchors=(b"passphrase",),
    pattern=re.compile(rb"passphrase[\"']?\s{0,4}+[=:]\s{0,4}+[\"']?(?P<value>[^\s\"',;]{3,128}+)"),
    finds=(Example("passphrase=FAKE-one", "FAKE-one"),),
    leaves=("a passphrase is needed",),
)
MAIL = Rule(
    id="toy-mail",
    kind=Kind.EMAIL,
    stem="email",
    why="it names a person",
    anchors=(b"@",),
    pattern=re.compile(rb"[A-Za-z0-9._-]{1,64}+@[A-Za-z0-9-]{1,63}+(?:\.[A-Za-z0-9-]{1,63}+)++"),
    finds=(Example("to fake@canary.example now", "fake@canary.example"),),
    leaves=("user@", "@decorator"),
    reach=Reach(frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"), 64),
)
RULES = (TOY, ASSIGNED, MAIL)

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
secrets = st.text(ALPHABET + "-_/+=.~!@#$%^&*()", min_size=12, max_size=72).filter(
    lambda text: sum(character.isalnum() for character in text) >= 10 and len(set(text)) > 8 and not is_common(text)
)
"""Values like keys and passwords; distinct enough that no surrounding text holds them by chance."""

surroundings = st.text(st.sampled_from(list(" \n\t\"'=:,;/(){}[]<>|zqZQ09é猫\\%&\x1b")), max_size=40)


def known(value: str) -> KnownValue:
    """A secret that the machine knows."""
    return KnownValue(value, Kind.SECRET, "fake-key", "test")


def _between(mark: str) -> Callable[[str], str]:
    """Interleave every third place with a mark."""
    return lambda value: mark.join(value[i : i + 3] for i in range(0, len(value), 3))


def _wrapped(width: int, joint: str) -> Callable[[str], str]:
    """Break a value every ``width`` characters."""
    return lambda value: joint.join(textwrap.wrap(value, width, break_long_words=True, break_on_hyphens=False))


FORMS: dict[str, Callable[[str], str]] = {
    "raw": str,
    "upper": str.upper,
    "percent": lambda v: quote(v, safe=""),
    "percent lower": lambda v: re.sub("%..", lambda m: m.group().lower(), quote(v, safe="")),
    "percent twice": lambda v: quote(quote(v, safe=""), safe=""),
    "percent all": lambda v: "".join(f"%{byte:02X}" for byte in v.encode()),
    "json": json.dumps,
    "json slash": lambda v: json.dumps(v).replace("/", "\\/"),
    "json twice": lambda v: json.dumps(json.dumps(v)),
    "json thrice": lambda v: json.dumps(json.dumps(json.dumps(v))),
    "json u": lambda v: "".join(f"\\u{ord(c):04x}" for c in v),
    "json U": lambda v: "".join(f"\\u{ord(c):04X}" for c in v),
    "python": repr,
    "python bytes": lambda v: repr(v.encode()),
    "python x": lambda v: "".join(f"\\x{ord(c):02x}" for c in v),
    "html": html.escape,
    "html decimal": lambda v: "".join(f"&#{ord(c)};" for c in v),
    "html hex": lambda v: "".join(f"&#x{ord(c):x};" for c in v),
    "base64 0": lambda v: base64.b64encode(v.encode()).decode(),
    "base64 1": lambda v: base64.b64encode(b"u" + v.encode()).decode().rstrip("="),
    "base64 2": lambda v: base64.b64encode(b"u:" + v.encode() + b"!").decode(),
    "base64 url": lambda v: base64.urlsafe_b64encode(b"user:" + v.encode()).decode(),
    "base64 twice": lambda v: base64.b64encode(base64.b64encode(v.encode())).decode(),
    "base32": lambda v: base64.b32encode(b"user:" + v.encode()).decode(),
    "base85": lambda v: base64.b85encode(v.encode()).decode(),
    "hex": lambda v: v.encode().hex(),
    "hex apart": lambda v: v.encode().hex(" "),
    "hex numbers": lambda v: str([hex(byte) for byte in v.encode()]).replace("'", ""),
    "numbers": lambda v: json.dumps(list(v.encode())),
    "octal": lambda v: "".join(f"\\{byte:03o}" for byte in v.encode()),
    "backwards": lambda v: v[::-1],
    "letters apart": " ".join,
    "full width": lambda v: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in v),
    "ansi": _between("\x1b[1;31m"),
    "ansi escaped": _between("\\u001b[0m"),
    "zero width": _between("\u200b"),
    "soft hyphen": _between("\u00ad"),
    "utf-16": lambda v: v.encode("utf-16-le").decode("latin-1"),
}
WRAPPINGS: dict[str, Callable[[str], str]] = {
    "terminal": _wrapped(16, "\n"),
    "indented": _wrapped(20, "\r\n        "),
    "box": _wrapped(16, "   │\n│ "),
    "log": _wrapped(18, "\n2026-01-01 12:00:00 INFO | "),
}
