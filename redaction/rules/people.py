"""How people are reached: e-mail addresses and telephone numbers."""

from __future__ import annotations

import re
from typing import Final

from redaction.findings import Kind
from redaction.lazy import lazy
from redaction.rule import Example, Reach, Rule
from redaction.rules.accounts import PERSON
from redaction.rules.formats import LETTER_OF_ESCAPE

_NOT_PEOPLE: Final = (b"git@", b"hg@", b"svn@", b"noreply@", b"no-reply@", b"user@example.")
# Pictures in two sizes, units of a service manager, versions of a package's files.
_NO_DOMAIN: Final = (
    b".service", b".socket", b".timer", b".slice", b".scope", b".target", b".mount", b".automount", b".swap", b".device", b".png", b".jpg", b".jpeg", b".gif", b".webp",
    b".svg", b".ico", b".js", b".mjs", b".ts", b".css", b".html", b".json", b".txt", b".yaml", b".yml", b".tgz", b".gz", b".whl", b".log", b".lock", b".tar",
)  # fmt: skip
_IN_AUTHORITY: Final = re.compile(rb":\\{0,2}/\\{0,2}/[^\s/\"'<>]{0,80}\Z")
_LONGEST_USER: Final = 96


def is_address(match: re.Match[bytes]) -> bool:
    """Refuse the user part of a URL, whose own rules tell user, password and host apart, senders of programs, and names of files."""
    value = match["value"].lower()
    before = match.string[max(0, match.start("value") - _LONGEST_USER) : match.start("value")]
    return not value.startswith(_NOT_PEOPLE) and not value.endswith(_NO_DOMAIN) and _IN_AUTHORITY.search(before) is None


EMAIL: Final = Rule(
    id="e-mail-address",
    kind=Kind.EMAIL,
    stem="email",
    why=PERSON,
    sight=3_000,
    anchors=(b"@",),
    ahead=rb"[a-z0-9](?:[a-z0-9\-]{0,62}\.)[a-z0-9]",
    pattern=lazy(
        # The letter of an escape right before it is none of the address.
        rb"(?<![A-Za-z0-9._%+\-/])"
        + LETTER_OF_ESCAPE
        + rb"(?P<value>[A-Za-z0-9_%+](?:[A-Za-z0-9._%+\-]{0,63})@(?:[A-Za-z0-9](?:[A-Za-z0-9\-]{0,61}[A-Za-z0-9])?\.){1,6}[A-Za-z]{2,24})(?![A-Za-z0-9_@]|-[A-Za-z0-9]|\.[A-Za-z]{2})"
    ),
    finds=(
        Example("mail alice.z@acme.example.", "alice.z@acme.example"),
        Example("<bob+x@corp.acme.com>", "bob+x@corp.acme.com"),
        Example("by\\n\\tbob@corp.acme.com", "bob@corp.acme.com"),
    ),
    leaves=(
        "git@github.com:org/name",
        "@app.route",
        "package@1.2.3",
        "noreply@github.com",
        "a@b",
        "actions/checkout@v4.io",
        "user@0.service",
        "image@2x.png",
    ),
    reach=Reach(frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._%+-"), 65),
    accepts=is_address,
)
TELEPHONE: Final = Rule(
    id="telephone-number",
    kind=Kind.PHONE,
    stem="phone",
    why=PERSON,
    sight=3_000,
    anchors=(b"+", b"phone", b"tel:", b"tel.", b"mobile", b"whatsapp", b"fax"),
    pattern=lazy(
        rb"(?<![A-Za-z0-9.+/=\-])(?:(?i:phone(?: number| no\.?)?|tel[.:]|mobile|whatsapp|fax)\\{0,2}[\"']?[ :=]{1,4}[\"']?)?"
        rb"(?P<value>\+[1-9]\d{0,2}[ .\-]?\(?\d{1,4}\)?(?:[ .\-]?\d{2,4}){2,4}|(?<=[ :=\"'])\(?\d{3}\)?[ .\-]\d{3}[ .\-]\d{4})(?![\d.]|[ .\-]\d|[Ee][+\-]?\d)"
    ),
    finds=(
        Example("(phone +1-202-555-0143, mail", "+1-202-555-0143"),
        Example("call +4930123456789 now", "+4930123456789"),
        Example("phone: 202-555-0143", "202-555-0143"),
    ),
    leaves=(
        "+00:00",
        "1e+10",
        "a+1234",
        "2026-12-02T02:04:18+00:00",
        "x = y +1000000",
        "+1.5",
        "+1.23456789012345E-05",
    ),
    accepts=lambda match: 9 <= sum(48 <= byte <= 57 for byte in match["value"]) <= 15,  # noqa: PLR2004 - E.164
)
