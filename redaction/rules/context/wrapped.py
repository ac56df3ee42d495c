"""Values behind a line break: on the line below their name, and cut into lines by a terminal."""

from __future__ import annotations

import re
from typing import Final

from redaction.examples import fake
from redaction.findings import Kind
from redaction.rule import Example, Rule
from redaction.rules.context import values
from redaction.rules.context.grammar import (
    NAME,
    NAME_REACH,
    NOT_ALPHANUMERIC,
    compile_pattern,
    sensitive_words,
    text_of,
    words_of,
)
from redaction.rules.context.likely import value_heads

_FAKE: Final = "fake" + "Canary7Zq9"
_SECOND: Final = "mock" + "Canary3Xw5"

_FRAME: Final = rb"(?:(?:[|>]|\xe2\x94[\x82\x83])[ \t]{0,8}+)"
_BREAK: Final = (
    # The place in a program that some logs print at the right edge.
    rb"(?:[ ]{2,40}+[\w./-]{1,60}+:\d{1,5}+)?+[ \t]{0,90}+"
    + _FRAME
    + rb"{0,3}+\\?+(?:\r\n?+|\n)[ \t]*+"
    + _FRAME
    + rb"{0,3}+"
)
_OPERATOR: Final = rb"(?:(?::=|=>|[:=]|is\b|was\b|are\b)[ \t]{0,4}+:?+)?+"
_OPENING: Final = rb"[\"'`(\[ ]{0,3}+(?:(?:bearer|basic|token)\b)?+"
_ENDS: Final = rb"(?=[\"'`)\],;}]{0,9}+[ \t]*+" + _FRAME + rb"{0,3}+(?:\r|\n|\Z))"

_NAMES: Final = (b"key", b"token", b"secret", b"passw", b"passphrase", b"pwd", b"credential", b"jwt", b"authorization")
_HEX: Final = re.compile(r"[0-9a-f]{32,}\Z|[0-9A-F]{32,}\Z")
_SHORTEST_MIXED: Final = 6
_WIDE: Final = 60
"""A line of so many bytes that ends in a value may have been cut by a terminal, whatever the rest looks like."""

_FURTHEST_BACK: Final = 480


def _is_below(match: re.Match[bytes]) -> bool:
    """Accept a lone word on the line below a sensitive name if it looks like a value; a digest only where a shell was asked."""
    name, value = words_of(match), text_of(match, "value")
    if not values.is_plausible_word(name, value):
        return False
    shown = match.string[max(0, match.start("name") - 1) : match.start("name")] in (b"$", b"/") or "." in name
    if match["operator"] or match["opening"].strip() or shown:
        return True
    return values.looks_random(value) and _HEX.match(value) is None


BELOW: Final = Rule(
    id="value-on-next-line",
    kind=Kind.SECRET,
    stem="secret",
    why="Terminals and tables put the value on the line below its name, and shells print what they are asked for.",
    anchors=_NAMES,
    reach=NAME_REACH,
    gate=sensitive_words,
    ahead=rb"[\w.\-]{0,40}+[\"'`\]]{0,2}+[ \t]{0,8}+" + _OPERATOR + _OPENING + _BREAK,
    heads=value_heads,
    after=b"\"'`] \t:=|>\\\r\n\xe2i(w[a",
    pattern=compile_pattern(
        NAME
        + rb"[\"'`\]]{0,2}+[ \t]{0,8}+(?P<operator>"
        + _OPERATOR
        + rb")(?P<opening>"
        + _OPENING
        + rb")"
        + _BREAK
        + rb"[\"'`(]{0,2}+(?P<value>[\w.+/=~!?@\#$%^*-]{6,512}+)"
        + _ENDS
    ),
    accepts=_is_below,
    finds=(
        Example(f"Authorization: Bearer\n{_SECOND}", _SECOND),
        Example(f"│ │ 'api_key':     │ │\n│ │   '{_SECOND}',  │ │\n", _SECOND),
        Example(f"password = (\n    '{_FAKE}'\n)", _FAKE),
        Example(f"$ echo $API_KEY\n{_SECOND}\n", _SECOND),
        Example(f'headers={{"Authorization": "Bearer   x.py:29\n        {_SECOND}"}}', _SECOND),
    ),
    leaves=(
        "cache key\n86f7e437faa5a7fce15d1ddcb9eaeaea377667b8\n",
        "wrong password\nTraceback (most recent call last):",
        "return token\nclass A1b2C3:",
        "if not api_key:\n    continue\n",
        "max_tokens\n4096\n",
    ),
)


def _parts(match: re.Match[bytes]) -> list[tuple[int, int]]:
    """Return the first part of a value and each part on the lines below."""
    parts = [match.span("value")]
    at = match.end("value")
    while (part := _PART(match.string, at, match.end("rest"))) is not None:
        # Only the last part is short.
        if len(parts) > 1 and not values.looks_random(part["part"].decode("utf-8", "replace")):
            break
        parts.append(part.span("part"))
        at = part.end()
    return parts


def _goes_on(match: re.Match[bytes]) -> bool:
    """Say whether what stands on the line below can be the rest of a value, not the beginning of a line of its own."""
    rest = match.string[slice(*_parts(match)[1])].decode("utf-8", "replace")
    value = text_of(match, "value")
    if _HEX.match(rest) and not _HEX_ONLY.search(value):
        return False
    if values.looks_random(rest) or values.looks_random(rest.rstrip("=")):
        return True
    start = match.start()
    line = match.end("value") - 1 - match.string.rfind(b"\n", max(0, start - _FURTHEST_BACK), start)
    mixed = len(rest) >= _SHORTEST_MIXED and any(c.isdigit() for c in rest) and any(c.isalpha() for c in rest)
    return line >= _WIDE and mixed and values.is_no_word(rest) and "." not in rest


_HEX_ONLY: Final = re.compile(r"[0-9a-f]{8}\Z|[0-9A-F]{8}\Z")
# An equals sign inside is no part of a value: a line with one begins with a name of its own.
_LINE: Final = rb"[\w.+/~-]{4,512}+={0,2}+(?![\w.+/~-])"
_PART: Final = re.compile(_BREAK + rb"(?P<part>" + _LINE + rb")").match
_REST: Final = rb"(?P<rest>(?:" + _BREAK + _LINE + rb"){1,4}+)(?=[\"'`)\],;}|\\\s]|\xe2|\Z)"


def _is_cut_token(match: re.Match[bytes]) -> bool:
    """Accept a token that looks random and goes on behind a line break."""
    return _goes_on(match) and values.looks_random(text_of(match, "value")[-24:])


CUT_TOKEN: Final = Rule(
    id="token-cut-by-wrap",
    kind=Kind.SECRET,
    stem="secret",
    why="A terminal cuts a long token into lines, and each line holds a part of it.",
    anchors=tuple(
        prefix.lower()
        for prefix in (
            b"sk-",
            b"ghp_",
            b"gho_",
            b"ghs_",
            b"ghu_",
            b"github_pat_",
            b"glpat-",
            b"hf_",
            b"AIza",
            b"ya29.",
            b"xox",
            b"eyJ",
            b"npm_",
            b"pypi-",
            b"gsk_",
            b"xai-",
            b"pplx-",
            b"nvapi-",
            b"r8_",
            b"fw_",
            b"tvly-",
            b"fc-",
            b"e2b_",
            b"lsv2_",
            b"dapi",
            b"AKIA",
            b"ASIA",
            b"SG.",
            b"sk_",
            b"rk_",
            b"dckr_pat_",
            b"hvs.",
            b"ntn_",
            b"dop_v1_",
            b"ATATT",
            b"key-",
        )
    ),
    sight=4_500,
    before=NOT_ALPHANUMERIC.replace(b"_", b""),
    ahead=rb"[\w.+/=~-]{6,512}+" + _BREAK + rb"[\w.+/=~-]{4}",
    pattern=compile_pattern(
        rb"(?P<value>(?-i:sk-|gh[pousr]_|github_pat_|glpat-|hf_|AIza|ya29\.|xox[a-z]|eyJ|npm_|pypi-|gsk_|xai-|pplx-|nvapi-|r8_|fw_|tvly-|fc-"
        rb"|e2b_|lsv2_|dapi|A[KS]IA|SG\.|[sr]k_|dckr_pat_|hvs\.|ntn_|dop_v1_|ATATT|key-)[\w.+/=~-]{6,512}+)" + _REST
    ),
    accepts=_is_cut_token,
    each=_parts,
    finds=(
        Example("export KEY=sk-" + (_long := fake("", 40)) + f"\n{_SECOND}", "sk-" + _long),
        Example(f"ghp_{_FAKE}\n{_SECOND}\n", _SECOND),
    ),
    leaves=(
        f"sk-{_FAKE}\nmodel=gpt-4",
        f"sk-{_FAKE}\nTraceback (most recent call last):",
        f"sk-{_FAKE}\nd41d8cd98f00b204e9800998ecf8427e  file",
        "hf_hub_download\nhf_transfer",
    ),
)


def _is_cut_value(match: re.Match[bytes]) -> bool:
    """Accept a value that its name makes a secret, that looks random and that goes on behind a line break."""
    name, value = words_of(match), text_of(match, "value")
    whole = value + text_of(match, "rest").split()[-1]
    random = values.looks_random(value) or values.looks_random(whole)
    return random and values.is_plausible_secret(name, whole, quoted=True) and _goes_on(match)


CUT_VALUE: Final = Rule(
    id="value-cut-by-wrap",
    kind=Kind.SECRET,
    stem="secret",
    why="A terminal cuts the value under a sensitive name into lines, and each line holds a part of it.",
    anchors=(*_NAMES, b"cookie"),
    reach=NAME_REACH,
    gate=sensitive_words,
    sight=4_500,
    ahead=rb"[\w.\-]{0,40}+[\"'`\]]{0,2}+[ \t]{0,8}+"
    + _OPERATOR
    + rb"[\"'`(\[ ]{0,3}+(?:(?:bearer|basic|token)[ ])?+[\w.+/=~-]{8,512}+"
    + _BREAK
    + rb"[\w.+/=~-]{4}",
    heads=value_heads,
    after=b"\"'`] \t:=([",
    pattern=compile_pattern(
        NAME
        + rb"(?=[\"'`\] \t:=(\[])[\"'`\]]{0,2}+[ \t]{0,8}+"
        + _OPERATOR
        + rb"[\"'`(\[ ]{0,3}+(?:(?:bearer|basic|token)[ ])?+(?:[\w.$-]{1,40}=(?=[\w.+/~-]))?+(?P<value>[\w.+/=~-]{8,512}+)"
        + _REST
    ),
    accepts=_is_cut_value,
    each=_parts,
    finds=(
        Example(f"X-Api-Key: {_SECOND}\n{_FAKE}\n", _FAKE),
        Example(f"> Authorization: Bearer {_SECOND}\n> {_FAKE}", _FAKE),
        Example(f"│ api_key = '{_SECOND}   │\n│ {_FAKE}',   │", _FAKE),
    ),
    leaves=(
        f"api_key={_SECOND}\nmodel=gpt-4",
        f"api_key={_SECOND}\nTraceback (most recent call last):",
        f"api_key={_SECOND}\n2026-12-03 07:32:19 INFO",
        f"api_key={_SECOND}\nRUN_ID={_FAKE}\nSEED=a1b2c3",
    ),
)
