"""Cookies outside a header: in mappings, in objects of browsers and clients, in jars, on command lines."""

from __future__ import annotations

import re
from typing import Final

from redaction.findings import Kind
from redaction.rule import Example, Rule, of_items
from redaction.rules.context import values
from redaction.rules.context.grammar import compile_pattern, text_of

_FAKE: Final = "fake" + "Canary7Zq9"
_SECOND: Final = "mock" + "Canary3Xw5"
_WHY: Final = "A cookie is a session; whoever has it is logged in."

_QUOTE: Final = rb"\\{0,8}+[\"']"
_TEXT: Final = rb"[^\"'\\\r\n]"
_EACH_ITEM: Final = re.compile(
    _QUOTE + rb"\s{0,4}+:\s{0,4}+[bu]?" + _QUOTE + rb"(?P<item>" + _TEXT + rb"{4,1024}+)" + _QUOTE
)


def _is_cookie(text: str) -> bool:
    """Say whether the text of a cookie is more than a word, a switch or a mask."""
    return not values.is_never_secret(text) and values.is_no_word(text)


def _has_cookie(match: re.Match[bytes]) -> bool:
    """Accept the value of a cookie."""
    return _is_cookie(text_of(match, "value"))


def _is_kept(item: re.Match[bytes]) -> bool:
    """Accept an item of a mapping or a list that is a cookie."""
    return _is_cookie(text_of(item, "item"))


MAPPING: Final = Rule(
    id="cookie-mapping",
    kind=Kind.SECRET,
    stem="cookie",
    why=_WHY,
    anchors=(b"cookies",),
    sight=6_000,
    ahead=rb"(?:\\{0,8}[\"'])?\s{0,4}[:=]\s{0,4}\{",
    pattern=compile_pattern(
        rb"cookies(?:\\{0,8}+[\"'])?+\s{0,4}+[:=]\s{0,4}+(?P<rows>\{\s{0,8}+" + _QUOTE + rb"[^{}\r\n]{3,4096}+\})"
    ),
    each=of_items(_EACH_ITEM, "rows", _is_kept),
    finds=(
        Example(f"requests.get(u, cookies={{'sid': '{_FAKE}', 'theme': 'dark'}})", _FAKE),
        Example(f'"cookies": {{"a": "{_FAKE}", "b": "{_SECOND}"}}', _SECOND),
    ),
    leaves=("cookies={'accepted': 'yes'}", "cookies = {name: value}", "cookies={'sid': 'REDACTED-cookie-1'}"),
)

_VALUES: Final = re.compile(
    rb"(?i)"
    + _QUOTE
    + rb"value"
    + _QUOTE
    + rb"\s{0,4}+:\s{0,4}+"
    + _QUOTE
    + rb"(?P<item>"
    + _TEXT
    + rb"{4,2048}+)"
    + _QUOTE
)

LISTED: Final = Rule(
    id="cookie-list",
    kind=Kind.SECRET,
    stem="cookie",
    why=_WHY,
    anchors=(b"cookies",),
    ahead=rb"\\{0,8}[\"']\s{0,4}:\s{0,4}\[\s{0,40}\{",
    pattern=compile_pattern(
        rb"cookies" + _QUOTE + rb"\s{0,4}+:\s{0,4}+(?P<rows>\[(?:\s{0,40}+\{[^{}\[\]]{2,2048}+\}\s{0,40}+,?){1,32}+)"
    ),
    each=of_items(_VALUES, "rows", _is_kept),
    sight=80_000,
    finds=(
        Example(f'"cookies": [{{"name": "sid", "value": "{_FAKE}", "path": "/"}}]', _FAKE),
        Example(f'"cookies":[{{"name":"a","value":"b"}},{{"value":"{_SECOND}","name":"sid"}}]', _SECOND),
    ),
    leaves=('"cookies": [{"name": "theme", "value": "dark"}]', '"cookies": []', "cookies: [{'name': x}]"),
)

OBJECT: Final = Rule(
    id="cookie-object",
    kind=Kind.SECRET,
    stem="cookie",
    why=_WHY,
    anchors=(b"cookie(", b"cookies("),
    pattern=compile_pattern(
        rb"cookies?\((?:[^()\r\n]{0,300}?\bvalue(?:"
        + _QUOTE
        + rb")?\s{0,4}[:=]\s{0,4}|\s{0,4}"
        + _QUOTE
        + _TEXT
        + rb"{1,80}+"
        + _QUOTE
        + rb"\s{0,4},\s{0,4})"
        + _QUOTE
        + rb"(?P<value>"
        + _TEXT
        + rb"{4,2048}+)"
    ),
    accepts=_has_cookie,
    finds=(
        Example(f"Cookie(version=0, name='sessionid', value='{_FAKE}', port=None)", _FAKE),
        Example(f'driver.add_cookie({{"name": "sessionid", "value": "{_FAKE}"}})', _FAKE),
        Example(f"resp.set_cookie('sid', '{_FAKE}')", _FAKE),
    ),
    leaves=('set_cookie("sid", "value")', "add_cookie(cookie)", 'cookie("theme", "dark-mode")'),
)

JAR: Final = Rule(
    id="cookie-jar",
    kind=Kind.SECRET,
    stem="cookie",
    why=_WHY,
    anchors=(b"\ttrue\t", b"\tfalse\t"),
    pattern=compile_pattern(
        rb"\t(?:true|false)\t/[^\t\r\n]{0,256}+\t(?:true|false)\t\d{1,12}\t[^\t\r\n]{1,128}+\t(?P<value>[^\s]{4,4096}+)"
    ),
    accepts=_has_cookie,
    finds=(Example(f".x.example\tTRUE\t/\tTRUE\t1799999999\tsessionid\t{_FAKE}", _FAKE),),
    leaves=(".x.example\tTRUE\t/\tFALSE\t0\ttheme\tdark", "a\ttrue\tb"),
)

FLAG: Final = Rule(
    id="cookie-flag",
    kind=Kind.SECRET,
    stem="cookie",
    why=_WHY,
    anchors=(b"curl ",),
    sight=6_000,
    pattern=compile_pattern(
        rb"(?<![\w-])curl[ ](?:[^\r\n|;&]{0,400}?[ ])?(?:-b|--cookie)[ =]?(?:" + _QUOTE + rb")?"
        rb"[\w.$-]{1,80}+=(?P<value>[^\s\"'\\]{4,4096}+)"
    ),
    accepts=_has_cookie,
    finds=(Example(f"curl -s -b 'sid={_FAKE}' https://x.example", _FAKE),),
    leaves=("curl -b cookies.txt https://x.example", "curl -b 'theme=dark' x"),
)

SESSION: Final = Rule(
    id="session-cookie",
    kind=Kind.SECRET,
    stem="cookie",
    why=_WHY,
    anchors=(b"sessid", b"sessionid", b"connect.sid", b"csrftoken", b"xsrf-token", b"asp.net_session"),
    pattern=compile_pattern(
        rb"(?:sessid|sessionid|connect\.sid|csrftoken|xsrf-token|asp\.net_session(?:id)?)(?:=|%3D)(?P<value>[^\s;,&\"'\\<>]{8,4096}+)"
    ),
    accepts=_has_cookie,
    finds=(Example(f"PHPSESSID={_FAKE}; path=/", _FAKE), Example(f"sessionid={_FAKE}", _FAKE)),
    leaves=("sessionid=dark-mode", "JSESSIONID=${SESSION}", "csrftoken=missing-token"),
)
