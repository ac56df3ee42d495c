"""The error events of agent programs inside withheld texts: they are the program's own words, and no conversation.

codex and claude_code write an event stream to standard output, which is withheld and becomes the final answer where a
request failed. What such a stream says about the failed request is kept; every other event of it stays withheld.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from bundler.model import Facts
from redaction.withheld import common_fragments

_SHORTEST: Final = 24
_LONGEST_LINE: Final = 64 * 1024
# Events that say no more than that something began.
_BEGINNINGS: Final = frozenset({"thread.started", "turn.started"})


class OwnWords:
    """What an agent program said of its own failure, less what quotes an author."""

    def __init__(self, facts: Facts, authored: Callable[[], Iterable[bytes]]) -> None:
        """Read the error events of ``facts``; the ``authored`` texts, less these very events, judge them."""
        errors = facts.result.get("agent_errors")
        found = errors if isinstance(errors, list) else []
        self._said = frozenset(str(error.get("message")).strip() for error in found if isinstance(error, Mapping))
        if self._said:
            texts = {text: text.encode("utf-8", "replace") for text in self._said}
            quoted = common_fragments(sorted(texts.values()), self.without(authored()), minimum=_SHORTEST)
            self._said = frozenset(text for text, data in texts.items() if not any(each in data for each in quoted))

    def without(self, texts: Iterable[bytes]) -> Iterator[bytes]:
        """Yield the texts without the program's own words."""
        for text in texts:
            rest = self.rest(text)
            yield from (text,) if rest is None else rest

    def rest(self, text: bytes) -> list[bytes] | None:
        """Return what is left of a text without the program's own words; None where it holds none."""
        if not self._said:
            return None
        if len(text) <= _LONGEST_LINE and text.decode("utf-8", "replace").strip() in self._said:
            return []
        if b'"type"' not in text:
            return None
        parts: list[list[bytes]] = [[]]
        cut = False
        for line in text.split(b"\n"):
            if self._is_own(line):
                cut = True
                parts.append([])
            else:
                parts[-1].append(line)
        return [b"\n".join(part) for part in parts if any(part)] if cut else None

    def _is_own(self, line: bytes) -> bool:
        if not line.startswith(b"{") or len(line) > _LONGEST_LINE:
            return False
        try:
            event: Any = json.loads(line)
        except (ValueError, RecursionError):
            return False
        if not isinstance(event, Mapping):
            return False
        if event.get("type") in _BEGINNINGS or (event.get("type"), event.get("subtype")) == ("system", "init"):
            return True
        return any(isinstance(text, str) and text.strip() in self._said for text in _messages(event))


def _messages(event: Mapping[str, Any]) -> Iterator[object]:
    """Yield the one text in which an error event says what was wrong."""
    error, message = event.get("error"), event.get("message")
    if event.get("type") == "error":
        yield message
    elif event.get("type") == "turn.failed":
        yield error.get("message") if isinstance(error, Mapping) else error
    elif event.get("type") == "result" and event.get("is_error") is True:
        yield event.get("result")
    elif isinstance(message, Mapping) and message.get("model") == "<synthetic>":
        content = message.get("content")
        if isinstance(content, list) and len(content) == 1 and isinstance(content[0], Mapping):
            yield content[0].get("text")
