"""The eight steps that prove a finished bundle clean, on its bytes; each step and its block bear the same number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from bundler.machine.deadline import Deadline, TimeIsUp, alarm
from bundler.verify import limits
from bundler.verify.archive import read_archive
from bundler.verify.canaries import places
from bundler.verify.detect_secrets_adapter import SecondOpinion, second_opinion
from bundler.verify.documents import Documents, documents_of, member_texts
from bundler.verify.known_values import CUT_SHORT, WHOLE_SECRET, in_batches
from bundler.verify.manifest import Manifest, check_contents, check_members, read_manifest
from bundler.verify.placeholders import Placeholders
from bundler.verify.refusals import not_clean, out_of_time, refuse_empty
from bundler.verify.rules import Leave, RuleScanner, rules_version, shipped_rules
from bundler.verify.steps import STEPS, WITHOUT_SECRETS, Progress
from bundler.verify.values import Hit, Report, Secrets, VerifiedBundle
from bundler.verify.withheld import KeptRuns
from redaction.rule import Rule

ISSUE_BODY: Final = "issue body"


@dataclass(frozen=True, slots=True, repr=False)
class _Checks:
    """The prepared searches of steps 4 to 7."""

    scanner: RuleScanner
    opinion: SecondOpinion
    leave: Leave
    secrets: Secrets | None
    deadline: Deadline


def verify_bundle(
    source: Path | BinaryIO,
    *,
    secrets: Secrets | None,
    issue_body: bytes | None,
    rules: Sequence[Rule] | None = None,
    deadline: Deadline | None = None,
) -> VerifiedBundle:
    """Return the bundle if every step passes before the ``deadline``, which is that of ``limits`` unless given.

    Without ``secrets`` (a received bundle) steps 1 to 3 and 5 run; 5 reads an ``issue_body`` too. ``rules`` are the
    shipped ones unless given. Raises ``InvalidBundleError`` for steps 1 to 3, with the reason's name, and
    ``NotCleanError`` for the others, with every hit as ``member:line:rule`` up to a bound; never a value.
    """
    rules = shipped_rules() if rules is None else tuple(rules)
    refuse_empty(rules, secrets)
    progress = Progress(deadline or Deadline(limits.SECONDS), tuple(STEPS) if secrets else WITHOUT_SECRETS)
    try:
        with alarm(progress.deadline):
            return _verified(source, secrets, issue_body, rules, progress)
    except TimeIsUp:
        raise out_of_time(progress.deadline, progress.running, is_ours=secrets is not None) from None


def _verified(
    source: Path | BinaryIO,
    secrets: Secrets | None,
    issue_body: bytes | None,
    rules: Sequence[Rule],
    progress: Progress,
) -> VerifiedBundle:
    # 1. the archive is a sane zip
    progress.deadline.at("bundle")
    archive = read_archive(source)
    progress.ran(1, members=len(archive.members), bytes=archive.packed_bytes)

    # 2. members are those of the manifest, with safe names, fixed dates and modes
    manifest = read_manifest(archive)
    check_members(archive, manifest)
    progress.ran(2, members=len(manifest.listed))

    # 3. sizes, SHA-256 and formats are as listed
    check_contents(archive, manifest)
    total = sum(len(data) for data in archive.members.values())
    progress.ran(3, bytes=total)

    texts = member_texts(archive)
    if issue_body is not None:
        # 8. the issue body passes steps 4 to 7: it is read along with the members, under a name of its own
        texts[ISSUE_BODY] = issue_body
    documents = documents_of(texts, progress.deadline)
    with second_opinion() as opinion:
        checks = _checks(rules, secrets, manifest, opinion, progress.deadline)
        # 4. to 7. on the members and the issue body
        for number, hits, counts in _clean_steps(documents, checks):
            progress.hits.update(hits)
            progress.ran(number, **counts)
    if issue_body is not None and secrets is not None:
        progress.ran(8, bytes=len(issue_body))
    if progress.hits:
        raise not_clean(progress.hits, is_ours=secrets is not None)
    report = Report(
        tuple(progress.steps),
        f"{rules_version(rules)}+detect-secrets-{opinion.version}",
        len(archive.members),
        archive.packed_bytes,
        total,
    )
    return VerifiedBundle(manifest.raw, archive.members, report)


def _checks(
    rules: Sequence[Rule], secrets: Secrets | None, manifest: Manifest, opinion: SecondOpinion, deadline: Deadline
) -> _Checks:
    # The reporter's own machine says what is public; a received manifest can only say it of itself.
    public = manifest.public_names if secrets is None else secrets.public_names
    leave = Leave(
        Placeholders(manifest.placeholders, (rule.stem for rule in rules)),
        frozenset(name.encode("utf-8", "surrogatepass") for name in public),
        frozenset(host.casefold() for host in (public if secrets is None else secrets.public_hosts)),
    )
    return _Checks(RuleScanner(rules), opinion, leave, secrets, deadline)


def _clean_steps(documents: Documents, checks: _Checks) -> Iterator[tuple[int, list[Hit], dict[str, int]]]:
    """Yield each of the steps 4 to 7 that can run: its number, its hits and its counts."""
    secrets = checks.secrets
    # 4. no known value in any encoding
    if secrets is not None:
        known, count = _known_hits(documents, secrets, checks.deadline)
        yield 4, [*documents.unread, *known], {"known_values": count, "readings": documents.view_count}
    # 5. no rule of ours and nothing of detect-secrets' own scan finds anything
    yield 5, [*documents.unread, *_rule_hits(documents, checks)], {
        "rules": checks.scanner.count, "detect_secrets_plugins": checks.opinion.plugin_count,
        "readings": documents.view_count,
    }  # fmt: skip
    if secrets is None:
        return
    # 6. no withheld text
    kept = KeptRuns(documents.views, checks.deadline.check)
    texts = _with_time(secrets.withheld(), checks.deadline)
    yield 6, [Hit(name, line, "withheld-text") for name, line in kept.copies(texts)], {"runs": kept.count}
    # 7. canaries sent through the same redactor are gone
    yield 7, _canary_hits(documents, kept, secrets, checks.deadline), {
        "canaries": len(secrets.canaries.values), "documents": len(secrets.canaries.documents),
    }  # fmt: skip


def _with_time(texts: Iterable[bytes], deadline: Deadline) -> Iterator[bytes]:
    """Yield texts, each with the time to look at it: there may be a gigabyte of them."""
    for text in texts:
        deadline.allow(len(text) / limits.WITHHELD_BYTES_PER_SECOND)
        yield text


def _known_hits(documents: Documents, secrets: Secrets, deadline: Deadline) -> tuple[set[Hit], int]:
    """Return where known values stand, and how many values were sought."""
    hits: set[Hit] = set()
    count = 0
    for known in in_batches(secrets.known, secrets.public_names):
        if count:
            deadline.allow(limits.BATCH_SECONDS)
        count += known.count
        for name, view in documents.readings(deadline):
            hits.update(Hit(name, line, rule) for line, rule in known.find(view))
    # Where a value stands whole, its beginning stands too: one place, one hit.
    return hits - {Hit(hit.member, hit.line, CUT_SHORT) for hit in hits if hit.rule == WHOLE_SECRET}, count


def _rule_hits(documents: Documents, checks: _Checks) -> Iterator[Hit]:
    for name, view in documents.readings(checks.deadline):
        yield from (Hit(name, line, rule) for line, rule in checks.scanner.find(view, checks.leave))
    for name, views in documents.views.items():
        checks.deadline.at(name)
        found = checks.opinion.find(views[0].lines, checks.leave.placeholders, checks.deadline.check)
        yield from (Hit(name, line, rule) for line, rule in found)


def _canary_hits(documents: Documents, kept: KeptRuns, secrets: Secrets, deadline: Deadline) -> list[Hit]:
    """Look for canaries in the bundle and in what the redactor made of the canaries' own documents."""
    outputs = documents_of({"canaries": b"\n".join(secrets.canary_outputs)}, deadline)
    here = places(documents.views, kept, secrets.canaries, deadline.check)
    there = places(outputs.views, KeptRuns(outputs.views), secrets.canaries, deadline.check)
    return [*outputs.unread, *(Hit(member, line, f"canary-{name}") for name, member, line in (*here, *there))]
