"""Anthropic's keys: https://docs.anthropic.com/en/api/admin-api."""

from __future__ import annotations

import re
from typing import Final

from redaction.examples import BASE64_URL, fake
from redaction.findings import Kind
from redaction.lazy import lazy
from redaction.rule import Example, Rule, of_items
from redaction.rules.formats import token

KEY: Final = token(
    "anthropic-key",
    (b"sk-ant-",),
    rb"[A-Za-z0-9_\-]{20,}+",
    why="API, administration, OAuth and session keys spend the account's money.",
    finds=(
        fake("sk-ant-api03-", 95, BASE64_URL),
        fake("sk-ant-admin01-", 95, BASE64_URL),
        fake("sk-ant-oat01-", 95, BASE64_URL),
        fake("sk-ant-sid01-", 95, BASE64_URL),
    ),
    leaves=("sk-ant-api03-", "sk-ant-api03-your-key-here-please", "sk-ant-..."),
)

_TAIL: Final = fake("", 20, BASE64_URL)
_EACH_TAIL: Final = re.compile(rb"(?P<item>[A-Za-z0-9_\-]{16,64}+)")

KEY_TAIL: Final = Rule(
    id="anthropic-key-tail",
    kind=Kind.SECRET,
    stem="anthropic-key",
    why="Claude Code keeps the last 20 characters of each key that it was allowed to use.",
    anchors=(b"customapikeyresponses",),
    pattern=lazy(
        rb"(?i:customApiKeyResponses)[\\\"']{1,8}+\s{0,4}+:\s{0,4}+(?P<lists>\{(?:[^{}\[\]]{1,64}+\[[\w\-\s,\\\"']{0,2048}+\]){1,2}+)"
    ),
    each=of_items(_EACH_TAIL, "lists"),
    finds=(
        Example(f'"customApiKeyResponses": {{"approved": ["{_TAIL}"], "rejected": []}}', _TAIL),
        Example(f'"customApiKeyResponses":{{\n "approved":[],\n "rejected":[\n "{_TAIL}"]}}', _TAIL),
    ),
    leaves=('"customApiKeyResponses": {"approved": [], "rejected": []}', "customApiKeyResponses.approved"),
)
