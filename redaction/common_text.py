"""When a run of shared text is a copy, and when it is what every log and every program says."""

from __future__ import annotations

import re
from typing import Final

from redaction.views import MOST_LAYERS, collapse_view, decoded, whole_view
from redaction.vocabulary import EVERYDAY, is_common
from redaction.way_back import View

WORD: Final = re.compile(rb"[\w\x80-\xff]++")

_SPACE: Final = re.compile(rb"(?:[\s|]|\xe2\x94[\x82\x83])++")

_TO_SPACE: Final = bytes.maketrans(b"\t\n\r\x0b\x0c|", b"      ")

_PUBLIC: Final = re.compile(
    # Traceback frames with the line of source that follows, and the traceback's first line.
    rb'File "[^"]{1,400}+", line \d++'
    rb'(?:, in [^\s"]++(?: [^"]{0,160}?(?= File "| [A-Za-z_.]*+(?:Error|Exception)\b|\Z))?)?'
    rb"|Traceback \(most recent call last\):|During handling of the above exception, another exception occurred:"
    rb"|The above exception was the direct cause of the following exception:"
    # Addresses, paths, dotted names, exception names, points in time, digests.
    rb"|[a-z][a-z0-9+.-]{1,12}+://[^\s\"'<>]*+"
    rb"|(?:[A-Za-z]:|~|\.{1,2})?(?:[/\\]+[\w.@+=-]+)+[/\\]?"
    rb"|\b[A-Za-z_]\w*+(?:\.[A-Za-z_]\w*+)+"
    rb"|\b[A-Za-z_]*?(?:Error|Exception|Warning|Interrupt|Exit|Timeout)\b"
    rb"|\b\d{4}-\d\d-\d\d(?:[T ][\d:.,]++(?:Z|[+-]\d\d:?\d\d)?)?"
    rb"|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b"
    rb"|(?i:\b(?:bad request|unauthorized|payment required|forbidden|not found|method not allowed|not acceptable"
    rb"|request timeout|conflict|gone|payload too large|unprocessable entity|too many requests|internal server error"
    rb"|not implemented|bad gateway|service unavailable|gateway timeout)\b)"
)


def normalised(raw: bytes) -> tuple[bytes, tuple[View, ...]]:
    """Return a text with all escapes undone and white space collapsed, and the views back, innermost first."""
    text = raw
    chain: list[View] = []
    for _ in range(MOST_LAYERS):
        view = whole_view(text)
        if view is None:
            break
        chain.insert(0, view)
        text = view.text
    collapsed = collapse_view(text, _SPACE)
    return collapsed.text, (collapsed, *chain)


def normalised_text(raw: bytes) -> bytes:
    """Return the same text without the way back, which is much cheaper."""
    text = decoded(raw).replace(b"\xe2\x94\x82", b" ").replace(b"\xe2\x94\x83", b" ").translate(_TO_SPACE)
    while b"  " in text:
        text = text.replace(b"  ", b" ")
    return text


def is_distinctive(run: bytes, vocabulary: frozenset[str], minimum: int, *, whole: bool = False) -> bool:
    """Say whether a run holds more than public text: at least half of ``minimum`` bytes (6 to 24) in words of its own.

    In a ``whole`` value a token of letters and digits (``42-ALPHA-0001``) counts with all its bytes.
    """
    rest = _PUBLIC.sub(b" ", run)
    own = sum(len(word) for word in WORD.findall(rest) if _is_own(word.decode("utf-8", "replace"), vocabulary))
    if whole:
        own = max(own, sum(len(code) for code in rest.split() if _is_code(code, vocabulary)))
    return own >= min(24, max(6, minimum // 2))


def _is_own(word: str, vocabulary: frozenset[str]) -> bool:
    """Say whether a word is neither common nor of the subject's vocabulary, and no small number."""
    parts = [part for part in (word.lower(), *word.lower().split("_")) if part]
    if word.isdigit():
        return len(word) >= 5  # noqa: PLR2004 - ports, codes and counts are shorter
    if _is_public(parts[0] if parts else "", vocabulary):
        return False
    return not all(len(part) < 2 or _is_public(part, vocabulary) for part in parts[1:])  # noqa: PLR2004 - initials


def _is_public(word: str, vocabulary: frozenset[str]) -> bool:
    """Say whether everybody uses a word."""
    return word in EVERYDAY or word in vocabulary or is_common(word)


def _is_code(token: bytes, vocabulary: frozenset[str]) -> bool:
    """Say whether a token mixes letters and digits, as an answer or a name does and a word does not."""
    letters = sum(token.lower().count(bytes((letter,))) for letter in range(97, 123))
    digits = sum(token.count(bytes((digit,))) for digit in range(48, 58))
    name = token.decode("utf-8", "replace").lower().strip(".,;:!?()[]{}\"'")
    return letters >= 2 and digits >= 2 and len(token) >= 6 and name not in vocabulary  # noqa: PLR2004 - no word
