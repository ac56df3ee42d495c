"""Laws of comparing and of triage."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bundler.cli.main import run
from bundler.reproduce.comparing import compare
from bundler.reproduce.received import receive
from bundler.reproduce.triage import entries, triage
from tests.reproduce.bundles import REQUEST, documents, write_bundle


def _hosts(model: int, judge: int) -> dict[str, Any]:
    url = "http://private-host-{}.invalid:8000/v1"
    judging = {"id": "judge", "base_url": url.format(judge)}
    return {
        **REQUEST,
        "model": {"id": "some-model", "base_url": url.format(model)},
        "benchmark": {"id": "hle", "params": {"judge_model": judging}},
    }


def test_a_bundle_does_not_differ_from_itself(tmp_path: Path) -> None:
    """Only differences are shown."""
    received = receive(write_bundle(tmp_path / "a.zip"))
    assert compare(received, received) == ()


@pytest.mark.parametrize(("other", "same"), [((2, 1), True), ((5, 9), True), ((1, 1), False)])
def test_hosts_are_known_by_their_role(tmp_path: Path, other: tuple[int, int], same: bool) -> None:
    """The numbers of pseudonyms tell nothing between bundles; whether two roles share a host does."""
    left = receive(write_bundle(tmp_path / "a.zip", documents(request=_hosts(1, 2))))
    right = receive(write_bundle(tmp_path / "b.zip", documents(request=_hosts(*other))))
    assert (compare(left, right) == ()) is same


def test_versions_are_told_as_a_difference(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command names section and both sides."""
    one = write_bundle(tmp_path / "a.zip")
    other = write_bundle(tmp_path / "b.zip", documents(version="1.0.0"))
    assert run(["compare", str(one), str(other), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["differences"]
    assert told == [{"section": "versions", "place": "version", "left": "1.0.1", "right": "1.0.0"}]
    assert run(["compare", str(one)]) == 2


def test_triage_groups_newest_first_and_names_duplicates(tmp_path: Path) -> None:
    """A failure is one group; the same run and task told again is a duplicate; what is no bundle is named."""
    older, newer = documents(fingerprint="a" * 12), documents(fingerprint="b" * 12)
    write_bundle(tmp_path / "1.zip", older, run="r1", began="2026-12-01T10:00:00+00:00")
    write_bundle(tmp_path / "2.zip", newer, run="r2", began="2026-12-02T00:30:00+02:00")
    write_bundle(tmp_path / "3.zip", newer, run="r3", began="2026-12-01T23:00:00+00:00")
    write_bundle(tmp_path / "4.zip", newer, run="r3", began="2026-12-01T23:00:00+00:00")
    (tmp_path / "5.zip").write_bytes(b"no zip")
    found = triage(entries(tmp_path))
    assert [group.fingerprint[0] for group in found.groups] == ["b", "a"]
    assert [entry.file for entry in found.groups[0].entries] == ["3.zip", "2.zip"]
    assert found.groups[0].duplicates == [("4.zip", "3.zip")]
    assert [file for file, _reason in found.refused] == ["5.zip"]


@pytest.mark.parametrize("form", [[], ["--json"], ["--markdown"]])
def test_triage_prints_every_form(tmp_path: Path, capsys: pytest.CaptureFixture[str], form: list[str]) -> None:
    """Table, JSON and Markdown tell of the same group."""
    write_bundle(tmp_path / "1.zip")
    assert run(["triage", str(tmp_path), *form]) == 0
    assert "3e52ad4dc13e" in capsys.readouterr().out
