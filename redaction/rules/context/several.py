"""Several keys or tokens behind a plain plural: in a row, a list, a mapping or the lines of a list."""

from __future__ import annotations

import re
from typing import Final

from redaction.findings import Kind
from redaction.key_names import split_words
from redaction.key_words import NOT_KEYS, NOT_TOKENS
from redaction.rule import Example, Rule
from redaction.rules.context.grammar import NAME, NAME_REACH, compile_pattern, secret_noun, text_of, word_before
from redaction.rules.context.likely import BREAK
from redaction.rules.context.mixture import changes_often

_GENERATED: Final = "fkZ3kQ9xL0" + "pV7tR2mW5cYb8N1d"
_OTHER: Final = "mkB7wN2sD4" + "hJ6gK8qX0vT3yR5z"
_LONE: Final = rb"[A-Za-z0-9]{20,256}+={0,2}"
_EACH_LONE: Final = re.compile(rb"(?<![\w.+/=@:-])(?P<item>" + _LONE + rb")(?![\w.+/=@(\[-])")
_MIXED: Final = re.compile(r"(?=[^0-9]*[0-9])(?=[^A-Z]*[A-Z])(?=[^a-z]*[a-z])")


def _lone(match: re.Match[bytes]) -> list[tuple[int, int]]:
    """Return what looks generated behind ``keys`` or ``tokens``, unless the words say which keys of a table these are."""
    *before, _ = split_words(text_of(match, "name"))
    neighbour = (before or [word_before(match.string, match.start("name")).lower()])[-1]
    if neighbour in NOT_KEYS or neighbour in NOT_TOKENS:
        return []
    return [
        item.span("item")
        for item in _EACH_LONE.finditer(match.string, *match.span("value"))
        if _MIXED.match(text_of(item, "item")) and changes_often(text_of(item, "item"))
    ]


SEVERAL: Final = Rule(
    id="several-said",
    kind=Kind.SECRET,
    stem="secret",
    why="Behind a plain plural stand several keys or tokens.",
    sight=20_000,
    anchors=(b"keys", b"tokens"),
    reach=NAME_REACH,
    gate=secret_noun,
    after=b"\\\"'`&%]:= ",
    ahead=rb"\\{0,8}[\"'`]?(?:[ ]?[:=][ ]?|[ ]are[: ])(?:[\[({]|[\"'`]?[A-Za-z0-9]{20}|[\r\n\\])",
    pattern=compile_pattern(
        NAME
        + rb"\\{0,8}[\"'`]?(?:[ ]?[:=][ ]?|[ ]are[: ])(?P<value>[\[({]\s?[^\[\](){}]{20,4096}+|[\"'`]?"
        + _LONE
        + rb"[\"'`]?(?:(?:,[ ]?|[ ]and[ ]|,[ ]and[ ])[\"'`]?"
        + _LONE
        + rb"[\"'`]?){1,48}+|(?:"
        + BREAK
        + rb"{1,2}+[ \t]{0,16}+(?:[-*][ \t]{1,3}+|\d{1,2}[.)][ ])[\"'`]?"
        + _LONE
        + rb"[\"'`]?[ \t]{0,4}(?=[\r\n]|\\[nr]|\Z|[\"'])){1,48}+)"
    ),
    each=_lone,
    finds=(
        Example(f"keys: {_GENERATED}, {_OTHER}", _OTHER),
        Example(f"Rotate these tokens:\n- `{_GENERATED}`\n- `{_OTHER}`\n", _OTHER),
        Example(f"The API keys are {_GENERATED} and {_OTHER}.", _OTHER),
        Example(f'tokens = {{"one": "{_GENERATED}"}}', _GENERATED),
    ),
    leaves=(
        f"cache keys: {_GENERATED}, {_OTHER}",
        f"sort_keys=['{_GENERATED}', '{_OTHER}']",
        "tokens: ['chatcmpl-9xL0pV7tR2mW5cYb8N1dfkZ3kQ', 'call_9xL0pV7tR2mW5cYb8N1dfkZ3kQ']",
        f"keys: {'0a1b2c3d' * 5}, {'4e5f6071' * 5}",
        "keys: name, value",
        "_CONTENT_KEYS = ['S3ContentLocationDescription', 'Utf8StringContentEncoder']",
    ),
)
