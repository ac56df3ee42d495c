"""The one judgement of key names: does a value under this name have to go?

Names come in any spelling (``apiKey``, ``X-FakeCorp-Auth``, ``DB_PASS``, ``"credentials.token"``). A name is cut into
words; its last meaningful word decides, the words before it may take the judgement back (``max_tokens``, ``sort_key``).
"""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache
from typing import Final

from redaction import key_words as words

_LONGEST_NAME: Final = 160
_WORD: Final = re.compile(r"[A-Z]++(?![a-z])|[A-Z]?[a-z]++|[^\W\d_]++|\d++")
_NUMBERED: Final = re.compile(r"\d++\Z")
# ``REDACTED-secret-1`` is what redaction left, no name: what stands in the next cell or field is not a secret for it.
_PLACEHOLDER: Final = re.compile(r"REDACTED-(?:[a-z0-9]{1,40}+-){1,9}+[0-9]{1,9}+")


class KeySensitivity(Enum):
    """What a name says about its value.

    ``CONTAINER``: a mapping or list below it holds secrets, except under inner names that
    ``is_harmless_in_container`` knows.
    """

    NONE = "none"
    SECRET = "secret"  # noqa: S105 - a word, not a password
    CONTAINER = "container"


class Strength(Enum):
    """How much a name proves; ``WEAK`` names (``sig``, ``foo_key``) need a value that looks random."""

    NONE = 0
    WEAK = 1
    STRONG = 2


def sensitivity(name: str | bytes) -> KeySensitivity:
    """Judge a key name in any spelling; anything unknown is ``NONE``."""
    text = _as_text(name)
    if is_container(text):
        return KeySensitivity.CONTAINER
    return KeySensitivity.SECRET if strength(text) is Strength.STRONG else KeySensitivity.NONE


def is_container(name: str | bytes) -> bool:
    """Say whether the name announces a mapping or list of secrets (``headers``, ``env_variables``, ``auths``)."""
    return "_".join(split_words(_as_text(name))) in words.CONTAINERS


def is_harmless_in_container(name: str | bytes) -> bool:
    """Say whether a name inside a container (a header, an environment variable) is known to hold nothing private."""
    return "_".join(split_words(_as_text(name))) in words.HARMLESS_IN_CONTAINER


@lru_cache(maxsize=8192)
def holds_secret_as_text(name: str | bytes) -> bool:
    """Say whether a plain text directly under the name is secret: ``auth: "dXNl…"`` is, ``env: "docker"`` is not."""
    text = _as_text(name)
    return strength(text) is Strength.STRONG or "_".join(split_words(text)) in words.CONTAINERS_SECRET_AS_TEXT


def strength(name: str | bytes) -> Strength:
    """Say how much the name proves about a plain value under it."""
    return _strength(_as_text(name)[-2 * _LONGEST_NAME :])


@lru_cache(maxsize=8192)
def _strength(text: str) -> Strength:
    if text in words.EXACT_HARMLESS or text.startswith(words.PACKAGES_STAND_IN):
        return Strength.NONE
    if "REDACTED-" in text:
        text = _PLACEHOLDER.sub("", text)
    return _strength_of(split_words(text))


def split_words(name: str) -> tuple[str, ...]:
    """Cut a name into lower-case words: ``"myApiKey_2"`` gives ``("my", "api", "key", "2")``."""
    return _split(name[-_LONGEST_NAME:])


@lru_cache(maxsize=8192)
def _split(name: str) -> tuple[str, ...]:
    return tuple(word.lower() for word in _WORD.findall(name))


def _as_text(name: str | bytes) -> str:
    """Return the name as text; undecodable bytes separate words."""
    return name.decode("utf-8", "replace") if isinstance(name, bytes) else name


@lru_cache(maxsize=4096)
def _strength_of(parts: tuple[str, ...]) -> Strength:
    """Judge the words of a name: neutral endings off, compounds apart, then the last word decides."""
    parts = _apart(parts)
    if not _ends_in_phrase(parts):
        parts = _without_neutral_ending(parts)
    if not parts:
        return Strength.NONE
    *before, last = parts
    if _ends_in_phrase(parts):
        found = Strength.NONE if frozenset(before) & words.NOT_TOKENS else Strength.STRONG
    else:
        found = _strength_of_last(last, frozenset(before), before[-1] if before else "")
    if found is Strength.STRONG and before and before[0] in words.QUESTIONS:
        return Strength.WEAK
    return found


def _apart(parts: tuple[str, ...]) -> tuple[str, ...]:
    """Split lower-case compounds at their sensitive end: ``dbpassword`` gives ``db password``."""
    out: list[str] = []
    for part in parts:
        if part in words.NOT_COMPOUNDS:
            out.append(part)
            continue
        compound = part.endswith(words.COMPOUND_ENDS)
        end = next((e for e in words.COMPOUND_ENDS if part.endswith(e) and part != e), None) if compound else None
        if end is None:
            out.extend(words.COMPOUNDS.get(part, (part,)))
        else:
            out.extend((part[: -len(end)], *words.COMPOUNDS.get(end, (end,))))
    return tuple(word for word in out if word)


def _without_neutral_ending(parts: tuple[str, ...]) -> tuple[str, ...]:
    """Drop endings that only number or repeat (``_2``, ``_value``, ``_prod``), never the only word."""
    end = len(parts)
    while end > 1 and (parts[end - 1] in words.NEUTRAL_ENDINGS or _NUMBERED.match(parts[end - 1])):
        end -= 1
    return parts[:end]


def _ends_in_phrase(parts: tuple[str, ...]) -> bool:
    """Say whether the last two or three words are proof together: ``connection string``, ``access key id``."""
    return parts[-2:] in words.STRONG_PHRASES or parts[-3:] in words.STRONG_PHRASES


def _strength_of_last(last: str, before: frozenset[str], neighbour: str) -> Strength:
    """Judge the last word, knowing the words before it."""
    if last in words.STRONG:
        return Strength.STRONG
    if last == "pass" and neighbour in words.NOT_PASSWORDS:
        return Strength.NONE
    if last in words.STRONG_QUALIFIED:
        return Strength.STRONG if before and neighbour not in words.PROTOCOL_WORDS else Strength.WEAK
    if last == "token":
        return Strength.NONE if before & words.NOT_TOKENS else Strength.STRONG
    if last == "tokens":
        return Strength.STRONG if neighbour in words.TOKEN_OWNERS else Strength.NONE
    if last in ("key", "keys"):
        return _strength_of_key(last, before, neighbour)
    if any(sign in last for sign in words.STRONG_IN_OTHER_SCRIPTS):
        return Strength.STRONG
    return Strength.WEAK if last in words.WEAK else Strength.NONE


def _strength_of_key(last: str, before: frozenset[str], neighbour: str) -> Strength:
    """Judge ``…_key``: strong with a known owner, nothing for look-alikes, weak for a word we do not know."""
    if not before or neighbour in words.NOT_KEYS:
        return Strength.NONE
    if neighbour in words.KEY_OWNERS:
        return Strength.STRONG
    return Strength.WEAK if last == "key" else Strength.NONE
