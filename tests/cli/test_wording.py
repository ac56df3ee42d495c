"""What is said to people fits what they did."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bundler.cli.main import run
from bundler.errors import ExitCode
from tests.reproduce.bundles import write_bundle


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty home and folder."""
    for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("given", "hint"),
    [
        (["verfy", "x"], "Did you mean `compass-report verify`?"),
        (["reprodce", "a.zip"], "Did you mean `compass-report reproduce`?"),
        (["bundle.zip"], "`compass-report inspect bundle.zip`"),
        (["there.zip"], "`compass-report verify there.zip`"),
    ],
)
def test_another_command_was_meant(given: list[str], hint: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A word that is nearly a command, and a bundle, are no runs; machines get the hint too."""
    write_bundle(Path("there.zip"))
    assert run(given) == ExitCode.NOT_FOUND
    assert hint in capsys.readouterr().err
    assert run(["--json", *given]) == ExitCode.NOT_FOUND
    assert hint in json.loads(capsys.readouterr().out)["hint"]


@pytest.mark.parametrize("given", [["20261202_02"], ["report", "verfy"]])
def test_a_run_was_meant(given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is suggested for what looks like a run, or was given to ``report``."""
    assert run(given) == ExitCode.NOT_FOUND
    assert "Did you mean" not in capsys.readouterr().err


def test_bare_config_is_a_question_for_help(capsys: pytest.CaptureFixture[str]) -> None:
    """``config`` alone shows its commands and is no error; no summary is cut."""
    assert run(["config"]) == ExitCode.OK
    shown = capsys.readouterr()
    assert "Usage:" in shown.out
    assert "..." not in shown.out.replace("[ARGS]...", "")
    assert shown.err == ""
    assert run(["rules", "--help"]) == ExitCode.OK
    assert "..." not in capsys.readouterr().out.replace("[ARGS]...", "")


def test_counts_are_in_english(capsys: pytest.CaptureFixture[str]) -> None:
    """One is one; a refused file is called so once, and its name stays on its line."""
    Path("bundles").mkdir()
    write_bundle(Path("bundles/a.zip"))
    Path("bundles/b\nc.zip").write_bytes(b"no zip")
    assert run(["triage", "bundles"]) == ExitCode.OK
    shown = capsys.readouterr()
    assert "1 bundle, 1 failure, 0 duplicates, 1 refused" in shown.err
    assert "refused: b c.zip: Not a valid bundle: " in shown.out
    assert run(["triage", "--markdown", "bundles"]) == ExitCode.OK
    assert capsys.readouterr().out.lower().count("not a valid bundle") == 1


@pytest.mark.parametrize(
    ("given", "hint"),
    [(["config", "init", "--config", "file/x"], "--config"), (["review", "a.zip", "--no-open", "-o", "file/x"], "-o")],
)
def test_the_hint_names_an_option_of_the_command(
    given: list[str], hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where a file cannot be written, the option that chooses another one is that of the command."""
    write_bundle(Path("a.zip"))
    Path("file").touch()
    assert run(given) == ExitCode.UNREADABLE
    assert f"Choose another file with {hint}." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x = 1", "there is no such setting"),
        ("terms = 1", "a list is wanted"),
        ("terms = [1]", "a text is wanted"),
        ("keep_map_days = 'x'", "a whole number is wanted"),
        ("keep_map_days = 0", "1 to 3650 days are allowed"),
        ("repository = 'x'", "OWNER/NAME or HOST/OWNER/NAME is wanted"),
        ("issue_form = 1", "a table is wanted"),
        ("terms = ['ab']", "at least 3 characters"),
    ],
)
def test_the_configuration_is_explained_in_our_words(text: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    """No library's English, no value."""
    Path("config.toml").write_text(text)
    assert run(["config", "show", "--config", "config.toml"]) == ExitCode.USAGE
    assert told in capsys.readouterr().err
