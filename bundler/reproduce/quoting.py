"""What AgentCompass said on the maintainer's machine, as it may be shown: a verdict is pasted into issues and logs.

The program ran with the maintainer's own environment, so that what it prints may hold any secret of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from bundler.config import load_config
from bundler.machine.environment import snapshot, working_folder
from bundler.machine.harvest import harvest
from bundler.machine.known import from_secret
from bundler.machine.roots import path_roles
from bundler.reproduce.references import Kind as Wanted
from bundler.reproduce.references import Reference
from redaction import Format, KnownValue, Policy, Redactor
from redaction.findings import Kind

if TYPE_CHECKING:
    from bundler.config import Config

_LONGEST: Final = 300
# Of a secret that a box or a narrow terminal wrapped, this much in one piece is enough to keep silent.
_PIECE: Final = 8
_END: Final = 4
_BOX: Final = " \t│╭╮╰╯─|"
# Their values are in the environment of the program whatever the configuration says.
_ALWAYS_READ: Final = frozenset({"environment", "proxies"})


class Quoting:
    """Takes out of a program's words what this machine, the filled-in values and the rules know as secret."""

    def __init__(self, values: Mapping[str, str], references: Iterable[Reference]) -> None:
        """Learn what must not be shown; raises ``UsageError`` for a configuration that is not valid."""
        policy = _policy(load_config(None), values, references)
        self._known = tuple(known.value for known in policy.known_values if known.kind is Kind.SECRET)
        self._redactor = Redactor(policy)

    def last_line(self, text: str) -> str:
        """Return the last line of a text that says anything, or nothing where it could hold a piece of a secret."""
        redacted = self.shown(text)
        last = next((line.strip(_BOX) for line in reversed(redacted.splitlines()) if line.strip(_BOX)), "")
        return "" if self._holds_a_piece(last) else last[:_LONGEST]

    def shown(self, text: str) -> str:
        """Return a text without secrets and private names."""
        data = text.encode("utf-8", "backslashreplace")
        self._redactor.survey(data, Format.TEXT)
        return self._redactor.redact(data, Format.TEXT).data.decode("utf-8", "replace")

    def _holds_a_piece(self, line: str) -> bool:
        words = line.split()
        if not words:
            return False
        for secret in self._secrets():
            ends = (len(words[0]) >= _END and secret.endswith(words[0])) or (
                len(words[-1]) >= _END and secret.startswith(words[-1])
            )
            if ends or any(secret[at : at + _PIECE] in line for at in range(len(secret) - _PIECE + 1)):
                return True
        return False

    def _secrets(self) -> Iterator[str]:
        for value, kind in self._redactor.values():
            if kind is Kind.SECRET:
                yield value.decode("utf-8", "replace")
        yield from self._known


def _policy(config: Config, values: Mapping[str, str], references: Iterable[Reference]) -> Policy:
    without = frozenset(config.harvest_without) - _ALWAYS_READ
    learnt = harvest(folders=(working_folder(),), without=without, given={**snapshot(), **values}).values
    terms = (KnownValue(term, Kind.TERM, "term", "configuration") for term in config.terms)
    filled = (
        known
        for one in references
        if one.kind in {Wanted.SECRET, Wanted.VALUE} and values.get(one.name, "").strip()
        for known in from_secret(values[one.name].strip(), one.name, "reference")
    )
    return Policy(
        known_values=(*learnt, *filled, *terms),
        path_roles=path_roles(()),
        public_hosts=frozenset(config.public_hosts),
        private_domains=frozenset(config.private_domains),
    )
