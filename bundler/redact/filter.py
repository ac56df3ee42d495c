"""The redactor as a filter for ``compass-report scrub``: what is known on this machine, and a stream of any length."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Final

from bundler.config import Config, load_config
from bundler.machine.environment import working_folder
from bundler.machine.harvest import harvest
from bundler.machine.roots import path_roles
from redaction import Format, KnownValue, Policy, Redactor
from redaction.findings import Kind
from redaction.stream import scrub_stream

# A document up to this size is read as JSON in one piece; anything longer is streamed as text.
_WHOLE: Final = 64 * 1024 * 1024
_SUFFIXES: Final = {".json": Format.JSON, ".jsonl": Format.JSON_LINES, ".ndjson": Format.JSON_LINES}

# Values that go everywhere once they were found; each batch of 500 is looked for in every window again.
MOST_LEARNT: Final = 20_000

OnFinding = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True)
class Scrubbed:
    """What was done: replacements by rule, and how often a value was found that could not be remembered for want of room."""

    counts: Mapping[str, int]
    overlooked: int


@dataclass(frozen=True, slots=True, repr=False)
class ScrubRequest:
    """``form`` is auto, text, json or jsonl."""

    form: str = "auto"
    harvest: bool = True
    config_file: Path | None = None


def scrub(
    source: BinaryIO, sink: BinaryIO | None, request: ScrubRequest, *, name: str = "", findings: OnFinding | None = None
) -> Scrubbed:
    """Copy ``source`` to ``sink`` redacted and return what was done.

    With ``findings`` each span (byte offsets into the input) and rule is told instead of being counted alone.
    """
    redactor = Redactor(policy(load_config(request.config_file), known=request.harvest), most_learnt=MOST_LEARNT)
    head = source.read(_WHOLE + 1)
    form = _form(head, request.form, name)
    if findings is not None or (form is not Format.TEXT and len(head) <= _WHOLE):
        data = head + source.read() if findings is not None else head
        redactor.survey(data, form)
        redacted = redactor.redact(data, form)
        for finding in redacted.findings if findings is not None else ():
            findings(finding.start, finding.end, finding.rule)  # type: ignore[misc]
        if sink is not None:
            sink.write(redacted.data)
    else:
        scrub_stream(_Rejoined(head, source), sink or BytesIO(), redactor)  # type: ignore[arg-type]
    return Scrubbed(redactor.counts, redactor.overlooked)


def policy(config: Config, *, known: bool) -> Policy:
    """Return the policy of this machine and the user's configuration."""
    values = harvest(folders=(working_folder(),), without=config.harvest_without).values if known else ()
    terms = tuple(KnownValue(term, Kind.TERM, "term", "configuration") for term in config.terms)
    return Policy(
        known_values=(*values, *terms),
        path_roles=path_roles(()) if known else (),
        public_hosts=frozenset(config.public_hosts),
        private_domains=frozenset(config.private_domains),
    )


def _form(head: bytes, wanted: str, name: str) -> Format:
    if wanted != "auto":
        return Format(wanted)
    known = _SUFFIXES.get(Path(name).suffix.lower())
    if known is not None:
        return known
    if len(head) <= _WHOLE and head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"["):
        try:
            json.loads(head)
        except (ValueError, RecursionError):
            return Format.TEXT
        return Format.JSON
    return Format.TEXT


class _Rejoined:
    """A stream whose first bytes were read already; seekable only if what it wraps is."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._seekable = rest.seekable()
        self._head, self._rest = head, rest
        if self._seekable:
            rest.seek(0)
            self._head = b""

    def read(self, size: int = -1) -> bytes:
        if self._head:
            part, self._head = self._head[:size], self._head[size:]
            return part
        return self._rest.read(size)

    def seekable(self) -> bool:
        return self._seekable

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._rest.seek(offset, whence)

    def tell(self) -> int:
        return self._rest.tell()
