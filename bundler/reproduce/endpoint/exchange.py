"""One request and what is answered to it, as values."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

JSON_HEADERS: Mapping[str, str] = MappingProxyType({"Content-Type": "application/json"})
HTML_HEADERS: Mapping[str, str] = MappingProxyType({"Content-Type": "text/html; charset=utf-8"})


@dataclass(frozen=True)
class Asked:
    """One request as it arrived; ``index`` counts the calls of its lane from 0.

    ``headers`` has lower-case names. Its repr leaves headers and payload out: they hold credentials and prompts.
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
    """What goes back. ``slow`` waits for the server's delay first; ``reset`` closes the connection without a byte.

    ``completion`` is the assistant message of a healthy chat answer, kept apart from ``body`` so that the server can
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
    """Return an outcome that answers the chat with ``text``."""
    return lambda _: Reply(completion={"role": "assistant", "content": text})


def json_reply(status: int, payload: Any, **headers: str) -> Reply:
    """Return a reply with a JSON body."""
    return Reply(status, json.dumps(payload).encode(), {**JSON_HEADERS, **headers})
