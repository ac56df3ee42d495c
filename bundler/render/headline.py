"""One readable line on a failure, in the program's own words: for the title, the first screen and the review page.

The diagnosis's summary is normalised text, made to be equal for equal failures; people read the message better.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from bundler.render.documents import UNKNOWN, dig, words
from bundler.render.markdown import visible

_READ: Final = 4_000
_STATUS: Final = re.compile(r"\bhttp (\d{3})\b")
# What SDKs put before their message; the status and the type are told once, by us.
_LEAD: Final = re.compile(
    r"(?:HTTP \d{3}: |Error code: \d{3}(?: - |\Z)|(?:[A-Za-z_][A-Za-z0-9_]{0,80}\.)*+(?P<type>[A-Z][A-Za-z0-9_]{0,80}): ?)"
)
# The message inside an error document, as JSON or as Python's repr of it.
_INNER: Final = re.compile(r"""['"]message['"]: ?(?:'([^'\\]{1,400})|"([^"\\]{1,400}))""")
# An argument list as Python shows it: the program's name says enough.
_ARGUMENTS: Final = re.compile(r"\['([\w./-]{1,80})',[^\]]{0,2000}\]")
_SECOND_NAME: Final = re.compile(r"(?: / | or ).*", re.DOTALL)
_SENTENCE: Final = re.compile(r"[.;](?=\s|\Z)")
_LEADS: Final = 4


def headline(diagnosis: Mapping[str, Any], *, brief: bool = False) -> str:
    """Return where and how a task failed, as ``phase: HTTP status type: message``; the summary where no message is.

    ``brief`` leaves the first of two names of a phase, for lines with little room.
    """
    found = _what(diagnosis)
    if not found:
        return _line(words(diagnosis.get("summary"))) if diagnosis.get("summary") else "AgentCompass task failed"
    phase = words(diagnosis.get("phase"))
    if phase == UNKNOWN:
        return found
    return f"{_line(_SECOND_NAME.sub('', phase) if brief else phase)}: {found}"


def shortened(text: str, room: int) -> str:
    """Return the text within ``room`` characters: cut after a sentence if it has a fitting one, else after a word."""
    if len(text) <= room:
        return text
    ends = [end.start() for end in _SENTENCE.finditer(text) if end.start() <= room]
    if ends and ends[-1] * 2 > room:
        return text[: ends[-1]]
    cut = text[: max(0, room - 1)]
    words_kept, _, _ = cut.rpartition(" ")
    return f"{(words_kept or cut).rstrip(' ,:;-–(')}…"


def _what(diagnosis: Mapping[str, Any]) -> str:
    exceptions = diagnosis.get("exceptions")
    # Causes come first, so the last is the one that ended the task.
    last = exceptions[-1] if isinstance(exceptions, list) and exceptions and isinstance(exceptions[-1], Mapping) else {}
    raised = last.get("type")
    told = _text(diagnosis.get("said")) or _text(dig(diagnosis, "issue", "message")) or _text(last.get("message"))
    kind, message = _parted(told)
    kind = kind or (raised if isinstance(raised, str) else "")
    if kind and not message:
        message = _text(last.get("message")) or _row(diagnosis)
    message = _ARGUMENTS.sub(r"\1 …", message)
    status = _STATUS.search(words(dig(diagnosis, "fingerprint", "canonical")))
    head = " ".join(part for part in (f"HTTP {status.group(1)}" if status else "", kind.rpartition(".")[2]) if part)
    return _line(": ".join(part for part in (head, message) if part))


def _parted(text: str) -> tuple[str, str]:
    """Return the exception type that a message begins with, and what follows all such beginnings."""
    kind = ""
    for _ in range(_LEADS):
        lead = _LEAD.match(text)
        if lead is None:
            break
        kind = lead.group("type") or kind
        text = text[lead.end() :]
    inner = _INNER.search(text)
    return kind, (inner.group(1) or inner.group(2)) if inner else text


def _row(diagnosis: Mapping[str, Any]) -> str:
    symptom = dig(diagnosis, "row", "symptom")
    return symptom.replace("`", "") if isinstance(symptom, str) else ""


def _text(value: Any) -> str:
    """Return the first line of a text that says something, or an empty string."""
    text = value[:_READ].strip() if isinstance(value, str) else ""
    return text.partition("\n")[0].strip()


def _line(text: str) -> str:
    return " ".join(visible(text).split())
