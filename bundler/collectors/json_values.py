"""What one JSON string says: its text, its length, and, for an outline, whether it looks like an error."""

from __future__ import annotations

import json
import re

_LOW_SURROGATE = re.compile(rb"\\u[dD][c-fC-F]")
_TEXT_ESCAPE = re.compile(r'\\(u[0-9A-Fa-f]{4}|["\\/bfnrt])')
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_CONTROL = re.compile(rb"[\x00-\x1f]")
_WRONG_ESCAPE = re.compile(rb'\\(?:(["\\/bfnrt]|u[0-9A-Fa-f]{4})|)', re.DOTALL)
_CONTINUATION = bytes(range(0x80, 0xC0))
_WINDOW = 8 * 1024
_ARGUMENTS_LIMIT = 64 * 1024
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,63}")
_EXCEPTION = re.compile(r"\b([A-Z][A-Za-z0-9_]{1,60}(?:Error|Exception|Timeout|Interrupt|Exit))\b")
_ERROR_SIGNS = re.compile(
    r"traceback \(most recent call last\)|\b(?:error|failed|failure|fatal|denied|exception|timed out)\b|not found"
    r"|no such file|exit (?:code|status) [1-9]",
    re.IGNORECASE,
)


def unescaped(raw: bytes) -> str:
    """Return the text of a JSON string's body; wrong escapes and bytes that are not UTF-8 are read as they stand."""
    text = raw.decode("utf-8", "replace")
    if "\\" not in text:
        return text
    try:
        return str(json.loads(f'"{text}"', strict=False)).encode("utf-8", "replace").decode()
    except ValueError:
        return _unescaped_slowly(text)


def _unescaped_slowly(text: str) -> str:
    joined = _TEXT_ESCAPE.sub(_character, text)
    return joined.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _character(match: re.Match[str]) -> str:
    code = match.group(1)
    return chr(int(code[1:], 16)) if code[0] == "u" else _ESCAPES[code]


def json_text(raw: bytes) -> bytes:
    """Return the body of a kept string as valid JSON: UTF-8, no raw control characters, no wrong escapes."""
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        raw = raw.decode("utf-8", "replace").encode()
    if b"\\" in raw:
        raw = _WRONG_ESCAPE.sub(lambda match: match.group() if match.group(1) else b"\\\\", raw)
    return _CONTROL.sub(lambda match: f"\\u{match.group()[0]:04x}".encode(), raw)


def string_chars(piece: bytes) -> int:
    """Return the number of characters that a piece of a JSON string's body stands for."""
    chars = len(piece.translate(None, _CONTINUATION))
    if b"\\" not in piece:
        return chars
    single = piece.replace(b"\\\\", b"")
    backslashes = (len(piece) - len(single)) // 2 + single.count(b"\\")
    surrogates = len(_LOW_SURROGATE.findall(single)) if b"\\ud" in single or b"\\uD" in single else 0
    return chars - backslashes - 4 * single.count(b"\\u") - surrogates


class OutlinedText:
    """The shape of one withheld string, fed piece by piece; only its first and last bytes are held."""

    def __init__(self, *, wanted: bool) -> None:
        """``wanted`` asks for more than the length: argument names, and what kind of error it looks like."""
        self._wanted = wanted
        self.chars = 0
        self._head = b""
        self._tail = b""

    def feed(self, piece: bytes) -> None:
        """Take the next piece of the escaped body."""
        self.chars += string_chars(piece)
        if self._wanted:
            room = max(0, _ARGUMENTS_LIMIT - len(self._head))
            self._head += piece[:room]
            self._tail = (self._tail + piece[room:])[-_WINDOW:]

    def shape(self, of: str = "task-data") -> bytes:
        """Return the shape as a JSON object, with what the text is a piece of."""
        shape: dict[str, object] = {"withheld": of, "chars": self.chars}
        if self._wanted:
            text = unescaped(self._head)
            names = _argument_names(text) if not self._tail else None
            if names is not None:
                shape["names"] = names
            else:
                shape |= _error_signs(text[:_WINDOW] + "\n" + (unescaped(self._tail) or text[-_WINDOW:]))
        return json.dumps(shape).encode()


def _argument_names(text: str) -> list[str] | None:
    if not text.lstrip().startswith("{"):
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict):
        return None
    return [name if _NAME.fullmatch(name) else "withheld-key" for name in value]


def _error_signs(text: str) -> dict[str, object]:
    names = _EXCEPTION.findall(text)
    if not names and not _ERROR_SIGNS.search(text):
        return {}
    return {"looks_like_error": True} | ({"exception": names[-1]} if names else {})
