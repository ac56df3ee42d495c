"""More than one secret under one name: lists in brackets, in YAML, between commas, and the words after a flag."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from redaction.harmless import is_version_of_passwd
from redaction.key_names import Strength, split_words, strength
from redaction.rule import Example
from redaction.rules.context import values
from redaction.rules.context.described import is_strong_password
from redaction.rules.context.grammar import (
    NAME,
    NAME_END,
    QUOTE,
    compile_pattern,
    sensitive_name,
    text_of,
)
from redaction.rules.context.likely import BREAK
from redaction.rules.context.named import named_rule
from redaction.vocabulary import EVERYDAY, is_common

_FAKE: Final = "fake" + "Canary7Zq9"
_SECOND: Final = "mock" + "Canary3Xw5"

_BLANK: Final = rb"(?:\s|\\[nrt]){0,16}+"
_QUOTED: Final = rb"[bBrRuU]?" + QUOTE + rb"[^\"'`\\\r\n]{3,256}+" + QUOTE
_WORD: Final = rb"(?:(?!\\{1,16}+[nrtu\"'])[^\s\"'`<>,;(){}\[\]|&]){3,256}+"

_QUOTE: Final = re.compile(rb"[\"'`]")
_MAPS: Final = re.compile(rb"[\"'`]\s{0,4}(?::|=>)|[\w]\s{0,4}(?::|=)")
_SEVERAL: Final = re.compile(
    rb"(?:keys|tokens|secrets|passwords|credentials|creds|auths|passwds)[\d_-]{0,4}\Z", re.IGNORECASE
)
_SHORTEST_KEY: Final = 16
_EACH_BARE: Final = re.compile(rb"(?P<item>" + _WORD + rb")")
_EACH_MAPPED: Final = re.compile(rb"[:=]>?\s{0,4}+[bru]?\\{0,8}+[\"'`](?P<item>[^\"'`\\\r\n]{3,256}+)\\{0,8}+[\"'`]")
_NAME_IN_CODE: Final = re.compile(r"[A-Za-z0-9]++(?:_[A-Za-z0-9]++)++\Z")
_EACH_QUOTED: Final = re.compile(rb"[\"'`](?P<item>[^\"'`\\\r\n]{3,256}+)\\{0,8}+[\"'`]")
_EACH_WORD: Final = re.compile(rb"(?P<before>\A|[,\s])(?P<item>[^\s,]{3,256}+)")
_EACH_LINE: Final = re.compile(
    rb"(?:-[ \t]++|(?P<key>[\w.\-]{1,64}+)(?:\\{0,8}+[\"'])?:[ \t]++)(?:\\{0,8}+[\"'])?+(?P<item>(?:(?!\\{1,16}+[nrtu\"'])[^\s\"'`]){3,256}+)"
)


def _items(each: re.Pattern[bytes], match: re.Match[bytes]) -> Iterator[re.Match[bytes]]:
    """Yield the items of the list that a rule matched."""
    return each.finditer(match.string, *match.span("value"))


def _is_name(text: str) -> bool:
    """Say whether an item is a name of something: words and numbers joined by ``_``."""
    return _NAME_IN_CODE.match(text) is not None and not values.looks_random(text)


def _is_item(name: str, text: str) -> bool:
    """Say whether an item below a name of its own is a secret: it looks generated, or is a strong password."""
    if strength(name) is not Strength.STRONG:
        return len(text) >= _SHORTEST_KEY and values.looks_random(text)
    is_strong = values.is_password_name(name) and is_strong_password(text) and not is_version_of_passwd(name, text)
    return values.is_plausible_secret(name, text, quoted=True) and (is_strong or values.looks_random(text))


def _is_in_list(name: str, text: str) -> bool:
    """Say whether an item of a list is a secret: no word, unless the list is one of passwords."""
    if not values.is_plausible_secret(name, text, quoted=True):
        return False
    return values.is_no_word(text) or (
        values.is_password_name(name) and text.isalpha() and not is_common(text) and text.lower() not in EVERYDAY
    )


def _holds_several(data: bytes, start: int) -> int:
    """Return where the name at ``start`` ends if several secrets may stand below it, else -1: a gate."""
    end = sensitive_name(data, start)
    return end if end >= 0 and _SEVERAL.search(data, start, end) is not None else -1


def _quoted_items(match: re.Match[bytes]) -> list[tuple[int, int]]:
    """Return the items in quotes that the name makes secrets."""
    name = text_of(match, "name")
    if not _QUOTE.search(match["value"]):
        bare = _EACH_BARE.finditer(match.string, *match.span("value"))
        return [item.span("item") for item in bare if _is_item(name, text_of(item, "item"))]
    return [
        item.span("item")
        for item in _items(_EACH_QUOTED, match)
        if values.is_plausible_secret(name, text_of(item, "item"), quoted=True) and not _is_name(text_of(item, "item"))
    ]


def _mapped(match: re.Match[bytes]) -> list[tuple[int, int]]:
    """Return the values in quotes of a mapping, or the items of a set, that the name makes secrets."""
    name = text_of(match, "name")
    if _holds_several(match.string, match.start("name")) < 0:
        return []
    each = _EACH_MAPPED if _MAPS.search(match["value"]) else _EACH_QUOTED
    return [item.span("item") for item in _items(each, match) if _is_item(name, text_of(item, "item"))]


def _lines(match: re.Match[bytes]) -> list[tuple[int, int]]:
    """Return the items of a YAML list that the name makes secrets and that are no words."""
    name = text_of(match, "name")
    return [
        item.span("item")
        for item in _items(_EACH_LINE, match)
        if (_is_item if item["key"] else _is_in_list)(name, text_of(item, "item"))
    ]


def _words(match: re.Match[bytes]) -> list[tuple[int, int]]:
    """Return the words of a list that look random; words apart from each other only after a flag for several."""
    name = text_of(match, "name")
    apart = (name.startswith("-") or match["open"] is not None) and split_words(name)[-1].endswith("s")
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
    """Say whether a hyphen or another name follows close behind the name that ends at ``end``."""
    return data.find(b"- ", end, end + 64) >= 0 or data.find(b": ", end, end + 128) >= 0


IN_BRACKETS: Final = named_rule(
    id="list-in-brackets",
    why="A list under a sensitive name holds as many secrets as it has items.",
    sight=23_000,
    further=_opens_list,
    after=b"\\\"'`&%]:= \t\r\n",
    pattern=compile_pattern(
        NAME
        + NAME_END
        + rb"\s{0,4}+(?:=>|:=|=|:)\s{0,4}+[\[(]"
        + _BLANK
        + rb"(?P<value>(?:"
        + _QUOTED
        + rb"|"
        + _WORD
        + rb")(?:"
        + _BLANK
        + rb","
        + _BLANK
        + rb"(?:\#[^\r\n]{0,80}+"
        + _BLANK
        + rb")?+(?:"
        + _QUOTED
        + rb"|"
        + _WORD
        + rb")){1,48}+)"
    ),
    each=_quoted_items,
    finds=(
        Example(f"API_KEYS=['{_FAKE}', '{_SECOND}']", _SECOND),
        Example(f'\\"tokens\\": [], \\"api_keys\\": [\\"{_FAKE}\\", \\"{_SECOND}\\"]', _SECOND),
        Example(f'passwords = (\n    "{_FAKE}",\n    "{_SECOND}",\n)', _SECOND),
        Example(f"api_keys: [{_FAKE}, {_SECOND}]", _SECOND),
    ),
    leaves=(
        "tokens: ['hello', 'w0rld']",
        "api_keys: [first_key1, second_key2]",
        "access_key(self.key1, x2y)",
        'secrets = ["OPENAI_API_KEY", "HF_TOKEN"]',
        "'s3_session_auth': ('s3_disable_session_auth', 'S3_DISABLE_SESSION_AUTH')",
        'api_keys: ["REDACTED-secret-1", "REDACTED-secret-2"]',
        '"sort_keys": ["name1Ab2Cd3", "name4Ef5Gh6"]',
    ),
)

IN_BRACES: Final = named_rule(
    id="mapping-in-braces",
    why="A mapping under the name of several secrets holds one under each of its names.",
    sight=20_000,
    gate=_holds_several,
    after=b"\\\"'`&%]:= \t\r\n",
    pattern=compile_pattern(
        NAME + NAME_END + rb"\s{0,4}+(?:=>|:=|=|:)\s{0,4}+\{(?P<value>[^{}]{6,4096}+)"
    ),
    each=_mapped,
    finds=(
        Example(f'{{\\"api_keys\\": {{\\"one\\": \\"{_FAKE}\\"}}}}', _FAKE),
        Example(f'passwords = {{\n    "bob": "{_FAKE}",\n    "root": "{_SECOND}"\n}}', _SECOND),
        Example(f'{{"credentials": {{"user": "bob", "value": "{_FAKE}{_SECOND}"}}}}', _FAKE + _SECOND),
        Example(f"api_keys = {{'{_FAKE}', '{_SECOND}'}}", _SECOND),
    ),
    leaves=(
        'secrets = {"db": "app-db-password", "key": "OPENAI_API_KEY"}',
        '{"credentials": {"type": "oauth2", "url": "https://x.example/a1b2"}}',
        '"tokens": {"first": "a1B2c3D4e5F6g7H8"}',
    ),
)  # fmt: skip

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
        + rb"(?:[ \t]{0,32}+-[ \t]++|[ \t]{1,32}+[\"']?[\w.\-]{1,64}+[\"']?:[ \t]++)(?:"
        + QUOTE
        + rb")?+(?:(?!\\{1,16}+[nrtu\"'])[^\s\"'`]){1,256}+(?:"
        + QUOTE
        + rb")?+[ \t]*+(?=\r|\n|\\[nr]|\Z|[\"'])){1,48}+)"
    ),
    each=_lines,
    finds=(
        Example(f"api_keys:\n  - {_FAKE}\n  - {_SECOND}\nmodel: m", _SECOND),
        Example(f"api_keys:\n- '{_FAKE}'\n", _FAKE),
        Example(f"api_keys:\n  one: 1\n  two: {_SECOND}\n", _SECOND),
        Example("passwords:\n  - zelt" + "quomb\n", "zelt" + "quomb"),
        Example(f"tokens: 1\\napi_tokens:\\n  - {_FAKE}\\n  - {_SECOND}\\n", _SECOND),
    ),
    leaves=(
        "secrets:\n  - db-password\n  - api-token\n",
        "secrets:\n  - name: x1y2z3a4b5c6\n",
        "api_keys:\n  - ${FIRST_KEY}\n  - REDACTED-secret-1\n",
        "secrets:\n  backend: vault-2\n  path: app/x1\n",
        "passwd:\n  Installed: 1:4.13+dfsg1-1+b1\n  Candidate: 1:4.13+dfsg1-1+b1\n",
        "auth:\n  enabled: true\n  provider: oauth2-proxy\n",
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
        + rb"(?:\\{0,8}+[\"'])?+(?:[ \t]*+[:=][ \t]*+(?P<open>\()?+|[ \t]++)(?:\\{0,8}+[\"'])?+(?P<value>"
        + _WORD
        + rb"(?:(?:,[ ]?+|[ \t]++)(?!-)"
        + _WORD
        + rb"){1,48}+)"
    ),
    each=_words,
    finds=(
        Example(f"OPENAI_API_KEYS={_FAKE},{_SECOND}", _SECOND),
        Example(f"--api-keys {_FAKE} {_SECOND} --n 1", _SECOND),
        Example(f"API_KEYS=({_FAKE} {_SECOND})", _SECOND),
    ),
    leaves=(
        "OPENAI_API_KEYS=$A,$B",
        "--api-key $KEY gpt5Mini2026Xy",
        "max_tokens=4096,a1B2c3D4e5F6",
        "authKey=none4x,gatewayId=8384da05-13ce-4a91-aada-5a1b",
        "--api-keys REDACTED-secret-1 REDACTED-secret-2",
    ),
)
