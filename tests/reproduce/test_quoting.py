"""A verdict may be pasted anywhere: what the program said in it went through the redactor."""

from __future__ import annotations

from pathlib import Path

import pytest

from bundler.cli.main import run
from tests.reproduce.bundles import write_bundle

KEY = "fake" + "Key" + "7Zq9Xw2Lm4"
PASSWORD = "fake" + "Pw" + "8Rt3Vb6Nc1"
TOKEN = "fake" + "Tok" + "5Hj2Kd9Ps7"
FROM_FILE = "fake" + "File" + "3Bn8Gf4Tz6"
SECRETS = (KEY, PASSWORD, TOKEN, FROM_FILE)


@pytest.mark.parametrize(
    "said",
    [
        "Error: bad key $REPRODUCE_MODEL_API_KEY at $REPRODUCE_MODEL_BASE_URL $OTHER_TOKEN $REPRODUCE_JUDGE_MODEL_API_KEY",
        "$OTHER_TOKEN",
        "a box: $(printf %s $OTHER_TOKEN | cut -c1-9)\n│ $(printf %s $OTHER_TOKEN | cut -c10-) │\n╰───╯",
        "$(printf %s $REPRODUCE_MODEL_API_KEY | base64)",
    ],
)
@pytest.mark.parametrize("json", [False, True])
def test_no_secret_of_the_maintainer_stands_in_a_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], said: str, json: bool
) -> None:
    """Secrets of the environment and of the file of values are not printed, whole, in another form or in pieces."""
    program = tmp_path / "agentcompass"
    program.write_text(f"#!/bin/sh\nprintf '%s\\n' \"{said}\" >&2\nexit 3\n")
    program.chmod(0o755)
    values = tmp_path / "values"
    values.write_text(f"REPRODUCE_JUDGE_MODEL_API_KEY={FROM_FILE}\n")
    monkeypatch.setenv("REPRODUCE_MODEL_API_KEY", KEY)
    monkeypatch.setenv("REPRODUCE_MODEL_BASE_URL", f"http://me:{PASSWORD}@llm.corp.example/v1")
    monkeypatch.setenv("OTHER_TOKEN", TOKEN)
    bundle = write_bundle(tmp_path / "a.zip")
    arguments = ["reproduce", str(bundle), "--run", "--agentcompass", str(program), "--env-file", str(values)]
    assert run([*arguments, "-o", str(tmp_path / "out"), *(["--json"] if json else [])]) == 12
    shown = "".join(capsys.readouterr())
    assert "ended with code 3" in shown
    pieces = [secret[at : at + 8] for secret in SECRETS for at in range(len(secret) - 7)]
    assert not [piece for piece in pieces if piece in shown]
    assert "llm.corp.example" not in shown
    assert (tmp_path / "out" / "console.txt").stat().st_mode & 0o777 == 0o600


def test_what_is_no_secret_is_quoted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The last line says why nothing was run."""
    program = tmp_path / "agentcompass"
    program.write_text("#!/bin/sh\necho '│ No such option: --data-dir │'\necho '╰────╯'\nexit 2\n")
    program.chmod(0o755)
    monkeypatch.setenv("REPRODUCE_MODEL_BASE_URL", "http://llm.corp.example/v1")
    bundle = write_bundle(tmp_path / "a.zip")
    assert run(["reproduce", str(bundle), "--run", "--agentcompass", str(program)]) == 12
    assert "it said: No such option: --data-dir\n" in capsys.readouterr().out
