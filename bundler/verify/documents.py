"""What steps 4 to 8 read: every member's text, the names, and the issue body, each with all its views."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bundler.machine.deadline import Deadline
from bundler.verify.archive import Archive
from bundler.verify.values import Hit
from bundler.verify.views import BudgetError, View, views_of

NAMES = "names"


@dataclass(frozen=True, slots=True, repr=False)
class Documents:
    """Texts by the name they are reported under; ``unread`` are places whose decoding did not come to an end."""

    views: Mapping[str, tuple[View, ...]]
    unread: tuple[Hit, ...]

    @property
    def view_count(self) -> int:
        """How many readings there are of all texts."""
        return sum(len(views) for views in self.views.values())

    def readings(self, deadline: Deadline) -> Iterator[tuple[str, View]]:
        """Yield each name and view, as far as there is time."""
        for name, views in self.views.items():
            for view in views:
                deadline.at(name)
                yield name, view


def documents_of(texts: Mapping[str, bytes], deadline: Deadline) -> Documents:
    """Decode every text in every way, as far as there is time; what cannot be decoded to the end is a hit, not a pass."""
    views: dict[str, tuple[View, ...]] = {}
    unread = []
    for name, text in texts.items():
        deadline.at(name)
        try:
            views[name] = views_of(text, deadline.check)
        except BudgetError:
            unread.append(Hit(name, 0, "decoding-budget"))
        except Exception:  # noqa: BLE001 -- a decoder that raises proves nothing, and its error may quote evidence
            unread.append(Hit(name, 0, "decoder-raised"))
    return Documents(views, tuple(unread))


def member_texts(archive: Archive) -> dict[str, bytes]:
    """Return the members by name, and their names as a text of their own."""
    return {**archive.members, NAMES: "\n".join(archive.members).encode()}
