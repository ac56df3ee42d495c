"""Ways in which a value may come to stand in a bundle after redaction, written with no code of the product."""

from __future__ import annotations

import base64
import html
import json
from collections.abc import Callable
from typing import Final
from urllib.parse import quote

from redaction.findings import Kind


def _split(text: str, between: str) -> str:
    middle = len(text) // 2
    return text[:middle] + between + text[middle:]


def _base64(text: str, before: str = "") -> str:
    return base64.b64encode((before + text + "\n").encode()).decode()


def _lines(text: str, width: int) -> str:
    return "\n".join(text[start : start + width] for start in range(0, len(text), width))


def _percent(text: str) -> str:
    return "".join(f"%{byte:02x}" for byte in text.encode())


def _entities(text: str) -> str:
    return "".join(f"&#x{ord(letter):x};" for letter in text)


FORMS: Final[dict[str, Callable[[str], str]]] = {
    "raw": lambda text: text,
    "json": json.dumps,
    "json-in-json": lambda text: json.dumps({"body": json.dumps({"inner": json.dumps(text)})}),
    "json-unicode-escapes": lambda text: "".join(f"\\u{ord(letter):04x}" for letter in text),
    "python-repr-of-json": lambda text: repr(json.dumps(text).encode()),
    "slashes-escaped": lambda text: text.replace("/", "\\/"),
    "markdown-escaped": lambda text: "".join("\\" + c if c in "_*-.#<>[]()!`+" else c for c in text),
    "percent": lambda text: quote(text, safe=""),
    "percent-every-byte": _percent,
    "percent-twice": lambda text: quote(quote(text, safe=""), safe=""),
    "base64": _base64,
    "base64-offset-1": lambda text: _base64(text, "="),
    "base64-offset-2": lambda text: _base64(text, "k="),
    "base64-url-safe-unpadded": lambda text: base64.urlsafe_b64encode(text.encode()).decode().rstrip("="),
    "base64-wrapped": lambda text: _lines(_base64(text, "key=" * 12), 40),
    "base64-twice": lambda text: _base64(_base64(text)),
    "base64-of-json": lambda text: _base64(json.dumps(json.dumps(text))),
    "hexadecimal": lambda text: text.encode().hex(),
    "html": html.escape,
    "html-entities": _entities,
    "html-in-json": lambda text: json.dumps(html.escape(f"<b>{text}</b>")),
    "ansi": lambda text: _split(text, "\x1b[1;31m"),
    "ansi-escaped": lambda text: _split(text, "\\u001b[31m"),
    "hyperlink": lambda text: f"\x1b]8;;\x07{text}\x1b]8;;\x07",
    "zero-width": "\u200b".join,
    "soft-hyphen": lambda text: _split(text, "\u00ad"),
    "wrapped": lambda text: _split(text, "\n"),
    "wrapped-and-indented": lambda text: _split(text, "  \n        "),
    "wrapped-in-json": lambda text: json.dumps(_split(text, "\n    ")),
    "wrapped-with-continuation": lambda text: _split(text, "\\\n    "),
    "wrapped-ansi": lambda text: "\n".join(f"\x1b[31m{half}\x1b[0m" for half in _split(text, "\n").split("\n")),
    "utf-16": lambda text: "\0".join(text) + "\0",
}  # fmt: skip

# Forms that only a secret is sought in: a cut or masked host or name is an ordinary word.
SECRET_FORMS: Final[dict[str, Callable[[str], str]]] = {
    "cut-short": lambda text: text[: max(len(text) // 2, 30)] + "…",
    "echo-stars": lambda text: text[:4] + "*" * 12 + text[-4:],
    "echo-dots": lambda text: f"'{text[:6]}...{text[-4:]}'",
    "hexadecimal-apart": lambda text: text.encode().hex(":"),
    "hexadecimal-numbers": lambda text: ", ".join(map(hex, text.encode())),
    "numbers": lambda text: json.dumps([*text.encode()]),
    "numbers-compact": lambda text: json.dumps([*text.encode()], separators=(",", ":")),
    "octal": lambda text: "".join(f"\\{byte:03o}" for byte in text.encode()),
    "backwards": lambda text: text[::-1],
    "letters-apart": " ".join,
    "base32": lambda text: base64.b32encode(text.encode()).decode(),
    "base85": lambda text: base64.b85encode(text.encode()).decode(),
}
_OF_LONG_ONES: Final = ("cut-short", "echo-dots")


def forms_for(kind: Kind, value: str) -> dict[str, Callable[[str], str]]:
    """Return the forms that apply: a PEM block has line breaks of its own, and nobody echoes or cuts it."""
    if kind is not Kind.SECRET or "\n" in value:
        return dict(FORMS)
    return {**FORMS, **{key: SECRET_FORMS[key] for key in SECRET_FORMS if len(value) >= 40 or key not in _OF_LONG_ONES}}
