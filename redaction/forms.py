"""The literal forms in which a known value may stand; what is merely escaped is found through decoded views."""

from __future__ import annotations

import base64
import html
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from redaction.escapes import escapes
from redaction.views import decoded

_SHORTEST_CORE: Final = 8
"""A base64 core below eight characters stands for fewer than six bytes and would be met by chance."""


@dataclass(frozen=True, slots=True, repr=False)
class Form:
    """One spelling of a value: its bytes, whether case matters, and how many edge characters belong to it too."""

    text: bytes
    exact: bool = False
    edge: int = 0


def forms_of(value: bytes, *, encoded: bool) -> Iterator[Form]:
    """Yield the distinct literal forms of a value; ``encoded`` adds base64 and hexadecimal.

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
