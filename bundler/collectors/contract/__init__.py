"""The task-data contract: which fields of AgentCompass's documents may enter a bundle. Data, one file per document.

A line is ``field path`` and ``action``. Path segments are separated by dots; ``[]`` stands for every item of a list,
``*`` for any key, ``**`` (last) for everything below. A more exact segment wins over ``*`` and ``**``. Actions:

* ``keep``: the value, if it is a scalar or a list of scalars (with ``**``: the whole tree below);
* ``withhold``: only its shape;
* ``outline``: its shape, the names of its keys, and whether it looks like an error;
* ``copy``: only its length, as the same text stands elsewhere in what is kept; a mangled copy would quote it in pieces;
* ``own``: a task id that is kept only if it is the reported task's;
* ``drop``: removed without a trace in the document (what belongs to other tasks), counted in the member's note.

What no line names is withheld. ``{task}`` stands for the reported task's id, ``@name`` includes another file's lines.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, lru_cache
from importlib.resources import files

_SEGMENT_LIMIT = 2


class Action(StrEnum):
    """What happens to one field."""

    KEEP = "keep"
    WITHHOLD = "withhold"
    OUTLINE = "outline"
    COPY = "copy"
    OWN = "own"
    DROP = "drop"


class TaskData(StrEnum):
    """How much of the task data enters the bundle."""

    OUTLINE = "outline"
    NONE = "none"
    FULL = "full"


@dataclass(slots=True)
class Node:
    """One place in a document: the action on a scalar there, and the places below it."""

    action: Action | None = None
    children: dict[str, Node] = field(default_factory=dict)
    other: Node | None = None
    items: Node | None = None
    tree: bool = False

    @property
    def is_structure(self) -> bool:
        """Tell whether the contract names anything below this place."""
        return self.tree or bool(self.children) or self.other is not None or self.items is not None

    def child(self, name: str) -> Node:
        """Return the place of a member; an unknown one is withheld."""
        found = self.children.get(name)
        if found is not None:
            return found
        return self.other or (self if self.tree else WITHHELD)

    def item(self) -> Node:
        """Return the place of a list's items; a kept field may be a list of scalars."""
        return self.items or (self if self.tree or self.action is Action.KEEP else WITHHELD)


WITHHELD = Node(action=Action.WITHHOLD)
KEPT = Node(action=Action.KEEP, tree=True)


@lru_cache(maxsize=128)
def contract(name: str, *, task_id: str = "", task_data: TaskData = TaskData.OUTLINE) -> Node:
    """Return the contract of one kind of document for the chosen task and the chosen amount of task data; not to be changed."""
    root = Node()
    for path, action in _lines(name):
        _add(root, path, _adapted(action, task_data), task_id)
    return _opened(root) if task_data is TaskData.FULL else root


def _adapted(action: Action, task_data: TaskData) -> Action:
    return Action.WITHHOLD if task_data is TaskData.NONE and action is Action.OUTLINE else action


def _opened(node: Node) -> Node:
    """Return the contract that keeps everything except what belongs to other tasks."""
    if node.action in (Action.DROP, Action.OWN):
        return node
    children = {name: _opened(child) for name, child in node.children.items()}
    other = _opened(node.other) if node.other else None
    items = _opened(node.items) if node.items else None
    return Node(action=Action.KEEP, children=children, other=other, items=items, tree=True)


def _add(root: Node, path: tuple[str, ...], action: Action, task_id: str) -> None:
    node = root
    for segment in path:
        if segment == "**":
            node.tree = True
            break
        node = _step(node, task_id if segment == "{task}" else segment)
    node.action = action


def _step(node: Node, segment: str) -> Node:
    if segment == "[]":
        node.items = node.items or Node()
        return node.items
    if segment == "*":
        node.other = node.other or Node()
        return node.other
    return node.children.setdefault(segment, Node())


@cache
def _lines(name: str) -> tuple[tuple[tuple[str, ...], Action], ...]:
    found: list[tuple[tuple[str, ...], Action]] = []
    text = (files(__package__) / f"{name}.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        words = line.split("#", 1)[0].split()
        if not words:
            continue
        if "@" in words[0]:
            prefix, _, included = words[0].rpartition("@")
            found.extend((_segments(prefix) + path, action) for path, action in _lines(included))
            continue
        if len(words) != _SEGMENT_LIMIT:
            raise ValueError(f"contract {name}: a line needs a path and an action")
        found.append((_segments(words[0]), Action(words[1])))
    return tuple(found)


def _segments(path: str) -> tuple[str, ...]:
    return tuple(segment for segment in path.replace("[]", ".[]").split(".") if segment)
