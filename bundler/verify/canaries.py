"""Step 7: fake values sent through the same redactor in the same run; one survivor, and there is no bundle."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final
from urllib.parse import quote

from bundler.verify.canary_values import Canary, make_canaries, make_sentence
from bundler.verify.known_values import Known, KnownValues
from bundler.verify.views import View, views_of
from bundler.verify.withheld import KeptRuns
from redaction.findings import Format, Kind


@dataclass(frozen=True, slots=True, repr=False)
class CanaryDocument:
    """A document that holds a canary in one form, to be surveyed and redacted like any evidence."""

    data: bytes
    format: Format
    form: str

    def __repr__(self) -> str:
        """Name the form; never the text."""
        return f"CanaryDocument({self.form})"


@dataclass(frozen=True, slots=True, repr=False)
class Canaries:
    """The canaries of one build: the values, the documents that hold them, and a withheld sentence."""

    values: tuple[Canary, ...]
    sentence: str
    documents: tuple[CanaryDocument, ...]

    def __repr__(self) -> str:
        """Count, never show."""
        return f"Canaries({len(self.documents)} documents)"

    @property
    def told(self) -> tuple[Canary, ...]:
        """The canaries that the policy must name as known values, because no rule can know them."""
        return tuple(canary for canary in self.values if canary.must_be_told)

    @property
    def withheld(self) -> tuple[bytes, ...]:
        """The texts to withhold along with the task data."""
        return (self.sentence.encode(),)


def _ansi(text: str) -> str:
    middle = len(text) // 2
    return f"{text[:middle]}\x1b[1;31m{text[middle:]}\x1b[0m"


def _wrapped(text: str) -> str:
    middle = len(text) // 2
    return f"{text[:middle]}\n    {text[middle:]}"


# Each form a value is found in when it was learnt from a plain one; see the list in docs/security.md.
FORMS: Final[tuple[tuple[str, Callable[[str], str]], ...]] = (
    ("json-escaped", lambda text: json.dumps(json.dumps(text))),
    ("percent", lambda text: quote(text, safe="")),
    ("base64", lambda text: base64.b64encode(b"key=" + text.encode()).decode()),
    ("ansi", _ansi),
    ("wrapped", _wrapped),
)

# Hosts, people and folders are no credentials: nobody hides them in base64, and short words would be found in noise.
_ANY_KIND: Final = frozenset({"json-escaped", "percent"})


def make(random: Random) -> Canaries:
    """Return fresh canaries; ``random`` decides the values and must be seeded anew for each build."""
    values, sentence = make_canaries(random), make_sentence(random)
    documents = [_document(canary.context.format(canary.value), "raw") for canary in values]
    documents += [
        _document(f"seen {form(canary.value)} again", name)
        for canary in values
        for name, form in FORMS
        if canary.kind is Kind.SECRET or name in _ANY_KIND
    ]
    documents.append(
        CanaryDocument(
            json.dumps({"items": [canary.context.format(canary.value) for canary in values]}, indent=1).encode(),
            Format.JSON,
            "json",
        )
    )
    documents.append(_document(f"the prompt was: {sentence}", "withheld"))
    return Canaries(values, sentence, tuple(documents))


def _document(text: str, form: str) -> CanaryDocument:
    return CanaryDocument(f"12:00:00 {text}\n".encode(), Format.TEXT, form)


def survivors(outputs: Sequence[bytes], canaries: Canaries) -> tuple[str, ...]:
    """Return the names of the canaries that stand in any of ``outputs`` in any form, ``withheld`` for the sentence."""
    views = {"outputs": views_of(b"\n".join(outputs))}
    return tuple(dict.fromkeys(name for name, _, _ in places(views, KeptRuns(views), canaries)))


def places(
    views: Mapping[str, Sequence[View]], kept: KeptRuns, canaries: Canaries, check: Callable[[], None] = lambda: None
) -> list[tuple[str, str, int]]:
    """Return (canary, member, line) for each place where a canary stands in any view; ``kept`` are the views' runs."""
    needles = KnownValues(Known(canary.value, canary.kind, canary.name) for canary in canaries.values)
    found = []
    for member, some in views.items():
        for view in some:
            check()
            found += [(name, member, line) for line, name in needles.find(view)]
    return found + [("withheld", member, line) for member, line in kept.copies(canaries.withheld)]
