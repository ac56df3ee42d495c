"""Anthropic's keys: https://docs.anthropic.com/en/api/admin-api."""

from __future__ import annotations

from typing import Final

from redaction.examples import BASE64_URL, fake
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
