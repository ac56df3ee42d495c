r"""What a line must hold for a plug-in of detect-secrets to claim anything in it, so that most lines are never scanned.

Derived from the patterns of the pinned version, and held against its unfiltered scan by a test. A plug-in that is not
listed reads every line. Most of its patterns ignore letter case, and begin with parts that may be missing: searching
for such a pattern costs a hundred times what searching for its fixed words in lower-cased text does.

Case is folded as Python's expressions fold it, except for the letter i (they take U+0130 and U+0131 for it): no word
sought in folded text holds one, or a dot stands for it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Final


@dataclass(frozen=True, slots=True)
class Needs:
    """Any of these is enough: words or expressions as written, or sought in text whose case is folded.

    An expression that begins with a word is searched for as fast as a word; several of them are faster than one of all.
    """

    written: tuple[str | re.Pattern[str], ...] = ()
    folded: tuple[str | re.Pattern[str], ...] = ()


# As its `build_assignment_regex` and the plug-ins' own parts have it; "api" has an i.
_API: Final = r"(?:ap.{1,2})?"
_KEY: Final = r"(?:key|pw|pass|token)"
NEEDS: Final[dict[str, Needs]] = {
    "AWSKeyDetector": Needs(written=("A3T", "ABIA", "ACCA", "AKIA", "ASIA"), folded=("aws",)),
    "ArtifactoryDetector": Needs(written=(re.compile(r"AKC|AP[\dA-F]"),)),
    "AzureStorageKeyDetector": Needs(written=("AccountKey=",)),
    "BasicAuthDetector": Needs(written=("://",)),
    "CloudantDetector": Needs(
        folded=(re.compile(rf"cl(?:ou(?:dant)?)?[_-]?{_API}{_KEY}"), re.compile(r"\.cloudant\.com"))
    ),
    "DiscordBotTokenDetector": Needs(written=(re.compile(r"\.[a-zA-Z\d_-]{6}\."),)),
    "GitHubTokenDetector": Needs(written=("ghp_", "gho_", "ghu_", "ghs_", "ghr_")),
    "GitLabTokenDetector": Needs(
        written=(
            "GR1348941", "glpat-", "gldt-", "glft-", "glsoat-", "glrt-", "glcbt-", "glimt-", "glptt-", "glagent-", "gloas-",
        )
    ),
    "IPPublicDetector": Needs(written=(re.compile(r"\.\d{1,3}+\.\d"),)),
    "IbmCloudIamDetector": Needs(
        folded=tuple(
            re.compile(rf"{word}[\"']?\]? *[=: ][:=>]? *[\"']?[\w-]{{40}}")
            for word in ("key", "pwd", "pass", "password", "token")
        )
    ),
    "IbmCosHmacDetector": Needs(folded=(re.compile(r"secret[-_]?(?:access)?[-_]?key"),)),
    "JwtTokenDetector": Needs(written=("eyJ",)),
    "KeywordDetector": Needs(folded=("key", "pass", "pwd", "secret", "contrase")),
    "MailchimpDetector": Needs(written=(re.compile(r"-us\d"),)),
    "NpmDetector": Needs(written=("/:_authToken=",)),
    "OpenAIDetector": Needs(written=("T3BlbkFJ",)),
    "PrivateKeyDetector": Needs(written=("BEGIN ", "PuTTY")),
    "PypiTokenDetector": Needs(written=("pypi-AgE",)),
    "SendGridDetector": Needs(written=("SG.",)),
    "SlackDetector": Needs(folded=("xox", "slack")),
    # Between "softlayer" and "com" its pattern has a dot that stands for anything.
    "SoftlayerDetector": Needs(
        folded=(re.compile(rf"(?:sl|softlayer)[_-]?{_API}[_-]?{_KEY}"), re.compile(r"softlayer.com"))
    ),
    "SquareOAuthDetector": Needs(written=("sq0csp-",)),
    "StripeDetector": Needs(written=("k_live_",)),
    "TelegramBotTokenDetector": Needs(written=(re.compile(r":[0-9A-Za-z_-]{35}"),)),
    "TwilioKeyDetector": Needs(written=(re.compile(r"AC[a-z0-9]{32}"), re.compile(r"SK[a-z0-9]{32}"))),
}  # fmt: skip


class Pieces:
    """Many short texts without line feeds, searched as one."""

    def __init__(self, pieces: Sequence[str]) -> None:
        """Join them, and fold their case at first use."""
        self._pieces = pieces
        self._text = "\n".join(pieces)

    def __len__(self) -> int:
        """How many there are."""
        return len(self._pieces)

    def __getitem__(self, index: int) -> str:
        """One of them."""
        return self._pieces[index]

    def fulfilling(self, needs: Needs) -> list[int]:
        """Return the indexes of the pieces that hold any of what is needed, in order."""
        found: set[int] = set()
        for search in needs.written:
            found.update(_lines(self._text, self._starts, search))
        for search in needs.folded:
            found.update(_lines(self._folded, self._folded_starts, search))
        return sorted(found)

    def holding(self, pattern: re.Pattern[str], indexes: Sequence[int]) -> list[int]:
        """Return those of ``indexes`` whose pieces ``pattern`` finds something in, in one pass over their joined text.

        A match may begin in one piece and end in another; every piece it touches counts.
        """
        if not indexes:
            return []
        some = [self._pieces[index] for index in indexes]
        starts: list[int] = []
        found: dict[int, None] = {}
        for match in re.compile(pattern.pattern, pattern.flags | re.MULTILINE).finditer("\n".join(some)):
            starts = starts or _starts_of(some)
            first, last = bisect_right(starts, match.start()) - 1, bisect_right(starts, max(match.end() - 1, 0)) - 1
            found.update(dict.fromkeys(indexes[first : last + 1]))
        return list(found)

    @cached_property
    def _starts(self) -> list[int]:
        return _starts_of(self._pieces)

    @cached_property
    def _folded(self) -> str:
        return self._text.casefold()

    @cached_property
    def _folded_starts(self) -> list[int]:
        # Folding may change lengths, and never makes or removes a line feed.
        return _starts_of(self._folded.split("\n"))


def _starts_of(pieces: Sequence[str]) -> list[int]:
    return list(accumulate((len(piece) + 1 for piece in pieces), initial=0))


def _lines(text: str, starts: Sequence[int], search: str | re.Pattern[str]) -> Iterator[int]:
    """Yield the index of each line that holds ``search``, which must not match a line feed."""
    position = _next(text, search, 0)
    while position >= 0:
        index = bisect_right(starts, position) - 1
        yield index
        position = _next(text, search, starts[index + 1])


def _next(text: str, search: str | re.Pattern[str], start: int) -> int:
    if isinstance(search, str):
        return text.find(search, start)
    match = search.search(text, start)
    return -1 if match is None else match.start()
