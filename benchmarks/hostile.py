"""(f) Hostile input: texts that make careless patterns slow; each is one unit, repeated."""

from __future__ import annotations

from typing import Final

FAMILIES: Final[dict[str, bytes]] = {
    "letters": b"a",
    "digits": b"0",
    "hexadecimal": b"0a1b2c3d",
    "base64": b"QUJDREVG",
    "spaces": b" ",
    "tabs and spaces": b" \t",
    "line breaks": b"\n",
    "indented lines": b"\n    ",
    "carriage returns": b"\r\n",
    "double quotes": b'"',
    "single quotes": b"'",
    "equals": b"=",
    "colons": b":",
    "dots": b".",
    "at": b"@",
    "addresses": b"a@b.",
    "authorities": b"://",
    "users": b"://a:b",
    "hosts": b"a.com.",
    "hyphens": b"-",
    "name and colon": b"token:",
    "name and equals": b"key=",
    "name and space": b"password ",
    "quoted name": b'"secret":',
    "long names": b"api_key_",
    "flags": b" --token",
    "brackets": b"[{(",
    "braces": b'{"a":',
    "angle brackets": b"<key>",
    "backslashes": b"\\",
    "unicode escapes": b"\\u0022",
    "percent": b"%25",
    "entities": b"&amp;",
    "terminal codes": b"\x1b[",
    "terminal titles": b"\x1b]0;",
    "key headers": b"-----BEGIN " + b"PRIVATE KEY-----\n",
    "token heads": b"sk-",
    "web token heads": b"eyJ",
    "bearer": b"Bearer ",
    "cookies": b"cookie: a=b;",
    "connection strings": b"pwd=a;",
    "masks": b"***",
    "placeholders": b"REDACTED-a-",
    "numbers and colons": b"1:",
    "addresses of machines": b"10.1.",
    "new addresses": b"fe80::",
    "folders": b"/home/",
    "zero width": b"\xe2\x80\x8b",
    "nul": b"\x00",
    "not utf-8": b"\xff\xfe",
}


def text(family: str, size: int) -> bytes:
    """Return ``size`` bytes of a family."""
    unit = FAMILIES[family]
    return (unit * (size // len(unit) + 1))[:size]
