"""Base64 that holds a named secret, a key with a mark or a private key: the whole run goes, for anyone can decode it.

A word in base64 looks one of three ways, by its place in the three bytes that four characters stand for. These are the
anchors; the run around one is decoded and looked into.
"""

from __future__ import annotations

import base64
import re
from functools import cache, lru_cache
from typing import Final

from redaction.findings import Kind
from redaction.lazy import lazy
from redaction.rule import Example, Reach, Rule
from redaction.rules import (
    agent_tools,
    anthropic,
    cloud_amazon,
    clouds,
    code_hosts,
    evaluation_tools,
    gateways,
    google,
    model_providers,
    openai,
    platforms,
    secret_stores,
    services,
    web_tokens,
)
from redaction.rules.context import values

_FAKE: Final = "fake" + "Canary7Zq9"
_DIGITS: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_"
_MOST_DECODED: Final = 4096
"""What stands further behind an anchor is no value of the word there."""

_WORDS: Final = (
    "api_key", "API_KEY", "apiKey", "apikey", "api-key", "ApiKey", "APIKEY", "password", "PASSWORD", "Password", "passwd",
    "_PASS", "_PWD", "pwd=", "Pwd=", "token", "TOKEN", "Token", "secret", "SECRET", "Secret", '"auth"', "access_key", "ACCESS_KEY",
    "AccessKey", "accessKey", "AccountKey", "private_key", "PRIVATE_KEY", "PRIVATE KEY", "credential", "CREDENTIAL",
    "Authorization", "authorization", "Bearer ", "sql://", "gres://", "redis://", "mongodb", "http://", "https://", "amqp://",
)  # fmt: skip

_MODULES: Final = (
    agent_tools, anthropic, cloud_amazon, clouds, code_hosts, evaluation_tools, gateways, google, model_providers, openai, platforms,
    secret_stores, services, web_tokens,
)  # fmt: skip
_SHORTEST_HEAD: Final = 3
_HEADS_OF: Final = re.compile(rb"\(\?<!\[A-Za-z0-9(?:_\.\\-)?\]\)\(\?:(?P<heads>[^()]++)\)\(\?P<body>")


@cache
def _marked() -> dict[bytes, tuple[Rule, ...]]:
    """Return the rules of tokens by the heads that their patterns begin with."""
    found: dict[bytes, list[Rule]] = {}
    for rule in (each for module in _MODULES for each in vars(module).values() if isinstance(each, Rule)):
        begins = _HEADS_OF.match(rule.pattern.pattern) if rule.kind is Kind.SECRET else None
        for head in begins["heads"].split(b"|") if begins else ():
            found.setdefault(re.sub(rb"\\(.)", rb"\1", head), []).append(rule)
    return {head: tuple(rules) for head, rules in found.items() if len(head) >= _SHORTEST_HEAD}


# The heads of the tokens that are met most: each takes three anchors.
_COMMON_HEADS: Final = (
    "sk-ant-", "sk-proj-", "sk-or-v1-", "ghp_", "gho_", "ghs_", "github_pat_", "glpat-", "AKIA", "ASIA", "AIza", "xoxb-", "xoxp-", "gsk_",
    "nvapi-", "tvly-", "dckr_pat_", "pypi-", "npm_", "lsv2_",
)  # fmt: skip


def _shapes(word: bytes) -> set[bytes]:
    """Return the characters that a word is in base64 wherever it stands, without those that its neighbours decide."""
    found = set()
    for place in range(3):
        bits = len(word) * 8
        first = -(-(place * 8) // 6)
        last = (place * 8 + bits) // 6
        found.add(base64.b64encode(b"\0" * place + word + b"\0" * 3)[first:last].lower())
    return found


_SHORTEST: Final = 4
_SHORTEST_OF_HEAD: Final = 5
"""What a short head leaves in base64 is too short to look for; most stand behind a name."""

_ANCHORS: Final = tuple(
    sorted(
        {shape for word in _WORDS for shape in _shapes(word.encode()) if len(shape) >= _SHORTEST}
        | {shape for head in _COMMON_HEADS for shape in _shapes(head.encode()) if len(shape) >= _SHORTEST_OF_HEAD}
    )
)
_NAMED: Final = re.compile(
    rb"(?P<name>[A-Za-z][\w.\-]{1,63}+)[\"'\\]{0,4}[ \t]{0,2}+(?:[:=]|=>)[ \t]{0,2}+[\"'\\]{0,4}(?:(?i:bearer|basic|token)[ ])?"
    rb"(?P<value>[^\s\"'\\,;{}<>()\x00-\x1f\x7f-\xff]{4,512}+)"
)
_OPEN: Final = re.compile(
    rb"-----BEGIN (?:[A-Z]{2,12} ){0,3}PRIVATE KEY-----"
    rb"|[a-z][a-z0-9+]{1,20}://[\w.%+\-]{0,64}:(?P<url>[^\s/:@\"'<>\x00-\x1f\x7f-\xff]{3,128}+)@[\w.\-]"
)


@cache
def _heads() -> re.Pattern[bytes]:
    """Return a pattern for the heads of all tokens that have one."""
    return re.compile(rb"|".join(re.escape(head) for head in sorted(_marked(), key=len, reverse=True)))


def _is_token(text: bytes, head: re.Match[bytes]) -> bool:
    """Say whether a token of some rule begins at a head."""
    matches = ((rule, rule.pattern.match(text, head.start())) for rule in _marked()[head.group()])
    return any(match is not None and (rule.accepts is None or rule.accepts(match)) for rule, match in matches)


def _holds_secret(match: re.Match[bytes]) -> bool:
    """Decode what a run begins with, at each of the places where it may begin, and look for a secret in the text."""
    run = match.group()[:_MOST_DECODED].translate(_PLAIN, b"\r\n=")
    return any(_tells(_decoded(run[place:])) for place in range(4))


_PLAIN: Final = bytes.maketrans(b"-_", b"+/")


def _decoded(digits: bytes) -> bytes:
    """Return what whole groups of four stand for."""
    return base64.b64decode(
        digits[: len(digits) // 4 * 4] + {2: digits[-2:] + b"==", 3: digits[-3:] + b"="}.get(len(digits) % 4, b"")
    )


@lru_cache(maxsize=64)
def _tells(text: bytes) -> bool:
    """Say whether a text holds a key with a mark, or a name and a value that is secret under it."""
    for found in _OPEN.finditer(text):
        if not found["url"] or not values.is_never_secret(found["url"].decode("latin-1")):
            return True
    if any(_is_token(text, head) for head in _heads().finditer(text)):
        return True
    return any(
        values.is_plausible_secret(found["name"].decode(), value, quoted=True) and values.is_no_word(value)
        for found in _NAMED.finditer(text)
        for value in (found["value"].decode("latin-1"),)
    )


def _encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


_ENV: Final = _encoded(f"MODE=x\nOPENAI_API_KEY={_FAKE}\nB=2\n")
_AUTHS: Final = _encoded('{"auths":{"h":{"auth":"' + _encoded("bob:" + _FAKE) + '"}}}')
_URL: Final = _encoded(f"postgres://app:{_FAKE}@db/main")

BASE64: Final = Rule(
    id="base64-secret",
    kind=Kind.SECRET,
    stem="encoded-secret",
    why="Anyone can decode it.",
    anchors=_ANCHORS,
    ahead=rb"[A-Za-z0-9+/_\-]{6}",
    reach=Reach(frozenset(_DIGITS), 300),
    pattern=lazy(
        rb"[A-Za-z0-9+/_\-]{16,}+(?:={1,2}|(?:\r?\n[A-Za-z0-9+/]{56,76}(?![A-Za-z0-9+/_\-])){1,60}+(?:\r?\n[A-Za-z0-9+/]{1,76}={1,2})?)?"
    ),
    accepts=_holds_secret,
    finds=(
        Example(f"blob {_ENV} end", _ENV),
        Example(f".dockerconfigjson: {_AUTHS}", _AUTHS),
        Example(f'{{"data": "{_URL}"}}', _URL),
    ),
    leaves=(
        "blob " + _encoded("max_tokens=4096 and the rest of it\nprompt_tokens: 17\n"),
        "blob " + _encoded("Unexpected token in the file: line 1\npassword: ${PASSWORD}\n"),
    ),
)  # fmt: skip
