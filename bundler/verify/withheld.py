"""Step 6: withheld texts must not stand in what is kept, found by runs of words and by no list of fragments.

Every run of eight words in the kept views is remembered; the withheld texts are streamed past it. Words of one
withheld text that follow each other eight times in a kept member are a copy, whatever stands between the words.
Shorter copies are not found here, nor are runs of what programs say everywhere: three words must be uncommon.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from bundler.verify.common_words import COMMON_WORDS
from bundler.verify.decoders import unescape_all
from bundler.verify.placeholders import without_placeholders
from bundler.verify.views import View

RUN: Final = 8
# The letters of a run: "to be or not to be, that is" is a run of eight words and says nothing.
_LETTERS: Final = 30
# Letters and digits of ASCII make words; every character beyond it counts as a word, for scripts without blanks.
_WORD: Final = re.compile(rb"[a-z0-9]{1,64}|[\xc2-\xf4][\x80-\xbf]{1,3}")
_WIDE_WORDS: Final = 4

# What says where and not what: a traceback's frame with the source line that follows it, a path, a URL.
_PLACES: Final = (
    re.compile(
        rb"file \"[^\"\r\n]{1,400}+\", line [0-9]{1,7}+(?:, in [^\r\n]{1,200}+)?"
        rb"(?:[\r\n]{1,2}+[ \t]{4,}+[^\r\n]{0,300}+){0,2}+"
    ),
    # Each expression begins with its own word, so that it is searched for at once.
    *(re.compile(scheme + rb"(?:/[a-z0-9._@+~=-]{1,120}+){2,}+") for scheme in (rb"https?:/", rb"file:/", b"")),
)
_FRAMES: Final = _PLACES[:1]
"""Those that a text without a slash can hold."""
# The words of a run that must not be common ones.
_TELLING_WORDS: Final = 3

# A run of eight words holds six threes in a row, so one of any six places in a row begins a three of every run.
_THREE: Final = 3
_EVERY: Final = RUN - _THREE + 1

_Run = tuple[bytes, ...]


class KeptRuns:
    """The runs of words that the kept members hold, and where."""

    def __init__(self, views: Mapping[str, Sequence[View]], check: Callable[[], None] = lambda: None) -> None:
        """Remember the runs of all text views; ``check`` is called before each view and each withheld text."""
        self._check = check
        self._runs: frozenset[_Run] | None = None
        self._threes: frozenset[_Run] | None = None
        self._views = {
            name: [view for view in some if not view.is_joined and "everything" not in view.path]
            for name, some in views.items()
        }  # fmt: skip
        self._texts = []
        for view in (view for some in self._views.values() for view in some):
            check()
            self._texts.append(_words(view.lines.data))
        self.count = sum(max(len(words) - RUN + 1, 0) for words in self._texts)

    def copies(self, withheld: Iterable[bytes]) -> Iterator[tuple[str, int]]:
        """Yield (member, line) of each kept place that copies one of the ``withheld`` texts."""
        copied: set[_Run] = set()
        for text in withheld:
            self._check()
            copied.update(run for run in self._shared(_words(unescape_all(text))) if _telling(run))
        if copied:
            yield from self._places(copied)

    def _shared(self, words: Sequence[bytes]) -> Iterator[_Run]:
        """Yield the runs of ``words`` that are kept ones too, some of them several times."""
        if self._threes is None:
            self._threes = self._all(_THREE)
        threes = zip(words[::_EVERY], words[1::_EVERY], words[2::_EVERY], strict=False)
        if self._threes.isdisjoint(threes):
            # So it is with most withheld texts.
            return
        if self._runs is None:
            self._runs = self._all(RUN)
        for at in range(0, len(words) - _THREE + 1, _EVERY):
            if tuple(words[at : at + _THREE]) in self._threes:
                yield from self._runs.intersection(_runs(words[max(at - _EVERY + 1, 0) : at + RUN], RUN))

    def _all(self, length: int) -> frozenset[_Run]:
        """Return all kept runs of a length."""
        runs: set[_Run] = set()
        for words in self._texts:
            self._check()
            runs.update(_runs(words, length))
        return frozenset(runs)

    def _places(self, copied: set[_Run]) -> Iterator[tuple[str, int]]:
        for name, some in self._views.items():
            for view in some:
                self._check()
                positions = list(_WORD.finditer(_readable(view.lines.data)))
                runs = _runs([match.group() for match in positions], RUN)
                for match, run in zip(positions, runs, strict=False):
                    if run in copied:
                        yield name, view.lines.line_at(match.start())


def _words(text: bytes) -> list[bytes]:
    return _WORD.findall(_readable(text))


def _readable(text: bytes) -> bytes:
    """Return ``text`` in lower case, with placeholders, traceback frames and paths blanked at the same length."""
    text = without_placeholders(text.lower())
    for places in _PLACES if b"/" in text else _FRAMES if b'file "' in text else ():
        text = places.sub(lambda place: b" " * len(place.group()), text)
    return text


def _runs(words: Sequence[bytes], length: int) -> Iterator[_Run]:
    return zip(*(words[offset:] for offset in range(length)), strict=False)


def _telling(run: _Run) -> bool:
    letters = sum(_WIDE_WORDS if word[0] >= 0x80 else len(word) for word in run)  # noqa: PLR2004 -- not ASCII
    telling = {word for word in run if word not in COMMON_WORDS and not word.isdigit()}
    return letters >= _LETTERS and len(telling) >= _TELLING_WORDS
