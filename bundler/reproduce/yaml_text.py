r"""JSON values as YAML that any YAML 1.1 or 1.2 reader takes for the same values: block form, every text quoted.

Texts are double-quoted with JSON's escapes, which YAML shares, except that characters beyond the Basic Multilingual
Plane are written as ``\UXXXXXXXX``, as YAML has no surrogate pairs.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

_PLANE: Final = 0x10000
_DELETE: Final = 0x7F


def to_yaml(value: Mapping[str, Any]) -> str:
    """Return the mapping as a YAML document; raises ``TypeError`` for what JSON cannot hold."""
    return "\n".join(_lines(value, 0)) + "\n"


def _lines(value: Any, depth: int) -> Iterator[str]:
    indent = "  " * depth
    if isinstance(value, Mapping) and value:
        for key, inner in value.items():
            yield from _entry(f"{indent}{_text(str(key))}:", inner, depth)
    elif isinstance(value, list) and value:
        for inner in value:
            yield from _entry(f"{indent}-", inner, depth)
    else:
        yield f"{indent}{_scalar(value)}"


def _entry(head: str, value: Any, depth: int) -> Iterator[str]:
    if isinstance(value, (Mapping, list)) and value:
        yield head
        yield from _lines(value, depth + 1)
    else:
        yield f"{head} {_scalar(value)}"


def _scalar(value: Any) -> str:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, float):
        # YAML 1.1 reads 1e-05 as text: it wants a dot before the exponent.
        text = json.dumps(value, allow_nan=False)
        return text.replace("e", ".0e") if "e" in text and "." not in text else text
    return json.dumps(value)


def _text(value: str) -> str:
    quoted = json.dumps(value, ensure_ascii=False)
    return "".join(_character(character) for character in quoted)


def _character(character: str) -> str:
    code = ord(character)
    if code < _DELETE or (character.isprintable() and code < _PLANE):
        return character
    return f"\\u{code:04x}" if code < _PLANE else f"\\U{code:08x}"
