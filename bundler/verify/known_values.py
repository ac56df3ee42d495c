"""Step 4: the values the machine knows, sought in every view of a document."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from bundler.verify.distinctive import is_distinctive, telling_head
from bundler.verify.matcher import LiteralMatcher
from bundler.verify.views import View
from redaction.findings import Kind

WHOLE_SECRET: Final = f"known-{Kind.SECRET.value}"
CUT_SHORT: Final = f"{WHOLE_SECRET}-cut-short"
_WORD: Final = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
# Kinds that are also words: they count where they stand alone, not inside a longer word.
_WHOLE_WORDS: Final = frozenset(
    {Kind.HOST, Kind.PERSON, Kind.MACHINE, Kind.EMAIL, Kind.PATH, Kind.TERM, Kind.ACCOUNT, Kind.PHONE}
)
# Kinds whose letter case carries nothing, and secrets so long that another case is still the secret.
_ANY_CASE: Final = frozenset({Kind.HOST, Kind.MACHINE, Kind.EMAIL})
_ANY_CASE_LENGTH: Final = 12
# A mask as providers print it between the first and the last characters of a key, and those characters.
# Each begins with bytes of its own, in lower case, so that it is searched for at once; none can overlap another.
_MASKS: Final = tuple(re.compile(mask) for mask in (rb"\*\*\**+", rb"\.\.\.*+", rb"\xe2\x80\xa6", rb"xxxx*+"))
_ECHO_HEAD: Final = re.compile(rb"[A-Za-z0-9_-]{2,40}\Z")
_ECHO_TAIL: Final = re.compile(rb"[A-Za-z0-9_-]{3,40}+")
_SHORTEST_TAIL: Final = 3
_ECHO_REACH: Final = 40
# A longer value is known by its beginning: comparing it whole wherever it may begin would cost its square.
_LONGEST: Final = 4096
# Of other lengths nothing is written in an unusual way, or so much that it is known by its beginning only.
_SHORTEST_UNUSUAL: Final = 8
_LONGEST_UNUSUAL: Final = 512
_SHORTEST_BACKWARDS: Final = 12
# Values that are sought together: an automaton over all of them may outgrow the machine.
_AT_ONCE: Final = 2000
_KEYED: Final = re.compile(rb'"([^"\\\n]{1,80}+)"[ \t]{0,8}+:[ \t\n]{0,80}+"((?:[^"\\\n]|\\.){1,200}+)"')
_SENSITIVE_KEY: Final = re.compile(
    r"api[-_]?key|access[-_]?key|private[-_]?key|secret|passw(?:or)?d|passphrase|pwd|credential|cookie|bearer"
    r"|authorization|(?:^|[-_])auth(?:$|[-_])|token(?!s|iz)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, repr=False)
class Known:
    """A value that must not be in the bundle in any form; ``label`` names it in reports where its kind does not.

    What was only found in the evidence (``given`` is false) is not sought in unusual ways of writing it: it may be much.
    """

    value: str
    kind: Kind = Kind.SECRET
    label: str = ""
    given: bool = True

    def __repr__(self) -> str:
        """Say the kind; never the value."""
        return f"Known({self.kind})"


@dataclass(frozen=True, slots=True, repr=False)
class _Needle:
    text: bytes
    kind: Kind
    rule: str
    is_whole: bool = True


class KnownValues:
    """The known values prepared for searching: whole, without their line breaks, and the telling heads of secrets."""

    def __init__(self, known: Iterable[Known], public_names: frozenset[str] = frozenset()) -> None:
        """Sort the values into needles that count everywhere and weak ones that count only as a keyed value."""
        values = {(value.value.strip(), value.kind): value for value in _given_last(known) if value.value.strip()}
        public = "\n".join(public_names)
        needles: dict[tuple[bytes, Kind], _Needle] = {}
        self._weak: set[bytes] = set()
        self._secrets: dict[bytes, list[bytes]] = {}
        for (value, kind), one in values.items():
            if not is_distinctive(value, kind):
                if kind is Kind.SECRET:
                    self._weak.add(value.encode("utf-8", "surrogatepass"))
                continue
            for needle in _needles(value, kind, one.label, public):
                needles.setdefault((needle.text, needle.kind), needle)
            if kind is Kind.SECRET:
                secret = value.encode("utf-8", "surrogatepass")
                for text in _unusual(secret) if one.given else ():
                    needles.setdefault((text, kind), _Needle(text, kind, one.label or WHOLE_SECRET))
                self._secrets.setdefault(secret[-_SHORTEST_TAIL:], []).append(secret)
        self._needles = tuple(needles.values())
        self._matcher = LiteralMatcher([needle.text.lower() for needle in self._needles])
        self.count = len(values)

    def find(self, view: View) -> Iterator[tuple[int, str]]:
        """Yield (line, rule) for each known value that stands in ``view``."""
        data = view.lines.data
        lower = data.lower()
        for index, position in self._matcher.occurrences(lower):
            needle = self._needles[index]
            if _confirmed(needle, data, position):
                yield view.lines.line_at(position), needle.rule
        if view.is_joined or "everything" in view.path:
            return
        if self._secrets:
            for match in chain.from_iterable(mask.finditer(lower) for mask in _MASKS):
                if self._is_echo(data, match):
                    yield view.lines.line_at(match.start()), "known-value-echo"
        if self._weak and not view.is_dug_out:
            for match in _KEYED.finditer(data):
                if match[2] in self._weak and _SENSITIVE_KEY.search(match[1].decode("utf-8", "replace")):
                    yield view.lines.line_at(match.start()), "known-value-under-key"

    def _is_echo(self, data: bytes, mask: re.Match[bytes]) -> bool:
        head = _ECHO_HEAD.search(data[max(mask.start() - _ECHO_REACH, 0) : mask.start()])
        tail = _ECHO_TAIL.match(data, mask.end())
        if head is None or tail is None:
            return False
        alike = self._secrets.get(tail.group()[-_SHORTEST_TAIL:], ())
        return any(secret.startswith(head.group()) and secret.endswith(tail.group()) for secret in alike)


def in_batches(known: Sequence[Known], public_names: frozenset[str] = frozenset()) -> Iterator[KnownValues]:
    """Yield all values prepared for searching, as many at a time as memory should hold; at least one batch."""
    for first in range(0, max(len(known), 1), _AT_ONCE):
        yield KnownValues(known[first : first + _AT_ONCE], public_names)


def _given_last(known: Iterable[Known]) -> list[Known]:
    """Return values so that of two that are the same the one that was given counts."""
    return sorted(known, key=lambda value: value.given)


def _needles(value: str, kind: Kind, label: str, public: str) -> Iterator[_Needle]:
    rule = label or f"known-{kind.value}"
    yield _Needle(value[:_LONGEST].encode("utf-8", "surrogatepass"), kind, rule)
    one_line = "".join(value.split()) if "\n" in value else ""
    if one_line:
        yield _Needle(one_line[:_LONGEST].encode("utf-8", "surrogatepass"), kind, rule)
        for line in value.split("\n"):
            # A line of a multi-line secret gives the secret away, except for its public frame.
            if is_distinctive(line.strip(), kind) and "-----" not in line:
                yield _Needle(line.strip()[:_LONGEST].encode("utf-8", "surrogatepass"), kind, rule)
    head = telling_head(value) if kind is Kind.SECRET and not one_line else None
    if head is not None and head not in public:
        yield _Needle(head.encode("utf-8", "surrogatepass"), kind, label or CUT_SHORT, is_whole=False)


def _unusual(secret: bytes) -> Iterator[bytes]:
    """Yield ways of writing a secret that no view undoes: its bytes as lists of numbers, backwards, apart, base32, base85."""
    if not _SHORTEST_UNUSUAL <= len(secret) <= _LONGEST_UNUSUAL:
        return
    digits = [f"{byte:02x}" for byte in secret]
    for joint in (" ", ":", ", 0x", ",0x"):
        yield joint.join(digits).encode()
    numbers = [str(byte) for byte in secret]
    yield ", ".join(numbers).encode()
    yield ",".join(numbers).encode()
    if len(secret) >= _SHORTEST_BACKWARDS:
        yield secret[::-1]
    yield " ".join(map(chr, secret)).encode("latin-1")
    yield base64.b85encode(secret)
    # Five bits a character: the last one may hold bits of what follows.
    yield base64.b32encode(secret).rstrip(b"=")[: len(secret) * 8 // 5]


def _confirmed(needle: _Needle, data: bytes, position: int) -> bool:
    end = position + len(needle.text)
    any_case = needle.kind in _ANY_CASE or (
        needle.kind is Kind.SECRET and len(needle.text) >= _ANY_CASE_LENGTH and needle.is_whole
    )
    if not any_case and data[position:end] != needle.text:
        return False
    if needle.kind not in _WHOLE_WORDS:
        return True
    return _is_edge(data, position - 1, needle.text[0]) and _is_edge(data, end, needle.text[-1])


def _is_edge(data: bytes, position: int, neighbour: int) -> bool:
    """Tell whether a word ends between ``position`` and its neighbour inside the needle."""
    return neighbour not in _WORD or not 0 <= position < len(data) or data[position] not in _WORD
