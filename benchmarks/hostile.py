"""(f) Hostile input: texts that make careless patterns slow; each is one unit, repeated, or one that counts.

``--largest`` is the megabytes up to which each family is measured, doubling from 256 KB (1), and further arguments are
the families (all).
"""

from __future__ import annotations

import argparse
import io
import random
import time
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from redaction import Policy, Redactor
from redaction.stream import survey_stream

SMALLEST: Final = 1 << 18
_LONG_ENOUGH: Final = 10.0
"""CPU seconds after which a family is not measured again."""

_MOST_TIMES: Final = 5

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
    "escaped quotes": b'\\"',
    "quotes of all kinds": b"\"'`",
    "seven backslashes": b'\\\\\\\\\\\\\\"',
    "escaped backslash numbers": b"\\x41",
    "octal escapes": b"\\033[",
    "escapes of all kinds": b"%25&amp;\\u0025",
    "terminal colours": b"\x1b[31mtoken\x1b[0m=a",
    "backspaces": b"a\x08",
    "split names": b"to\xe2\x80\x8bken=",
    "utf-16": "token=abc ".encode("utf-16-le"),
    "other scripts": "пароль: ".encode(),
    "mixed case": b"ToKeN: PassWord=",
    "data addresses": b"data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==",
    "key blocks without end": b"-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7Zq9\n",
    "beginnings of key blocks": b"-----BEGIN ",
    "web tokens": b"eyJhbGciOiJIUzI1NiJ9.",
    "set-cookie": b"Set-Cookie: sid=abcdef123456; Path=/\r\n",
    "authorization": b"Authorization: Bearer abc\n",
    "elements": b"<password>a</password>",
    "cells": b"| token | abc ",
    "looked up or": b"key or ",
    "declarations": b"token: str = ",
    "sentences": b"the password is ",
    "settings": b"password: x1y2z3\n",
    "variables": b"API_KEY=abc123def456\n",
    "words": b"password token secret key ",
    "parameters": b"&key=a1b2c3",
    "mail": b"a@b.com ",
    "mail and commas": b"bob.x@corp.acme.com,",
    "private hosts": b"gw.corp.internal ",
    "private addresses": b"10.20.30.40 ",
    "new private addresses": b"fd00:1::17 ",
    "telephones": b"+49 30 1234567 ",
    "homes": b"/home/alice/",
    "windows homes": b"C:\\Users\\bob\\",
    "remotes": b"git@git.acme.com:x ",
}

COUNTING: Final[dict[str, bytes]] = {
    "users that differ": b"://a%d:b%d",
    "names that differ": b"token%d:",
    "assignments that differ": b"key%d=",
    "token heads that differ": b"sk-%d",
    "quoted values that differ": b'"secret%d":"v%d",',
    "cookies that differ": b"cookie: a%d=b;",
    "mail that differs": b"u%d@acme.com ",
    "hosts that differ": b"h%d.corp.internal ",
    "variables that differ": b"API_KEY=abc%ddef456\n",
    "urls that differ": b"https://u%d:p%dx@h%d.example/x ",
}
"""Units with numbers that count up, so that nothing repeats itself."""

RANDOM: Final[dict[str, bytes]] = {
    "random base64": b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
    "random bytes": bytes(range(256)),
    "random signs": b"\"'=:@/\\%&<>{}[](),;. \n",
}
"""Alphabets of random text."""

NAMES: Final = (*FAMILIES, *COUNTING, *RANDOM)


def text(family: str, size: int) -> bytes:
    """Return ``size`` bytes of a family; the same bytes every time."""
    if family in RANDOM:
        alphabet = RANDOM[family]
        return (
            random.Random(family)
            .randbytes(size)
            .translate(bytes(alphabet[byte % len(alphabet)] for byte in range(256)))
        )
    if family in COUNTING:
        unit = COUNTING[family]
        often = unit.count(b"%d")
        return b"".join(unit % ((each,) * often) for each in range(size // (len(unit) - often) + 1))[:size]
    unit = FAMILIES[family]
    return (unit * (size // len(unit) + 1))[:size]


class Row(NamedTuple):
    """A family: MB per CPU second by size, and the greatest cost of twice the text over the cost of the text."""

    family: str
    speeds: dict[int, float]
    worst: float


def sizes(largest: int) -> list[int]:
    """Return the sizes that are measured, the smallest doubled to at least ``largest`` bytes."""
    found = [SMALLEST]
    while found[-1] < largest:
        found.append(2 * found[-1])
    return found if len(found) > 1 else [SMALLEST // 2, SMALLEST]


def rows(families: Sequence[str], largest: int) -> Iterator[Row]:
    """Measure families one by one in sizes that double, again and again where that is quick: the least cost counts."""
    for family in families:
        _survey(Redactor(Policy()), family, SMALLEST >> 4)
        costs = dict.fromkeys(sizes(largest), float("inf"))
        spent = 0.0
        for _ in range(_MOST_TIMES):
            for size in costs:
                cost = max(_survey(Redactor(Policy()), family, size), 1e-6)
                costs[size] = min(costs[size], cost)
                spent += cost
            if spent > _LONG_ENOUGH:
                break
        ratios = [cost / costs[size // 2] for size, cost in costs.items() if size // 2 in costs]
        yield Row(family, {size: size / 1e6 / cost for size, cost in costs.items()}, max(ratios))


def _survey(redactor: Redactor, family: str, size: int) -> float:
    """Survey so many bytes of a family window by window, and return the CPU seconds."""
    reader = io.BytesIO(text(family, size))
    redactor.survey(b"")
    begin = time.process_time()
    survey_stream(reader, redactor)
    return time.process_time() - begin


def table(measured: Sequence[Row]) -> str:
    """Return the rows as a table in Markdown, slowest first; of the sizes some that tell most."""
    every = sorted(measured[0].speeds)
    shown = [size for size in every if size in (every[0], 4 << 20, every[-1])]
    names = [f"{size >> 20} MB" if size >> 20 else f"{size >> 10} KB" for size in shown]
    lines = [
        f"| family | {', MB per CPU second | '.join(names)}, MB per CPU second | t(2n) / t(n), at most |",
        "|---|" + "--:|" * (len(shown) + 1),
    ]
    for row in sorted(measured, key=lambda row: min(row.speeds.values())):
        speeds = " | ".join(f"{row.speeds[size]:.2f}" for size in shown)
        lines.append(f"| {row.family} | {speeds} | {row.worst:.2f} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Print the table, each row as soon as it is measured."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hostile", description=__doc__)
    parser.add_argument("--largest", type=int, default=1)
    parser.add_argument("families", nargs="*", default=NAMES)
    asked = parser.parse_args()
    measured = []
    for row in rows(asked.families, asked.largest << 20):
        measured.append(row)
        print(
            f"{row.family}: {', '.join(f'{speed:.2f}' for speed in row.speeds.values())}; {row.worst:.2f}", flush=True
        )
    print(table(measured))


if __name__ == "__main__":
    main()
