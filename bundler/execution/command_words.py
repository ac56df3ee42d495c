"""What an AgentCompass command line names: its components and its folders, as far as its words tell.

``agentcompass run BENCHMARK HARNESS MODEL --env ENVIRONMENT`` (1.0.x); each may also be given by an option.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import Any, Final

_POSITIONAL: Final = ("benchmark", "harness", "model")
_ID: Final = re.compile(r"[A-Za-z0-9][\w./:=@+-]{0,199}")
_DEEPEST: Final = 3
_PROGRAM: Final = "agentcompass"


def split(text: str) -> tuple[str, ...]:
    """Return the words of a pasted command line; words with unbalanced quotes are split at white space."""
    joined = re.sub(r"\\\r?\n", " ", text)
    try:
        return tuple(shlex.split(joined, comments=False))
    except ValueError:
        return tuple(joined.split())


def components(words: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Return benchmark, harness, model and environment as a request names them; what is not told is not there."""
    after = list(_after_program(words, 0))
    if after[:1] != ["run"]:
        return {}
    found = dict(zip(_POSITIONAL, _leading(after[1:]), strict=False))
    for name, option in (*((name, f"--{name}") for name in _POSITIONAL), ("environment", "--env")):
        if value := option_value(after, option):
            found[name] = value
    request: dict[str, dict[str, Any]] = {name: {"id": word} for name, word in found.items() if _ID.fullmatch(word)}
    if "model" in request and (protocol := option_value(after, "--model-api-protocol")):
        request["model"]["api_protocol"] = protocol
    return request


def option_value(words: Sequence[str], option: str) -> str:
    """Return the last value of ``--option VALUE`` or ``--option=VALUE``, or an empty string."""
    value = ""
    for number, word in enumerate(words):
        if word == option and number + 1 < len(words):
            value = words[number + 1]
        elif word.startswith(f"{option}="):
            value = word.partition("=")[2]
    return value


def program_of(words: Sequence[str]) -> str:
    """Return the word that starts AgentCompass, or an empty string for a wrapper that starts it itself."""
    return words[0] if words and PurePath(words[0]).name == _PROGRAM else ""


def _after_program(words: Sequence[str], depth: int) -> Iterator[str]:
    """Yield the words behind the program's own; a word that is a command line itself, as of ``bash -c``, is opened."""
    for number, word in enumerate(words):
        if PurePath(word).name == _PROGRAM:
            yield from words[number + 1 :]
            return
        if _PROGRAM in word and any(space in word for space in " \n") and depth < _DEEPEST:
            yield from _after_program(split(word), depth + 1)
            return


def _leading(words: Sequence[str]) -> Iterator[str]:
    for word in words:
        if word.startswith("-"):
            return
        yield word
