"""Links that open something to whoever has them: invitations, resets, calendars, shared documents, private channels."""

from __future__ import annotations

from typing import Final

from redaction.examples import ALPHANUMERIC, BASE64_URL, HEXADECIMAL, LOWER, fake
from redaction.findings import Kind
from redaction.lazy import lazy
from redaction.rule import Example, Rule, of_groups
from redaction.rules.formats import UUID, is_generated, is_varied

_END: Final = rb"(?![A-Za-z0-9_\-])"
_TOKEN: Final = fake("", 40, ALPHANUMERIC)
_HEX: Final = fake("", 32, HEXADECIMAL)
_A_UUID: Final = "-".join(fake(str(n), n - 1, HEXADECIMAL) for n in (8, 4, 4, 4)) + "-" + fake("0", 11, HEXADECIMAL)

ONE_TIME: Final = Rule(
    id="one-time-link",
    kind=Kind.SECRET,
    stem="link-token",
    why="Whoever has the link may do what it offers.",
    anchors=(
        b"/reset",
        b"/password",
        b"/invit",
        b"/join/",
        b"/verify",
        b"/confirm",
        b"/activate",
        b"/magic",
        b"/unsubscribe",
    ),
    ahead=rb"[a-z_\-]{0,24}+/[A-Za-z0-9_\-]{16}",
    pattern=lazy(
        rb"/(?i:(?:reset|password|invite|invitation|invitations|invites|join|verify|verification|confirm|confirmation|activate|activation|magic|unsubscribe)(?:[_\-](?:password|reset|email|mail|account|link|login|token|user)){0,2})/"
        rb"(?P<value>[A-Za-z0-9_\-]{16,512}+)" + _END
    ),
    finds=(
        Example("https://app.acme.com/reset-password/" + _TOKEN, _TOKEN),
        Example("/invite/" + _TOKEN, _TOKEN),
    ),
    leaves=(
        "/invite/accept",
        "/reset-password/confirm",
        "/verify/test_that_values_are_kept",
        "/join/left_outer_join_of_tables",
    ),
    accepts=is_generated,
)
CHANNEL: Final = Rule(
    id="channel-token",
    kind=Kind.SECRET,
    stem="link-token",
    why="It opens a private channel of packages.",
    anchors=(b"/t/",),
    ahead=rb"[A-Za-z0-9\-]{20}",
    pattern=lazy(rb"/t/(?P<value>[A-Za-z]{2}-" + UUID + rb"|[A-Za-z0-9]{20,64}+)(?=/[A-Za-z0-9])"),
    finds=(Example("https://conda.anaconda.org/t/" + _TOKEN + "/acme/linux-64", _TOKEN),),
    leaves=("/t/topic-of-the-forum/17", "/t/abcdefghijklmnopqrstuvwxyz/1"),
    accepts=is_generated,
)
INBOX: Final = Rule(
    id="web-inbox",
    kind=Kind.SECRET,
    stem="link-token",
    why="Whoever has the address reads what was sent there.",
    anchors=(b"webhook.site/", b"/private-"),
    pattern=lazy(
        rb"(?:webhook\.site/(?:\#!/)?(?:view/)?(?P<value>" + UUID + rb")|/private-(?P<calendar>[0-9a-f]{32}))" + _END
    ),
    finds=(
        Example("https://webhook.site/" + _A_UUID, _A_UUID),
        Example("https://calendar.google.com/calendar/ical/x/private-" + _HEX + "/basic.ics", _HEX),
    ),
    leaves=("https://webhook.site/docs", "/private-repository/x"),
    each=of_groups("value", "calendar"),
)
DOCUMENT: Final = Rule(
    id="shared-document",
    kind=Kind.SECRET,
    stem="link-token",
    why="Whoever has the link may open the document.",
    anchors=(b"/d/", b"drive/folders/", b"/open?id=", b"dropbox.com/s", b"&rlkey=", b"?rlkey="),
    ahead=rb"(?:e/)?(?:[A-Za-z0-9_\-]{15}|/[A-Za-z0-9]{12}|(?:cl/)?f[io]/)",
    pattern=lazy(
        rb"(?:(?:(?<=document)|(?<=spreadsheets)|(?<=presentation)|(?<=forms)|(?<=file))/d/(?:e/)?|drive/folders/|/open\?id=|dropbox\.com/(?:s/|scl/f[io]/)|[?&]rlkey=)"
        rb"(?P<value>[A-Za-z0-9_\-]{12,128}+)"
    ),
    finds=(
        Example("https://docs.google.com/document/d/" + (_document := fake("", 44, BASE64_URL)) + "/edit", _document),
        Example("https://www.dropbox.com/s/" + (_box := fake("", 15, LOWER)) + "/x.zip", _box),
    ),
    leaves=("/file/d/readme", "https://www.dropbox.com/scl/about", "/etc/d/0a1b2c3d4e5f60718293a4b5c6"),
    accepts=is_varied,
)
