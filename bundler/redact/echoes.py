"""Error texts that also stand in withheld fields: kept, because a diagnosis lives on them; prompts in them go all the same.

A model client's exception is stored as the issue's message, which is evidence, and again in the trajectory as an
observation, which is task data. Only a withheld text that reads like an error, shares a whole message with a kept
diagnostic and shares nothing with what the data set's authors or the model's answer say counts as such an echo.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from bundler.model import Facts
from bundler.redact.agent_errors import OwnWords
from redaction.withheld import common_fragments

_ERROR: Final = re.compile(
    rb"Error code: \d{3}|Traceback \(most recent call last\)|\b[A-Z][A-Za-z]{2,40}(?:Error|Exception|Timeout|Warning)\b"
    rb"|\b(?:HTTP|status)[ /:=]{1,3}[45]\d\d\b|(?i:\berror\b[\"']?\s?[:=])"
)
_TYPE: Final = re.compile(r"(?:[A-Za-z_]\w{0,80}\.){0,8}[A-Z]\w{0,80}(?:Error|Exception): ")
_SPACE: Final = re.compile(rb"(?:\s|\\[nrt])+")
# A run that neither white space nor escapes interrupt; the letter after a backslash belongs to the escape.
_RUN: Final = re.compile(rb'(?<!\\)[^\s\\"]{6,}+')
_SHORTEST: Final = 24
_LONGEST: Final = 256 * 1024


def without_echoes(
    withheld: Callable[[], Iterable[bytes]], authored: Callable[[], Iterable[bytes]], facts: Facts
) -> Callable[[], Iterator[bytes]]:
    """Return the withheld texts less the echoes of kept diagnostics; it can be iterated again and again."""
    own = OwnWords(facts, authored)
    kept = tuple(_plain(text.encode("utf-8", "replace")) for text in diagnostics(facts) if len(text) >= _SHORTEST)
    whole = frozenset(_plain(text.encode("utf-8", "replace")) for text in _raised(facts))
    # The rest of a stream of which a part was released is a conversation, whatever else quotes it.
    texts = (text for text in withheld() if own.rest(text) is None)
    echoes = frozenset(_echoes(texts, kept, whole)) if kept else frozenset[bytes]()
    copied = _speaking_for_authors(sorted(echoes), lambda: own.without(authored()))
    released = echoes - copied

    def remaining() -> Iterator[bytes]:
        for text in withheld():
            if text not in released:
                yield from own.without((text,))

    return remaining


def diagnostics(facts: Facts) -> Iterator[str]:
    """Yield the kept texts that say what went wrong: issue messages, run errors, joined diagnostics, exceptions."""
    for issues in (facts.issues, *facts.all_issues.values()):
        yield from (issue.message for issue in issues)
    yield facts.run_error
    artifacts = facts.result.get("artifacts")
    joined = artifacts.get("execution_diagnostics") if isinstance(artifacts, dict) else None
    if isinstance(joined, str):
        yield joined
    yield from (trace.text.rstrip().rpartition("\n")[2] for trace in facts.tracebacks)


def _raised(facts: Facts) -> Iterator[str]:
    """Yield what exceptions said as a whole: the issues' messages and the tracebacks' last lines without their types."""
    for text in diagnostics(facts):
        for line in (text, text.partition("\n")[0]):
            raised = _TYPE.match(line)
            if raised and len(line) - raised.end() >= _SHORTEST:
                yield line[raised.end() :]


def _echoes(withheld: Iterable[bytes], kept: tuple[bytes, ...], whole: frozenset[bytes]) -> Iterator[bytes]:
    telling = tuple(dict.fromkeys(map(_telling, kept)))
    joined = b"\n".join(kept)
    for text in withheld:
        if not _SHORTEST <= len(text) <= _LONGEST or not _may_share(text, telling, joined):
            continue
        plain = _plain(text)
        if plain in whole or (
            _ERROR.search(text) and any(plain in diagnostic or diagnostic in plain for diagnostic in kept)
        ):
            yield text


def _may_share(text: bytes, telling: tuple[bytes, ...], joined: bytes) -> bool:
    """Tell cheaply whether a text can hold a diagnostic or be a part of one: of gigabytes hardly any can."""
    first = _RUN.search(text)
    return first is None or first.group() in joined or any(run in text for run in telling)


def _telling(diagnostic: bytes) -> bytes:
    """Return the longest run of a diagnostic that stands in whatever holds it, however that is spaced and escaped."""
    return max(_RUN.findall(diagnostic), key=len, default=b"")


def _plain(text: bytes) -> bytes:
    return _SPACE.sub(b" ", text.replace(b'\\"', b'"')).strip()


def _speaking_for_authors(echoes: list[bytes], authored: Callable[[], Iterable[bytes]]) -> frozenset[bytes]:
    """Return the texts that quote what the authors or the model wrote; they stay withheld."""
    if not echoes:
        return frozenset()
    quoted = common_fragments(echoes, authored(), minimum=_SHORTEST)
    return frozenset(text for text in echoes if any(fragment in text for fragment in quoted))
