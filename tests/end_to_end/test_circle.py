"""The whole circle with the real AgentCompass: exec, bundle, verify, rerun, bundle, inspect, replay; no secret out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.scene import TASK, Machine, everything_in, machine, only
from tests.fixtures import planted
from tests.fixtures.installations import Installation
from tests.fixtures.occurrences import forms

pytestmark = pytest.mark.end_to_end


@pytest.fixture(params=["1.0.1", "1.0.0"])
def reporter(request: pytest.FixtureRequest, releases: Mapping[str, Installation]) -> Iterator[Machine]:
    """A machine with one release, whose gateway refuses the key and echoes it with every header."""
    with machine(releases[request.param], "e401echo") as made:
        yield made


def test_circle(reporter: Machine) -> None:
    """A failing run gives a clean bundle; its rerun and its replay fail alike; no planted value is in anything made."""
    reports, again = reporter.workdir / "reports", reporter.workdir / "again"
    command = reporter.agentcompass()

    ran = reporter.run("exec", "--on-failure", "bundle", "-o", str(reports), "--", *command)
    assert ran.returncode == 1, ran.stderr[-2000:]
    first = only(reports, ".zip")
    assert reporter.run("verify", str(first), "--body", str(only(reports, ".md"))).returncode == 0
    inspected = _json(reporter, "inspect", str(first), "--json")
    assert inspected["phase"] == "run_harness / inference"
    assert inspected["reproduces"] == "not tried"
    assert inspected["versions"]["version"] == reporter.installed.folder.name.rpartition("-")[2]
    fingerprint = inspected["fingerprint"]["id"]
    _holds_no_secret(reporter, reports)

    rerun = reporter.run("rerun", "latest", TASK, "--yes", "--timeout", "200")
    assert (rerun.returncode, rerun.stdout.splitlines()[0]) == (0, "reproduces: yes"), rerun.stderr
    _tells_no_secret(rerun.stdout + rerun.stderr)

    assert reporter.run("latest", TASK, "-o", str(again)).returncode == 0
    second = _json(reporter, "inspect", str(only(again, ".zip")), "--json")
    assert (second["reproduces"], second["fingerprint"]["id"]) == ("yes", fingerprint)
    captured = json.loads(everything_in(again)[f"{only(again, '.zip').name}!evidence/command.json"].partition(b"\n")[2])
    assert captured["exact"]["source"] == "captured"
    _holds_no_secret(reporter, again)

    replay = reporter.run("reproduce", str(only(again, ".zip")), "--replay", "--agentcompass", command[0], "--json")
    assert replay.returncode == 0, replay.stdout + replay.stderr
    assert fingerprint in replay.stdout


def _json(reporter: Machine, *arguments: str) -> Any:
    done = reporter.run(*arguments)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def _holds_no_secret(reporter: Machine, folder: Path) -> None:
    made = everything_in(folder)
    assert len(made) > 10
    # The values really were in what the bundle was made from.
    raw = b"".join(path.read_bytes() for path in (reporter.workdir / "results").rglob("*") if path.is_file())
    assert planted.value("header_secret").encode() in raw
    for name, data in made.items():
        found = _found_in(data.decode("utf-8", "replace"))
        assert not found, f"{name} holds {found}"


def _tells_no_secret(text: str) -> None:
    assert not _found_in(text)


def _found_in(text: str) -> list[str]:
    """The names of planted values that a text holds, in any of their forms."""
    return [
        canary.name for canary in planted.CANARIES if any(spelled in text for spelled in forms(canary.value).values())
    ]
