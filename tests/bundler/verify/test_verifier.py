"""The eight steps all run, in order, and none of them passes by having nothing to do."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from bundler.errors import ExitCode, NotCleanError
from bundler.verify import canaries, documents, limits, verifier
from bundler.verify.interface import inspect_bundle, open_bundle, planned_checks
from bundler.verify.known_values import Known
from bundler.verify.placeholders import Placeholders
from bundler.verify.reasons import BrokenBundleError, Reason
from bundler.verify.rules import shipped_rules
from bundler.verify.steps import STEPS, WITHOUT_SECRETS
from bundler.verify.verifier import verify_bundle
from bundler.verify.views import BudgetError, View, views_of
from redaction.findings import Kind
from redaction.rule import Example, Rule
from tests.bundler.verify.writer import CANARIES, bundle_of, secrets_of

MEMBERS = {"evidence/log.txt": b"12:00:00 started\n", "issue.md": b"# It failed\n"}
SENTENCE = b"The lighthouse keeper counted eleven grey geese before the storm reached the northern harbour wall"


def _rules_found(members: dict[str, bytes], **secrets: object) -> set[str]:
    with pytest.raises(NotCleanError) as caught:
        verify_bundle(io.BytesIO(bundle_of(members)), secrets=secrets_of(**secrets), issue_body=None)  # type: ignore[arg-type]
    assert caught.value.exit_code is ExitCode.NOT_CLEAN
    return {candidate.split(":")[2] for candidate in caught.value.candidates}


def test_all_eight_steps_run_in_order() -> None:
    """With secrets and an issue body the report names steps 1 to 8, each of which looked at something."""
    secrets = secrets_of(Known("value-that-is-not-there-9"), withheld=[SENTENCE])
    report = verify_bundle(io.BytesIO(bundle_of(MEMBERS)), secrets=secrets, issue_body=b"It failed").report
    assert [step.number for step in report.steps] == list(STEPS) == list(range(1, 9))
    assert all(step.counts and all(step.counts.values()) for step in report.steps)
    assert report.rules_version.endswith("+detect-secrets-1.5.0")
    assert json.loads(json.dumps(report.as_json()))["members"] == len(MEMBERS) + 1


def test_every_numbered_block_of_the_verifier_names_its_step() -> None:
    """Each step has a block that bears its number and its title, word by word."""
    source = Path(verifier.__file__).read_text(encoding="utf-8")
    for number, title in STEPS.items():
        assert re.search(rf"# {number}\. {re.escape(title)}", source), number


def test_a_received_bundle_is_verified_without_secrets(tmp_path: Path) -> None:
    """The maintainer's side runs steps 1, 2, 3 and 5, and says so."""
    path = tmp_path / "bundle.zip"
    path.write_bytes(bundle_of(MEMBERS))
    verified = inspect_bundle(path)
    assert tuple(step.number for step in verified.report.steps) == WITHOUT_SECRETS
    assert verified.members["issue.md"] == MEMBERS["issue.md"]
    assert open_bundle(path)[0].members == verified.members


def test_no_rules_prove_nothing() -> None:
    """Without a single rule the verifier refuses instead of passing."""
    with pytest.raises(NotCleanError) as caught:
        verify_bundle(io.BytesIO(bundle_of(MEMBERS)), secrets=None, issue_body=None, rules=[])
    assert caught.value.candidates == ("bundle:0:no-rules",)


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"canaries": canaries.Canaries((), "", ())}, "no-canaries"),
        ({"canary_outputs": ()}, "lost-canaries"),
        ({"canary_outputs": (b"x",)}, "lost-canaries"),
        ({"canary_outputs": tuple(b"" for _ in CANARIES.documents)}, "lost-canaries"),
    ],
)
def test_no_canaries_prove_nothing(change: dict[str, object], rule: str) -> None:
    """A build that sent no canaries, or lost some on the way, is refused."""
    assert _rules_found(MEMBERS, **change) == {rule}


def test_each_surviving_canary_is_named() -> None:
    """Whichever canary comes back from the redactor keeps the bundle from passing, by its name."""
    for canary in CANARIES.values:
        outputs = (canary.value.encode(), *(b"gone" for _ in CANARIES.documents[1:]))
        assert _rules_found(MEMBERS, canary_outputs=outputs) == {f"canary-{canary.name}"}
        assert canaries.survivors(outputs, CANARIES) == (canary.name,)
    outputs = (CANARIES.sentence.encode(), *(b"gone" for _ in CANARIES.documents[1:]))
    assert _rules_found(MEMBERS, canary_outputs=outputs) == {"canary-withheld"}


def test_every_canary_document_shows_its_canary() -> None:
    """No canary document is blank: what is sent would be noticed if it came back unchanged."""
    for document in CANARIES.documents:
        assert canaries.survivors([document.data], CANARIES), document.form


def test_canaries_are_fresh_and_repeatable() -> None:
    """Two builds share no value; the same random numbers give the same canaries."""
    first, second = canaries.make(Random(1)), canaries.make(Random(2))
    assert not {canary.value for canary in first.values} & {canary.value for canary in second.values}
    assert canaries.make(Random(1)) == first


@pytest.mark.parametrize(
    "write",
    [
        lambda text: text,
        lambda text: json.dumps(text.decode(), indent=1).encode(),
        lambda text: text.replace(b" ", b"\n   "),
        lambda text: text.upper(),
        lambda text: text.replace(b" ", b"%20"),
        lambda text: b"[" + b", ".join(b'"' + word + b'"' for word in text.split()) + b"]",
        lambda text: b"... cut ... " + b" ".join(text.split()[3:13]) + b" ... cut ...",
    ],
)
def test_copies_of_withheld_text_are_found(write: Callable[[bytes], bytes]) -> None:
    """A withheld sentence is found in a kept member, whole or in part, whatever stands between its words."""
    assert _rules_found({"log.txt": b"before\n" + write(SENTENCE)}, withheld=[b"x", SENTENCE]) == {"withheld-text"}


def test_copies_in_scripts_without_blanks_are_found() -> None:
    """A withheld sentence in a script that writes no blanks is found as well."""
    text = "这是一道关于北方港口灯塔守望者的数学题目请给出答案".encode()
    assert _rules_found({"log.txt": b"prompt=" + text[12:60]}, withheld=[text]) == {"withheld-text"}


@pytest.mark.parametrize(
    "common",
    [
        b"the task failed because the model did not answer",
        b"to be or not to be that is to be",
        b"1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24",
        b"REDACTED-openai-key-1 REDACTED-openai-key-2 REDACTED-openai-key-3 REDACTED-openai-key-4",
    ],
)
def test_common_vocabulary_is_no_copy(common: bytes) -> None:
    """Words, short phrases, numbers and placeholders that kept and withheld texts share are not task data."""
    half = b" ".join(common.split()[:7]) if common.startswith(b"the task") else common
    secrets = secrets_of(withheld=[half + b" and something else entirely was asked of it"])
    verify_bundle(io.BytesIO(bundle_of({"log.txt": common})), secrets=secrets, issue_body=None)


def test_weak_values_count_only_under_a_sensitive_key() -> None:
    """A value too short or too common is an ordinary word, except as the whole string of a sensitive key."""
    weak = secrets_of(Known("EMPTY"), Known("abc12"))
    clean = {"evidence/params.json": b'{"status": "EMPTY", "max_tokens": "abc12", "text": "the abc12"}'}
    verify_bundle(io.BytesIO(bundle_of(clean)), secrets=weak, issue_body=None)
    with pytest.raises(NotCleanError) as caught:
        verify_bundle(
            io.BytesIO(bundle_of({"evidence/params.json": b'{\n "api_key": "abc12"}'})), secrets=weak, issue_body=None
        )
    assert "evidence/params.json:2:known-value-under-key" in caught.value.candidates


def test_names_count_as_whole_words() -> None:
    """A person's name inside a longer word is not the person."""
    secrets = secrets_of(Known("stefan", Kind.PERSON))
    verify_bundle(io.BytesIO(bundle_of({"log.txt": b"stefanie wrote estefan"})), secrets=secrets, issue_body=None)
    with pytest.raises(NotCleanError):
        verify_bundle(io.BytesIO(bundle_of({"log.txt": b"/x/stefan/y"})), secrets=secrets, issue_body=None)


def test_hits_name_member_and_line() -> None:
    """A hit says where: the member and the line in the file as it is, also when it was found after decoding."""
    value = "canaryFAKE7788990011"
    log = "one\ntwo\n" + json.dumps(f"a\nb\n{value}") + "\nfour\n" + "".join(f"%{ord(c):02x}" for c in value) + "\n"
    with pytest.raises(NotCleanError) as caught:
        verify_bundle(
            io.BytesIO(bundle_of({"a/log.txt": log.encode()})), secrets=secrets_of(Known(value)), issue_body=None
        )
    assert set(caught.value.candidates) >= {"a/log.txt:3:known-secret", "a/log.txt:5:known-secret"}


def test_hits_are_bounded() -> None:
    """Ten thousand hits are counted and a bounded number of them is listed."""
    value = "canaryFAKE7788990011"
    log = f"{value}\n".encode() * 10_000
    with pytest.raises(NotCleanError) as caught:
        verify_bundle(io.BytesIO(bundle_of({"log.txt": log})), secrets=secrets_of(Known(value)), issue_body=None)
    assert len(caught.value.candidates) == limits.HITS
    assert "10000" in str(caught.value)


def test_names_of_members_are_read_too() -> None:
    """A value in a member's name is found, although names may hold nothing but a plain path."""
    secrets = secrets_of(Known("northwind-research", Kind.TERM))
    with pytest.raises(NotCleanError) as caught:
        verify_bundle(
            io.BytesIO(bundle_of({"evidence/northwind-research.txt": b"x"})), secrets=secrets, issue_body=None
        )
    assert {candidate.split(":")[0] for candidate in caught.value.candidates} == {"names", "manifest.json"}


def test_decoding_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be decoded within its budget is not proven clean."""
    monkeypatch.setattr(limits, "DECODING_FLOOR", 100)
    monkeypatch.setattr(limits, "DECODING_FACTOR", 0)
    with pytest.raises(BudgetError):
        views_of(b"%41%42%43 " * 100)
    assert "decoding-budget" in _rules_found({"log.txt": b"%41%42%43 " * 100})


def test_a_decoder_that_raises_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A decoder's own fault is a hit for the document it was reading, never a pass and never its message."""

    def broken(_document: bytes) -> tuple[View, ...]:
        raise ValueError("quoting evidence")

    monkeypatch.setattr(documents, "views_of", broken)
    with pytest.raises(NotCleanError) as caught:
        verify_bundle(io.BytesIO(bundle_of(MEMBERS)), secrets=None, issue_body=None)
    assert "issue.md:0:decoder-raised" in caught.value.candidates
    assert "quoting" not in str(caught.value)


def test_a_rule_that_raises_is_refused() -> None:
    """A rule's own fault is a hit at the place it was looking at."""

    def broken(_match: re.Match[bytes]) -> bool:
        raise ValueError("quoting evidence")

    rule = Rule(
        id="broken", kind=Kind.SECRET, stem="broken", why="It is broken.", anchors=(b"started",),
        pattern=re.compile(rb"started"), finds=(Example("started", "started"),), leaves=("ended",), accepts=broken,
    )  # fmt: skip
    with pytest.raises(NotCleanError) as caught:
        verify_bundle(io.BytesIO(bundle_of(MEMBERS)), secrets=None, issue_body=None, rules=[rule])
    assert caught.value.candidates == ("evidence/log.txt:1:broken-raised",)


def test_a_broken_archive_is_no_matter_of_cleanliness() -> None:
    """Steps 1 to 3 come first: nothing is searched in a file that is not a bundle."""
    with pytest.raises(BrokenBundleError) as caught:
        verify_bundle(io.BytesIO(b"nothing"), secrets=secrets_of(), issue_body=None)
    assert caught.value.reason is Reason.NOT_A_ZIP


def test_a_secret_cannot_dress_up_as_a_placeholder() -> None:
    """Only declared placeholders and the stems of rules are honoured; a value of the same shape is a value."""
    placeholders = Placeholders({"REDACTED-openai-key-1"}, {"jwt"})
    assert placeholders.cover(b"REDACTED-openai-key-1")
    assert placeholders.cover(b"Bearer-free: REDACTED-jwt-12".partition(b": ")[2])
    assert placeholders.cover(b"REDACTED-jwt-1:REDACTED-openai-key-2@private-host-3.invalid")
    assert not placeholders.cover(b"REDACTED-correct-horse-battery-1")
    assert not placeholders.cover(b"REDACTED-jwt-1hunter")
    assert not placeholders.cover(b"hunter2")


def test_planned_checks_name_all_steps() -> None:
    """What a manifest says of its own verification names every step and counts the canaries."""
    planned = planned_checks(CANARIES)
    assert [step["number"] for step in planned["verification"]["steps"]] == list(STEPS)
    assert planned["canaries"] == {"sent": len(CANARIES.documents), "survived": 0}
    assert planned["verification"]["rules"] == len(shipped_rules()) > 0


def test_the_rules_have_one_version() -> None:
    """The same rules have the same version in every process, however it orders its sets."""
    code = "from bundler.verify.rules import rules_version, shipped_rules; print(rules_version(shipped_rules()))"
    versions = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(versions) == 1
