"""More than one secret under one name: lists in brackets, in YAML, between commas, and the words after a flag."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from redaction.key_names import split_words
from redaction.rule import Example
from redaction.rules.context import values
from redaction.rules.context.grammar import (
    NAME,
    NAME_END,
    QUOTE,
    compile_pattern,
    text_of,
)
from redaction.rules.context.likely import BREAK
from redaction.rules.context.named import named_rule

_FAKE: Final = "fake" + "Canary7Zq9"
_SECOND: Final = "mock" + "Canary3Xw5"

_BLANK: Final = rb"(?:\s|\\[nrt]){0,16}+"
_QUOTED: Final = rb"[bBrRuU]?" + QUOTE + rb"[^\"'`\\\r\n]{3,256}+" + QUOTE
_WORD: Final = rb"(?:(?!\\{1,16}+[nrtu\"'])[^\s\"'`<>,;(){}\[\]|&]){3,256}+"

_NAME_IN_CODE: Final = re.compile(r"[A-Za-z0-9]++(?:_[A-Za-z0-9]++)++\Z")
_EACH_QUOTED: Final = re.compile(rb"[\"'`](?P<item>[^\"'`\\\r\n]{3,256}+)\\{0,8}+[\"'`]")
_EACH_WORD: Final = re.compile(rb"(?P<before>\A|[,\s])(?P<item>[^\s,]{3,256}+)")
_EACH_LINE: Final = re.compile(rb"-[ \t]++(?:\\{0,8}+[\"'])?+(?P<item>(?:(?!\\{1,16}+[nrtu\"'])[^\s\"'`]){3,256}+)")


def _items(each: re.Pattern[bytes], match: re.Match[bytes]) -> Iterator[re.Match[bytes]]:
    """Yield the items of the list that a rule matched."""
    return each.finditer(match.string, *match.span("value"))


def _is_name(text: str) -> bool:
    """Say whether an item is a name of something: words and numbers joined by ``_``."""
    return _NAME_IN_CODE.match(text) is not None and not values.looks_random(text)


def _quoted_items(match: re.Match[bytes]) -> list[tuple[int, int]]:
    """Return the items in quotes that the name makes secrets."""
    name = text_of(match, "name")
    return [
        item.span("item")
        for item in _items(_EACH_QUOTED, match)
        if values.is_plausible_secret(name, text_of(item, "item"), quoted=True) and not _is_name(text_of(item, "item"))
    ]


def _lines(match: re.Match[bytes]) -> list[tuple[int, int]]:
    """Return the items of a YAML list that the name makes secrets and that are no words."""
    name = text_of(match, "name")
    return [
        item.span("item")
        for item in _items(_EACH_LINE, match)
        if values.is_plausible_secret(name, text_of(item, "item"), quoted=True)
        and values.is_no_word(text_of(item, "item"))
    ]


def _words(match: re.Match[bytes]) -> list[tuple[int, int]]:
    """Return the words of a list that look random; words apart from each other only after a flag for several."""
    name = text_of(match, "name")
    apart = name.startswith("-") and split_words(name)[-1].endswith("s")
    found: list[tuple[int, int]] = []
    for item in _items(_EACH_WORD, match):
        text = text_of(item, "item")
        if "=" in text.rstrip("=") or (item["before"].isspace() and not apart):
            break
        if values.is_plausible_secret(name, text, quoted=False) and values.looks_random(text):
            found.append(item.span("item"))
    return found


def _opens_list(data: bytes, _: int, end: int) -> bool:
    """Say whether a bracket opens close behind the name that ends at ``end``."""
    return data.find(b"[", end, end + 40) >= 0 or data.find(b"(", end, end + 40) >= 0


def _has_item_below(data: bytes, _: int, end: int) -> bool:
    """Say whether a hyphen follows close behind the name that ends at ``end``."""
    return data.find(b"- ", end, end + 64) >= 0


IN_BRACKETS: Final = named_rule(
    id="list-in-brackets",
    why="A list under a sensitive name holds as many secrets as it has items.",
    sight=20_000,
    further=_opens_list,
    after=b"\\\"'`&%]:= \t\r\n",
    pattern=compile_pattern(
        NAME
        + NAME_END
        + rb"\s{0,4}+(?:=>|:=|=|:)\s{0,4}+[\[(]"
        + _BLANK
        + rb"(?P<value>"
        + _QUOTED
        + rb"(?:"
        + _BLANK
        + rb","
        + _BLANK
        + _QUOTED
        + rb"){1,48}+)"
    ),
    each=_quoted_items,
    finds=(
        Example(f"API_KEYS=['{_FAKE}', '{_SECOND}']", _SECOND),
        Example(f'\\"tokens\\": [], \\"api_keys\\": [\\"{_FAKE}\\", \\"{_SECOND}\\"]', _SECOND),
        Example(f'passwords = (\n    "{_FAKE}",\n    "{_SECOND}",\n)', _SECOND),
    ),
    leaves=(
        "tokens: ['hello', 'w0rld']",
        'secrets = ["OPENAI_API_KEY", "HF_TOKEN"]',
        "'s3_session_auth': ('s3_disable_session_auth', 'S3_DISABLE_SESSION_AUTH')",
        'api_keys: ["REDACTED-secret-1", "REDACTED-secret-2"]',
        '"sort_keys": ["name1Ab2Cd3", "name4Ef5Gh6"]',
    ),
)

IN_LINES: Final = named_rule(
    id="list-in-lines",
    why="A YAML list under a sensitive name holds as many secrets as it has items.",
    sight=20_000,
    further=_has_item_below,
    after=b"\\\"'`:",
    pattern=compile_pattern(
        NAME
        + rb"\\{0,8}+[\"']?+:[ \t]*+(?P<value>(?:"
        + BREAK
        + rb"[ \t]{0,32}+-[ \t]++(?:"
        + QUOTE
        + rb")?+(?:(?!\\{1,16}+[nrtu\"'])[^\s\"'`]){3,256}+(?:"
        + QUOTE
        + rb")?+[ \t]*+(?=\r|\n|\\[nr]|\Z|[\"'])){1,48}+)"
    ),
    each=_lines,
    finds=(
        Example(f"api_keys:\n  - {_FAKE}\n  - {_SECOND}\nmodel: m", _SECOND),
        Example(f"api_keys:\n- '{_FAKE}'\n", _FAKE),
        Example(f"tokens: 1\\napi_tokens:\\n  - {_FAKE}\\n  - {_SECOND}\\n", _SECOND),
    ),
    leaves=(
        "secrets:\n  - db-password\n  - api-token\n",
        "secrets:\n  - name: x1y2z3a4b5c6\n",
        "api_keys:\n  - ${FIRST_KEY}\n  - REDACTED-secret-1\n",
        "tokens:\n  - a1B2c3D4e5F6\n",
    ),
)

IN_A_ROW: Final = named_rule(
    id="list-in-a-row",
    why="Variables and flags for several secrets take them between commas or one after the other.",
    sight=20_000,
    after=b"\\\"'`:= \t",
    pattern=compile_pattern(
        NAME
        + rb"(?:\\{0,8}+[\"'])?+(?:[ \t]*+[:=][ \t]*+|[ \t]++)(?:\\{0,8}+[\"'])?+(?P<value>"
        + _WORD
        + rb"(?:(?:,[ ]?+|[ \t]++)(?!-)"
        + _WORD
        + rb"){1,48}+)"
    ),
    each=_words,
    finds=(
        Example(f"OPENAI_API_KEYS={_FAKE},{_SECOND}", _SECOND),
        Example(f"--api-keys {_FAKE} {_SECOND} --n 1", _SECOND),
    ),
    leaves=(
        "OPENAI_API_KEYS=$A,$B",
        "--api-key $KEY gpt5Mini2026Xy",
        "max_tokens=4096,a1B2c3D4e5F6",
        "authKey=none4x,gatewayId=8384da05-13ce-4a91-aada-5a1b",
        "--api-keys REDACTED-secret-1 REDACTED-secret-2",
    ),
)
