"""The literal forms in which a known value may stand; what is merely escaped is found through decoded views."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from redaction.escapes import escapes
from redaction.views import decoded

_SHORTEST_CORE: Final = 8
"""A base64 core below eight characters stands for fewer than six bytes and would be met by chance."""

_SHORTEST_UNUSUAL: Final = 8
_LONGEST_UNUSUAL: Final = 512
"""Outside these lengths no value is written in an unusual way: shorter ones would be met by chance, longer ones are documents."""

_SHORTEST_BACKWARDS: Final = 12
_FULL_WIDTH: Final = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}


_ESCAPES: Final = tuple(
    (re.compile(signs), written)
    for signs, written in (
        (rb"[\"$`\\]", rb"\\\g<0>"),  # a shell's double quotes, export -p
        (rb"[^\w@%+=:,./-]", rb"\\\g<0>"),  # printf %q
        (rb"[()\[\]{}?*+|^$\\.&~#-]", rb"\\\g<0>"),  # a regular expression
        (rb"[\\`*_{}\[\]()#+.!|<>~-]", rb"\\\g<0>"),  # Markdown
        (rb"[!-/:-@\[-`{-~]", rb"\\\g<0>"),
        (rb"[&%$#_{}]", rb"\\\g<0>"),  # LaTeX
        (rb"'", b"'\"'\"'"),  # a quote in a shell's single quotes
        (rb"'", rb"'\\''"),
        (rb"'", rb"''"),  # SQL, YAML, PowerShell
        (b'"', b'""'),  # CSV
        (rb"[`$\"]", rb"`\g<0>"),  # PowerShell's double quotes
        (rb"[&<>|^%]", rb"^\g<0>"),  # cmd
        (rb"%", rb"%%"),  # INI, batch files
    )
)
"""Signs that a notation cannot hold as they are, and what it writes instead."""


@dataclass(frozen=True, slots=True, repr=False)
class Form:
    """One spelling of a value: its bytes, whether case matters, and how many edge characters belong to it too.

    A ``rare`` one is looked for by its beginning alone.
    """

    text: bytes
    exact: bool = False
    edge: int = 0
    rare: bool = False


def forms_of(value: bytes, *, encoded: bool, unusual: bool) -> Iterator[Form]:
    """Yield the distinct literal forms of a value; ``encoded`` adds base64 and hexadecimal, ``unusual`` what else there is.

    Decoded views undo percent, JSON, Python and HTML escapes in any mixture, so a value needs its own decoded
    spellings (where it holds ``%41`` itself, say) and, where it holds an escape character, the encodings of it.
    """
    spellings = dict.fromkeys(spellings_of(value))
    for spelling in spellings:
        yield Form(spelling)
    if not encoded:
        return
    seen: set[bytes] = set()
    for spelling in spellings:
        for core in _encodings(spelling):
            if core not in seen and len(core) >= _SHORTEST_CORE:
                seen.add(core)
                yield Form(core, exact=True, edge=1)
        yield Form(spelling.hex().encode())
    if unusual and _SHORTEST_UNUSUAL <= len(value) <= _LONGEST_UNUSUAL:
        yield from _unusual(value, seen.union(spellings))


def _unusual(value: bytes, known: Collection[bytes]) -> Iterator[Form]:
    """Yield what else a value may be written as; nothing that is ``known``."""
    for core in dict.fromkeys(_encodings_again(value)):
        if core not in known and len(core) >= _SHORTEST_CORE:
            yield Form(core, exact=True, edge=1, rare=True)
    for text in _byte_by_byte(value):
        yield Form(text, rare=True)
    for text in dict.fromkeys(_with_signs_escaped(value)):
        if text not in known:
            yield Form(text)


def spellings_of(value: bytes) -> Iterator[bytes]:
    """Yield the value, its partly and wholly decoded spellings, and its encodings if it holds escape characters."""
    yield value
    whole = decoded(value)
    if whole != value and len(whole) >= _SHORTEST_CORE:
        yield whole
    text = value.decode("utf-8", "surrogateescape")
    if escapes(value) or any(mark in text for mark in "\\\"'/%&<>"):
        for spelling in (
            json.dumps(text, ensure_ascii=False)[1:-1],
            json.dumps(text, ensure_ascii=False)[1:-1].replace("/", "\\/"),
            json.dumps(json.dumps(text, ensure_ascii=False), ensure_ascii=False)[3:-3],
            quote(value, safe=""),
            quote(value, safe="/"),
            quote(quote(value, safe=""), safe=""),
            html.escape(text),
        ):
            yield spelling.encode("utf-8", "surrogateescape")


def _encodings(value: bytes) -> Iterator[bytes]:
    """Yield the base64 characters that depend on nothing but the value, at each of the three offsets."""
    for offset in range(3):
        coded = base64.b64encode(b"\0" * offset + value)
        first = -(-8 * offset // 6)
        last = 8 * (offset + len(value)) // 6
        core = coded[first:last]
        yield core
        yield core.replace(b"+", b"-").replace(b"/", b"_")


def _encodings_again(value: bytes) -> Iterator[bytes]:
    """Yield the characters of base32 at each of the five offsets, and those of base64 of base64 (at three)."""
    for offset in range(5):
        yield base64.b32encode(b"\0" * offset + value)[-(-8 * offset // 5) : 8 * (offset + len(value)) // 5]
    once = base64.b64encode(value).rstrip(b"=")
    for offset in range(3):
        yield base64.b64encode(b"\0" * offset + once)[-(-8 * offset // 6) : 8 * (offset + len(once)) // 6]


def _with_signs_escaped(value: bytes) -> Iterator[bytes]:
    """Yield the value as shells, regular expressions, tables and other notations write its signs."""
    if not value.isalnum():
        for signs, written in _ESCAPES:
            yield signs.sub(written, value)


def _byte_by_byte(value: bytes) -> Iterator[bytes]:
    """Yield the value backwards, with spaces, in base85, in full-width letters, and its bytes as numbers.

    The numbers are hexadecimal and decimal, as programs show lists of them, and octal escapes.
    """
    if len(value) >= _SHORTEST_BACKWARDS:
        yield value[::-1]
    yield b" ".join(value[at : at + 1] for at in range(len(value)))
    yield base64.b85encode(value)
    yield bytes(value).decode("latin-1").translate(_FULL_WIDTH).encode()
    for separator in (" ", ":", ", 0x", ",0x"):
        yield separator.join(f"{byte:02x}" for byte in value).encode()
    for separator in (", ", ","):
        yield separator.join(map(str, value)).encode()
    yield "".join(f"\\{byte:03o}" for byte in value).encode()
