"""Evidence as inert HTML: escaped, every hidden character spelled out, every placeholder marked.

Lines are grouped into blocks that a browser lays out only when they come into view, so that 20 MB open at once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from html import escape, unescape
from typing import Any, Final

from bundler.render.markdown import spelled

_BLOCK_LINES: Final = 200
_BLOCK_CHARACTERS: Final = 32_000
_NUMBER: Final = re.compile(r"-[0-9]{1,9}(?:\.invalid)?\Z")
_NUMBERED: Final = r"-[0-9]{1,9}(?:\.invalid)?(?![A-Za-z0-9-])"
_JOINED: Final = re.compile(r"[A-Za-z0-9.-]")
_INSIDE_PATH: Final = re.compile(r"[\w./-]")
# A class in the page for each kind that manifests know; anything else looks like a secret.
_KINDS: Final = frozenset(
    {"secret", "host", "person", "machine", "email", "phone", "account", "path", "term", "task-data"}
)


def kind_class(kind: object) -> str:
    """Return the class name of a kind, whatever a received manifest says."""
    return f"k-{kind}" if kind in _KINDS else "k-secret"


class Marker:
    """Turns text into HTML in which each placeholder of the manifest is a ``mark`` that names its number in the list."""

    def __init__(self, placeholders: Mapping[str, Mapping[str, Any]]) -> None:
        """Keep the placeholders in the manifest's order."""
        self._starts = {
            escape(name): f'<mark class="{kind_class(entry.get("kind"))}" data-p="{number}">'
            for number, (name, entry) in enumerate(placeholders.items())
        }
        self._roles = {escape(name) for name, entry in placeholders.items() if entry.get("kind") == "path"}
        self._pattern = _pattern(placeholders)

    def html(self, text: str, counts: Counter[str]) -> str:
        """Return a text as HTML, line by line as it was, and count the placeholders in it."""
        shown = escape(spelled(text.replace("\r\n", "\n")))
        return self._pattern.sub(lambda found: self._marked(found, counts), shown) if self._pattern else shown

    def blocks(self, text: str, counts: Counter[str]) -> Iterator[str]:
        """Yield a text as numbered lists of lines."""
        first, lines, size = 1, list[str](), 0
        for number, line in enumerate(self.html(text, counts).split("\n"), start=1):
            lines.append(line)
            size += len(line)
            if len(lines) >= _BLOCK_LINES or size >= _BLOCK_CHARACTERS:
                yield _block(first, lines)
                first, lines, size = number + 1, [], 0
        if lines:
            yield _block(first, lines)

    def _marked(self, found: re.Match[str], counts: Counter[str]) -> str:
        name = found.group()
        start = self._starts.get(name)
        # Looking back here and not in the pattern lets it begin with literals, which is several times as fast.
        joined = _INSIDE_PATH if name in self._roles else _JOINED
        if start is None or joined.match(found.string, max(0, found.start() - 1), found.start()):
            return name
        counts[unescape(name)] += 1
        return f"{start}{name}</mark>"


def _block(first: int, lines: Iterable[str]) -> str:
    return f'<ol start="{first}"><li>{"<li>".join(lines)}</ol>'


def _pattern(placeholders: Mapping[str, Mapping[str, Any]]) -> re.Pattern[str] | None:
    """Return one pattern for all: numbered ones by their stem, roles of paths where a path goes on behind them."""
    stems = {_NUMBER.sub("", name) for name, entry in placeholders.items() if entry.get("kind") != "path"}
    roles = {name for name, entry in placeholders.items() if entry.get("kind") == "path"}
    parts = [f"{stem}{_NUMBERED}" for stem in _escaped(stems)] + [f"{role}(?=/)" for role in _escaped(roles)]
    return re.compile("|".join(parts)) if parts else None


def _escaped(words: Iterable[str]) -> list[str]:
    return [re.escape(escape(word)) for word in sorted(words, key=lambda word: (-len(word), word))]
