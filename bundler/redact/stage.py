"""The redaction stage: survey everything that was collected, then replace everywhere, in one redactor.

This is the only place that makes ``RedactedItem``s, so nothing reaches the renderer around it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bundler.errors import NotCleanError
from bundler.model import (
    BundleName,
    Evidence,
    Omission,
    PlaceholderEntry,
    RawItem,
    RedactedEvidence,
    RedactedItem,
    Status,
)
from bundler.redact.names import file_name_part, identity_words
from bundler.redact.vocabulary import vocabulary
from redaction import Format, Policy, Redactor
from redaction.withheld import common_fragments

# Copies of withheld text shorter than this are words, not task data; see docs/security.md.
_SHORTEST_COPY: Final = 24

# Values learnt from the task's files, prompts and trajectories included: forty megabytes of memory.
_MOST_LEARNT: Final = 100_000

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True, repr=False)
class Probe:
    """A document sent through the same redactor to prove that it works; it never enters the bundle."""

    data: bytes
    format: Format


@dataclass(frozen=True, slots=True, repr=False)
class Redaction:
    """What the stage gives: the redacted evidence, the probes after redaction, and the redactor for titles and the map."""

    evidence: RedactedEvidence
    probes: tuple[bytes, ...]
    redactor: Redactor
    fragments: tuple[bytes, ...]


def redact_evidence(
    evidence: Evidence,
    policy: Policy,
    *,
    task_data: str,
    withheld: Callable[[], Iterable[bytes]],
    harvest: dict[str, int],
    probes: Sequence[Probe] = (),
    probe_texts: Sequence[bytes] = (),
    progress: Progress = lambda _step: None,
) -> Redaction:
    """Return all items, omissions and names of ``evidence`` after one redactor has seen everything.

    ``withheld`` yields the texts that must vanish, ``probe_texts`` those of the canaries.
    """
    items = evidence.items
    redactor = Redactor(policy, most_learnt=_MOST_LEARNT)
    progress("surveying")
    _survey(redactor, evidence, items, probes)
    progress("looking for copies of withheld task data")
    fragments = _hunt(redactor, evidence, items, withheld, task_data, probes, probe_texts)
    progress("redacting")
    redactor.look_up(_texts(evidence, probes))
    redacted = tuple(_redact(redactor, item) for item in items)
    omissions = tuple(_redact_omission(redactor, omission) for omission in evidence.omissions)
    name = _name(redactor, evidence)
    counts = {item.member: dict(Counter(finding.rule for finding in item.findings)) for item in redacted}
    placeholders = {
        placeholder: PlaceholderEntry(entry.rule, str(entry.kind), entry.count)
        for placeholder, entry in redactor.ledger.items()
        if entry.count
    }
    outputs = tuple(redactor.redact(probe.data, probe.format).data for probe in probes)
    run = evidence.selection.run
    made = Redaction(
        RedactedEvidence(
            items=redacted,
            omissions=omissions,
            name=name,
            identity=_identity(redactor, evidence),
            placeholders=placeholders,
            redactions=counts,
            harvest=harvest,
            task_data=task_data,
            layout=run.layout,
            notes=tuple(redactor.redact_text(note) for note in run.notes),
        ),
        outputs,
        redactor,
        fragments,
    )
    _refuse_too_many(redactor)
    return made


def _survey(redactor: Redactor, evidence: Evidence, items: Iterable[RawItem], probes: Iterable[Probe]) -> None:
    for item in items:
        redactor.survey(item.data, item.format)
    for data, kind in evidence.survey_only():
        redactor.learn_from(data, kind)
        _refuse_too_many(redactor)
    for probe in probes:
        redactor.survey(probe.data, probe.format)
    _refuse_too_many(redactor)


def _refuse_too_many(redactor: Redactor) -> None:
    """End the build where more values were found than can be looked for: what is not remembered might leave."""
    if redactor.overlooked:
        raise NotCleanError(
            f"Nothing is proven: the files of this task hold more than {_MOST_LEARNT:,} different values that may be"
            " secrets, the most that are remembered.",
            hint="Nothing was written. A file that is full of tokens or addresses makes so many: see `compass-report"
            " scrub --report` on the task's files.",
        )


def _texts(evidence: Evidence, probes: Sequence[Probe]) -> Iterator[bytes]:
    """Yield all texts that are redacted after the survey."""
    yield from (item.data for item in evidence.items)
    yield from (probe.data for probe in probes)
    short: list[object] = [text for item in evidence.items for text in (item.note, item.source)]
    short += [text for omission in evidence.omissions for text in (omission.item, omission.reason)]
    short += [*evidence.selection.run.notes, *_identifying(evidence).values(), *_name_texts(evidence)]
    yield from (text.encode("utf-8", "surrogatepass") for text in short if isinstance(text, str))


def _hunt(
    redactor: Redactor,
    evidence: Evidence,
    items: Sequence[RawItem],
    withheld_texts: Callable[[], Iterable[bytes]],
    task_data: str,
    probes: Sequence[Probe],
    probe_texts: Sequence[bytes],
) -> tuple[bytes, ...]:
    kept = [item.data for item in items] if task_data != "full" else []

    def withheld() -> Iterable[bytes]:
        if task_data != "full":
            yield from withheld_texts()
        yield from probe_texts

    fragments = common_fragments(
        [*kept, *(probe.data for probe in probes)],
        withheld(),
        minimum=_SHORTEST_COPY,
        vocabulary=vocabulary(items, identity_words(evidence.selection) | evidence.public_names),
    )
    redactor.withhold(fragments)
    return tuple(fragments)


def _redact(redactor: Redactor, item: RawItem) -> RedactedItem:
    redacted = redactor.redact(item.data, item.format)
    note = "; ".join(part for part in (redactor.redact_text(item.note), redacted.note) if part)
    return RedactedItem(
        member=item.member,
        data=redacted.data,
        format=redacted.format,
        source=redactor.redact_text(item.source),
        status=item.status,
        note=note,
        findings=redacted.findings,
    )


def _redact_omission(redactor: Redactor, omission: Omission) -> Omission:
    return Omission(redactor.redact_text(omission.item), Status(omission.status), redactor.redact_text(omission.reason))


def _identity(redactor: Redactor, evidence: Evidence) -> dict[str, Any]:
    """Return what names the run, the task and the attempt, every text redacted; unknown things are ``None``."""
    task, attempt = evidence.selection.task, evidence.selection.attempt
    texts = _identifying(evidence)
    known = {key: redactor.redact_text(value) if isinstance(value, str) else None for key, value in texts.items()}
    return {**known, "attempt": attempt.number if attempt else None, "attempts": len(task.attempts) if task else None}


def _identifying(evidence: Evidence) -> dict[str, object]:
    """Return the texts that name the run, the task and the components, as they stand in the run."""
    selection, request = evidence.selection, _request(evidence)
    task, info = selection.task, selection.run.info
    return {
        "run_id": selection.run.run_id,
        "status": info.get("status"),
        "started_at": info.get("started_at"),
        "finished_at": info.get("finished_at"),
        "task_id": task.task_id if task else None,
        "task_directory": task.directory_name if task else None,
        "task_state": task.state if task else None,
        **{part: _component(request, part) for part in ("benchmark", "harness", "environment", "model")},
    }


def _request(evidence: Evidence) -> Mapping[str, Any]:
    request = evidence.selection.run.info.get("request")
    return request if isinstance(request, dict) else {}


def _component(request: Mapping[str, Any], part: str) -> object:
    section = request.get(part)
    return section.get("id") if isinstance(section, dict) else None


def _name(redactor: Redactor, evidence: Evidence) -> BundleName:
    return BundleName(*(file_name_part(redactor.redact_text(text)) for text in _name_texts(evidence)))


def _name_texts(evidence: Evidence) -> tuple[str, str, str]:
    """Return the names of the benchmark, the task and the run, as parts of the file name."""
    selection = evidence.selection
    benchmark = _component(_request(evidence), "benchmark")
    task = (
        selection.task.directory_name.rpartition("--")[0] or selection.task.directory_name if selection.task else "run"
    )
    return str(benchmark or "unknown"), task, selection.run.run_id
