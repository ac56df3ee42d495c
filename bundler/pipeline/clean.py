"""Redact: what this machine knows, canaries beside the evidence, one redactor for all, and the verifier's secrets."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom

from bundler.config import Config
from bundler.errors import UsageError
from bundler.machine.environment import working_folder
from bundler.machine.harvest import Harvest, harvest
from bundler.machine.roots import path_roles
from bundler.model import Evidence, RedactedEvidence
from bundler.own_words import is_own_word
from bundler.pipeline.request import Progress, ReportRequest
from bundler.redact.echoes import without_echoes
from bundler.redact.stage import Probe, Redaction, redact_evidence
from bundler.verify import canaries as canary_step
from bundler.verify.values import Known, Secrets
from redaction import KnownValue, Policy
from redaction.findings import Kind


@dataclass(frozen=True, slots=True, repr=False)
class Cleaned:
    """Redacted evidence, the secrets that prove it clean, and what the redactor remembers (in memory only)."""

    evidence: RedactedEvidence
    secrets: Secrets
    redaction: Redaction
    known_values: tuple[KnownValue, ...]
    unread_sources: tuple[str, ...]


def clean(evidence: Evidence, request: ReportRequest, config: Config, progress: Progress) -> Cleaned:
    """Return the evidence after redaction, with everything the verifier must not find in it."""
    learnt = _harvest(evidence, request, config)
    canaries = canary_step.make(SystemRandom())
    told = tuple(KnownValue(canary.value, canary.kind, "canary", "canary") for canary in canaries.told)
    withheld = _withheld(evidence, request)
    policy = _policy(evidence, learnt, config, told)
    redaction = redact_evidence(
        evidence,
        policy,
        task_data=request.task_data,
        withheld=withheld,
        harvest=dict(learnt.counts),
        probes=tuple(Probe(document.data, document.format) for document in canaries.documents),
        probe_texts=canaries.withheld,
        progress=progress,
    )
    secrets = Secrets(
        known=tuple(dict.fromkeys(_known(policy, redaction))),
        withheld=withheld,
        canaries=canaries,
        canary_outputs=redaction.probes,
        public_names=evidence.public_names,
        public_hosts=frozenset(config.public_hosts),
    )
    return Cleaned(redaction.evidence, secrets, redaction, learnt.values, learnt.unreadable)


def _harvest(evidence: Evidence, request: ReportRequest, config: Config) -> Harvest:
    if not request.harvest:
        return Harvest((), {}, ())
    return harvest(
        folders=tuple(dict.fromkeys((working_folder(), *_working_folders(evidence)))),
        command=request.command or shlex.join(request.captured),
        without=config.harvest_without,
        files=tuple(_given_configuration(evidence)),
    )


def _given_configuration(evidence: Evidence) -> Iterator[Path]:
    """Yield the configuration file that the run was given with ``--config``, as run_info.json's metadata name it."""
    metadata = evidence.facts.request.get("metadata")
    stated = metadata.get("config_path") if isinstance(metadata, Mapping) else None
    if isinstance(stated, str) and Path(stated).is_absolute():
        yield Path(stated)


def _working_folders(evidence: Evidence) -> Iterator[Path]:
    for role in path_roles(record.text for record in evidence.facts.records):
        if role.role == "workdir":
            yield Path(role.prefix)


def _policy(evidence: Evidence, learnt: Harvest, config: Config, told: Iterable[KnownValue]) -> Policy:
    for term in config.terms:
        if is_own_word(term):
            raise UsageError(
                f"The term {term} of the configuration is a word that every bundle says itself.",
                hint="Take it out of terms, or write a longer one.",
            )
    terms = tuple(KnownValue(term, Kind.TERM, "term", "configuration") for term in config.terms)
    texts = [record.text for record in evidence.facts.records] + [trace.text for trace in evidence.facts.tracebacks]
    return Policy(
        known_values=(*(value for value in learnt.values if not is_own_word(value.value)), *terms, *told),
        path_roles=path_roles([*texts, evidence.facts.console]),
        keep=evidence.public_names,
        public_hosts=frozenset(config.public_hosts),
        private_domains=frozenset(config.private_domains),
    )


def _known(policy: Policy, redaction: Redaction) -> Iterator[Known]:
    """Yield everything the redactor knew or learnt: what was given, and what it found on the way."""
    for value in policy.known_values:
        yield Known(value.value, value.kind)
    for found, kind in redaction.redactor.values():
        if kind is not Kind.PATH:
            yield Known(found.decode("utf-8", "surrogateescape"), kind, given=False)
    for role in policy.path_roles:
        yield Known(role.prefix, Kind.PATH)


def _withheld(evidence: Evidence, request: ReportRequest) -> Callable[[], Iterator[bytes]]:
    if request.task_data == "full":
        return lambda: iter(())
    return without_echoes(evidence.withheld, evidence.authored, evidence.facts)
