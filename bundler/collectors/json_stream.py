"""Project a JSON document of any size onto what a contract keeps, in one pass and bounded memory.

Kept parts go out byte for byte (number spelling, key order, duplicate keys); a withheld value leaves its shape,
``{"withheld": "task-data", "chars": 412}``; empty and null values stay, they say nothing but "empty". The same walk
yields the withheld texts in bounded pieces, for those who must hunt them elsewhere.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bundler.collectors.contract import Action, Node
from bundler.collectors.json_tokens import MISSING, BrokenJson, Tokens
from bundler.collectors.json_values import OutlinedText, json_text, string_chars, unescaped
from bundler.collectors.json_whole import DEPTH_LIMIT, child_of, item_of, strings_of, withheld_of

# What is kept of one document: its begin up to here, and the last items of a list that goes beyond it.
# Whoever compares it with withheld text needs a hundred times the memory.
OUTPUT_LIMIT = 512 * 1024
_LAST_ITEMS = 256 * 1024
STRING_LIMIT = 512 * 1024
_NUMBER_LIMIT = 1000
_PIECE = 64 * 1024
_OVERLAP = 256
_NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_.$-]{0,63}")
_OTHER_NAME = "withheld-key"


@dataclass(frozen=True, slots=True, repr=False)
class Projection:
    """The kept part as valid JSON; ``complete`` is false when the document broke off or is not JSON at all.

    ``dropped`` counts members and items that belong to other tasks; ``notes`` says what was cut and why.
    """

    data: bytes
    complete: bool
    dropped: int = 0
    notes: tuple[str, ...] = ()


def project(
    chunks: Iterable[bytes],
    root: Node,
    *,
    own: str = "",
    pointer: tuple[str, ...] = (),
    indent: bool = True,
    limit: int = OUTPUT_LIMIT,
) -> Projection:
    """Return what ``root`` keeps of the document, or of the value at ``pointer`` in it. Never raises on its content."""
    walk = _Walk(chunks, own=own, indent=indent, limit=limit, texts=False)
    complete = walk.run(root, pointer)
    return Projection(walk.output(), complete, walk.dropped, tuple(walk.notes))


def withheld_texts(
    chunks: Iterable[bytes], root: Node, *, own: str = "", pointer: tuple[str, ...] = ()
) -> Iterator[bytes]:
    """Yield the strings that ``root`` withholds, decoded to UTF-8, in pieces of at most 64 KB that overlap a little."""
    walk = _Walk(chunks, own=own, indent=False, limit=OUTPUT_LIMIT, texts=True)
    try:
        for texts in walk.document(root, pointer):
            yield from texts
    except BrokenJson:
        return


class _Walk:
    """One pass over one document; every method consumes one value, writes what is kept, and yields what is withheld."""

    def __init__(self, chunks: Iterable[bytes], *, own: str, indent: bool, limit: int, texts: bool) -> None:
        self.tokens = Tokens(chunks)
        self.own, self.indent, self.limit, self.texts = own, indent, limit, texts
        self.parts: list[bytes] = []
        self.size = 0
        self.open: list[bytes] = []
        self.waiting = False
        self.dropped = 0
        self.left_out = 0
        self.held = 0
        self.at_last_items = False
        self.notes: list[str] = []

    def run(self, root: Node, pointer: tuple[str, ...]) -> bool:
        """Walk the whole document for its kept part; tell whether it was complete."""
        try:
            deque(self.document(root, pointer), maxlen=0)
        except BrokenJson as broken:
            self._close(broken)
            return False
        if self.left_out:
            self.notes.append(f"{self.left_out} list items from the middle were left out for size")
        return True

    def output(self) -> bytes:
        """Return the kept part; an empty document is ``null``."""
        return (b"".join(self.parts) or b"null") + (b"\n" if self.indent else b"")

    def _close(self, broken: BrokenJson) -> None:
        if self.waiting:
            self.write(b"null")
        while self.open:
            self.write(self.open.pop())
        self.notes.append(f"the file is not JSON from byte {broken.offset} on; what follows is withheld")

    def document(self, root: Node, pointer: tuple[str, ...]) -> Iterator[list[bytes]]:
        """Consume the document: the value at ``pointer`` goes through the contract."""
        if pointer:
            yield from self._descend(root, pointer)
            return
        yield from self.value(root, 0)
        if not self.tokens.at_end():
            raise self.tokens.broken()

    def _descend(self, root: Node, pointer: tuple[str, ...]) -> Iterator[list[bytes]]:
        if not pointer:
            yield from self.value(root, 0)
            return
        if self.tokens.peek() != b"{":
            self._skip_plain()
            return
        for raw in self._members():
            if unescaped(raw) == pointer[0]:
                yield from self._descend(root, pointer[1:])
                return
            self._skip_plain()

    def write(self, data: bytes) -> None:
        """Add to the output; in the walk for texts there is none."""
        if not self.texts:
            self.parts.append(data)
            self.size += len(data)

    def value(self, node: Node, depth: int) -> Iterator[list[bytes]]:
        """Consume any value and write what ``node`` keeps of it."""
        # A document may end right here, behind a colon or a comma.
        self.waiting = True
        mark = self.tokens.peek()
        if self.texts and mark in (b"{", b"[") and (whole := self.tokens.whole()) is not MISSING:
            yield _in_pieces(withheld_of(whole, node, depth))
            return
        if mark == b'"':
            yield from self._string(node)
        elif mark not in (b"{", b"["):
            self._scalar(node)
        elif depth >= DEPTH_LIMIT or not (node.is_structure or node.action in (Action.OUTLINE, Action.KEEP)):
            yield from self._shape_of_container(mark)
        elif mark == b"{":
            yield from self._object(node, depth)
        else:
            yield from self._array(node, depth)
        self.waiting = False

    def _string(self, node: Node) -> Iterator[list[bytes]]:
        if node.action is Action.KEEP:
            self.write(self._kept_string())
        elif node.action is Action.OWN:
            raw = self.tokens.short_string(_PIECE * 16)
            self.write(b'"' + raw + b'"' if unescaped(raw) == self.own else _shape(other="task"))
        elif node.action is Action.COPY:
            outline = OutlinedText(wanted=False)
            deque(self._text(outline), maxlen=0)
            self.write(outline.shape(of="copy of the diagnostics") if outline.chars else b'""')
        else:
            outline = OutlinedText(wanted=node.action is Action.OUTLINE)
            yield from self._text(outline)
            self.write(outline.shape() if outline.chars else b'""')

    def _text(self, outline: OutlinedText | None) -> Iterator[list[bytes]]:
        """Consume a withheld string; yield it decoded, if texts are wanted."""
        rest = b""
        for piece in self.tokens.pieces():
            if outline is not None:
                outline.feed(piece)
            if self.texts:
                rest += piece
                at = 0
                while len(rest) - at > _PIECE:
                    yield [unescaped(rest[at : at + _PIECE]).encode("utf-8", "replace")]
                    at += _PIECE - _OVERLAP
                rest = rest[at:]
        if rest:
            yield [unescaped(rest).encode("utf-8", "replace")]

    def _kept_string(self) -> bytes:
        head, tail, size = b"", b"", 0
        for piece in self.tokens.pieces():
            size += len(piece)
            if len(head) < STRING_LIMIT:
                head += piece
            else:
                tail = (tail + piece)[-STRING_LIMIT:]
        if size <= STRING_LIMIT:
            return b'"' + json_text(head) + b'"'
        half = STRING_LIMIT // 2
        tail = (head + tail)[-half:] if size <= len(head) + len(tail) else tail[-half:]
        self.notes.append(f"a text of {size} bytes was cut in the middle")
        first, last = unescaped(head[:half])[:-6], unescaped(tail)[6:]
        return json.dumps(f"{first}\n… [{size - 2 * half} bytes cut here] …\n{last}", ensure_ascii=False).encode(
            "utf-8", "replace"
        )

    def _scalar(self, node: Node) -> None:
        token, size = self.tokens.scalar(_NUMBER_LIMIT)
        if size > _NUMBER_LIMIT:
            self.write(_shape(kind="number", digits=size))
        elif token == b"null" or node.action is Action.KEEP:
            self.write(b'"' + token + b'"' if token[-1:] in b"Ny" else token)
        else:
            self.write(_shape())

    def _shape_of_container(self, mark: bytes) -> Iterator[list[bytes]]:
        strings = chars = 0
        whole = self.tokens.whole()
        if whole is not MISSING:
            texts = strings_of(whole)
            strings, chars = len(texts), sum(map(len, texts))
            yield _in_pieces(texts if self.texts else ())
        for bodies in self.tokens.skip_container() if whole is MISSING else ():
            if self.texts:
                yield from self._text(None) if bodies is None else [_in_pieces(map(unescaped, bodies))]
            elif bodies is None:
                strings += 1
                chars += sum(string_chars(piece) for piece in self.tokens.pieces())
            else:
                strings += len(bodies)
                chars += string_chars(b"".join(bodies))
        empty = b"{}" if mark == b"{" else b"[]"
        kind = "object" if mark == b"{" else "list"
        self.write(_shape(kind=kind, strings=strings, chars=chars) if strings else empty)

    def _object(self, node: Node, depth: int) -> Iterator[list[bytes]]:
        self._enter(b"{", b"}")
        count = 0
        for raw in self._members():
            name = unescaped(raw)
            child = child_of(node, name)
            if child.action is Action.DROP:
                self.dropped += 1
                self._skip_plain()
                continue
            self._separate(count)
            count += 1
            self.write(b'"' + self._key(node, name, raw, count) + b'":' + (b" " if self.indent else b""))
            yield from self.value(child, depth + 1)
        self._leave(count)

    def _key(self, node: Node, name: str, raw: bytes, count: int) -> bytes:
        named = node.tree or node.other is not None or name in node.children
        return json_text(raw) if named or _NAME.fullmatch(name) else f"{_OTHER_NAME}-{count}".encode()

    def _members(self) -> Iterator[bytes]:
        self.tokens.take(b"{")
        if self.tokens.peek() == b"}":
            self.tokens.take(b"}")
            return
        while True:
            yield self.tokens.key()
            if self.tokens.peek() == b"}":
                self.tokens.take(b"}")
                return
            self.tokens.take(b",")

    def _array(self, node: Node, depth: int) -> Iterator[list[bytes]]:
        item = item_of(node)
        self._enter(b"[", b"]")
        count = 0
        last: deque[bytes] = deque()
        try:
            for _ in self._elements():
                if item.action in (Action.DROP, Action.OWN) and not self._own_item(item, count):
                    self.dropped += 1
                elif item.action is Action.OWN:
                    count += 1
                elif self.size > self.limit and not self.at_last_items:
                    self._hold(last)
                else:
                    self._separate(count)
                    count += 1
                    yield from self.value(item, depth + 1)
        finally:
            # Where the document breaks off as well: what came last tells most.
            self._write_last(last, item, depth, count)
        self._leave(count + len(last))

    def _hold(self, last: deque[bytes]) -> None:
        """Consume an item beyond the limit; hold it while it is among the last."""
        data = self.tokens.whole_bytes()
        if data is None:
            self._skip_plain()
            self.left_out += 1
            return
        last.append(data)
        self.held += len(data)
        while self.held > _LAST_ITEMS:
            self.held -= len(last.popleft())
            self.left_out += 1

    def _write_last(self, last: deque[bytes], item: Node, depth: int, count: int) -> None:
        """Write the items that are held."""
        if not last:
            return
        tokens, self.at_last_items = self.tokens, True
        for number, data in enumerate(last, count):
            self._separate(number)
            self.tokens = Tokens((data,))
            deque(self.value(item, depth + 1), maxlen=0)
        self.held -= sum(map(len, last))
        self.tokens, self.at_last_items = tokens, False

    def _own_item(self, item: Node, count: int) -> bool:
        """Consume an item that is kept only if it is the reported task's own id; tell whether it was."""
        if item.action is Action.DROP or self.tokens.peek() != b'"':
            self._skip_plain()
            return False
        raw = self.tokens.short_string(_PIECE * 16)
        if unescaped(raw) != self.own:
            return False
        self._separate(count)
        self.write(b'"' + json_text(raw) + b'"')
        return True

    def _elements(self) -> Iterator[None]:
        self.tokens.take(b"[")
        if self.tokens.peek() == b"]":
            self.tokens.take(b"]")
            return
        while True:
            yield None
            if self.tokens.peek() == b"]":
                self.tokens.take(b"]")
                return
            self.tokens.take(b",")

    def _skip_plain(self) -> None:
        mark = self.tokens.peek()
        if mark in (b"{", b"["):
            if self.tokens.whole() is MISSING:
                deque(self.tokens.skip_container(wanted=False), maxlen=0)
        elif mark == b'"':
            deque(self.tokens.pieces(), maxlen=0)
        else:
            self.tokens.scalar(_NUMBER_LIMIT)

    def _enter(self, mark: bytes, end: bytes) -> None:
        self.write(mark)
        self.open.append(end)
        self.waiting = False

    def _leave(self, count: int) -> None:
        end = self.open.pop()
        self.write(self._line() + end if count else end)

    def _separate(self, count: int) -> None:
        self.write((b"," if count else b"") + (self._line() if self.indent else b" " * bool(count)))

    def _line(self) -> bytes:
        return b"\n" + b"  " * len(self.open) if self.indent else b""


def _shape(**more: object) -> bytes:
    return json.dumps({"withheld": "task-data"} | {key: value for key, value in more.items() if value != ""}).encode()


def _in_pieces(texts: Iterable[str]) -> list[bytes]:
    """Return texts as UTF-8, each once, long ones in pieces that overlap a little; empty ones say nothing."""
    found: list[bytes] = []
    for text in dict.fromkeys(texts):
        data = text.encode("utf-8", "replace")
        if len(data) > _PIECE:
            found += (data[at : at + _PIECE] for at in range(0, len(data) - _OVERLAP, _PIECE - _OVERLAP))
        elif data:
            found.append(data)
    return found
