"""Names and values in the many notations of configuration files: dotenv, INI, YAML, TOML, flow mappings.

The reader is generous: it looks for pairs, not for grammar, since a pair too many costs nothing and one too few leaks.
Every step is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_START: Final = re.compile(
    r"[ \t]*+(?:-[ \t]++)*+(?:export[ \t]++|set[ \t]++|ENV[ \t]++)?"
    r"(?P<quote>[\"']?)(?P<name>[A-Za-z_@/][\w./@:-]{0,160}?)(?P=quote)[ \t]*+"
    r"(?P<sign>=|:(?=[ \t\"'{\[]|$))[ \t]*+(?P<rest>.*)"
)
_PAIR: Final = re.compile(
    r"[\"']?(?P<name>[A-Za-z_][\w.-]{0,160}+)[\"']?[ \t]*+[:=][ \t]*+"
    r"(?:\"(?P<double>(?:[^\"\\]++|\\.)*+)\"|'(?P<single>[^']*+)'|(?P<plain>[^\s,{}\[\]\"']++))"
)
_UNQUOTED: Final = re.compile(r"(?:[^\"\\]++|\\.)*+")
_COMMENT: Final = re.compile(r"[ \t]+[#;]")
_ESCAPES: Final = {r"\n": "\n", r"\r": "\r", r"\t": "\t", r"\"": '"', r"\\": "\\", r"\$": "$"}
_ESCAPE: Final = re.compile(r"\\[nrt\"\\$]")
_MOST_LINES: Final = 400


def assignments(text: str) -> Iterator[tuple[str, str]]:
    """Yield each name with each reading of its value: as written, without quotes, escapes and comments."""
    lines = text.splitlines()
    number = 0
    while number < len(lines):
        line = lines[number]
        number += 1
        match = None if line.lstrip()[:1] in ("#", ";") else _START.match(line)
        if match is None:
            yield from _pairs(line)
            continue
        name, rest = match["name"], match["rest"].strip()
        if rest[:1] in ('"', "'"):
            yield from ((name, value) for value in _quoted(rest, lines[number : number + _MOST_LINES]))
        elif rest[:1] in ("{", "["):
            yield from _pairs(rest)
        elif rest[:1] in ("|", ">") and match["sign"] == ":":
            yield name, _block(line, lines[number : number + _MOST_LINES])
        elif rest:
            yield from ((name, value) for value in dict.fromkeys((_COMMENT.split(rest, maxsplit=1)[0].strip(), rest)))
            yield from _pairs(rest)


def _quoted(rest: str, following: list[str]) -> Iterator[str]:
    """Yield what stands between a quote and its partner, which may be lines away, as written and unescaped."""
    mark = rest[0]
    body = rest[1:]
    end = _closing(body, mark)
    if end < 0:
        lines = [body]
        for line in following:
            end = _closing(line, mark)
            if end >= 0:
                body = "\n".join([*lines, line[:end]])
                break
            lines.append(line)
    else:
        body = body[:end]
    yield body
    if "\\" in body:
        yield _ESCAPE.sub(lambda match: _ESCAPES[match.group()], body)


def _closing(text: str, mark: str) -> int:
    """Return where the closing quote stands, -1 if nowhere; a double quote may be escaped."""
    if mark == "'":
        return text.find(mark)
    match = _UNQUOTED.match(text)
    end = match.end() if match else 0
    return end if text[end : end + 1] == mark else -1


def _block(line: str, following: list[str]) -> str:
    """Return a YAML block of text: the more deeply indented lines that follow."""
    depth = len(line) - len(line.lstrip())
    inner: list[str] = []
    for each in following:
        if each.strip() and len(each) - len(each.lstrip()) <= depth:
            break
        inner.append(each.strip())
    return "\n".join(inner).strip()


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    for match in _PAIR.finditer(text):
        value = match["double"] if match["double"] is not None else match["single"] or match["plain"] or ""
        yield match["name"], value
        if "\\" in value:
            yield match["name"], _ESCAPE.sub(lambda found: _ESCAPES[found.group()], value)
