"""``compass-report scrub`` as a user runs it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bundler.cli.main import run
from bundler.errors import ExitCode
from bundler.redact import filter as filtering

_VALUES = tuple(f"FAKE{number:03}canary{number * 7919 % 1000:03}Xq" for number in range(12))


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Return a log that names its secrets at its end."""
    path = tmp_path / "run.log"
    bare = "".join(f"seen {value} here\n" for value in _VALUES)
    path.write_text(bare + "".join(f"password={value}\n" for value in _VALUES), encoding="utf-8")
    return path


def test_what_a_file_tells_at_its_end_is_gone_at_its_beginning(log: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Names and numbers of values stay, the values do not, and all is well."""
    assert run(["scrub", "--no-harvest", str(log)]) == ExitCode.OK
    printed = capfd.readouterr()
    assert not [value for value in _VALUES if value in printed.out]
    assert printed.out.count("REDACTED-secret-") == 2 * len(_VALUES)
    assert printed.err == ""


def test_it_says_where_more_was_found_than_it_can_remember(
    log: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where bare copies may stand in the output the exit code says so, and a sentence that quotes none."""
    monkeypatch.setattr(filtering, "MOST_LEARNT", len(_VALUES) - 1)
    assert run(["scrub", "--no-harvest", "--json", str(log)]) == ExitCode.NOT_CLEAN
    printed = capfd.readouterr()
    assert f"more than {len(_VALUES) - 1} different secrets" in printed.err
    assert not [value for value in _VALUES if value in printed.out + printed.err]
    assert printed.out.rstrip().endswith("]")
