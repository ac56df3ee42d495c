"""The outcomes a stand-in can play, by name: from a healthy answer to a connection reset.

An outcome is a function from what was asked to a reply. A new one is a function here and a line in `OUTCOMES`.
The bodies follow the public error formats of OpenAI-compatible servers: ``{"error": {"message", "type", "code"}}``.
"""

import json
from collections.abc import Mapping
from types import MappingProxyType

from bundler.reproduce.endpoint.exchange import HTML_HEADERS, Asked, Outcome, Reply, json_reply, says

RIGHT_ANSWER = "Explanation: worked out step by step.\nAnswer: 42\nConfidence: 90%"
WRONG_ANSWER = "Explanation: guessed.\nAnswer: 41\nConfidence: 10%"
#: The judge protocol of AgentCompass: ``\boxed{A}`` is correct, ``\boxed{B}`` is not.
AGREES = r"The candidate matches. Final Judgment: \boxed{A} - CORRECT"
DISAGREES = r"The candidate differs. Final Judgment: \boxed{B} - INCORRECT"


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
        return json_reply(status, {"error": {"message": text, "type": kind, "param": None, "code": code}}, **extra)

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
    return json_reply(401, {"error": error}, **{"x-request-id": "req_fa4ec0ffeedeadbeef00000000000401"})


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
    return json_reply(200, {"organic": [hit]})


def reader(_: Asked) -> Reply:
    """A Jina-Reader-like page in Markdown."""
    return Reply(body=b"Title: Stand-in page\n\nThe constant is 42.\n", headers={"Content-Type": "text/plain"})


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
        "e404path": lambda asked: json_reply(404, {"detail": f"Not Found: {asked.path}"}),
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
        "badshape": lambda _: json_reply(200, {"result": "ok", "choices": "none"}),
        "nochoices": lambda _: json_reply(200, {"id": "chatcmpl-0", "object": "chat.completion", "choices": []}),
        "empty": says(""),
        "html": lambda _: Reply(body=b"<html><body><h1>Sign in to continue</h1></body></html>", headers=HTML_HEADERS),
        "reset": lambda _: Reply(reset=True),
        "slow": lambda _: Reply(completion={"role": "assistant", "content": RIGHT_ANSWER}, slow=True),
    }
)
