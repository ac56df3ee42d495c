"""Every notation and place of credentials that tools document is read, and what cannot be read is told."""

from __future__ import annotations

import base64
import json
import os
from pathlib import Path

import pytest

from bundler.machine.harvest import harvest
from redaction.findings import Kind

SECRET = "FAKE" + "canary0123456789"


def _values(home: Path, **variables: str) -> set[str]:
    found = harvest(given={"HOME": str(home), **variables})
    return {value.value for value in found.values}


def test_the_values_of_a_dotenv_are_read_as_its_readers_do(tmp_path: Path) -> None:
    """Comments end unquoted values, quotes may span lines, and an address names its private host."""
    key = f"-----BEGIN {'PRIVATE'} KEY-----\nFAKE{SECRET}\n-----END {'PRIVATE'} KEY-----"
    (tmp_path / ".env").write_text(
        f'A_TOKEN={SECRET}1 # rotate\nexport B_TOKEN="{SECRET}2" # x\nC_KEY_PEM="{key}"\nMODEL_URL=http://llm.corp.internal/v1\n',
        encoding="utf-8",
    )
    found = {value.value for value in harvest(given={}, folders=(tmp_path,)).values}
    assert {f"{SECRET}1", f"{SECRET}2", "llm.corp.internal"} <= found
    assert any(f"FAKE{SECRET}" in value for value in found)


def test_a_dotenv_above_the_working_folder_counts(tmp_path: Path) -> None:
    """Tools look for ``.env`` upwards, and so do we, up to the home folder."""
    (tmp_path / "home" / "a" / "b").mkdir(parents=True)
    (tmp_path / "home" / ".env").write_text(f"X_TOKEN={SECRET}1\n", encoding="utf-8")
    (tmp_path / ".env").write_text(f"X_TOKEN={SECRET}2\n", encoding="utf-8")
    found = harvest(given={"HOME": str(tmp_path / "home")}, folders=(tmp_path / "home" / "a" / "b",)).values
    assert {value.value for value in found} & {f"{SECRET}1", f"{SECRET}2"} == {f"{SECRET}1"}


@pytest.mark.parametrize(
    ("variable", "file", "text"),
    [
        ("DOCKER_CONFIG", "config.json", json.dumps({"auths": {"r": {"identitytoken": SECRET}}})),
        (
            "REGISTRY_AUTH_FILE",
            "",
            json.dumps({"auths": {"r": {"auth": base64.b64encode(f"u:{SECRET}".encode()).decode()}}}),
        ),
        ("AWS_SHARED_CREDENTIALS_FILE", "", f"[default]\naws_session_token = {SECRET}\n"),
        ("HF_TOKEN_PATH", "", SECRET),
        ("HF_HOME", "token", SECRET),
        ("MODAL_CONFIG_PATH", "", f'[x]\ntoken_secret = "{SECRET}"'),
        ("GH_CONFIG_DIR", "hosts.yml", f"github.com: {{oauth_token: {SECRET}}}"),
        ("KUBECONFIG", "", f"users:\n- name: x\n  user:\n    password: {SECRET} # x\n"),
        ("GOOGLE_APPLICATION_CREDENTIALS", "", json.dumps({"private_key": SECRET})),
        ("PIP_CONFIG_FILE", "", f"[global]\nextra-index-url =\n    https://u:{SECRET}@pypi.corp.example/simple\n"),
        ("NPM_CONFIG_USERCONFIG", "", f"//registry.corp/:_authToken={SECRET}\n"),
        ("NETRC", "", f'machine git.corp\nlogin bob\npassword "{SECRET}"\n'),
        ("CODEX_HOME", "auth.json", json.dumps({"OPENAI_API_KEY": SECRET})),
    ],
)
def test_files_that_variables_name(variable: str, file: str, text: str, tmp_path: Path) -> None:
    """Where a tool's variable moves its credentials, they are read there."""
    path = tmp_path / "moved" / (file or "any")
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    value = str(path.parent if file else path)
    assert SECRET in _values(tmp_path / "home", **{variable: value})


def test_every_kubeconfig_is_read(tmp_path: Path) -> None:
    """KUBECONFIG may name several files."""
    for number in (1, 2):
        (tmp_path / f"{number}").write_text(f"token: {SECRET}{number}\n", encoding="utf-8")
    both = os.pathsep.join(str(tmp_path / f"{number}") for number in (1, 2))
    assert {f"{SECRET}1", f"{SECRET}2"} <= _values(tmp_path, KUBECONFIG=both)


@pytest.mark.parametrize(
    ("file", "text"),
    [
        (".pgpass", f"db.corp:5432:*:svc:{SECRET}\n"),
        (".vault-token", SECRET),
        (".codex/auth.json", json.dumps({"tokens": {"access_token": SECRET}})),
        (".claude/.credentials.json", json.dumps({"claudeAiOauth": {"accessToken": SECRET}})),
        (".kaggle/kaggle.json", json.dumps({"username": "u", "key": SECRET})),
        (".aws/sso/cache/1.json", json.dumps({"accessToken": SECRET})),
        (".config/daytona/config.json", json.dumps({"profiles": [{"api": {"key": SECRET}}]})),
        (".azure/msal_token_cache.json", json.dumps({"RefreshToken": {"x": {"secret": SECRET}}})),
        (".git-credentials", f"https://oauth2:{SECRET}@git.corp.example\n"),
        (".ssh/work", f"-----BEGIN OPENSSH {'PRIVATE'} KEY-----\n{SECRET}\n-----END OPENSSH {'PRIVATE'} KEY-----"),
        (".docker/config.json", json.dumps({"proxies": {"default": {"httpProxy": f"http://u:{SECRET}@proxy.corp:1"}}})),
    ],
)
def test_more_credential_files(file: str, text: str, tmp_path: Path) -> None:
    """The credential files of agents, clouds and services give their secrets."""
    path = tmp_path / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    assert any(SECRET in value for value in _values(tmp_path))


def test_a_given_configuration_is_read_in_any_notation(tmp_path: Path) -> None:
    """The configuration that the run was given is read wherever it lies, flow mappings included."""
    path = tmp_path / "secrets.yaml"
    path.write_text(f"models:\n  m: {{base_url: 'http://x', api_key: \"{SECRET}\"}}\n", encoding="utf-8")
    found = harvest(given={}, files=(path,))
    assert SECRET in {value.value for value in found.values}
    assert found.counts["agentcompass"]


@pytest.mark.parametrize(
    "command",
    [
        f"OPENAI_API_KEY={SECRET} agentcompass run b h m",
        f"export X_TOKEN='{SECRET}'; agentcompass run",
        f"docker run -e API_KEY={SECRET} image",
        f"curl -H 'Authorization: Bearer {SECRET}' x",
        f"curl -H 'X-Api-Key: {SECRET}' x",
        f"agentcompass run b h m --model-api-key={SECRET}",
        f'agentcompass run b h m --model-api-key "{SECRET}" \'never closed',
        f'agentcompass run b h m --model-params \'{{"headers": {{"X-Corp": "{SECRET}"}}}}\'',
        f"psql postgresql://svc:{SECRET}@db.corp.internal/x",
    ],
)
def test_command_lines(command: str, tmp_path: Path) -> None:
    """Secrets are learnt from wherever a shell command may hold them."""
    assert SECRET in {value.value for value in harvest(given={"HOME": str(tmp_path)}, command=command).values}


def test_an_empty_command_is_read(tmp_path: Path) -> None:
    """No command is no failure of the source."""
    assert harvest(given={"HOME": str(tmp_path)}).unreadable == ()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ACME_DSN", f"host=db.corp.internal user=svc password={SECRET} dbname=x"),
        ("ACME_CONNECTION", f"Server=tcp:db;User Id=svc;Password={SECRET};"),
        ("ACME_CURL", f"-H 'Authorization: Bearer {SECRET}'"),
        ("ACME_URL", f"https://api.corp.example/v1?api_key={SECRET}"),
        ("CORP_AUTH", f"svc:{SECRET}"),
    ],
)
def test_shapes_of_values_under_any_name(name: str, value: str, tmp_path: Path) -> None:
    """What a value is made of tells its secret where the name does not."""
    assert any(SECRET in found for found in _values(tmp_path, **{name: value}))


def test_the_identity_that_git_uses(tmp_path: Path) -> None:
    """Name and address of git's configuration are a person's; other names in it are not."""
    text = '[user]\n\tname = "Alice Q. Zhang"\n\temail = alice@corp.example\n[init]\n\tname = something\n'
    (tmp_path / ".gitconfig").write_text(text, encoding="utf-8")
    kinds = {value.value: value.kind for value in harvest(given={"HOME": str(tmp_path)}).values}
    assert kinds["Alice Q. Zhang"] is Kind.PERSON
    assert kinds["alice@corp.example"] is Kind.EMAIL
    assert "something" not in kinds


def test_the_short_name_of_a_machine(tmp_path: Path) -> None:
    """A machine with a full name is also known by its first label."""
    assert {"gpu-box-17.corp.example", "gpu-box-17"} <= _values(tmp_path, HOSTNAME="gpu-box-17.corp.example")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="POSIX file kinds")
def test_pipes_and_giants_are_passed_over(tmp_path: Path) -> None:
    """A pipe in a credential file's place does not stall, a giant is not read."""
    (tmp_path / ".docker").mkdir()
    os.mkfifo(tmp_path / ".docker" / "config.json")
    with (tmp_path / ".npmrc").open("wb") as giant:
        giant.truncate(3 * 1024**3)
    assert harvest(given={"HOME": str(tmp_path)}).counts.keys() <= {"people"}


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A refused file names its source, and the others are read all the same."""
    (tmp_path / ".npmrc").write_text(f"_authToken={SECRET}1\n", encoding="utf-8")
    (tmp_path / ".pypirc").write_text(f"password={SECRET}2\n", encoding="utf-8")
    real = Path.open

    def refuse(self: Path, *args: object, **more: object) -> object:
        if self.name == ".npmrc":
            raise PermissionError(13, "Permission denied")
        return real(self, *args, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", refuse)
    found = harvest(given={"HOME": str(tmp_path)})
    assert "package-indexes" in found.unreadable
    assert f"{SECRET}2" in {value.value for value in found.values}


def test_settings_among_variables_are_no_secrets(tmp_path: Path) -> None:
    """In a mapping of variables each is judged by its own name: a model's id is not learnt as a secret."""
    (tmp_path / ".claude").mkdir()
    variables = {"ANTHROPIC_AUTH_TOKEN": SECRET, "ANTHROPIC_MODEL": "corp-model-17b"}
    (tmp_path / ".claude" / "settings.json").write_text(json.dumps({"env": variables}), encoding="utf-8")
    found = _values(tmp_path)
    assert SECRET in found
    assert "corp-model-17b" not in found
