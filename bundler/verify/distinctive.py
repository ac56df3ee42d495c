"""Which known values can be told from ordinary words; the rest count only where their place gives them away."""

from __future__ import annotations

import re
from typing import Final

from bundler.own_words import is_own_word
from redaction.findings import Kind

_SHORTEST_SECRET: Final = 8
_SHORTEST_WORD: Final = 6
_SHORTEST_DIGITS: Final = 10
_COMMON: Final = frozenset(
    """
    password passwd secret token apikey api_key api-key bearer basic anonymous default disabled enabled example
    unknown undefined localhost testing changeme placeholder redacted dummy username guest public private admin
    administrator root ubuntu debian docker runner jenkins vagrant ec2-user azureuser nobody system service server
    worker computer desktop laptop macbook windows python benchmark evaluation agentcompass developer workspace
    not-needed notneeded no-key none null true false empty sk-dummy sk-local-not-needed production development
    research student project container /root /home /work /data /tmp /opt /usr /mnt /srv /var /workspace /home/user
    /app /users /content /kaggle openai anthropic deepseek assistant completed application
    """.split()  # noqa: SIM905 -- a list of words reads best as words
)
_PUBLIC_PREFIX: Final = re.compile(r"[A-Za-z]{1,12}+(?:[-_][A-Za-z]{0,10}?\d{0,2})?[-_]|[A-Z]{4}(?=[A-Z0-9]{12})")
_JWT: Final = re.compile(r"eyJ[A-Za-z0-9_-]{8,}+\.[A-Za-z0-9_-]{20}")
_TELLING: Final = 8
_TELLING_WORDS: Final = 16
_SHORTEST_WITH_HEAD: Final = 20
_CLASSES: Final = (re.compile("[a-z]"), re.compile("[A-Z]"), re.compile("[0-9]"))


def is_distinctive(value: str, kind: Kind) -> bool:
    """Tell whether ``value`` standing anywhere can only be this value."""
    if value.casefold() in _COMMON or is_own_word(value) or len(set(value)) < 3:  # noqa: PLR2004 -- "xxxxxxxx", "********"
        return False
    if value.isdigit():
        return len(value) >= _SHORTEST_DIGITS
    if kind is Kind.HOST:
        return "." in value or ":" in value or len(value) >= _SHORTEST_SECRET
    if kind in {Kind.PERSON, Kind.MACHINE, Kind.PATH, Kind.TERM, Kind.ACCOUNT, Kind.EMAIL, Kind.PHONE}:
        # Characters beyond ASCII tell more: three ideographs are a name.
        return len(value.encode("utf-8", "surrogatepass")) >= _SHORTEST_WORD
    return len(value) >= _SHORTEST_SECRET


def telling_head(value: str) -> str | None:
    """Return the beginning of a secret that gives it away when the rest is cut off, or ``None`` if none does.

    A provider's public prefix and the header of a JWT say nothing; eight mixed characters after them do, or sixteen
    of one sort (a passphrase begins with ordinary words).
    """
    if len(value) < _SHORTEST_WITH_HEAD:
        return None
    token = _JWT.match(value)
    if token:
        return token.group()
    prefix = _PUBLIC_PREFIX.match(value)
    start = prefix.end() if prefix else 0
    for length in (_TELLING, _TELLING_WORDS):
        telling = value[start : start + length]
        mixed = sum(1 for sort in _CLASSES if sort.search(telling)) > 1
        if (mixed or length == _TELLING_WORDS) and len(value) > start + length:
            return value[: start + length]
    return None
