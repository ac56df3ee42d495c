"""The healthy half of the OpenAI-compatible wire format: completions, whole or streamed, and the model list.

Formats as in the public API reference of ``/v1/chat/completions`` (objects ``chat.completion`` and
``chat.completion.chunk``, server-sent events ended by ``[DONE]``).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from bundler.reproduce.endpoint.exchange import Asked

CREATED = 1_700_000_000
_TOKENS_ASKED = 12


def whole(asked: Asked, message: Mapping[str, Any]) -> bytes:
    """The JSON body of one completed answer, with plausible token counts."""
    tokens = len(str(message.get("content", "")).split())
    usage = {"prompt_tokens": _TOKENS_ASKED, "completion_tokens": tokens, "total_tokens": _TOKENS_ASKED + tokens}
    choice = {"index": 0, "message": dict(message), "finish_reason": _reason(message)}
    return json.dumps({**_head(asked, "chat.completion"), "choices": [choice], "usage": usage}).encode()


def streamed(asked: Asked, message: Mapping[str, Any]) -> bytes:
    """The same answer as server-sent events: the message word by word, the finish reason, ``[DONE]``."""
    words = str(message.get("content", "")).split(" ")
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
    deltas += [{"content": word if number == 0 else f" {word}"} for number, word in enumerate(words)]
    if "tool_calls" in message:
        deltas.append({"tool_calls": [{"index": n, **call} for n, call in enumerate(message["tool_calls"])]})
    events = [_event(asked, delta, None) for delta in deltas]
    return b"".join([*events, _event(asked, {}, _reason(message)), b"data: [DONE]\n\n"])


def model_list(model: str) -> bytes:
    """The body of ``GET /v1/models`` with one model."""
    entry = {"id": model, "object": "model", "created": CREATED, "owned_by": "stand-in"}
    return json.dumps({"object": "list", "data": [entry]}).encode()


def _event(asked: Asked, delta: Mapping[str, Any], reason: str | None) -> bytes:
    choice = {"index": 0, "delta": dict(delta), "finish_reason": reason}
    chunk = {**_head(asked, "chat.completion.chunk"), "choices": [choice]}
    return b"data: " + json.dumps(chunk).encode() + b"\n\n"


def _head(asked: Asked, kind: str) -> dict[str, Any]:
    return {"id": f"chatcmpl-standin-{asked.index}", "object": kind, "created": CREATED, "model": asked.model}


def _reason(message: Mapping[str, Any]) -> str:
    return "tool_calls" if message.get("tool_calls") else "stop"
