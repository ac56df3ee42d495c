"""What stands in place of a removed value, told by this package's own pattern; rules may not claim it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

# Each by the word it begins with: an expression that begins with one word is searched for at once.
_BY_WORD: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rb"redacted-(?:[a-z0-9]{1,24}+-){1,6}?[0-9]{1,6}+(?![a-z0-9])",
        rb"withheld-task-data-[0-9]{1,6}+",
        rb"private-host-[0-9]{1,6}+\.invalid",
        *(rb"%b-[0-9]{1,6}+(?![a-z0-9])" % word for word in (b"user", b"machine", b"home")),
    )
)
_PLACEHOLDER: Final = re.compile(b"|".join(pattern.pattern for pattern in _BY_WORD))
_TELLING: Final = re.compile(rb"[a-z0-9]")
_STEM: Final = re.compile(r"REDACTED-(.+)-[0-9]+\Z")


class Placeholders:
    """The placeholders that are honoured: those of the declared stems, so that a secret cannot dress up as one."""

    def __init__(self, declared: Iterable[str], stems: Iterable[str]) -> None:
        """Honour the ``declared`` placeholders of a manifest and any placeholder with one of the rules' ``stems``."""
        self._declared = frozenset(text.lower().encode() for text in declared)
        self._stems = frozenset(stems) | {
            match[1] for match in map(_STEM.match, declared) if match
        }  # fmt: skip

    def cover(self, claimed: bytes) -> bool:
        """Tell whether nothing telling is left of ``claimed`` once honoured placeholders are taken out."""
        claimed = claimed.lower()
        if not _PLACEHOLDER.search(claimed):
            return False
        return not _TELLING.search(_PLACEHOLDER.sub(self._removed, claimed))

    def _removed(self, match: re.Match[bytes]) -> bytes:
        text = match.group()
        if not text.startswith(b"redacted-") or text in self._declared:
            return b""
        stem = text.removeprefix(b"redacted-").rpartition(b"-")[0].decode("ascii")
        return b"" if stem in self._stems else match.group()


def without_placeholders(text: bytes) -> bytes:
    """Return ``text``, which is in lower case, at the same length with all that has a placeholder's shape blanked."""
    # All of them hold a hyphen, which most texts do not.
    for pattern in _BY_WORD if b"-" in text else ():
        text = pattern.sub(lambda match: b" " * len(match.group()), text)
    return text
