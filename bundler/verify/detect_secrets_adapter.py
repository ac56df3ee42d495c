"""Step 5, second half: detect-secrets' own scan as a second opinion on every line of the finished bundle.

Its plug-ins and heuristic filters run as shipped (version pinned in pyproject.toml), with these differences: the two
entropy plug-ins are off (they claim almost every word of a log), comments that switch it off are not obeyed (a log
can hold one), nothing is verified over the network, and lines are handed over in pieces of bounded length with runs
of blanks shortened (one line of 999 spaces costs it seconds). Its settings are global to a process: one scan at a time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from threading import Lock
from typing import Any, Final

from bundler.verify.detect_secrets_needs import NEEDS, Pieces
from bundler.verify.lines import Lines
from bundler.verify.placeholders import Placeholders
from redaction.offline import without_client

_ENTROPY: Final = frozenset({"Base64HighEntropyString", "HexHighEntropyString"})
_FILTERS: Final = (
    "is_sequential_string",
    "is_potential_uuid",
    "is_likely_id_string",
    "is_templated_secret",
    "is_prefixed_with_dollar_sign",
    "is_indirect_reference",
    "is_not_alphanumeric_string",
)
_PIECE: Final = 1_000
_OVERLAP: Final = 200
_BLANKS: Final = re.compile(r"[ \t\x0b\x0c\r]{3,}+")
_ONE_AT_A_TIME: Final = Lock()

# Where KeywordDetector can begin, and what none of its patterns does without.
_KEYWORD: Final = re.compile(r"key|pass|pwd|secret|contrase", re.IGNORECASE)
_QUOTATION: Final = re.compile("['\"`]")
# The most that stands in one of its key words before the part looked for above: "contraseña", "service_key".
_KEYWORD_REACH: Final = 16


class SecondOpinion:
    """detect-secrets, set up once for a whole verification; ``second_opinion()`` gives one."""

    def __init__(self, plugins: Sequence[Any], scan_line: Callable[[str], Iterable[Any]]) -> None:
        """Keep the plug-ins that the active settings give, and detect-secrets' own scan of one line."""
        self._plugins = tuple(plugins)
        self._scan_line = scan_line
        self.plugin_count = len(self._plugins)
        from detect_secrets.__version__ import VERSION  # noqa: PLC0415 -- importlib.metadata brings e-mail and sockets along

        self.version = VERSION

    def find(
        self, lines: Lines, placeholders: Placeholders, check: Callable[[], None] = lambda: None
    ) -> Iterator[tuple[int, str]]:
        """Yield (line number, rule) for what it claims that is not one of our placeholders; ``check`` comes before each."""
        text = _BLANKS.sub("  ", lines.data.decode("utf-8", "replace"))
        pieces, numbers = _pieces(text.split("\n"), lines.numbers)
        for index in sorted(self._suspicious(pieces, placeholders, check)):
            check()
            for secret in self._scan_line(pieces[index]):
                if not placeholders.cover(_bytes(secret.secret_value)):
                    yield numbers[index], "detect-secrets-" + secret.type.casefold().replace(" ", "-")

    def _suspicious(self, texts: Sequence[str], placeholders: Placeholders, check: Callable[[], None]) -> set[int]:
        """Return the indexes of the texts in which any plug-in finds more than placeholders, before its filters."""
        pieces = Pieces(texts)
        found: set[int] = set()
        for plugin in self._plugins:
            check()
            needs = NEEDS.get(type(plugin).__name__)
            indexes: Sequence[int] = range(len(pieces)) if needs is None else pieces.fulfilling(needs)
            if not indexes:
                continue
            finds = cache(partial(_finds, plugin, placeholders))
            for pattern in getattr(plugin, "denylist", (None,)):
                matched = indexes if pattern is None else pieces.holding(pattern, indexes)
                found.update(i for i in matched if i not in found and finds(_from_keyword(plugin, pieces[i])))
        return found


def _from_keyword(plugin: Any, piece: str) -> str:
    """Return the part of ``piece`` that KeywordDetector can claim something in: from its first key word on.

    Log lines differ in their beginnings and repeat their ends, and the detector is slow. A comparison with a key word
    behind the value is the one form that reads backwards, and every form has a quotation mark.
    """
    if type(plugin).__name__ != "KeywordDetector":
        return piece
    if not _QUOTATION.search(piece):
        return ""
    if "==" in piece or "!=" in piece:
        return piece
    word = _KEYWORD.search(piece)
    return piece[max(word.start() - _KEYWORD_REACH, 0) :] if word else piece


def _finds(plugin: Any, placeholders: Placeholders, piece: str) -> bool:
    return any(not placeholders.cover(_bytes(value)) for value in plugin.analyze_string(piece))


def _bytes(value: str | None) -> bytes:
    return (value or "").encode("utf-8", "replace")


def _pieces(lines: Sequence[str], numbers: Sequence[int]) -> tuple[Sequence[str], Sequence[int]]:
    """Return the lines in pieces that overlap, and for each piece the number of its line."""
    if all(len(line) <= _PIECE for line in lines):
        return lines, numbers
    parted = [
        (line[start : start + _PIECE], number)
        for line, number in zip(lines, numbers, strict=True)
        for start in range(0, max(len(line) - _OVERLAP, 1), _PIECE - _OVERLAP)
    ]
    return [piece for piece, _ in parted], [number for _, number in parted]


@contextmanager
def second_opinion() -> Iterator[SecondOpinion]:
    """Set detect-secrets up, restore its settings afterwards; its process-wide state is ours alone meanwhile."""
    with without_client():
        from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class  # noqa: PLC0415 -- 0.1 s
        from detect_secrets.core.scan import scan_line  # noqa: PLC0415
        from detect_secrets.settings import get_plugins, transient_settings  # noqa: PLC0415

        classes: Iterable[type] = get_mapping_from_secret_type_to_class().values()
    names = sorted(plugin.__name__ for plugin in classes)
    settings = {
        "plugins_used": [{"name": name} for name in names if name not in _ENTROPY],
        "filters_used": [{"path": f"detect_secrets.filters.heuristic.{name}"} for name in _FILTERS],
    }
    with _ONE_AT_A_TIME, transient_settings(settings):
        yield SecondOpinion(get_plugins(), scan_line)
