"""The placeholder map: private, named by the bundle, gone when its time is over."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from freezegun import freeze_time

from bundler.cli.main import run
from bundler.errors import ExitCode, NotFoundError
from bundler.keepsake import explain, keep_map, remove_expired
from redaction.findings import Kind
from redaction.ledger import Entry
from redaction.policy import Policy
from redaction.redactor import Redactor

VALUE = "FAKE" + "-value-of-a-key"
DAY = 86_400.0


def ledger() -> dict[str, Entry]:
    """Return the ledger of a real redactor that replaced one known value."""
    from redaction import KnownValue  # noqa: PLC0415

    redactor = Redactor(Policy(known_values=(KnownValue(VALUE, Kind.SECRET, "secret", "test"),)))
    redactor.redact_text(f"the key {VALUE} here")
    return dict(redactor.ledger)


def test_a_map_is_private_and_explains(tmp_path: Path) -> None:
    """The file is readable by its owner alone and tells value, rule and kind."""
    entries = ledger()
    name = next(iter(entries))
    path = keep_map("ab" * 32, entries, 30, folder=tmp_path, now=0.0)
    assert path.stat().st_mode & 0o777 == 0o600
    assert explain("ab" * 32, name, folder=tmp_path, now=DAY) == {
        "value": VALUE,
        "rule": entries[name].rule,
        "kind": "secret",
    }


@pytest.mark.parametrize(("days", "there"), [(29.99, True), (30, False), (400, False)])
def test_a_map_expires(tmp_path: Path, days: float, there: bool) -> None:
    """Before its time it explains; from then on it is not only refused but removed."""
    entries = ledger()
    path = keep_map("ab" * 32, entries, 30, folder=tmp_path, now=0.0)
    if there:
        assert explain("ab" * 32, next(iter(entries)), folder=tmp_path, now=days * DAY)
    else:
        with pytest.raises(NotFoundError):
            explain("ab" * 32, next(iter(entries)), folder=tmp_path, now=days * DAY)
    assert path.exists() is there


def test_expired_and_broken_maps_are_removed_and_others_left(tmp_path: Path) -> None:
    """What is over or cannot be read goes; a valid map and foreign files stay."""
    keep_map("aa" * 32, {}, 1, folder=tmp_path, now=0.0)
    kept = keep_map("bb" * 32, {}, 9, folder=tmp_path, now=0.0)
    (tmp_path / "cc.map.json").write_text("[", encoding="utf-8")
    (tmp_path / "other.json").write_text("[", encoding="utf-8")
    assert remove_expired(tmp_path, 2 * DAY) == 2
    assert sorted(tmp_path.iterdir()) == sorted([kept, tmp_path / "other.json"])


def test_the_clock_is_the_machines(tmp_path: Path) -> None:
    """Without a given moment the time of day decides."""
    with freeze_time("2026-01-01"):
        path = keep_map("ab" * 32, ledger(), 2, folder=tmp_path)
    with freeze_time("2026-01-02"):
        assert explain("ab" * 32, next(iter(ledger())), folder=tmp_path)
    with freeze_time("2026-01-04"), pytest.raises(NotFoundError):
        explain("ab" * 32, next(iter(ledger())), folder=tmp_path)
    assert not path.exists()


def test_unknown_bundles_and_placeholders(tmp_path: Path) -> None:
    """No map and no such placeholder are the same exit code with different sentences."""
    keep_map("ab" * 32, ledger(), 1, folder=tmp_path, now=0.0)
    for digest, name in (("cd" * 32, "x"), ("ab" * 32, "REDACTED-nothing-1")):
        with pytest.raises(NotFoundError) as error:
            explain(digest, name, folder=tmp_path, now=1.0)
        assert VALUE not in str(error.value)


def test_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """``explain`` finds the map by the bundle's digest, whatever the bundle is called now."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    bundle = tmp_path / "renamed.zip"
    bundle.write_bytes(b"some bytes")
    entries = ledger()
    name = next(iter(entries))
    keep_map(hashlib.sha256(b"some bytes").hexdigest(), entries, 1)
    assert run(["explain", str(bundle), name]) == 0
    assert VALUE in capsys.readouterr().out
    assert run(["explain", str(bundle), name, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["value"] == VALUE
    assert run(["explain", str(bundle), "REDACTED-x-9"]) == ExitCode.NOT_FOUND
    assert VALUE not in capsys.readouterr().err


@pytest.mark.parametrize("form", [[], ["--json"], ["-q"]])
def test_a_map_that_cannot_be_kept_is_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], form: list[str]
) -> None:
    """Both files are written by then: the report ends well and says what is missing."""
    for name in ("HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    (tmp_path / "state").write_text("a file")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    runs = Path(__file__).resolve().parents[1] / "fixtures" / "runs" / "judge-401"
    folder = next(path.parent for path in runs.rglob("run_info.json"))
    arguments = ["report", str(folder), "--no-harvest", "--no-provider-checks", "-o", str(tmp_path / "out"), *form]
    assert run([*arguments, "--keep-map"]) == ExitCode.OK
    assert len(list((tmp_path / "out").iterdir())) == 2
    shown = capsys.readouterr()
    assert "map of placeholders is not kept" in shown.err
    if form == ["--json"]:
        told = json.loads(shown.out)
        assert told["map"] is None
        assert len(told["warnings"]) == 1
