"""Addresses of private networks, and any address that a text calls a client, a peer or where it connects to."""

from __future__ import annotations

import re
from typing import Final

from redaction.findings import Kind
from redaction.hosts import as_address, is_public
from redaction.lazy import lazy
from redaction.rule import Example, Reach, Rule, of_items
from redaction.rules.host_names import V4, V6, WHY, is_private

_LONGEST_BEFORE: Final = 64
_VERSION: Final = re.compile(
    rb"(?i)(?:\bver(?:sion)?s?|\brelease|\brevision|\b(?:up|down)(?:grad|dat)\w{1,3}(?:[ ][\w.+/-]{1,32}){0,2}[ ](?:from|to)|\bbump\w{0,4}(?:[ ][\w.+/-]{1,32}){0,2}[ ](?:from|to)"
    rb"|\bnvidia[-_][a-z0-9_-]{2,40}[ \t]?)\\{0,4}[\"']?[ \t]{0,40}[:=]?[ ]{0,2}\\{0,4}[\"'(]?v?\Z|[=<>~!]=[ ]?\Z"
)
_HAS_PORT: Final = re.compile(rb":\d{2,5}(?![\d.])|[ ]port[ ]\d")
_NETWORK_WORD: Final = re.compile(
    rb"(?i)(?:connect\w{0,5}|disconnect\w{0,3}|requests?|queri?e?s?|respon[ds]\w{0,4}|repl\w{1,4}|bytes|receiv\w{1,3}|sen[dt]\w{0,3}|packets?|traffic|log(?:ged)?[ ]?in|login|accepted"
    rb"|attempts?|forward\w{0,3}|redirect\w{0,3}|rout\w{1,3}|proxy\w{0,3}|proxied|bound|bind\w{0,3}|listen\w{0,3}|resolv\w{1,3}|messages?|call\w{0,3}|download\w{0,3}|upload\w{0,3}|fetch\w{0,3}"
    rb"|pull\w{0,3}|push\w{0,3}|read\w{0,3}|writ\w{1,4}|errors?|users?|clients?|peers?|hosts?|server|data|access\w{0,3}|com(?:es?|ing)|came|telnet|ssh|ping|handshake|session|stream\w{0,3}|tunnel\w{0,3})"
    rb"[ ](?:back[ ])?(?:from|to)[ ][\"'(]?\Z"
)
_HIGHEST_MAJOR: Final = 31
"""No program that is known has a version above that in front of three more parts."""


def is_version(data: bytes, start: int, end: int) -> bool:
    """Say whether four numbers stand where a version does: behind such a word, or behind an operator of requirements."""
    return (
        _HAS_PORT.match(data, end) is None and _VERSION.search(data, max(0, start - _LONGEST_BEFORE), start) is not None
    )


def _may_be_version(data: bytes, start: int, end: int) -> bool:
    """Say whether four numbers behind a bare ``from`` or ``to`` are as likely a version: it begins low, and nothing speaks of a network."""
    if is_version(data, start, end):
        return True
    low = int(data[start:end].partition(b".")[0]) <= _HIGHEST_MAJOR
    before = max(0, start - _LONGEST_BEFORE)
    return (
        low
        and _FROM_OR_TO.search(data, before, start) is not None
        and _HAS_PORT.match(data, end) is None
        and _NETWORK_WORD.search(data, before, start) is None
    )


_FROM_OR_TO: Final = re.compile(rb"(?i)\b(?:from|to)[ ][\"'(]?\Z")

PRIVATE_ADDRESS: Final = Rule(
    id="private-address",
    kind=Kind.HOST,
    stem="private-host",
    why=WHY,
    sight=3_000,
    anchors=(
        b"10.",
        b"192.168.",
        b"169.254.",
        *(f"172.{second}.".encode() for second in range(16, 32)),
        *(f"100.{second}.".encode() for second in range(64, 128)),
    ),
    pattern=lazy(rb"(?<![A-Za-z0-9_.\-])(?P<value>" + V4 + rb")(?![0-9A-Za-z_]|\.[0-9])"),
    finds=(Example("peer 10.20.30.40:51000 closed", "10.20.30.40"), Example("('192.168.1.7', 80)", "192.168.1.7")),
    leaves=(
        "took 10.5 s",
        "numpy-10.1.2.3",
        "v10.1.2.3",
        "10.1.2.3.4",
        "version 192.168",
        "version 10.2.3.4 of the driver",
        "nvidia-cusolver==10.3.2.106",
    ),
    accepts=lambda match: is_private(match) and not is_version(match.string, *match.span("value")),
)

_ADDRESS: Final = rb"(?:" + V4 + rb"|" + V6 + rb")(?![0-9A-Za-z_]|\.[0-9])"
_TO_ADDRESS: Final = rb"\\{0,4}[\"']?\s{0,2}[:=]?\s{0,2}\\{0,4}[\"'(\[]{0,2}"
_EACH_ADDRESS: Final = re.compile(rb"(?P<item>" + _ADDRESS + rb")")


def _is_of_network(item: re.Match[bytes]) -> bool:
    """Accept an address of a list that leads into somebody's network."""
    address = item["item"]
    return (
        as_address(address.decode()) is not None
        and not is_public(address.decode())
        and (_is_assigned(address) if b":" in address else not _may_be_version(item.string, *item.span("item")))
    )


NAMED_ADDRESS: Final = Rule(
    id="named-address",
    kind=Kind.HOST,
    stem="private-host",
    why=WHY,
    sight=3_000,
    anchors=(
        b"addr",
        b"client",
        b"peer",
        b"remote",
        b"from ",
        b"ip:",
        b"ip=",
        b'ip"',
        b"ip'",
        b"ip ",
        b"forwarded-for",
        b"forwarded for",
        b"trying ",
        b"ssh_connection",
        b"ssh_client",
        b"to ",
    ),
    ahead=rb"(?:ess|_?ip|_?addr)?" + _TO_ADDRESS + rb"(?:[0-9]{1,3}\.|[0-9a-f]{0,4}:)",
    pattern=lazy(
        rb"(?i:(?:ip_?)?addr(?:ess)?|client(?:_?ip)?|peer|remote(?:_?addr)?|from|\bip|forwarded[- ]for|trying|ssh_connection|ssh_client|to)"
        + _TO_ADDRESS
        + rb"(?!(?<=:):)(?P<value>"
        + _ADDRESS
        + rb"(?:,[ ]?"
        + _ADDRESS
        + rb"){0,15})"
    ),
    finds=(
        Example("request from 203.0.113.7", "203.0.113.7"),
        Example('"client_ip": "198.51.100.9"', "198.51.100.9"),
        Example("X-Forwarded-For: 127.0.0.1, 198.51.100.9", "198.51.100.9"),
        Example("peer=2a01:4f8::17", "2a01:4f8::17"),
        Example("* Trying 203.0.113.7:443...", "203.0.113.7"),
        Example("bytes from 8.211.4.6: icmp_seq=1", "8.211.4.6"),
        Example("from ::ffff:203.0.113.7", "::ffff:203.0.113.7"),
    ),
    leaves=(
        "from 1.2.3 to 1.2.4",
        "upgraded from 127.0.0.1",
        "client 4.5",
        "from 9.1.0.70 to 9.3.0.75",
        "V8 to 12.4.254.21",
        "from de::fa import x",
    ),
    each=of_items(_EACH_ADDRESS, "value", _is_of_network),
)

CONNECTED: Final = Rule(
    id="connected-address",
    kind=Kind.HOST,
    stem="private-host",
    why=WHY,
    sight=3_000,
    anchors=(b"resolving ", b"connected to ", b"connecting to ", b"connection to ", b"ping "),
    ahead=rb"(?:server at )?[^\s()]{1,255}+[ .]{1,4}[(\d]|[^\s|]{1,255}+[ ]\(",
    pattern=lazy(
        rb"(?i:resolving|connected to|connecting to|connection to(?: server at)?|ping)[ ][^\s()|]{1,255}+[ .]{1,4}(?:\([^\s()|]{1,255}+\)[ .|]{0,4})?[(|]?(?P<value>"
        + _ADDRESS
        + rb"(?:,[ ]?"
        + _ADDRESS
        + rb"){0,7})"
    ),
    finds=(
        Example("* Connected to pypi.org (203.0.113.7) port 443", "203.0.113.7"),
        Example("Resolving pypi.org (pypi.org)... 203.0.113.7", "203.0.113.7"),
        Example("Connecting to pypi.org (pypi.org)|203.0.113.7|:443... connected.", "203.0.113.7"),
        Example("PING example.com (203.0.113.7) 56(84) bytes", "203.0.113.7"),
    ),
    leaves=("Resolving deltas: 100%", "Connected to localhost (127.0.0.1) port 1", "connection to x (1.2.3)"),
    each=of_items(_EACH_ADDRESS, "value", _is_of_network),
)

_ASSIGNED: Final = re.compile(rb"(?i)::|[23][0-9a-f]{3}:|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:|64:ff9b:|(?:0{1,4}:){5}")
_BLOCK: Final = re.compile(rb"(?i)(?:fe80|fc00|fd00|2000|2001|2002|2001:db8|64:ff9b|ff00|::ffff):{0,2}(?:0:0)?\Z")
_DIGIT: Final = re.compile(rb"\d")


def _is_assigned(address: bytes) -> bool:
    """Say whether an address begins as those do that networks are given, and is no name of a whole block.

    All others are paths of C++ and Rust (``ab::cd``), and groups such as ``ff02::1``, which all machines share.
    """
    return _ASSIGNED.match(address) is not None and _DIGIT.search(address) is not None and _BLOCK.match(address) is None


# ``::2`` and ``1::2`` are slices.
_LONGEST_SLICE: Final = 5

ADDRESS_V6: Final = Rule(
    id="private-address-v6",
    kind=Kind.HOST,
    stem="private-host",
    why=WHY,
    sight=3_000,
    anchors=(b"::", b"fe80:", b"2001:", b"fd00:", b"[f", b"[2"),
    # Three colons in a row are no address.
    ahead=rb"(?<!:::)(?!(?<=::):)",
    pattern=lazy(rb"(?<![A-Za-z0-9_:.\[])\[?(?P<value>" + V6 + rb")(?![0-9A-Za-z_:])"),
    finds=(
        Example("replica [fd00:fa4e::17] failed", "fd00:fa4e::17"),
        Example("via fe80::1%eth0.", "fe80::1%eth0"),
        Example("2001:db8:1:2:3:4:5:6 up", "2001:db8:1:2:3:4:5:6"),
    ),
    leaves=(
        "std::string",
        "a::b",
        "[::1]:80",
        "x[::2]",
        "12::",
        "2001: A Space Odyssey",
        "crate::fd00",
        "face::cafe",
        "ff02::1",
        "fe80::/10",
    ),
    reach=Reach(frozenset(b"0123456789abcdefABCDEF:["), 40),
    accepts=lambda match: (
        is_private(match)
        and as_address(match["value"].partition(b"%")[0].decode()) is not None
        and len(match["value"]) > _LONGEST_SLICE
        and _is_assigned(match["value"])
    ),
)
