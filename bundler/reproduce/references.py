"""A stranger's parameters made harmless: what is secret, private or an address becomes a reference to be filled in.

Every reference has a name of ours, with the prefix ``REPRODUCE_``: a bundle can so never name a variable that the
maintainer has set for something else, and never choose the address that a credential is sent to. What would be executed
is left out unless the maintainer has read it and asks for it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

PREFIX: Final = "REPRODUCE_"
_NAME_LIMIT: Final = 80
_MASK: Final = "********"
_UNSAFE: Final = re.compile(r"[^A-Z0-9]+")
_PLACEHOLDER: Final = re.compile(r"REDACTED-|WITHHELD-|private-host-\d|\buser-\d|\bmachine-\d")
# What a shell or AgentCompass would expand, and the marks of the collector's own references to masked values.
_EXPANDED: Final = re.compile(r"\$\{|\$\(")
_MARKED: Final = re.compile(r"[\ue000\ue001]")
# Names that stand for private folders; an issue body lists none, so the telling ones are known here too.
_PATH_ROLE: Final = re.compile(r"(?:workdir|home-\d+|venv)(?:/|\Z)")
# Where an artifact is stored is relative to the store, whatever it is named after.
_RELATIVE: Final = frozenset({"destination"})
# Names of parameters whose value AgentCompass, a harness or a sandbox executes or imports.
_EXECUTED: Final = re.compile(
    r"(?:^|_)(?:commands?|cmd|scripts?|hooks?|entrypoint|executable|binary|mcp_servers|plugins?|import_path|recipe_dirs"
    r"|artifact_collect|shell|install|custom_config_path|agent_class)(?:_command|_commands|_script|_path)?$"
)
_NAMES_A_CHOICE: Final = frozenset({"install_strategy"})


class Kind(StrEnum):
    """What has to be filled in for a reference."""

    URL = "address"
    SECRET = "credential"  # noqa: S105 - a word, not a secret
    PATH = "path"
    VALUE = "value"


@dataclass(frozen=True, slots=True, repr=False)
class Reference:
    """One value to fill in: its variable, what it is, where it stands, and the reporter's redacted value."""

    name: str
    kind: Kind
    place: tuple[str, ...]
    shown: str

    @property
    def text(self) -> str:
        """The reference as AgentCompass resolves it."""
        return "${" + self.name + "}"


@dataclass(frozen=True, slots=True, repr=False)
class LeftOut:
    """A parameter that is not in the reproduction, and why."""

    place: tuple[str, ...]
    reason: str


@dataclass(slots=True, repr=False)
class Harmless:
    """Turns parameters into harmless ones and remembers what was referred to and left out."""

    path_roles: frozenset[str] = frozenset()
    with_commands: bool = False
    references: list[Reference] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)

    def value(self, value: Any, place: tuple[str, ...]) -> Any:
        """Return ``value`` with references for what must be filled in and without what would be executed."""
        if isinstance(value, Mapping):
            if "withheld" in value and len(value) <= 3:  # noqa: PLR2004 - the shape that withheld task data leaves
                return self.reference(Kind.VALUE, place, "withheld task data").text
            return {
                str(key): self.value(inner, (*place, str(key)))
                for key, inner in value.items()
                if self._kept(key, inner, place)
            }
        if isinstance(value, list):
            return [self.value(inner, (*place, str(index))) for index, inner in enumerate(value)]
        if not isinstance(value, str):
            return value
        kind = Kind.VALUE if _EXPANDED.search(value) else None
        # A task id may look like a path or an address and is neither.
        kind = kind if "sample_ids" in place else self._kind(value, place)
        shown = _MASK if _MARKED.search(value) else value
        return value if kind is None else self.reference(kind, place, shown).text

    def reference(self, kind: Kind, place: tuple[str, ...], shown: str) -> Reference:
        """Return a new reference for a place."""
        base = PREFIX + _UNSAFE.sub("_", "_".join(_telling(place)).upper()).strip("_")[:_NAME_LIMIT]
        taken = {one.name for one in self.references}
        name = next(
            one for number in range(len(taken) + 1) if (one := base if not number else f"{base}_{number}") not in taken
        )
        made = Reference(name, kind, place, shown)
        self.references.append(made)
        return made

    def _kept(self, key: object, value: Any, place: tuple[str, ...]) -> bool:
        name = str(key).lower()
        executed = isinstance(value, (str, list, Mapping)) and bool(value)
        if self.with_commands or not executed or name in _NAMES_A_CHOICE or not _EXECUTED.search(name):
            return True
        self.left_out.append(
            LeftOut((*place, str(key)), "it would be executed: read it first, then use --with-commands")
        )
        return False

    def _kind(self, value: str, place: tuple[str, ...]) -> Kind | None:
        if "://" in value or place[-1].endswith("base_url"):
            return Kind.URL if value else None
        if value == _MASK or "REDACTED-" in value or _MARKED.search(value):
            return Kind.SECRET
        if place[-1] not in _RELATIVE and (value.split("/", 1)[0] in self.path_roles or _PATH_ROLE.match(value)):
            return Kind.PATH
        return Kind.VALUE if _PLACEHOLDER.search(value) or _EXPANDED.search(value) else None


def _telling(place: tuple[str, ...]) -> tuple[str, ...]:
    """Return the part of a place that tells one value from another: not the section of a benchmark's parameters."""
    return place[2:] if place[0] == "benchmarks" and len(place) > 2 else (place[0].removesuffix("s"), *place[2:])  # noqa: PLR2004
