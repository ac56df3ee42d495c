"""The line of a message that says most: programs put progress and advice around what went wrong."""

from __future__ import annotations

import re

from bundler.diagnosis.exceptions import leading_type
from bundler.diagnosis.failure import Failure

_ERROR = re.compile(
    r"^\s*(?:fatal|error|E|ERROR|FATAL|npm (?:error|ERR!)|docker|Error response from daemon|curl|git|sudo|bash|/bin/sh|sh"
    r"|(?:[A-Za-z_]\w{0,80}\.){0,8}[A-Z]\w{0,80}(?:Error|Exception))\b ?:?\s?\S",
)
_ADVICE = re.compile(r"^\s*(?:See '|Run '|hint:|note:|Use |For more|Try )|^\s*$", re.IGNORECASE)
# The end of a message that only announces what follows.
_COMMAND = re.compile(r"\s\((?:cmd|command): .*\Z", re.DOTALL)
_ACT = re.compile(r"^([^:\n]{3,60} (?:failed|error)): ")
_PROGRESS = re.compile(r"locally$|\bCloning into\b|^WARNING\b|\.\.\.$|^Reading prompt from stdin", re.IGNORECASE)
_LIMIT = 8_000


def said_by(failure: Failure) -> str:
    """Return what the failed program said, in one line: of several the one that names the error."""
    if failure.closing is not None:
        return failure.closing.says.strip().splitlines()[0] if failure.closing.says.strip() else ""
    message = failure.message.strip()
    chain = failure.chain
    if chain is not None and "\n" not in message and chain.reported.rest and chain.reported.message in message:
        message = f"{message}\n{chain.reported.rest}"
    if not message and chain is not None:
        message = f"{chain.reported.type}: {chain.reported.message}\n{chain.reported.rest}"
    return telling(message)


def telling(message: str) -> str:
    """Return the telling line of a message: the first, unless that is progress or a warning and a later one is an error."""
    lines = [line.strip() for line in message[:_LIMIT].strip().splitlines()]
    if not lines:
        return ""
    first = lines[0]
    rest = _ACT.sub("", leading_type(first)[1])
    if len(lines) == 1 or not (_PROGRESS.search(rest) or first.endswith(":")):
        return first
    errors = [line for line in lines[1:] if _ERROR.match(line) and not _ADVICE.match(line)]
    last = [line for line in lines[1:] if not _ADVICE.match(line)]
    if not errors and not last:
        return first
    chosen = _COMMAND.sub("", errors[-1] if errors else last[-1])
    act = _ACT.match(leading_type(first)[1])
    return f"{act.group(1)}: {chosen}" if act else chosen
