"""One law for every command: what is not there is 3, what cannot be read 4, what is no bundle 6; told to machines too."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from bundler.cli.main import run
from bundler.errors import ExitCode
from tests.reproduce.bundles import documents, write_bundle
from tests.unprivileged import can_be_refused, unprivileged

BUNDLES = ("verify", "inspect", "reproduce", "review", "explain", "compare")
OTHERS = ("scrub", "exposure", "triage", "list", "console", "body", "env-file")
SECRET = "ghp_" + "a1B2c3D4e5" * 4


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Work in an empty home and folder."""
    for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    monkeypatch.setenv("REPRODUCE_MODEL_BASE_URL", "http://llm.corp.example/v1")
    monkeypatch.chdir(tmp_path)
    write_bundle(tmp_path / "good.zip")
    yield
    for path in tmp_path.iterdir():
        path.chmod(0o755)


def arguments(command: str, name: str) -> list[str]:
    """Return how a command is given a file or folder."""
    return {
        "compare": ["compare", name, "good.zip"],
        "explain": ["explain", name, "user-1"],
        "review": ["review", name, "--no-open"],
        "reproduce": ["reproduce", name, "-o", "out"],
        "console": ["report", "--console", name],
        "body": ["verify", "good.zip", "--body", name],
        "env-file": ["reproduce", "good.zip", "--run", "--agentcompass", "/bin/true", "--env-file", name],
    }.get(command, [command, name])


@pytest.mark.parametrize("command", [*BUNDLES, *OTHERS])
def test_what_is_not_there(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A missing file or folder is named, with the same code everywhere."""
    assert run(arguments(command, "nothing.zip")) == ExitCode.NOT_FOUND
    assert "nothing.zip" in capsys.readouterr().err


@pytest.mark.skipif(not can_be_refused(), reason="nobody can be refused here")
@pytest.mark.parametrize("command", [*BUNDLES, *OTHERS])
def test_what_cannot_be_read(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What is there and cannot be read is named, with the same code everywhere."""
    if command in ("exposure", "triage", "list"):
        Path("locked").mkdir()
    else:
        Path("locked").write_bytes(Path("good.zip").read_bytes())
    Path("locked").chmod(0)
    with unprivileged():
        assert run(arguments(command, "locked")) == ExitCode.UNREADABLE
    assert "locked" in capsys.readouterr().err


@pytest.mark.parametrize("command", [one for one in BUNDLES if one != "explain"])
def test_what_is_no_bundle(command: str) -> None:
    """A file that is no bundle is refused as such."""
    Path("bad.zip").write_bytes(b"no zip")
    assert run(arguments(command, "bad.zip")) == ExitCode.INVALID_BUNDLE


@pytest.mark.parametrize("command", ["report", "list", "diagnose", "rerun", "inspect", "triage", "exposure", "scrub"])
def test_an_empty_name_is_no_name(command: str) -> None:
    """An empty text is not the working folder."""
    assert run([command, ""]) == ExitCode.USAGE


@pytest.mark.parametrize("body", [b"", b" \n", b"\xff\xfe\x00a", b"caf\xe9", b"text\0more"])
def test_a_body_that_is_none_proves_nothing(body: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    """Empty, binary or undecodable bytes are no clean issue body."""
    Path("body.md").write_bytes(body)
    assert run(["verify", "good.zip", "--body", "body.md"]) == ExitCode.INVALID_BUNDLE
    assert "Clean" not in capsys.readouterr().out


def test_findings_are_for_machines_too(capsys: pytest.CaptureFixture[str]) -> None:
    """``verify --json`` gives findings and invalidity as one object, and advises the reader, not the reporter."""
    write_bundle(Path("bad.zip"), documents() | {"evidence/params.json": json.dumps({"text": SECRET}).encode()})
    assert run(["verify", "bad.zip", "--json"]) == ExitCode.NOT_CLEAN
    shown = capsys.readouterr()
    told = json.loads(shown.out)
    assert (told["exit"], told["exit_code"]) == ("NOT_CLEAN", 5)
    assert any(candidate.startswith("evidence/params.json:1:") for candidate in told["candidates"])
    assert SECRET not in shown.out + shown.err
    assert "--drop" not in shown.out + shown.err
    Path("bad.zip").write_bytes(b"no zip")
    assert run(["verify", "bad.zip", "--json"]) == ExitCode.INVALID_BUNDLE
    told = json.loads(capsys.readouterr().out)
    assert (told["exit"], told["candidates"]) == ("INVALID_BUNDLE", ["not-a-zip"])


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (["report", "nosuch", "--json"], 3),
        (["list", "nosuch", "--json"], 3),
        (["diagnose", "nosuch", "--json"], 3),
        (["reproduce", "good.zip", "--json", "--env-file", "x"], 2),
        (["verify", "--json", "--no-such-option"], 2),
        (["scrub", "--json", "nosuch"], 3),
        (["inspect", "good.zip", "--member", "x", "--json"], 3),
    ],
)
def test_a_failure_is_one_object(given: list[str], code: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Where a machine asked it gets one object with the ending, whatever the ending is."""
    assert run(given) == code
    told = json.loads(capsys.readouterr().out)
    assert told["exit"] == ExitCode(code).name
    assert told["exit_code"] == code
    assert told["error"]


def test_json_of_somebody_else(capsys: pytest.CaptureFixture[str]) -> None:
    """An option of the command that ``exec`` runs is not ours."""
    assert run(["exec", "--no-such-option", "--", "x", "--json"]) == ExitCode.USAGE
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    "given",
    [
        ["report", "-q", "-v"],
        ["report", "--json", "--format", "text"],
        ["report", "--repo", "x"],
        ["report", "--repo", "a/b/c/d"],
        ["report", "--repo", "a b/c"],
        ["report", "--repo", os.fsdecode(b"a/\xff")],
        ["report", "--agentcompass-python", "/etc/passwd"],
        ["rerun", "--timeout", "nan"],
        ["rerun", "--timeout", "inf"],
        ["reproduce", "good.zip", "--run", "--timeout", "inf"],
        ["reproduce", "good.zip", "--env-file", "x"],
        ["reproduce", "good.zip", "--replay", "--data-dir", "x"],
        ["reproduce", "good.zip", "--agentcompass", "x"],
    ],
)
def test_what_cannot_be_meant(given: list[str]) -> None:
    """Options that exclude each other, that would be ignored, or whose value is none are refused."""
    assert run(given) == ExitCode.USAGE


@pytest.mark.parametrize("command", ["exposure", "triage", "list"])
def test_a_deleted_folder_is_not_empty(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a working folder that was deleted nothing is told of it as if it were there."""
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert run([command, "."]) == ExitCode.NOT_FOUND


@pytest.mark.skipif(not can_be_refused(), reason="nobody can be refused here")
@pytest.mark.parametrize("secret", ["", "fake" + "Key7Zq9Xw2Lm4"])
def test_what_was_not_read_is_not_clean(
    secret: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Folders and files that cannot be read are named by ``exposure``, whatever is known, and by ``triage``."""
    if secret:
        monkeypatch.setenv("OPENAI_API_KEY", secret)
    for name in ("here/folder", "here/open"):
        Path(name).mkdir(parents=True)
    Path("here/open/file").write_text("x")
    write_bundle(Path("here/open/a.zip"))
    for name in ("here/folder", "here/open/file", "here/open/a.zip"):
        Path(name).chmod(0)
    with unprivileged():
        assert run(["exposure", "here", "--json"]) == ExitCode.OK
        assert json.loads(capsys.readouterr().out)["folders"][0]["skipped"] == ["folder/", "open/a.zip", "open/file"]
        assert run(["exposure", "here"]) == ExitCode.OK
        shown = capsys.readouterr().out
        assert "not read: folder/" in shown
        assert ("could not" in shown) or ("knows no secret" in shown)
        assert run(["triage", "here", "--json"]) == ExitCode.OK
        assert [one["file"] for one in json.loads(capsys.readouterr().out)["refused"]] == ["open/a.zip", "folder/"]
    Path("here/folder").chmod(0o755)
