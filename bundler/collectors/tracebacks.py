"""Find every complete traceback, with its chained causes, in any text of the evidence: plain, indented or boxed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bundler.model import Traceback

_ANY_HEADER = re.compile(r"(?:Exception Group )?Traceback \(most recent call last\)")
_BOX_END = re.compile(r"^[ \t]*+╰", re.MULTILINE)
_CHAIN = re.compile(
    r"The above exception was the direct cause of the following exception:"
    r"|During handling of the above exception, another exception occurred:"
)
_GROUP = "+ Exception Group Traceback"
_GROUP_LINE = re.compile(r"[ \t]*+[|+]")
# How a record starts in the log and on the console, where rich leaves out a repeated time.
_LOG_LINE = re.compile(r"(?:\d\d:\d\d:\d\d |[ \t]{9,10})(?:DEBUG|INFO|WARNING|ERROR|CRITICAL)[ \t]")
_LINE_LIMIT = 5000
_AFTER_BOX = 20


def find(text: str, where: str) -> Iterator[Traceback]:
    """Yield the tracebacks of one text; ``where`` names it, a line number is added when the text has several lines.

    Tracebacks joined by a chaining sentence are one. A traceback that stands inside a line (a message that ends in
    one) starts at its header.
    """
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        header = _ANY_HEADER.search(lines[at])
        if header is None:
            at += 1
            continue
        start = at
        end = _end_of_chain(lines, at, header.start())
        first = lines[start][header.start() :] if _is_inside(lines[start], header.start()) else lines[start]
        body = "\n".join((first, *lines[start + 1 : end])).rstrip()
        yield Traceback(f"{where}:{start + 1}" if "#" not in where else where, body)
        at = max(end, at + 1)


def _is_inside(line: str, column: int) -> bool:
    return bool(line[:column].strip(" \t|+-╭─│"))


def _end_of_chain(lines: list[str], at: int, column: int) -> int:
    end = _end_of_one(lines, at, column)
    while True:
        following = end
        while following < len(lines) and not lines[following].strip(" \t|│"):
            following += 1
        if following >= len(lines) or not _CHAIN.search(lines[following]):
            return end
        header = following + 1
        while header < len(lines) and not lines[header].strip(" \t|│"):
            header += 1
        if header >= len(lines):
            return following + 1
        found = _ANY_HEADER.search(lines[header])
        if found is None:
            return following + 1
        end = _end_of_one(lines, header, found.start())


def _end_of_one(lines: list[str], at: int, column: int) -> int:
    """Return the line after a traceback: its frames, the exception line, and the rest of the message."""
    if "╭" in lines[at]:
        return _end_of_box(lines, at)
    if _GROUP in lines[at]:
        return _end_of_group(lines, at)
    indent = _indent_of(lines[at], column)
    index = at + 1
    while index < len(lines) and index - at < _LINE_LIMIT and _is_frame(lines[index], indent):
        index += 1
    if index < len(lines) and lines[index].strip() and _continues_message(lines, index, indent):
        index += 1
        while index < len(lines) and _continues_message(lines, index, indent):
            index += 1
    return index


def _indent_of(line: str, column: int) -> str:
    before = line[:column]
    return "" if before.strip(" \t|") else before


def _is_frame(line: str, indent: str) -> bool:
    rest = line.removeprefix(indent)
    return line.startswith(indent) and (rest.startswith(("  ", "\t")) or not rest.strip()) and not _CHAIN.search(line)


def _continues_message(lines: list[str], index: int, indent: str) -> bool:
    """Tell whether a line still belongs to the exception's message: it is not blank and starts nothing new."""
    line = lines[index]
    if not line.strip() or _CHAIN.search(line) or _ANY_HEADER.search(line) or _LOG_LINE.match(line):
        return False
    return line.startswith(indent)


def _end_of_group(lines: list[str], at: int) -> int:
    """Return the line after an exception group: its drawing has a bar or a cross in front of every line."""
    index = at + 1
    while index < len(lines) and _GROUP_LINE.match(lines[index]):
        index += 1
    return index


def _end_of_box(lines: list[str], at: int) -> int:
    index = at
    while index < len(lines) and not _BOX_END.match(lines[index]):
        index += 1
    index += 1
    last = index
    while index < len(lines) and index - last < _AFTER_BOX and _continues_message(lines, index, ""):
        index += 1
    return min(index, len(lines))


def distinct(found: Iterable[Traceback]) -> tuple[Traceback, ...]:
    """Return the tracebacks without repeats; one that is contained in another goes, their places are joined."""
    places: dict[str, list[str]] = {}
    for traceback in found:
        text = traceback.text.strip()
        places.setdefault(text, [])
        if traceback.where not in places[text]:
            places[text].append(traceback.where)
    return tuple(Traceback(", ".join(where[:5]), text) for text, where in places.items())
