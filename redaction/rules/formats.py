"""How a provider's format becomes a rule: a head, a body of known alphabet and length, edges, a judge of dummies."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import Final

from redaction.findings import Kind
from redaction.lazy import lazy
from redaction.rule import Example, Gate, Reach, Rule
from redaction.rules.dummies import is_masked

START: Final = rb"(?<![A-Za-z0-9])"
"""No letter or digit before: ``task-…`` does not hold ``sk-…``."""

WORD_START: Final = rb"(?<![A-Za-z0-9_.\-])"
"""Nothing of a name before, for heads that also begin ordinary words."""

UUID: Final = rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
LETTER_OF_ESCAPE: Final = rb"(?:(?<=\\)[nrt])?+"
"""The letter of an escape for a blank, which is none of what stands behind it: ``\\nbob@…``."""

_LETTERS_AND_DIGITS: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_BEFORE: Final = {
    START: bytes(frozenset(range(256)) - frozenset(_LETTERS_AND_DIGITS)),
    WORD_START: bytes(frozenset(range(256)) - frozenset(_LETTERS_AND_DIGITS + b"_.-")),
}

LONGEST_JUDGED: Final = 512
"""A longer match is claimed unjudged: judging all of it would cost more than reading it, and no dummy is that long."""

_MASKED: Final = re.compile(rb"your|Your|YOUR|(?i:placeholder|redacted|changeme|insert)|<|\$")
_WORDS: Final = re.compile(
    rb"(?:[A-Z]?[a-z]{1,14}+|[A-Z]{1,14}+)\d{0,2}+(?:[_.\-](?:(?:[A-Z]?[a-z]{1,14}+|[A-Z]{1,14}+)\d{0,2}+|\d{1,8}))++[_.\-]?\Z"
)
_FEWEST_DIFFERENT: Final = 5
_SHORT: Final = 12
_FEWEST_DIFFERENT_IN_SHORT: Final = 3


def is_varied(match: re.Match[bytes]) -> bool:
    """Refuse dummies: one character repeated, ``xxxx``, ``your-key``, words joined by ``-`` or ``_``."""
    return is_varied_text(_body(match))


def is_generated(match: re.Match[bytes]) -> bool:
    """Refuse dummies, and bodies that could be a name: heads such as ``sk-`` also begin names.

    A digit among letters tells a generated body from a name. Without digits it is one if capitals stand in it as
    densely as chance puts them (``CamelCase`` has one in six), or if it is one run of 40 letters.
    """
    body = _body(match)
    if len(body) > LONGEST_JUDGED:
        return True
    if not is_varied_text(body):
        return False
    if any(48 <= b <= 57 for b in body):  # noqa: PLR2004 - ASCII digits
        return any(b >= 65 for b in body)  # noqa: PLR2004 - ASCII letters
    capitals = sum(65 <= b <= 90 for b in body)  # noqa: PLR2004 - ASCII capitals
    mixed = len(body) >= _ENOUGH_LETTERS and capitals * 4 > len(body) and capitals < len(body) * 3 // 4
    return body.isalpha() and (
        mixed or (len(body) >= _NO_WORD and len(set(body)) >= _FEWEST_IN_RUN and body not in _ALPHABETS)
    )


_ENOUGH_LETTERS: Final = 10
_NO_WORD: Final = 40
_FEWEST_IN_RUN: Final = 14
_ALPHABETS: Final = b"abcdefghijklmnopqrstuvwxyz" * 4


def is_dense(match: re.Match[bytes]) -> bool:
    """Accept a generated body of both cases: capitals and small letters stand in it more densely than in a name."""
    return is_generated(match) and is_dense_text(_body(match))


def is_dense_text(body: bytes) -> bool:
    """Say whether capitals and small letters stand in a text more densely than in a name, and not as words."""
    least = max(2, len(body) // 8)
    capitals, small = sum(65 <= b <= 90 for b in body), sum(97 <= b <= 122 for b in body)  # noqa: PLR2004 - ASCII letters
    in_words = sum(map(len, _SMALL_RUN.findall(body)))
    return capitals >= least and small >= least and in_words * 100 <= len(body) * _MOST_IN_WORDS


_SMALL_RUN: Final = re.compile(rb"[a-z]{5,}+")
_MOST_IN_WORDS: Final = 33
"""Percent of a body in five small letters or more after each other: of a random one about five."""


def is_hash_free(match: re.Match[bytes]) -> bool:
    """Refuse dummies, and hexadecimal values that their surroundings call a hash, a commit or an id."""
    gap = match["gap"] if "gap" in match.re.groupindex else b""
    return is_varied(match) and not _OTHER_MEANING.search(gap or b"")


_OTHER_MEANING: Final = re.compile(
    rb"(?i)sha(?!red)\d*|commit|hash|digest|checksum|revision|\brev\b|md5|etag|integrity|uuid|_id\b|[a-z]Id\b|version|trace|"
    rb"\bid[\"']?\s*[:=]|request|model|url|file|path|image|host|http|deployment|region|endpoint|git@|\+git|fingerprint|blob|tree"
)


def is_varied_text(body: bytes) -> bool:
    """Say whether a token's body could have been generated; constant time."""
    return len(body) > LONGEST_JUDGED or _is_varied(body)


@lru_cache(maxsize=4096)
def _is_varied(body: bytes) -> bool:
    fewest = _FEWEST_DIFFERENT_IN_SHORT if len(body) < _SHORT else _FEWEST_DIFFERENT
    return len(set(body.lower())) >= fewest and not (_MASKED.search(body) or _WORDS.match(body) or is_masked(body))


def _body(match: re.Match[bytes]) -> bytes:
    """Return what the judges look at: the group ``body``, else ``value``, else all."""
    groups = match.re.groupindex
    for group in ("body", "value"):
        if group in groups and match.start(group) >= 0:
            return match[group]
    return match.group()


def _near_ahead(value: bytes, edge: bytes, gap: int) -> bytes:
    """Return what stands behind a provider's name wherever a value of one plain run can: the run; else nothing."""
    plain = _PLAIN.match(value)
    if plain is None or b"A-Za-z0-9" not in edge:
        return b""
    alphabet, shortest = edge, int(plain[1])
    line = rb"(?:[%s]{0,%d}+[^%s\r\n]){0,%d}+" % (alphabet, shortest - 1, alphabet, gap + 1)
    return line + rb"(?:[%s]{0,%d}+\r?\n%s)?+" % (alphabet, shortest - 1, line) + rb"[%s]{%d}" % (alphabet, shortest)


_PLAIN: Final = re.compile(rb"(?:\(\?=[^()]*\))?\[(?:0-9a-f|a-z0-9|0-9a-z|a-z2-7|A-Za-z0-9)\]\{(\d+)(?:,\d+)?\}\Z")


def token(  # noqa: PLR0913 - a format has this many parts
    rule_id: str,
    heads: Iterable[bytes],
    body: bytes,
    *,
    why: str,
    finds: Iterable[str],
    leaves: Iterable[str] = (),
    stem: str | None = None,
    kind: Kind = Kind.SECRET,
    start: bytes = START,
    end: bytes = b"",
    accepts: Callable[[re.Match[bytes]], bool] = is_varied,
    ahead: bytes = b"",
) -> Rule:
    """Return the rule for tokens of fixed heads.

    ``body`` is a pattern for what follows the head; ``finds`` holds bare tokens, which are shown to the rule in an
    assignment, a sentence and a JSON string; a dummy of each is among what it leaves.
    """
    heads = tuple(heads)
    tokens = tuple(finds)
    literals = anchors(heads)
    pattern = start + rb"(?:" + b"|".join(re.escape(head) for head in heads) + rb")(?P<body>" + body + rb")" + end
    return Rule(
        id=rule_id,
        kind=kind,
        stem=stem or rule_id,
        why=why,
        anchors=literals,
        pattern=lazy(pattern),
        finds=shown(tokens),
        leaves=(*leaves, *dict.fromkeys(f"key={head.decode()}{'x' * 40}" for head in heads[:1])),
        accepts=accepts,
        sight=3_000,
        ahead=ahead or _rest_ahead(heads, literals, body),
        before=_BEFORE.get(start, b""),
    )


def _rest_ahead(heads: tuple[bytes, ...], literals: tuple[bytes, ...], body: bytes) -> bytes:
    """Return what stands behind the anchors of some heads, ``literals``: the rest of a longer head, and how the body begins."""
    begins = _BEGINS.match(body)
    if begins is None:
        return b""
    # The anchor that a head begins with is the last one that is not sorted behind it.
    rests = {head[len(literals[bisect_right(literals, head.lower()) - 1]) :] for head in heads}
    some = rb"(?:" + b"|".join(re.escape(rest) for rest in sorted(rests)) + rb")" if rests != {b""} else b""
    return some + begins[1] + b"{%d}" % min(int(begins[2]), _LONGEST_AHEAD)


_BEGINS: Final = re.compile(rb"(?:\(\?=[^()]*\))?(\[[^\]]+\])\{(\d+)[,}]")
"""A run of at least so many bytes of a class. Looking at more would read a long run again at each head in it."""

_LONGEST_AHEAD: Final = 24


def shown(values: Iterable[str]) -> tuple[Example, ...]:
    """Return the values in texts as logs and configuration files hold them."""
    texts = ('VALUE="{}"', "invalid value {}, try again", '{{"value": "{}"}}', "export VALUE={}\n")
    return tuple(
        Example(texts[number % len(texts)].format(value), value)
        for number, value in enumerate(each for each in values for _ in range(2))
    )


def anchors(heads: Iterable[bytes]) -> tuple[bytes, ...]:
    """Return the heads as anchors, those that begin with another one left out."""
    kept: list[bytes] = []
    for each in sorted({head.lower() for head in heads}):
        # Sorted, whatever begins with a head follows it before anything else does.
        if not kept or not each.startswith(kept[-1]):
            kept.append(each)
    return tuple(kept)


_LOOSE: Final = rb"(?P<gap>[^\r\n]{0,GAP}?(?:\r?\n[^\r\n]{0,GAP}?)?)"
_CUE: Final = re.compile(rb"(?i)key|token|secret|passw|auth|pat\b|pwd|cred|login|\bpass\b|bearer|apikey|\bapi\b")
_ONLY_SIGNS: Final = re.compile(rb"(?:[\s\"'`:=>(\[{<|,*_)\]-]|\b(?:is|was)\b)*+\Z")


def has_cue(match: re.Match[bytes]) -> bool:
    """Accept a value near a provider's name if a word such as ``key`` stands between, or nothing but signs."""
    gap = match["gap"]
    return is_hash_free(match) and bool(_CUE.search(match["name"] + gap) or _ONLY_SIGNS.match(gap))


def near(  # noqa: PLR0913 - a format has this many parts
    rule_id: str,
    names: Iterable[bytes],
    value: bytes,
    *,
    why: str,
    finds: Iterable[str],
    leaves: Iterable[str] = (),
    stem: str | None = None,
    gap: int = 48,
    unless: bytes = b"",
    edge: bytes = rb"A-Za-z0-9_\-",
    accepts: Callable[[re.Match[bytes]], bool] = has_cue,
) -> Rule:
    """Return the rule for values without a head: the provider's name, at most ``gap`` characters, the value.

    The value may also stand on the line after the name's. ``unless`` may not stand right behind the name; ``edge`` holds the characters that may not touch it.
    """
    names = tuple(names)
    loose = _LOOSE.replace(b"GAP", str(gap).encode())
    bounded = rb"(?<![" + edge + rb"])(?P<value>" + value + rb")(?![" + edge + rb"])"
    refused = rb"(?!" + unless + rb")" if unless else b""
    called = b"|".join(re.escape(name) for name in names)
    pattern = rb"(?P<name>(?i:" + called + rb"))" + refused + loose + bounded
    head = names[0].decode()
    return Rule(
        id=rule_id,
        kind=Kind.SECRET,
        stem=stem or rule_id,
        why=why,
        anchors=anchors(names),
        pattern=lazy(pattern),
        finds=tuple(
            Example(text.format(value=value, name=head, upper=head.upper()), value)
            for value in finds
            for text in _NEARBY
        ),
        leaves=(*leaves, *(f"{head} {word} {fake_hash}" for word, fake_hash in _HASHES)),
        accepts=accepts,
        ahead=refused + _near_ahead(value, edge, gap),
        gate=_is_near(_NO_CONDITION.sub(b"", value), 2 * gap),
    )


def _is_near(value: bytes, reach: int) -> Gate:
    """Return a gate that looks for the value behind the name: one search instead of every way to reach it."""
    pattern = cache(lambda: re.compile(value))
    within = _LONGEST_HEAD + reach + _LONGEST_NEAR

    def gate(data: bytes, start: int) -> int:
        return start if pattern().search(data, start, start + within) is not None else -1

    return gate


_NO_CONDITION: Final = re.compile(rb"\A\(\?=[^()]*\)")
"""A condition before the value's characters; without it a search for them is ten times as fast."""

_LONGEST_HEAD: Final = 32
_LONGEST_NEAR: Final = 160
"""No name before, and no value behind, a gap is longer."""


_NEARBY: Final = (
    "{upper}_API_KEY={value}",
    '"{name}": {{"api_key": "{value}"}}',
    "{name}_key = '{value}'",
    '{name}.Client(api_key="{value}")',
    "{name}:\n  token: {value}\n",
)
_HASHES: Final = (("commit", "0a1b2c3d4e5f60718293" * 2), ("sha256", "0a1b2c3d4e5f6071" * 4))


def named(prefix: bytes) -> Reach:
    """Return the reach over a run of name bytes, for anchors that stand inside a token; ``prefix`` adds bytes to it."""
    return Reach(frozenset(_LETTERS_AND_DIGITS + prefix), 128)
