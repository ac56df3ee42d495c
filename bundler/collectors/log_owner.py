"""Whose record is this? Task ids stand in the log unescaped, so they are matched against every known id of the run.

An id may hold ``| task=a-1 | attempt=9`` or a line break and a whole forged record: the longest known id that stands
right after the first ``task=`` of a record owns it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

PREFIX = re.compile(rb"(\d\d:\d\d:\d\d) (DEBUG|INFO|WARNING|ERROR|CRITICAL)[ \t]++(\S++)[ \t]*+")
_START = re.compile(rb"\n(?=\d\d:\d\d:\d\d (?:DEBUG|INFO|WARNING|ERROR|CRITICAL)[ \t])")
_TAG = re.compile(rb"(?:task|task_id|case)=")
_BEFORE_TAG = frozenset(b" \t\n\r\f\v;,([")
_ATTEMPT = re.compile(rb" \| attempt=(\d{1,6}+)(?= \||[\r\n]|\Z)")
_DIRECTORY = re.compile(rb"--([0-9a-f]{64})(?![0-9a-f])")
_WORD = re.compile(rb"[^\s'\"|,;()\[\]{}<>=]++")
_FIELD_ENDS = (b" | ", b"\n", b"\r")
_TEXT_ENDS = (*_FIELD_ENDS, b" ", b";", b",", b":", b")", b"]")
_TEXT_END = re.compile(rb"[ \n\r;,:)\]]")
_AFTER_NAME = frozenset(b" \n\r;,:)]")
_TELLING_LENGTH = 5
_LINES_LOOKED_AT = 4
_WINDOW = 4096
_LONGEST_PREFIX = len("\n00:00:00 CRITICAL ")


@dataclass(frozen=True, slots=True)
class Owner:
    """Who owns a record: this task (``own``), another one (``foreign``), or nobody it names; and its attempt."""

    own: bool = False
    foreign: bool = False
    attempt: int | None = None


NOBODY = Owner()


class TaskNames:
    """Every known task id of the run, indexed for exact matching; ``own`` is the reported task's, or empty."""

    def __init__(self, own: str, directory: str, known: Iterable[str]) -> None:
        """Take the reported task's id and directory name, and every id of the run."""
        self.own = own.encode("utf-8", "surrogatepass")
        self.directory = directory.encode("utf-8", "surrogatepass")
        plain = {name.encode("utf-8", "surrogatepass") for name in (*known, own) if name}
        written = plain | {name.replace(b"\n", b"\r\n") for name in plain if b"\n" in name}
        self._own_forms = {self.own, self.own.replace(b"\n", b"\r\n")} - {b""}
        self._by_length: dict[int, set[bytes]] = {}
        for name in written:
            self._by_length.setdefault(len(name), set()).add(name)
        self._lengths = sorted(self._by_length, reverse=True)
        self._forged = [(name, at.end()) for name in written if b"\n" in name for at in _START.finditer(name)]
        # Where no id holds what may end one, an id ends at the first such byte: no lengths need to be tried.
        self._simple = None if any(map(_TEXT_END.search, written)) else frozenset(written)
        self._telling = {name for name in written - self._own_forms if _is_telling(name)}
        self.several = len(plain) > 1

    def tags(self) -> tuple[bytes, ...]:
        """Return the tags one of which a record of the reported task holds, unless it holds the directory's name."""
        return tuple(tag + form for form in sorted(self._own_forms) for tag in (b"task=", b"task_id=", b"case="))

    def count(self, data: bytes, end: int) -> int:
        """Return how often the reported task's id, or what begins with it, stands after a tag up to ``end``."""
        return sum(data.count(b"=" + form, 0, end) for form in self._own_forms)

    def directories(self) -> tuple[bytes, ...]:
        """Return the directory's name, if it tells the task for certain."""
        return (self.directory,) if self.own and _DIRECTORY.search(self.directory) else ()

    def ends_name(self, block: bytes, end: int) -> bool:
        """Tell whether an id may end at ``end``; else it is the beginning of a longer one."""
        return end >= len(block) or block[end] in _AFTER_NAME

    def starts_record(self, data: bytes, at: int) -> bool:
        """Tell whether a record starts at ``at``, the begin of a line: it has a prefix that no task id forged."""
        if not PREFIX.match(data, at):
            return False
        return not any(self._is_forged(data, at, name, inside) for name, inside in self._forged)

    def _is_forged(self, data: bytes, at: int, name: bytes, inside: int) -> bool:
        """Tell whether ``at`` lies inside a task id; one that the data's end cuts short counts, the rest is to come."""
        begin = at - inside
        return begin > 0 and data[begin - 1 : begin] == b"=" and name.startswith(data[begin : begin + len(name)])

    def next_start(self, data: bytes, at: int) -> int:
        """Return where the next record after ``at`` starts, or -1."""
        for match in _START.finditer(data, at):
            if not self._forged or self.starts_record(data, match.end()):
                return match.end()
        return -1

    def last_start(self, data: bytes, before: int, first: int = 0) -> int:
        """Return where the last record that starts before ``before``, and not before ``first``, starts, or -1."""
        end = before
        for _ in range(_LINES_LOOKED_AT):
            end = data.rfind(b"\n", first, end)
            if end < 0:
                return first if self.starts_record(data, first) else -1
            if self.starts_record(data, end + 1):
                return end + 1
        return self._last_start_far_back(data, end, first)

    def _last_start_far_back(self, data: bytes, end: int, first: int) -> int:
        """Search wider and wider windows, for records of many lines."""
        width = _WINDOW
        while end > first:
            begin = max(first, end - width)
            starts = [
                match.end() for match in _START.finditer(data, begin, end + _LONGEST_PREFIX) if match.start() < end
            ]
            for start in reversed(starts):
                if self.starts_record(data, start):
                    return start
            end, width = begin, width * 4
        return first if self.starts_record(data, first) else -1

    def owner(self, text: bytes) -> Owner:
        """Return the owner of a record, judged by the first tag that names a known task."""
        unknown = False
        for tag in _TAG.finditer(text):
            begin = tag.start()
            if begin and text[begin - 1] not in _BEFORE_TAG:
                continue
            is_field = text.endswith(b"| ", 0, begin)
            name = self._known_at(text, tag.end(), _FIELD_ENDS if is_field else _TEXT_ENDS)
            if name is None:
                if is_field and not self._is_mentioned(text):
                    return Owner(foreign=True)
                unknown = unknown or is_field
                continue
            if name not in self._own_forms:
                return Owner(foreign=True)
            found = _ATTEMPT.search(text, tag.end() + len(name))
            return Owner(own=True, attempt=int(found.group(1)) if found else None)
        if self.directory and self.directory in text and not self._other_directory(text):
            return Owner(own=True)
        return Owner(foreign=True) if unknown or self.names_other(text) else NOBODY

    def _is_mentioned(self, text: bytes) -> bool:
        return any(form in text for form in self._own_forms) or bool(self.directory and self.directory in text)

    def names_other(self, text: bytes) -> bool:
        """Tell whether a record without a tag speaks of another task: its id as a word, or its directory."""
        if self._other_directory(text):
            return True
        return bool(self._telling) and any(
            word in self._telling or word.rstrip(b".:") in self._telling for word in _WORD.findall(text)
        )

    def _other_directory(self, text: bytes) -> bool:
        own = self.directory[-64:]
        return any(match.group(1) != own for match in _DIRECTORY.finditer(text))

    def _known_at(self, text: bytes, at: int, ends: tuple[bytes, ...]) -> bytes | None:
        if self._simple is not None:
            end = _TEXT_END.search(text, at)
            name = text[at : end.start()] if end else text[at:]
            fits = name in self._simple and (end is None or text.startswith(ends, end.start()))
            return name if fits else None
        for length in self._lengths:
            name = text[at : at + length]
            if name in self._by_length[length] and (at + length >= len(text) or text.startswith(ends, at + length)):
                return name
        return None


def _is_telling(name: bytes) -> bool:
    """Tell whether an id is unlikely to be a plain word or number of any log line."""
    return len(name) >= _TELLING_LENGTH and not name.isalpha() and not name.isdigit()
