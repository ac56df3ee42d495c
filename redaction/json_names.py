"""What under a sensitive key of JSON is no value: words of a schema, names beside their values, lists of names."""

from __future__ import annotations

import re
from typing import Final

from redaction.json_tokens import Scalar
from redaction.key_names import KeySensitivity, is_container, is_harmless_in_container, sensitivity, split_words
from redaction.key_words import CONTAINERS_SECRET_AS_TEXT, word_set

_LOOK_BACK: Final = 96
_LONGEST_TEXT: Final = 2000
_LONGEST_PIECE: Final = 32

# Words, numbers of up to three digits, and what stands between them in a sentence; letters of other scripts do.
_BETWEEN: Final = rb"[\s.,:;()/'\"`_+\[\]{}<>?\x80-\xff-]"
_PLAIN: Final = re.compile(
    _BETWEEN + rb"*+(?:(?:[A-Z]?[a-z]++(?:[A-Z][a-z]{2,}+)*+|[A-Z]++s?+|[0-9]{1,3}+)(?:" + _BETWEEN + rb"++|!?\Z))++\Z"
)
_WORD: Final = re.compile(rb"[A-Za-z][A-Za-z0-9_+./-]{0,40}+\Z")
_KINDS: Final = frozenset(
    b"oauth2 OAuth2 int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 base64".split()
)
_PACKAGE: Final = re.compile(
    rb"https?://[\w.-]{1,80}+/[\w@./+~%-]{1,200}+\.(?:tgz|tar\.gz|whl|zip|crate)(?:\#[0-9a-f]{40})?+\Z"
)
_SCHEMA_WORDS: Final = frozenset({b"type", b"in", b"scheme", b"bearerFormat", b"format", b"license"})
_SCHEMA_TEXTS: Final = frozenset({b"title", b"description"})
_ELSEWHERE: Final = word_set("""
    value_from secret_key_ref config_map_key_ref secret_ref config_map_ref field_ref resource_field_ref
""")

_NAME: Final = re.compile(rb"[A-Za-z_$][\w.$-]{0,63}+\Z")
_VALUE_NEXT: Final = re.compile(rb'"\s{0,16}+,\s{0,64}+"(?:value|val|content|secretValue|valueFrom)"\s{0,4}+:')
_PLACE_NEXT: Final = re.compile(rb'"\s{0,16}+,\s{0,64}+"in"\s{0,4}+:\s{0,4}+"(?:header|query|cookie)"')
_PLACE_BEFORE: Final = re.compile(
    rb'"in"\s{0,4}+:\s{0,4}+"(?:header|query|cookie)"\s{0,16},\s{0,40}"[A-Za-z]{1,8}"\s{0,4}:\s{0,4}"\Z'
)
_LOGPROB_NEXT: Final = re.compile(
    rb'"\s{0,16}+,\s{0,64}+(?:"bytes"\s{0,4}+:\s{0,4}+(?:null|\[[0-9,\s]{0,400}+\])\s{0,16}+,\s{0,64}+)?+"(?:top_)?logprobs?"\s{0,4}+:'
)
_LOGPROB_BEFORE: Final = re.compile(
    rb'"logprob"\s{0,4}:\s{0,4}-?[0-9.eE+-]{1,30}\s{0,4},\s{0,24}"token"\s{0,4}:\s{0,4}"\Z'
)
_FIRST_OF_PAIR: Final = re.compile(rb"[\[,]\s{0,40}\[\s{0,40}\Z")
_SECOND_OF_PAIR: Final = re.compile(
    rb'[\[,]\s{0,40}\[\s{0,40}"(?:[^"\\]|\\.){0,96}"\s{0,16},\s{0,40}\Z',
)
_SECOND_NEXT: Final = re.compile(rb'"\s{0,16}+,\s{0,64}+(?:"|null)')
_NAMED: Final = re.compile(rb"(?P<name>[A-Za-z_][\w.-]{0,63}+)(?:=|:[ ]?)(?=[^=])")
_MANY_NAMES: Final = word_set("""
    env envs environ env_vars env_var environment_variables environment_vars env_variables extra_query default_query
    query_params url_params
""")
_CONSTANT: Final = re.compile(rb"[A-Z]{2,}+(?:_(?:[A-Z]++|[0-9]{1,3}+)(?![A-Z0-9]))*+\Z")
_SMALL: Final = re.compile(rb"[a-z]{2,16}+(?:[-_][a-z]{2,16}+){0,3}+\Z")


def points_elsewhere(name: str) -> bool:
    """Say whether a mapping under this key says where a value is kept instead of holding it: ``secretKeyRef``."""
    return "_".join(split_words(name)) in _ELSEWHERE


def value_starts(text: bytes, scalar: Scalar, name: str, value: bytes) -> int | None:
    """Return where in a text under a sensitive key its value begins, or ``None`` if it is none.

    ``name`` is the key's, decoded, and so is ``value``; ``text[scalar.start:scalar.end]`` is how it is spelt.
    """
    if _is_label(name, value) or _is_piece(text, scalar, name):
        return None
    before = text[max(0, scalar.start - 1 - _LOOK_BACK) : scalar.start - 1].rstrip()
    if before.endswith(b":"):
        return None if scalar.below and _is_of_schema(text, scalar, name, value) else 0
    return _in_list(text, scalar, name, value)


def _is_label(name: str, value: bytes) -> bool:
    """Say whether a text only repeats its key in words: ``"apiKey": "API key"``."""
    words = split_words(name)
    return len(words) > 1 and len(value) < _LONGEST_TEXT and split_words(value.decode("utf-8", "replace")) == words


def _is_piece(text: bytes, scalar: Scalar, name: str) -> bool:
    """Say whether a token is a piece of a model's answer: its probability stands beside it."""
    if name != "token" or scalar.end - scalar.start > _LONGEST_PIECE:
        return False
    if _LOGPROB_NEXT.match(text, scalar.end):
        return True
    return _LOGPROB_BEFORE.search(text, max(0, scalar.start - _LOOK_BACK), scalar.start) is not None


def _is_of_schema(text: bytes, scalar: Scalar, name: str, value: bytes) -> bool:
    """Say whether a member of a mapping describes the value, or names it beside another member that is the value."""
    key = name.encode()
    if key in _SCHEMA_WORDS:
        return value in _KINDS or (_WORD.match(value) is not None and _PLAIN.match(value) is not None)
    if key in _SCHEMA_TEXTS:
        return len(value) <= _LONGEST_TEXT and _PLAIN.match(value) is not None
    if key == b"$ref":
        return value.startswith(b"#/") and len(value) <= _LONGEST_TEXT and _PLAIN.match(value, 1) is not None
    if key == b"resolved":
        return _PACKAGE.match(value) is not None
    if key not in (b"name", b"key") or not _NAME.match(value):
        return False
    if _VALUE_NEXT.match(text, scalar.end) or _PLACE_NEXT.match(text, scalar.end):
        return True
    return _PLACE_BEFORE.search(text, max(0, scalar.start - _LOOK_BACK), scalar.start) is not None


def _in_list(text: bytes, scalar: Scalar, name: str, value: bytes) -> int | None:
    """Return the same for an item of a list under a key that announces names with values."""
    container = "_".join(split_words(name))
    if not is_container(name):
        return 0
    if container == "secrets":
        return None if _CONSTANT.match(value) and sensitivity(value) is KeySensitivity.SECRET else 0
    if container in CONTAINERS_SECRET_AS_TEXT and container != "cookies":
        return 0
    if container in _MANY_NAMES and not _is_second(text, scalar) and (_CONSTANT.match(value) or _SMALL.match(value)):
        return None
    if _is_first(text, scalar) and _NAME.match(value):
        return None
    named = _NAMED.match(text, scalar.start, scalar.end)
    if named is None or named.end() == scalar.end or not _PLAIN.match(named["name"]):
        return 0
    return None if is_harmless_in_container(named["name"]) else named.end() - scalar.start


def _is_first(text: bytes, scalar: Scalar) -> bool:
    """Say whether an item is the first of a list within a list, and another follows."""
    if not _SECOND_NEXT.match(text, scalar.end):
        return False
    return _FIRST_OF_PAIR.search(text, max(0, scalar.start - 1 - _LOOK_BACK), scalar.start - 1) is not None


def _is_second(text: bytes, scalar: Scalar) -> bool:
    """Say whether an item is the second of a list within a list: a value beside its name."""
    end = scalar.start - 1
    return _SECOND_OF_PAIR.search(text, max(0, end - 2 * _LOOK_BACK), end) is not None
