"""JSON by the slice: where a container ends and which strings it holds, at the speed of the standard library's own loops."""

from __future__ import annotations

import json
import re
from typing import Any, Final

_DECODER: Final = json.JSONDecoder(strict=False, object_pairs_hook=tuple)
_NOT_BRACKETS: Final = bytes(each for each in range(256) if each not in b"[]{}")
_BRACKET: Final = re.compile(rb"[\[\]{}]")
_PAIR: Final = re.compile(rb"[\[{][\]}]")
# How often pairs of brackets are taken away at once; deeper nesting is hostile, and its brackets are counted one by one.
_LAYERS: Final = 50
_STRING: Final = re.compile(rb'"([^"\\]*+(?:\\.[^"\\]*+)*+)"', re.DOTALL)
_ESCAPED_BACKSLASH: Final = b"\0\1"
_ESCAPED_QUOTE: Final = b"\0\2"


def decoded(data: bytes, text: str, at: int) -> tuple[Any, int] | None:
    """Return the value that begins at ``at`` and where it ends; None if it does not end in ``data`` or is not valid.

    ``text`` is ``data`` with one character for each byte.
    """
    try:
        value, end = _DECODER.scan_once(text, at)  # type: ignore[attr-defined]  # what raw_decode calls
        raw = data[at:end]
        return (value if raw.isascii() else _DECODER.decode(raw.decode("utf-8"))), end
    except (ValueError, StopIteration, RecursionError):
        return None


class Slice:
    """A piece of a document that begins outside of a string, cut into what stands outside of strings and their bodies.

    ``length`` is how far it goes: a string that does not end in the piece is not part of it.
    """

    def __init__(self, data: bytes) -> None:
        """Take the bytes as they stand."""
        self._masked = b"\\" in data
        self.length = len(data)
        self._parts = self._split(data)
        if b"\\" in (outside := b"".join(self._parts[::2])) or b"\0" in outside or (self._masked and b"\0" in data):
            # Not JSON as it should be: what is a string is found with more care.
            self._masked = False
            *self._parts, tail = _STRING.split(data)
            outside, _, _ = tail.partition(b'"')
            self._parts.append(outside)
            self.length = len(data) - len(tail) + len(outside)

    def _split(self, data: bytes) -> list[bytes]:
        if self._masked:
            data = data.replace(b"\\\\", _ESCAPED_BACKSLASH).replace(b'\\"', _ESCAPED_QUOTE)
        parts = data.split(b'"')
        if len(parts) % 2 == 0:
            self.length = len(data) - len(parts.pop()) - 1
        return parts

    def end(self, depth: int, *, wanted: bool) -> tuple[int, int, list[bytes]]:
        """Return how far the slice can be consumed, the depth there, and the bodies of the strings up to there.

        ``depth`` counts the containers open inside the one around the slice; where that one ends it becomes -1. No body
        is returned unless they are ``wanted``.
        """
        brackets = b"".join(self._parts[::2]).translate(None, _NOT_BRACKETS)
        for _ in range(_LAYERS):
            fewer = _PAIR.sub(b"", brackets)
            if len(fewer) == len(brackets):
                break
            brackets = fewer
        opening = brackets.count(b"[") + brackets.count(b"{")
        closing = len(brackets) - opening
        if closing > depth:
            # It ends here, unless what was not taken away opens before it closes.
            end, parts = self._closing(depth)
            if end:
                return end, -1, self._bodies(parts) if wanted else []
        return self.length, depth + opening - closing, self._bodies(len(self._parts)) if wanted else []

    def _closing(self, depth: int) -> tuple[int, int]:
        """Return where the container around the slice ends and how many parts come before; zeros if it does not."""
        at = 0
        for number, part in enumerate(self._parts):
            if number % 2:
                at += len(part) + 2
                continue
            for bracket in _BRACKET.finditer(part):
                depth += 1 if bracket.group() in b"[{" else -1
                if depth < 0:
                    return at + bracket.end(), number
            at += len(part)
        return 0, 0

    def _bodies(self, parts: int) -> list[bytes]:
        """Return the bodies of the strings among the first parts, still escaped."""
        found = self._parts[1:parts:2]
        if not self._masked:
            return found
        return [
            each.replace(_ESCAPED_QUOTE, b'\\"').replace(_ESCAPED_BACKSLASH, b"\\\\") if b"\0" in each else each
            for each in found
        ]
