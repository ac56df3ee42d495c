"""Takes out of a message what differs between machines, tasks and days; raw and redacted texts come out the same."""

from __future__ import annotations

import re
from collections.abc import Iterable

_GONE = "*"
_LIMIT = 4000
_WORDS = 16
# An echoed request or response: what follows a long dump is its rest, and a redactor may take all of it.
_DUMP = re.compile(r"(?<=\s)[{\[][^\n]{80,}")
# What stands in quotes or brackets is a value, echoed by a server or a program.
_QUOTED = re.compile(r"`[^`\n]{0,2000}`|\"[^\"\n]{0,2000}\"|(?<!\w)'[^'\n]{0,2000}'(?!\w)")
_BRACKETED = re.compile(r"[\[{(<][^\[\]{}()<>\n]{0,2000}[\]})>]")
_WORD = re.compile(r"(?:[A-Z]?[a-z]{1,24}|[A-Z]{2,24}|[A-Z]|(?:[A-Z]{1,4}[a-z]{1,20}){2,6})")
_EDGES = ".,:;!?'\"`*()[]{}<>|"
_PREFIX = re.compile(
    r"^(?:HTTP \d{3}: |(?:[A-Za-z_]\w{0,100}\.){0,12}[A-Z]\w{0,100}(?:Error|Exception|Failure|Timeout): )"
)
_STATUS = re.compile(r"\b[Ee]rror code: \d{3}(?: -)?")
_NAME_LIMIT = 3


def normalise(message: str, names: Iterable[str] = ()) -> str:
    """Return the first line of ``message`` as plain lower-case words, with ``*`` for every run of values.

    ``names`` are literal values to take out first (task id, model id). A word stays if it is an ordinary word or a
    CamelCase name; whatever has digits, hyphens, slashes, dots, at signs or other marks of an identifier goes,
    and so does every placeholder of a redactor. A message ends where it starts to echo a long dump, or after 16 words.
    """
    line = next((part for part in message[:_LIMIT].splitlines() if part.strip()), "")
    for name in sorted(names, key=len, reverse=True):
        if len(name) >= _NAME_LIMIT:
            line = line.replace(name, _GONE)
    line = _without_prefixes(line)
    line = _DUMP.sub(" ", _STATUS.sub(" ", line))
    line = _QUOTED.sub(f" {_GONE} ", line)
    for _ in range(4):
        line = _BRACKETED.sub(f" {_GONE} ", line)
    words: list[str] = []
    for token in line.split():
        word = _token(token)
        if word and not (word == _GONE and words and words[-1] == _GONE):
            words.append(word)
    return " ".join(words[:_WORDS]).strip(f"{_GONE} ")


def _without_prefixes(line: str) -> str:
    for _ in range(6):
        match = _PREFIX.match(line)
        if match is None:
            return line
        line = line[match.end() :]
    return line


def _token(token: str) -> str:
    bare = token.strip(_EDGES)
    if not bare:
        return _GONE if _GONE in token else ""
    if bare in ("-", "--", "/", "|", "&", "="):
        return ""
    if all(_WORD.fullmatch(part) for part in bare.split("'")):
        return bare.lower()
    return _GONE
