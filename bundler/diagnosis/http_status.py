"""The HTTP status a failure text tells, from the forms in which clients, gateways and agents write it."""

from __future__ import annotations

import re

_WRITTEN = (
    re.compile(r"\bHTTP(?:/\d(?:\.\d)?)?[ :]{1,2}(?:status[ :]{1,2})?(\d{3})\b"),
    re.compile(r"\b[Ee]rror code: (\d{3})\b"),
    re.compile(r"\bAPI Error:? \(?(\d{3})\b"),
    re.compile(r"\bClientResponseError: (\d{3})\b"),
    re.compile(r"(?<!ProxyError: )\b([45]\d\d), message='"),
    re.compile(r"\b[Rr]equest rejected \((\d{3})\)"),
    re.compile(r"\b[Ss]tatus(?:[ _]?[Cc]ode)?['\"]?[ =:]{1,3}(\d{3})\b"),
    re.compile(r"\b(401) Unauthorized\b|\b(402) Payment Required\b|\b(403) Forbidden\b|\b(404) Not Found\b"),
    re.compile(
        r"\b([45]\d\d) (?:UNAUTHENTICATED|PERMISSION_DENIED|NOT_FOUND|RESOURCE_EXHAUSTED|INTERNAL|UNAVAILABLE)\b"
    ),
    re.compile(
        r"\b(429) Too Many Requests\b|\b(5\d\d) (?:Internal Server|Bad Gateway|Service Unavailable|Gateway Time)"
    ),
)
# The client libraries' exception classes name their status (openai, anthropic and litellm share these names).
_BY_TYPE = {
    "BadRequestError": 400,
    "ContextWindowExceededError": 400,
    "AuthenticationError": 401,
    "PermissionDeniedError": 403,
    "NotFoundError": 404,
    "ConflictError": 409,
    "UnprocessableEntityError": 422,
    "RateLimitError": 429,
    "InternalServerError": 500,
    "ServiceUnavailableError": 503,
    # openhands wraps them under names of its own.
    "LLMBadRequestError": 400,
    "LLMAuthenticationError": 401,
    "LLMRateLimitError": 429,
    "LLMServiceUnavailableError": 503,
}
# What claude_code says in the place of a status that it knows.
_BY_WORDS = (
    (
        re.compile(
            r"^(?:API Error: )?(?:Invalid API key\b|.{0,40}Please run /login\b|OAuth token (?:has expired|revoked))"
        ),
        401,
    ),
    (re.compile(r"^(?:API Error: )?Credit balance is too low\b"), 402),
    (re.compile(r"^(?:API Error: )?Prompt is too long\b"), 400),
)
CLIENT_TYPES = frozenset(_BY_TYPE) | {"APIStatusError", "APIError", "APIConnectionError", "APITimeoutError"}


def status_in(text: str) -> int | None:
    """Return the first HTTP error status written in ``text``, or None; a bare ``401`` counts if it is all there is."""
    if re.fullmatch(r"\s*[45]\d\d\s*", text):
        return int(text)
    earliest: tuple[int, int] | None = None
    for pattern in _WRITTEN:
        match = pattern.search(text)
        if match:
            status = int(next(group for group in match.groups() if group))
            if 400 <= status < 600 and (earliest is None or match.start() < earliest[0]):  # noqa: PLR2004 (HTTP errors)
                earliest = (match.start(), status)
    return earliest[1] if earliest else None


def client_type_in(text: str) -> str:
    """Return the first exception class of a model client named in ``text``, or nothing."""
    return next((word for word in re.findall(r"\b[A-Z][A-Za-z]{4,40}Error\b", text) if word in CLIENT_TYPES), "")


def status_of_type(name: str) -> int | None:
    """Return the status an exception class of a model client stands for."""
    return _BY_TYPE.get(name.rpartition(".")[2])


def status_of_words(text: str) -> int | None:
    """Return the status that an agent program's own words for a failed request stand for."""
    return next((status for pattern, status in _BY_WORDS if pattern.search(text)), None)
