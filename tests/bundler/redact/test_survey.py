"""What the stage learns from files that stay on the machine, and what it does where they teach too much."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from bundler.errors import ExitCode, NotCleanError
from bundler.model import Evidence, Facts, Omission, RawItem, Run, Selection, Status
from bundler.redact import stage
from bundler.redact.stage import Probe, Redaction, redact_evidence
from bundler.verify import canaries
from redaction import Format, Policy, learnt
from redaction.findings import Kind
from redaction.policy import KnownValue

_VALUES = tuple(f"FAKE{number:03}canary{number * 7919 % 1000:03}Xq" for number in range(30))


def _stage(values: tuple[str, ...]) -> tuple[Redaction, canaries.Canaries]:
    """Return what the stage makes of items in which values stand bare, told only by a file that stays."""
    told = [f'{{"password": "{value}"}}'.encode() for value in values]

    def survey_only() -> Iterator[tuple[bytes, Format]]:
        yield from ((each, Format.JSON) for each in told)

    evidence = Evidence(
        selection=Selection(Run(Path("run"), f"run-{values[0]}", "v3", notes=(f"note {values[1]}",)), None, None),
        facts=Facts(),
        items=(RawItem("evidence/log.txt", " ".join(values).encode(), Format.TEXT, values[2], note=values[3]),),
        omissions=(Omission(values[4], Status.ABSENT, values[5]),),
        survey_only=survey_only,
        withheld=lambda: iter(()),
    )
    sent = canaries.make(Random(7))
    known = tuple(KnownValue(each.value, each.kind, "canary", "canary") for each in sent.told)
    probes = tuple(Probe(each.data, each.format) for each in sent.documents)
    made = redact_evidence(
        evidence, Policy(known), task_data="none", withheld=lambda: iter(()), harvest={}, probes=probes,
        probe_texts=sent.withheld,
    )  # fmt: skip
    return made, sent


@pytest.mark.parametrize("at_once", [1, 7, 500])
def test_values_of_files_that_stay_are_nowhere_and_canaries_are_gone(
    monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    """However many batches it takes: no item, note, source, omission or name keeps a value, and no canary survives."""
    monkeypatch.setattr(learnt, "_AT_ONCE", at_once)
    made, sent = _stage(_VALUES)
    assert not [value for value in _VALUES if value in repr_of(made)]
    assert canaries.survivors(made.probes, sent) == ()
    assert {value.decode() for value, kind in made.redactor.values() if kind is Kind.SECRET} >= set(_VALUES)


def repr_of(made: Redaction) -> str:
    """Return all that leaves the stage as one text."""
    shown = made.evidence
    texts = [shown.name, shown.identity, shown.notes, shown.omissions, shown.placeholders]
    texts += [(item.data, item.note, item.source) for item in shown.items]
    return str(texts)


def test_too_many_values_end_the_build_with_a_sentence_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where more is found than is remembered nothing is built; the sentence names the limit and no canary."""
    monkeypatch.setattr(stage, "_MOST_LEARNT", 20)
    with pytest.raises(NotCleanError) as caught:
        _stage(_VALUES)
    assert caught.value.exit_code is ExitCode.NOT_CLEAN
    assert "more than 20 different values" in caught.value.sentence
    assert not caught.value.candidates
    assert "canar" not in caught.value.sentence + caught.value.hint
