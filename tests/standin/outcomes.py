"""The outcomes a stand-in can play, by name: from a healthy answer to a connection reset.

An outcome is a function from what was asked to a reply. A new one is a function here and a line in `OUTCOMES`.
The bodies follow the public error formats of OpenAI-compatible servers: ``{"error": {"message", "type", "code"}}``.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

RIGHT_ANSWER = "Explanation: worked out step by step.\nAnswer: 42\nConfidence: 90%"
WRONG_ANSWER = "Explanation: guessed.\nAnswer: 41\nConfidence: 10%"
#: The judge protocol of AgentCompass: ``\boxed{A}`` is correct, ``\boxed{B}`` is not.
AGREES = r"The candidate matches. Final Judgment: \boxed{A} - CORRECT"
DISAGREES = r"The candidate differs. Final Judgment: \boxed{B} - INCORRECT"

JSON_HEADERS: Mapping[str, str] = MappingProxyType({"Content-Type": "application/json"})
HTML_HEADERS: Mapping[str, str] = MappingProxyType({"Content-Type": "text/html; charset=utf-8"})


@dataclass(frozen=True)
class Asked:
    """One request as it arrived; `index` counts the calls of its lane from 0.

    `headers` has lower-case names. Its repr leaves headers and payload out: they hold credentials and prompts.
    """

    method: str
    host: str
    path: str
    index: int
    headers: Mapping[str, str] = field(repr=False)
    payload: Mapping[str, Any] = field(repr=False)

    @property
    def key(self) -> str:
        """The bearer credential as sent, or an empty string."""
        return self.headers.get("authorization", "").removeprefix("Bearer ")

    @property
    def model(self) -> str:
        """The model id that was asked for."""
        return str(self.payload.get("model", "stand-in"))


@dataclass(frozen=True)
class Reply:
    """What goes back. `slow` waits for the server's delay first; `reset` closes the connection without a byte.

    `completion` is the assistant message of a healthy chat answer, kept apart from `body` so that the server can
    send it whole or as a stream, as the request wants it.
    """

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=lambda: JSON_HEADERS)
    completion: Mapping[str, Any] | None = None
    slow: bool = False
    reset: bool = False


Outcome = Callable[[Asked], Reply]


def says(text: str) -> Outcome:
    """An outcome that answers the chat with `text`."""
    return lambda _: Reply(completion={"role": "assistant", "content": text})


def quotes(asked: Asked) -> Reply:
    """The model repeats what it was asked before it answers: how task data gets into answers and trajectories."""
    messages = asked.payload.get("messages") or [{}]
    text = f"Explanation: the question was {messages[-1].get('content', '')!r}.\nAnswer: 42\nConfidence: 90%"
    return says(text)(asked)


def fails(status: int, message: str, kind: str, code: str | None = None, **headers: str) -> Outcome:
    """An outcome that is a provider's JSON error; header names are written with underscores.

    `message` may use ``{model}``, ``{path}`` and ``{masked}`` (the key as providers echo it, head and tail readable).
    """

    def outcome(asked: Asked) -> Reply:
        text = message.format(model=asked.model, path=asked.path, masked=masked(asked.key))
        extra = {name.replace("_", "-"): value for name, value in headers.items()}
        return _json(status, {"error": {"message": text, "type": kind, "param": None, "code": code}}, **extra)

    return outcome


def masked(key: str) -> str:
    """The key as public providers echo it in a 401: eight characters, stars, four characters."""
    return f"{key[:8]}{'*' * 12}{key[-4:]}" if len(key) > 16 else "*" * 8


def e401_echo(asked: Asked) -> Reply:
    """The 401 of a debugging gateway: the whole key and every request header come back in the message."""
    message = (
        f"Incorrect API key provided: {asked.key}. Authentication failed for http://{asked.host}{asked.path} "
        f"with request headers {json.dumps(dict(asked.headers))}"
    )
    error = {"message": message, "type": "invalid_request_error", "param": None, "code": "invalid_api_key"}
    return _json(401, {"error": error}, **{"x-request-id": "req_fa4ec0ffeedeadbeef00000000000401"})


def tool_call(asked: Asked) -> Reply:
    """The model calls the first tool it was offered, with a query; without tools it just answers."""
    tools = asked.payload.get("tools") or []
    if not tools:
        return says(RIGHT_ANSWER)(asked)
    function = {"name": tools[0]["function"]["name"], "arguments": json.dumps({"query": ["stand-in constant"]})}
    call = {"id": f"call_{asked.index}", "type": "function", "function": function}
    return Reply(completion={"role": "assistant", "content": "", "tool_calls": [call]})


def search(_: Asked) -> Reply:
    """A Serper-like search result page with one organic hit."""
    hit = {"title": "Stand-in result", "link": "https://example.org/result", "snippet": "The constant is 42."}
    return _json(200, {"organic": [hit]})


def reader(_: Asked) -> Reply:
    """A Jina-Reader-like page in Markdown."""
    return Reply(body=b"Title: Stand-in page\n\nThe constant is 42.\n", headers={"Content-Type": "text/plain"})


def _json(status: int, payload: Any, **headers: str) -> Reply:
    return Reply(status, json.dumps(payload).encode(), {**JSON_HEADERS, **headers})


OUTCOMES: Mapping[str, Outcome] = MappingProxyType(
    {
        "right": says(RIGHT_ANSWER),
        "wrong": says(WRONG_ANSWER),
        "quotes": quotes,
        "agrees": says(AGREES),
        "disagrees": says(DISAGREES),
        "toolcall": tool_call,
        "search": search,
        "reader": reader,
        "e400": fails(400, "Invalid value for 'messages': expected a non-empty list.", "invalid_request_error"),
        "e401": fails(
            401,
            "Incorrect API key provided: {masked}. You can find your API key at https://platform.openai.com/account/api-keys.",
            "invalid_request_error",
            "invalid_api_key",
        ),
        "e401echo": e401_echo,
        "e403": fails(403, "Project does not have access to model `{model}`.", "permission_error", "model_not_found"),
        "e404": fails(404, "The model `{model}` does not exist.", "invalid_request_error", "model_not_found"),
        "e404path": lambda asked: _json(404, {"detail": f"Not Found: {asked.path}"}),
        "e429": fails(
            429,
            "Rate limit reached for {model}: Limit 3, Used 3, Requested 1.",
            "requests",
            "rate_limit_exceeded",
            retry_after="1",
        ),
        "e500": fails(500, "The server had an error while processing your request.", "server_error"),
        "e503": fails(503, "The engine is currently overloaded.", "server_error", retry_after="1"),
        "badjson": lambda _: Reply(body=b'{"id": "chatcmpl-cut", "choices": [{"index": 0, "mess'),
        "badshape": lambda _: _json(200, {"result": "ok", "choices": "none"}),
        "nochoices": lambda _: _json(200, {"id": "chatcmpl-0", "object": "chat.completion", "choices": []}),
        "empty": says(""),
        "html": lambda _: Reply(body=b"<html><body><h1>Sign in to continue</h1></body></html>", headers=HTML_HEADERS),
        "reset": lambda _: Reply(reset=True),
        "slow": lambda _: Reply(completion={"role": "assistant", "content": RIGHT_ANSWER}, slow=True),
    }
)
