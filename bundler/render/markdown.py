"""Markdown that stays what it says: evidence only inside code, our own sentences outside, nothing live.

GitHub turns ``@name``, ``#1``, ``GH-1``, ``owner/name#1``, bare commit hashes, closing words, links and HTML into live
things outside code. So every value from evidence is put into a code span or a fence, and the few plain words that
are built from data pass ``plain``.
"""

from __future__ import annotations

import re
from typing import Final

_ANSI: Final = re.compile(r"\x1b(?:\[[0-?]*+[ -/]*+[@-~]|\][^\x07\x1b]*+(?:\x07|\x1b\\)?|[@-Z\\-_])")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
# Zero-width, bidirectional and other format characters: they change what a reader sees without being seen.
_INVISIBLE: Final = re.compile(
    r"[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202f\u205f-\u206f"
    r"\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff\U000e0000-\U000e0fff]"
)
# What Markdown or GitHub could take for markup; a dot, colon, dash or underscore inside ordinary words is none.
_SPECIAL: Final = re.compile(
    r"([\\`*\[\]<>#|~@&$]|^[-+=]|:(?=//|[A-Za-z0-9_+-]{1,60}:)|(?<![^\W_])_|_(?![^\W_]))",
    re.IGNORECASE,
)
# GitHub links ``www.`` where a word begins there; behind an escaped ``https://`` it does not. The host stays whole: a verifier
# that reads the address must find the name that was judged public.
_WWW: Final = re.compile(r"(?i)(?<![^\s*_~(])(?=www\.)")
_REFERENCE: Final = re.compile(r"(?i)\b(gh-)(?=\d)")
# GitHub links a bare commit hash of 7 to 40 digits.
_HASH: Final = re.compile(r"(?i)\b[0-9a-f]{7,}\b")
_LEADING_NUMBER: Final = re.compile(r"^(\d+)([.)])")
_OPTION_AT_END: Final = re.compile(r"(?<= )--?[\w-]{1,80}\Z")
_BACKTICKS: Final = re.compile(r"`+")
_FENCES: Final = re.compile(r"`{3,}|~{3,}")
_MIDDLE_NOTE: Final = "\n… {cut} characters cut here; the whole text is in the bundle …\n"


def visible(text: str) -> str:
    """Return the text with terminal escapes dropped and invisible or control characters spelled out as ``⟨U+202E⟩``."""
    return spelled(_ANSI.sub("", text.replace("\r\n", "\n")))


def spelled(text: str) -> str:
    """Return the text with every invisible or control character spelled out, those of terminal escapes too."""
    return _INVISIBLE.sub(_spell, _CONTROL.sub(_spell, text))


def _spell(match: re.Match[str]) -> str:
    return f"⟨U+{ord(match.group()):04X}⟩"


def plain(text: str, limit: int = 2_000) -> str:
    """Return one line of ordinary text, cut after ``limit`` characters, in which no Markdown, mention or HTML is live."""
    line = " ".join(visible(text).split())
    if len(line) > limit:
        line = f"{line[: limit - 1]}…"
    escaped = _SPECIAL.sub(r"\\\1", line)
    escaped = _LEADING_NUMBER.sub(r"\1\\\2", escaped)
    # GitHub links mentions and references after Markdown is parsed, so a backslash alone does not stop them.
    escaped = re.sub(r"\\([@#])", lambda found: f"\\{found.group(1)}\u2060", escaped)
    return _HASH.sub(_split, _WWW.sub("\u2060", _REFERENCE.sub("\\1\u2060", escaped)))


def _split(match: re.Match[str]) -> str:
    digits = match.group()
    return "\u2060".join(digits[start : start + 4] for start in range(0, len(digits), 4))


def code(text: str, limit: int = 400) -> str:
    """Return the text as one code span, on one line, at most ``limit`` characters, cut between words."""
    line = " ".join(visible(text).split())
    if len(line) > limit:
        line = f"{_between_words(line[: limit - 1])}…"
    if not line:
        return "*(empty)*"
    longest = max((len(run) for run in _BACKTICKS.findall(line)), default=0)
    ticks = "`" * (longest + 1)
    padding = " " if line.startswith("`") or line.endswith("`") else ""
    return f"{ticks}{padding}{line}{padding}{ticks}"


def _between_words(head: str) -> str:
    """Return a cut text without its last, cut word and its option: half a placeholder or reference is none any more."""
    whole, space, _ = head.rpartition(" ")
    if not space or len(whole) < len(head) // 2:
        return head
    return _OPTION_AT_END.sub("", whole) + " "


def fence(text: str, language: str = "text", limit: int = 20_000) -> str:
    """Return the text as a fenced block that nothing inside can close, cut in the middle beyond ``limit`` characters."""
    body = cut_middle(visible(text).strip("\n"), limit)
    longest = max((len(run) for run in _FENCES.findall(body)), default=2)
    ticks = "`" * (longest + 1)
    return f"{ticks}{language}\n{body}\n{ticks}"


def cut_middle(text: str, limit: int) -> str:
    """Return the text, or its first and last parts around a note that says how much was cut."""
    if len(text) <= limit:
        return text
    note = _MIDDLE_NOTE.format(cut=len(text) - limit)
    room = max(0, limit - len(note))
    head = room * 2 // 5
    return f"{text[:head]}{note}{text[len(text) - (room - head) :]}"
