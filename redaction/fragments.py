"""Literal fragments of withheld text, wherever they stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

_HEAD: Final = 16


class FragmentIndex:
    """Literal fragments of withheld text by the head that finds them, longest first."""

    def __init__(self, fragments: Sequence[bytes]) -> None:
        """Index the distinct, non-empty fragments."""
        self._fragments: dict[bytes, list[bytes]] = {}
        for fragment in dict.fromkeys(fragments):
            if fragment:
                self._fragments.setdefault(fragment[:_HEAD].lower(), []).append(fragment)
        for each in self._fragments.values():
            each.sort(key=len, reverse=True)

    def literals(self) -> Iterator[bytes]:
        """Yield the literals to look for."""
        yield from self._fragments

    def confirm(self, data: bytes, at: int, head: bytes) -> bytes | None:
        """Return the longest fragment with this head that stands at ``at``."""
        for fragment in self._fragments[head]:
            if data.startswith(fragment, at):
                return fragment
        return None
