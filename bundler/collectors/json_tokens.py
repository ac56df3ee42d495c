"""The tokens of a JSON document read in chunks: nothing is held but the chunk at hand, strings come in pieces.

Lenient where real files are broken: a byte order mark, NaN and Infinity, raw control characters, bytes that are not
UTF-8. Strict where the structure would be guessed: anything else raises ``BrokenJson`` with the byte offset.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from bundler.collectors.json_bulk import Slice, decoded

_SPACE = re.compile(rb"[ \t\r\n]*+")
# An escape is complete, or visibly wrong, before the piece goes on; one cut by the chunk's edge waits for more.
_BODY = re.compile(rb'[^"\\]*+(?:\\(?:[^u]|u[0-9A-Fa-f]{4}|u(?![0-9A-Fa-f]{0,3}\Z))[^"\\]*+)*+', re.DOTALL)
_SCALAR = re.compile(rb"[-+.0-9A-Za-z]*+")
_NUMBER = re.compile(rb"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][-+]?[0-9]++)?")
_WORDS = frozenset({b"true", b"false", b"null", b"NaN", b"Infinity", b"-Infinity"})
_KEY_LIMIT = 64 * 1024
_BOM = b"\xef\xbb\xbf"
_SLICE = 64 * 1024
# What is left of a chunk is worth a try with the standard library's parser, and so many tries of one chunk may fail.
_AHEAD = 64 * 1024
_TRIES = 4
MISSING: Final = object()
"""Stands for a value that was not parsed."""


class BrokenJson(Exception):  # noqa: N818 - it names a state of the document, not a fault of ours
    """The document is not JSON from ``offset`` on, or ends there; the message never quotes it."""

    def __init__(self, offset: int) -> None:
        """Keep the byte offset at which reading stopped."""
        super().__init__(f"not JSON from byte {offset} on")
        self.offset = offset


class Tokens:
    """A cursor over the document's bytes."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        """Start before the first byte and skip a byte order mark."""
        self._chunks = iter(chunks)
        self._data = b""
        self._at = 0
        self._before = 0
        self._text: str | None = None
        self._failures = 0
        while len(self._data) < len(_BOM) and self._fill():
            pass
        if self._data.startswith(_BOM):
            self._at = len(_BOM)

    @property
    def offset(self) -> int:
        """The number of bytes consumed so far."""
        return self._before + self._at

    def broken(self) -> BrokenJson:
        """Return the error for the current position."""
        return BrokenJson(self.offset)

    def _fill(self) -> bool:
        for chunk in self._chunks:
            if chunk:
                self._before += self._at
                self._data = self._data[self._at :] + chunk
                self._at = 0
                self._text = None
                self._failures = 0
                return True
        return False

    def peek(self) -> bytes:
        """Return the next byte that is no white space, without consuming it; raise at the end of the document."""
        while True:
            space = _SPACE.match(self._data, self._at)
            self._at = space.end() if space else self._at
            if self._at < len(self._data):
                return self._data[self._at : self._at + 1]
            if not self._fill():
                raise self.broken()

    def at_end(self) -> bool:
        """Tell whether nothing but white space is left."""
        try:
            self.peek()
        except BrokenJson:
            return True
        return False

    def take(self, expected: bytes) -> None:
        """Consume one structural byte, or raise."""
        if self.peek() != expected:
            raise self.broken()
        self._at += 1

    def pieces(self) -> Iterator[bytes]:
        """Consume a string; yield its body, still escaped, in pieces of about a chunk that split no escape."""
        self.take(b'"')
        while True:
            body = _BODY.match(self._data, self._at)
            end = body.end() if body else self._at
            if end > self._at:
                piece, self._at = self._data[self._at : end], end
                yield piece
            if self._at < len(self._data) and self._data[self._at : self._at + 1] == b'"':
                self._at += 1
                return
            if not self._fill():
                raise self.broken()

    def key(self) -> bytes:
        """Consume a member's key and its colon; return the key still escaped."""
        key = self.short_string(_KEY_LIMIT)
        self.take(b":")
        return key

    def short_string(self, limit: int) -> bytes:
        """Consume a string of at most ``limit`` bytes; return it still escaped; raise when it is longer."""
        parts: list[bytes] = []
        size = 0
        for piece in self.pieces():
            size += len(piece)
            if size > limit:
                raise self.broken()
            parts.append(piece)
        return b"".join(parts)

    def scalar(self, limit: int) -> tuple[bytes, int]:
        """Consume a number or word; return its first ``limit`` bytes and its full length. Raise on anything else."""
        self.peek()
        parts: list[bytes] = []
        size = 0
        while True:
            match = _SCALAR.match(self._data, self._at)
            text = match.group() if match else b""
            if size < limit:
                parts.append(text[: limit - size])
            size += len(text)
            self._at += len(text)
            if self._at < len(self._data) or not self._fill():
                break
        token = b"".join(parts)
        if token not in _WORDS and not (size > limit and token[-1:].isdigit()) and not _NUMBER.fullmatch(token):
            raise self.broken()
        return token, size

    def whole(self) -> Any:
        """Consume the next value and return it parsed, objects as tuples of pairs, or consume nothing: ``MISSING``.

        It is parsed where it is valid, lies whole in what was read, and is nested no deeper than can be parsed.
        """
        found = self._scan()
        return MISSING if found is None else found[0]

    def whole_bytes(self) -> bytes | None:
        """Consume the next object or array and return its bytes, or consume nothing; see ``whole``."""
        if self.peek() not in (b"{", b"["):
            return None
        found = self._scan()
        return None if found is None else self._data[found[1] : self._at]

    def _scan(self) -> tuple[Any, int] | None:
        """Consume the next value and return it, parsed, with where it begins in the data at hand."""
        self.peek()
        if len(self._data) - self._at < _AHEAD and self._fill():
            self.peek()
        if self._failures >= _TRIES:
            return None
        if self._text is None:
            # One character per byte, so that the parser's offsets are ours.
            self._text = self._data.decode("latin-1")
        begin = self._at
        found = decoded(self._data, self._text, begin)
        if found is None:
            self._failures += 1
            return None
        value, self._at = found
        return value, begin

    def skip_container(self, *, wanted: bool = True) -> Iterator[list[bytes] | None]:
        """Consume an object or array of any depth and size; yield the bodies of its strings, still escaped.

        Those that lie in the part at hand come in a list, keys included. ``None`` stands for one that goes on beyond
        it: the caller may consume it with ``pieces``; what it leaves is skipped. The lists are empty if they are not
        ``wanted``.
        """
        self.peek()
        self._at += 1
        depth = 0
        while True:
            if self._at >= len(self._data) and not self._fill():
                raise self.broken()
            part = Slice(self._data[self._at : self._at + _SLICE])
            end, depth, strings = part.end(depth, wanted=wanted)
            begins_string = end < min(_SLICE, len(self._data) - self._at)
            self._at += end
            yield strings
            if depth < 0:
                return
            if begins_string:
                before = self.offset
                yield None
                if self.offset == before:
                    for _ in self.pieces():
                        pass
