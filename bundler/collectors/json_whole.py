"""The strings of a JSON value that the standard library parsed: objects are tuples of pairs, so that no member is lost."""

from __future__ import annotations

from typing import Any, Final

from bundler.collectors.contract import WITHHELD, Action, Node

DEPTH_LIMIT: Final = 64
_SHOWN: Final = (Action.KEEP, Action.OWN)
_NOT_HUNTED: Final = (*_SHOWN, Action.COPY, Action.DROP)


def strings_of(value: Any) -> list[str]:
    """Return all strings in a value, keys included."""
    found: list[str] = []
    containers: list[Any] = [[value]]
    for each in containers:
        items: Any = each
        if type(each) is tuple:
            if not each:
                continue
            names, items = zip(*each, strict=True)
            found += names
        found += [item for item in items if type(item) is str]
        containers += [item for item in items if type(item) is list or type(item) is tuple]
    return found


def withheld_of(value: Any, node: Node, depth: int) -> list[str]:
    """Return the strings of a value that its place in the contract withholds; ``depth`` is that of the value."""
    found: list[str] = []
    _gather(value, node, depth, found)
    return found


def _gather(value: Any, node: Node, depth: int, found: list[str]) -> None:
    kind = type(value)
    if kind is str:
        if node.action not in _NOT_HUNTED:
            found.append(value)
    elif kind is not list and kind is not tuple:
        return
    elif depth >= DEPTH_LIMIT or not (node.is_structure or node.action in (Action.OUTLINE, Action.KEEP)):
        found += strings_of(value)
    elif kind is tuple:
        _gather_members(value, node, depth, found)
    else:
        item = item_of(node)
        for member in value if item.action not in (Action.DROP, Action.OWN) else ():
            _gather(member, item, depth + 1, found)


def _gather_members(value: tuple[tuple[str, Any], ...], node: Node, depth: int, found: list[str]) -> None:
    for name, member in value:
        kind = type(member)
        if kind is str:
            if child_of(node, name).action not in _NOT_HUNTED:
                found.append(member)
        elif kind is tuple or kind is list:
            child = child_of(node, name)
            if child.action is not Action.DROP:
                _gather(member, child, depth + 1, found)


def child_of(node: Node, name: str) -> Node:
    """Return the place of a member: below an outlined value everything is outlined, below any other withheld."""
    if node.is_structure:
        return node.child(name)
    return node if node.action is Action.OUTLINE else WITHHELD


def item_of(node: Node) -> Node:
    """Return the place of a list's items."""
    return node if node.action is Action.OUTLINE and node.items is None else node.item()
