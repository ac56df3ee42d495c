"""What an agent program itself said had gone wrong: the error events of codex and claude_code, out of their event streams.

The streams are conversations and withheld. An error event is no part of one: the program wrote it about a request that
failed, and nothing else in a result may tell why (codex writes its errors to standard output alone).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from bundler.collectors.contract import Action, Node
from bundler.collectors.documents import parsed
from bundler.collectors.json_stream import project
from bundler.collectors.reading import Unreadable, chunks
from bundler.model import RawItem

FIELD: Final = "agent_errors"
_STREAMS: Final = ("raw_codex_events", "raw_claude_events")
# claude_code writes its own errors as messages of a model of this name, and as the result.
_SYNTHETIC: Final = "<synthetic>"
_OWN_WORDS: Final = re.compile(
    r"API Error\b|Invalid API key\b|Prompt is too long|Credit balance|Please run /login|Request timed out"
)
_MOST: Final = 20
_LONGEST: Final = 4_000


def _kept(*names: str, **inner: Node) -> Node:
    return Node(children={**{name: Node(Action.KEEP) for name in names}, **inner})


_EVENT: Final = _kept(
    "type", "subtype", "is_error", "result", "api_error_status", "terminal_reason", "error", "message"
)
_EVENT.children["error"] = Node(Action.KEEP, children={"message": Node(Action.KEEP)})
_EVENT.children["message"] = Node(Action.KEEP, children={"model": Node(Action.KEEP)})
_EVENT.children["item"] = _kept("type", "message")
_WANTED: Final = Node(
    children={"artifacts": Node(children={name: Node(items=_EVENT) for name in _STREAMS}, other=Node(Action.DROP))},
    other=Node(Action.DROP),
)


def agent_errors(path: Path, root: Path, kept: Mapping[str, Any], pointer: tuple[str, ...]) -> list[dict[str, Any]]:
    """Return the last error events of a result whose kept fields are ``kept``, each as event, message and status."""
    artifacts = kept.get("artifacts")
    if not isinstance(artifacts, Mapping) or not any(artifacts.get(name) for name in _STREAMS):
        return []
    try:
        found = parsed(project(chunks(path, root), _WANTED, pointer=pointer).data)
    except Unreadable:
        return []
    streams = found.get("artifacts") if isinstance(found, Mapping) else None
    events = [event for name in _STREAMS for event in _list(streams, name)]
    own = any(isinstance(event, Mapping) and _is_synthetic(event) for event in events)
    errors = [error for event in events if isinstance(event, Mapping) for error in _error(event, own=own)]
    return list({str(error["message"]): error for error in errors}.values())[-_MOST:]


def with_agent_errors(item: RawItem, errors: list[dict[str, Any]]) -> RawItem:
    """Return the member of a result with the error events as one more field at its end."""
    body = item.data.rstrip()
    if not errors or not body.endswith(b"}") or body == b"{}":
        return item
    told = json.dumps(errors, ensure_ascii=False, indent=2).replace("\n", "\n  ")
    more = f',\n  "{FIELD}": {told}\n}}\n'.encode("utf-8", "replace")
    return RawItem(item.member, body[:-1].rstrip() + more, item.format, item.source, item.status, item.note)


def _list(streams: object, name: str) -> list[Any]:
    found = streams.get(name) if isinstance(streams, Mapping) else None
    return found if isinstance(found, list) else []


def _is_synthetic(event: Mapping[str, Any]) -> bool:
    message = event.get("message")
    return isinstance(message, Mapping) and message.get("model") == _SYNTHETIC


def _error(event: Mapping[str, Any], *, own: bool) -> Iterator[dict[str, Any]]:
    """Yield the error that an event tells; the result of claude_code is its own text, not a model's, under ``own`` alone."""
    kind, item = event.get("type"), event.get("item")
    if kind == "error":
        yield from _said("error", event.get("message"))
    elif kind == "turn.failed":
        error = event.get("error")
        yield from _said("turn.failed", error.get("message") if isinstance(error, Mapping) else error)
    elif isinstance(item, Mapping) and item.get("type") == "error":
        yield from _said("error", item.get("message"))
    elif kind == "result" and event.get("is_error") is True:
        told, status = event.get("result"), event.get("api_error_status")
        if not isinstance(told, str) or not (own or status or _OWN_WORDS.match(told)):
            told = event.get("terminal_reason") or event.get("subtype")
        yield from _said("result", told, status if isinstance(status, int) else None)


def _said(event: str, message: object, status: int | None = None) -> Iterator[dict[str, Any]]:
    if isinstance(message, str) and message.strip():
        yield {"event": event, "message": message.strip()[:_LONGEST], **({"status": status} if status else {})}
