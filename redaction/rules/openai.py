"""OpenAI's keys and the many compatible servers that issue ``sk-`` keys; ids of organisations, projects and requests.

Key heads: https://platform.openai.com/docs/api-reference/authentication.
"""

from __future__ import annotations

from typing import Final

from redaction.examples import BASE64_URL, HEXADECIMAL, LOWER, fake
from redaction.findings import Kind
from redaction.rules.formats import is_generated, token

KEY: Final = token(
    "openai-key",
    (b"sk-proj-", b"sk-svcacct-", b"sk-service-", b"sk-admin-", b"sk-None-"),
    rb"[A-Za-z0-9_\-]{16,}+",
    why="It spends the account's money and reads its files.",
    finds=(fake("sk-proj-", 156, BASE64_URL), fake("sk-svcacct-", 110, BASE64_URL), fake("sk-admin-", 120, BASE64_URL)),
    leaves=("sk-proj-your-api-key-goes-here", "the head sk-proj- names a project key", "sk-proj-${KEY}"),
)

COMPATIBLE_KEY: Final = token(
    "sk-key",
    (b"sk-",),
    rb"[A-Za-z0-9_\-]{16,}+",
    why="OpenAI's older keys, and those of DeepSeek, Moonshot, DashScope, SiliconFlow, LiteLLM and other compatible servers.",
    finds=(fake("sk-", 48), fake("sk-", 32, HEXADECIMAL), fake("sk-lf-", 36, BASE64_URL), fake("sk-", 24, LOWER)),
    leaves=(
        "task-0123456789abcdef01",
        "sk-learn-contrib-estimator-module",
        "class sk-fading-circle-child",
        "sk-...",
        "disk-0a1b2c3d4e5f60718",
    ),
    accepts=is_generated,
)

SESSION: Final = token(
    "openai-session",
    (b"sess-",),
    rb"[A-Za-z0-9]{32,}+",
    why="It is a signed-in browser.",
    finds=(fake("sess-", 40),),
    leaves=("sess-0001", "sess-short-name-of-a-session-that-is-long"),
)

ORGANISATION: Final = token(
    "openai-organisation",
    (b"org-", b"proj_"),
    rb"[A-Za-z0-9]{10,40}+",
    end=rb"(?![A-Za-z0-9_\-])",
    kind=Kind.ACCOUNT,
    why="It names the customer.",
    finds=(fake("org-", 24), fake("proj_", 24)),
    leaves=("org-babel", "org-mode-and-friends-of-it", "proj_dir", "org-abcdefghijklmnopqrstuvwx"),
    accepts=is_generated,
)

USER: Final = token(
    "openai-user",
    (b"user-",),
    rb"[A-Za-z0-9]{24}",
    end=rb"(?![A-Za-z0-9_\-])",
    kind=Kind.ACCOUNT,
    why="It names the person whose key it was.",
    finds=(fake("user-", 24), fake("user-", 24, LOWER)),
    leaves=("user-agent", "user-17", "user-abcdefghijklmnopqrstuvwx", "user-defined-functions"),
    accepts=is_generated,
)

REQUEST: Final = token(
    "provider-request-id",
    (b"req_",),
    rb"[A-Za-z0-9]{20,48}+",
    end=rb"(?![A-Za-z0-9_\-])",
    kind=Kind.ACCOUNT,
    why="The provider's records lead from it to the account.",
    finds=(fake("req_", 32, HEXADECIMAL), fake("req_", 24)),
    leaves=("req_counter", "req_headers_of_the_last_call_made"),
    accepts=is_generated,
)
