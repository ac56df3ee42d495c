"""Evidence as inert HTML: escaped, every hidden character spelled out, every placeholder marked.

Lines are grouped into blocks that a browser lays out only when they come into view, so that 20 MB open at once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any, Final

from bundler.render.markdown import spelled

_BLOCK_LINES: Final = 200
_BLOCK_CHARACTERS: Final = 32_000
# A line longer than this goes on in a line of its own: a browser cannot lay out megabytes as one.
_LINE_CHARACTERS: Final = 8_000
_NUMBER: Final = re.compile(r"-[0-9]{1,9}(?:\.invalid)?\Z")
_NUMBERED: Final = r"-[0-9]{1,9}(?:\.invalid)?(?![A-Za-z0-9-])"
# A class in the page for each kind that manifests know; anything else looks like a secret.
_KINDS: Final = frozenset({"secret", "host", "person", "machine", "email", "phone", "account", "path", "term", "task-data"})


def kind_class(kind: object) -> str:
    """Return the class name of a kind, whatever a received manifest says."""
    return f"k-{kind}" if kind in _KINDS else "k-secret"


class Marker:
    """Turns text into HTML in which each placeholder of the manifest is a ``mark`` that names its number in the list."""

    def __init__(self, placeholders: Mapping[str, Mapping[str, Any]]) -> None:
        """Keep the placeholders in the manifest's order."""
        self._numbers = {name: number for number, name in enumerate(placeholders)}
        self._classes = {name: kind_class(entry.get("kind")) for name, entry in placeholders.items()}
        self._pattern = _pattern(placeholders)

    def html(self, text: str, counts: Counter[str]) -> str:
        """Return one line or piece as HTML, and count the placeholders in it."""
        shown = spelled(text)
        if self._pattern is None:
            return escape(shown)
        parts: list[str] = []
        position = 0
        for found in self._pattern.finditer(shown):
            name = found.group()
            if name not in self._numbers:
                continue
            counts[name] += 1
            parts.append(escape(shown[position : found.start()]))
            parts.append(f'<mark class="{self._classes[name]}" data-p="{self._numbers[name]}">{escape(name)}</mark>')
            position = found.end()
        return "".join([*parts, escape(shown[position:])])

    def blocks(self, text: str, counts: Counter[str]) -> Iterator[str]:
        """Yield a text as numbered lists of lines."""
        first, lines, size = 1, list[str](), 0
        for number, line in enumerate(text.split("\n"), start=1):
            pieces = "<wbr>".join(self.html(piece, counts) for piece in _pieces(line.removesuffix("\r")))
            lines.append(f"<li>{pieces}")
            size += len(line)
            if len(lines) >= _BLOCK_LINES or size >= _BLOCK_CHARACTERS:
                yield _block(first, lines)
                first, lines, size = number + 1, [], 0
        if lines:
            yield _block(first, lines)


def _block(first: int, lines: Iterable[str]) -> str:
    return f'<ol start="{first}">{"".join(lines)}</ol>'


def _pieces(line: str) -> Iterator[str]:
    """Cut a very long line at spaces or quotes, where no placeholder is cut in two."""
    position = 0
    while len(line) - position > _LINE_CHARACTERS:
        end = max(line.rfind(mark, position, position + _LINE_CHARACTERS) for mark in (" ", '"', ",")) + 1
        end = end if end > position else position + _LINE_CHARACTERS
        yield line[position:end]
        position = end
    yield line[position:]


def _pattern(placeholders: Mapping[str, Mapping[str, Any]]) -> re.Pattern[str] | None:
    """Return one pattern for all: numbered ones by their stem, roles of paths where a path goes on behind them."""
    stems = {_NUMBER.sub("", name) for name, entry in placeholders.items() if entry.get("kind") != "path"}
    roles = {name for name, entry in placeholders.items() if entry.get("kind") == "path"}
    parts = []
    if stems:
        parts.append(rf"(?<![A-Za-z0-9.-])(?:{_alternatives(stems)}){_NUMBERED}")
    if roles:
        parts.append(rf"(?<![\w./-])(?:{_alternatives(roles)})(?=/)")
    return re.compile("|".join(parts)) if parts else None


def _alternatives(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))
