"""Shell text and JSON for command lines whose credentials are references to environment variables."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

_OPEN, _CLOSE = "\ue000", "\ue001"
_REFERENCE = re.compile(f"{_OPEN}([A-Za-z_][A-Za-z0-9_]*){_CLOSE}")
_PLAIN = re.compile(r"[A-Za-z0-9_@%+=:,./-]+")


def reference(name: str) -> str:
    """Return the mark of an environment variable; it may stand alone or inside a JSON text."""
    return f"{_OPEN}{name}{_CLOSE}"


def without_marks(value: Any) -> Any:
    """Return evidence's own text without the two private characters that mark references, and without NUL."""
    if isinstance(value, str):
        return value.replace(_OPEN, "").replace(_CLOSE, "").replace("\x00", "")
    if isinstance(value, dict):
        return {without_marks(str(key)): without_marks(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [without_marks(inner) for inner in value]
    return value


def json_argument(value: Any) -> str:
    """Return JSON that needs no quoting inside single quotes: an apostrophe is spelled as an escape."""
    text = json.dumps(value, ensure_ascii=False).replace("'", "\\u0027")
    return text.encode("utf-8", "replace").decode()


def shell_word(argument: str) -> str:
    """Return one argument quoted for a POSIX shell; references become ``"$NAME"`` between the quoted parts."""
    parts: list[str] = []
    at = 0
    for match in _REFERENCE.finditer(argument):
        parts.append(_quoted(argument[at : match.start()]))
        parts.append(f'"${match.group(1)}"')
        at = match.end()
    parts.append(_quoted(argument[at:]))
    return "".join(parts) or "''"


def _quoted(text: str) -> str:
    if not text or _PLAIN.fullmatch(text):
        return text
    return "'" + text.replace("'", "'\"'\"'") + "'"


def plain_argument(argument: str) -> str:
    """Return one argument with ``${NAME}`` for each reference, as the structured form shows it."""
    return _REFERENCE.sub(lambda match: "${" + match.group(1) + "}", argument)


def references(arguments: Iterable[str]) -> Iterator[str]:
    """Yield the names of the environment variables that the arguments refer to, each once."""
    seen: set[str] = set()
    for argument in arguments:
        for match in _REFERENCE.finditer(argument):
            if match.group(1) not in seen:
                seen.add(match.group(1))
                yield match.group(1)


def shell_lines(arguments: list[str], positional: int) -> str:
    """Return the command line, one option a line after the first ``positional`` words.

    Nothing follows the line ends' backslashes: a blank there breaks the command.
    """
    words = [shell_word(argument) for argument in arguments]
    lines = [" ".join(words[:positional])]
    for argument, word in zip(arguments[positional:], words[positional:], strict=True):
        if argument.startswith("--"):
            lines.append(word)
        else:
            lines[-1] += f" {word}"
    return " \\\n  ".join(lines)
