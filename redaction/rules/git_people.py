"""Authors in what ``git blame`` and short logs print, where no ``Author:`` stands before them."""

from __future__ import annotations

from typing import Final

from redaction.findings import Kind
from redaction.lazy import lazy
from redaction.rule import Example, Rule, led
from redaction.rules.accounts import PERSON
from redaction.rules.user_names import is_person

_NAME: Final = rb"[A-Za-z\x80-\xff][\w.'\-\x80-\xff]{0,31}(?:[ ][A-Za-z\x80-\xff][\w.'\-\x80-\xff]{0,31}){0,4}"

BLAME: Final = Rule(
    id="blamed-author",
    kind=Kind.PERSON,
    stem="user",
    why=PERSON,
    anchors=(b" (",),
    before=b"0123456789abcdef",
    heads=led(rb"[0-9a-f]{7}"),
    ahead=rb"[a-z\x80-\xff][^()\r\n]{1,170}?[ ](?:19|20)\d\d-\d\d-\d\d[ ]\d\d:",
    pattern=lazy(
        rb"(?<=[0-9a-f]{7})[ ]\((?P<value>"
        + _NAME
        + rb")[ ]{1,40}(?:19|20)\d\d-\d\d-\d\d[ ]\d\d:\d\d:\d\d[ ][+\-]\d{4}[ ]"
    ),
    finds=(
        Example("3b5f1aa2 (Jane Doe 2026-11-02 10:00:00 +0100  1) import os", "Jane Doe"),
        Example("^3b5f1aa (alice.z   2026-11-02 10:00:00 +0100 12)", "alice.z"),
    ),
    leaves=(
        "3b5f1aa2 (root 2026-11-02 10:00:00 +0100  1) x",
        "face (The 2026-11-02 10:00:00 +0100",
        "abc (x) 2026-11-02",
    ),
    accepts=is_person,
)
SHORT_LOG: Final = Rule(
    id="author-in-short-log",
    kind=Kind.PERSON,
    stem="user",
    why=PERSON,
    anchors=(b" ago) <",),
    pattern=lazy(rb"[ ]ago\)[ ]<(?P<value>" + _NAME + rb")>"),
    finds=(Example("* 3b5f1aa - fix tests (2 days ago) <Jane Doe>", "Jane Doe"),),
    leaves=("* 3b5f1aa - fix (2 days ago) <dependabot[bot]>", "(2 days ago) <root>"),
    accepts=is_person,
)
