"""Private keys as text blocks, whole: PEM, OpenSSH, PGP, PuTTY, age; also cut short, on one line, quoted, prefixed.

Formats: RFC 7468 (PEM), RFC 4880 section 6.2 (PGP armor), https://github.com/FiloSottile/age.
"""

from __future__ import annotations

import re
from typing import Final

from redaction.examples import BASE64, HEXADECIMAL, fake
from redaction.findings import Kind
from redaction.lazy import lazy
from redaction.rule import Example, Reach, Rule
from redaction.rules.formats import LONGEST_JUDGED, is_varied, token

_HEAD: Final = rb"-{2,5}[ ]?BEGIN[ ](?P<label>(?:[A-Z0-9]{2,12}[ ]){0,4}PRIVATE[ ]KEY(?:[ ]BLOCK)?)[ ]?-{2,5}"
_TAIL: Final = rb"-{2,5}[ ]?END[ ](?:[A-Z0-9]{2,12}[ ]){0,4}PRIVATE[ ]KEY(?:[ ]BLOCK)?[ ]?-{2,5}"
# A block ends at its tail, or, cut short, where its lines stop looking like lines of a key.
_TO_TAIL: Final = rb"(?P<inner>(?:(?!-{2,5}[ ]?(?:BEGIN|END)[ ])[^\x00\x01]){0,20000}?)" + _TAIL
_KEY_LINE: Final = rb"(?:(?:[\s\\\"',+|>#*]|\\[nrt]|(?:(?<=\n)|(?<=\\n))-){0,40}+(?:[A-Za-z0-9+/=]{16,}+|[A-Za-z][A-Za-z\-]{2,20}+:[ ][^\r\n\\\"']{1,120}+))"
_CUT: Final = (
    _KEY_LINE
    + rb"{1,400}+(?:(?:[\s\\\"'+|>#*]|\\[nrt]|(?:(?<=\n)|(?<=\\n))-){0,8}+[A-Za-z0-9+/]{1,63}+={0,2}+(?=[ \t]{0,8}+(?:[\r\n\"']|\\[nr]|\Z)))?"
)

_LINES: Final = tuple(fake("", 64, BASE64) for _ in range(3))
_RSA: Final = "RSA " + "PRIVATE KEY"
_PLAIN: Final = "PRIVATE" + " KEY"
_OPENSSH: Final = "OPENSSH " + "PRIVATE KEY"
_PGP: Final = "PGP " + "PRIVATE KEY BLOCK"


def _block(label: str, joint: str) -> str:
    """Return a whole block of a kind, its lines joined as given."""
    return joint.join((f"-----BEGIN {label}-----", *_LINES, fake("", 20, BASE64) + "==", f"-----END {label}-----"))


def _has_body(match: re.Match[bytes]) -> bool:
    """Refuse a head alone and a dummy of dots between head and tail."""
    inner = match["inner"]
    return inner is None or len(set(inner[:LONGEST_JUDGED])) >= _FEWEST_DIFFERENT


_FEWEST_DIFFERENT: Final = 16

BLOCK: Final = Rule(
    id="private-key-block",
    kind=Kind.SECRET,
    stem="private-key",
    why="Whoever holds it is its owner, everywhere the public half is trusted.",
    anchors=(b"-begin ", b"- begin "),
    pattern=lazy(_HEAD + rb"(?:" + _TO_TAIL + rb"|" + _CUT + rb")"),
    sight=100_000,
    finds=(
        Example("key:\n" + _block(_RSA, "\n") + "\nnext", _block(_RSA, "\n")),
        Example('{"private_key": "' + _block(_PLAIN, "\\n") + '\\n"}', _block(_PLAIN, "\\n")),
        Example("x " + _block(_OPENSSH, "\r\n    ") + " y", _block(_OPENSSH, "\r\n    ")),
        Example(_block(_PGP, "\n> "), _block(_PGP, "\n> ")),
        Example(_block("ENCRYPTED " + _PLAIN, ""), _block("ENCRYPTED " + _PLAIN, "")),
        Example(
            f"-----BEGIN {_RSA}-----\n{_LINES[0]}\n{_LINES[1]}\nTraceback (most recent call last):",
            f"-----BEGIN {_RSA}-----\n{_LINES[0]}\n{_LINES[1]}",
        ),
    ),
    leaves=(
        f"-----BEGIN CERTIFICATE-----\n{_LINES[0]}\n-----END CERTIFICATE-----",
        f"-----BEGIN PUBLIC KEY-----\n{_LINES[0]}\n-----END PUBLIC KEY-----",
        f"expected -----BEGIN {_RSA}----- in the file",
        f"-----BEGIN {_RSA}-----\n...\n-----END {_RSA}-----",
    ),
    # Five lines in all: one more is the sign of a removed line.
    reach=Reach(frozenset(b"-"), 4),
    accepts=_has_body,
)

_PREFIX: Final = rb"[ \t+>|#-]{0,8}+"
_FULL: Final = re.compile(_PREFIX + rb"[A-Za-z0-9+/]{64,76}\Z")
_LAST: Final = re.compile(_PREFIX + rb"[A-Za-z0-9+/=]{1,76}\Z")
_CUT_LINE: Final = re.compile(rb"(?:\A|[^A-Za-z0-9+/])(?P<rest>[A-Za-z0-9+/]{24,76})\Z")
_MOST_LINES: Final = 100
_LONGEST_LINE: Final = 96


def _line_before(data: bytes, at: int) -> tuple[int, int] | None:
    """Return where the line that ends right before the line break before ``at`` begins and ends."""
    end = at - 1 if at and data[at - 1] in b"\r\n" else -1
    if end > 0 and data[end - 1 : end + 1] == b"\r\n":
        end -= 1
    if end < 0:
        return None
    begin = (
        max(data.rfind(b"\n", max(0, end - _LONGEST_LINE), end), data.rfind(b"\r", max(0, end - _LONGEST_LINE), end))
        + 1
    )
    return (begin or max(0, end - _LONGEST_LINE)), end


def _lines_of_key(match: re.Match[bytes]) -> list[tuple[int, int]]:
    """Return the lines of base64 before the tail of a key, with what is left of the line at which the text was cut."""
    data, full = match.string, 0
    start = match.start()
    start -= len(data[max(0, start - 8) : start]) - len(data[max(0, start - 8) : start].rstrip(b" \t+>|#-"))
    first = last = start
    for number in range(_MOST_LINES):
        line = _line_before(data, first)
        if line is None:
            break
        text = data[slice(*line)]
        if _FULL.match(text) is None and not (number == 0 and _LAST.match(text)):
            cut = _CUT_LINE.search(text) if full else None
            first = line[0] + cut.start("rest") if cut is not None else first
            break
        full += _FULL.match(text) is not None
        first = line[0]
    return [(first, last)] if full else []


HEADLESS: Final = Rule(
    id="private-key-headless",
    kind=Kind.SECRET,
    stem="private-key",
    why="Logs that are cut begin in the middle of a key; its lines are as secret without the first one.",
    anchors=(b"-----end ",),
    pattern=lazy(_TAIL),
    accepts=lambda match: bool(_lines_of_key(match)),
    each=_lines_of_key,
    finds=(
        Example(
            f"cut:\n{_LINES[0]}\n{_LINES[1]}\n{_LINES[2][:20]}==\n-----END {_RSA}-----\n",
            f"{_LINES[0]}\n{_LINES[1]}\n{_LINES[2][:20]}==\n",
        ),
        Example(f"{_LINES[0][:40]}\n{_LINES[1]}\n-----END {_PLAIN}-----\n", f"{_LINES[0][:40]}\n{_LINES[1]}\n"),
    ),
    leaves=(
        f"x\n{_LINES[0]}\n{_LINES[1]}\n-----END CERTIFICATE-----",
        f"x\n{_LINES[0]}\n{_LINES[1]}\nnext",
    ),
)  # fmt: skip

PUTTY: Final = Rule(
    id="putty-private-key",
    kind=Kind.SECRET,
    stem="private-key",
    why="PuTTY keeps the private half in plain lines after its count.",
    anchors=(b"private-lines:",),
    sight=200_000,
    pattern=lazy(
        rb"Private-Lines:[ ]{0,4}+\d{1,4}+(?P<value>(?:(?:\s|\\[nrt]){1,12}+(?:[A-Za-z0-9+/]{4}){3,64}+[A-Za-z0-9+/=]{0,4}+){1,400}+)"
    ),
    finds=(Example(f"Private-Lines: 2\n{_LINES[0]}\n{_LINES[1]}\nPrivate-MAC: 0", f"\n{_LINES[0]}\n{_LINES[1]}"),),
    leaves=("Private-Lines: 14", "Private-Lines: 3 were read"),
)

AGE: Final = token(
    "age-secret-key",
    (b"AGE-SECRET-KEY-1", b"AGE-SECRET-KEY-PQ-1"),
    rb"[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{40,}+",
    why="It decrypts every file that was encrypted to its public half.",
    finds=(fake("AGE-SECRET-KEY-1", 58, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"),),
    leaves=("age1" + "qpzry9x8gf2tvdw0s3jn54khce6mua7l", "AGE-SECRET-KEY-1SHORT"),
)

ETHEREUM: Final = Rule(
    id="raw-private-key",
    kind=Kind.SECRET,
    stem="private-key",
    why="32 bytes in hexadecimal under the name of a private key are the key itself.",
    anchors=(b"private",),
    pattern=lazy(
        rb"(?i:private[_\- ]?key)\\{0,8}[\"']?\]?[ \t]{0,4}+(?:=>|:=|[:=(])[ \t]{0,4}+\\{0,8}[\"']?(?P<value>(?:0x)?[0-9a-fA-F]{64})(?![0-9a-fA-F])"
    ),
    finds=(Example("PRIVATE_KEY=0x" + fake("", 64, HEXADECIMAL), "0x" + fake("", 64, HEXADECIMAL)),),
    leaves=("private_key_hash sha256:" + "0a" * 32, "PRIVATE_KEY=0x" + "0" * 64),
    accepts=is_varied,
)
