"""The machine's secrets are learnt from every source, each can be switched off, and only counts are told."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest

from bundler.errors import UsageError
from bundler.machine.harvest import SOURCES, harvest
from bundler.machine.stems import stem_of
from redaction.findings import Kind

SECRET = "FAKE" + "canary0123456789"


def _values(home: Path, **variables: str) -> set[str]:
    found = harvest(given={"HOME": str(home), **variables})
    return {value.value for value in found.values}


@pytest.mark.parametrize(
    ("name", "value", "learnt"),
    [
        ("OPENAI_API_KEY", SECRET, SECRET),
        ("DB_PASS", SECRET, SECRET),
        ("SOMETHING_ELSE", f"postgresql://someone:{SECRET}@db.corp.internal/x", SECRET),
        ("SENTRY_DSN", f"https://{SECRET}@o1.ingest.corp.example/1", SECRET),
        ("HTTPS_PROXY", f"http://svc:{SECRET}%40x@proxy.corp.internal:1", f"{SECRET}@x"),
        ("HTTPS_PROXY", f"http://svc:{SECRET}%40x@proxy.corp.internal:1", f"{SECRET}%40x"),
        ("https_proxy", "svc:pw@proxy.corp.internal:3128", "proxy.corp.internal"),
        ("NO_PROXY", "localhost,127.0.0.1,.corp.internal,build.corp.internal", "build.corp.internal"),
        ("MODEL_BASE_URL", "http://llm.corp.internal:8000/v1", "llm.corp.internal"),
        (
            "DOCKER_AUTH_CONFIG",
            json.dumps({"auths": {"r": {"auth": base64.b64encode(f"u:{SECRET}".encode()).decode()}}}),
            SECRET,
        ),
        ("USER", "alice.zhang", "alice.zhang"),
        ("HOSTNAME", "gpu-box-17", "gpu-box-17"),
    ],
)
def test_environment(name: str, value: str, learnt: str, tmp_path: Path) -> None:
    """A variable's secret is learnt by its name, or by the shape of its value under any name."""
    assert learnt in _values(tmp_path, **{name: value})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PATH", "/usr/bin"),
        ("MAX_TOKENS", "4096"),
        ("SSH_AUTH_SOCK", "/tmp/ssh/agent.1"),
        ("TOKENIZERS_PARALLELISM", "false"),
        ("OPENAI_BASE_URL", "https://api.openai.com/v1"),
        ("LLM_URL", "http://localhost:8000/v1"),
        ("USER", "root"),
        ("LANG", "C.UTF-8"),
    ],
)
def test_environment_without_secrets(name: str, value: str, tmp_path: Path) -> None:
    """Look-alike names, public hosts, loopback and accounts that everybody has are not learnt."""
    home = tmp_path / "root"
    home.mkdir()
    assert value not in _values(home, **{name: value})


@pytest.mark.parametrize(
    ("file", "text"),
    [
        (".netrc", f"machine git.corp login bob password {SECRET}\n"),
        (".git-credentials", f"https://bob:{SECRET}@git.corp.example\n"),
        (".docker/config.json", json.dumps({"auths": {"r": {"identitytoken": SECRET}}})),
        (".aws/credentials", f"[default]\naws_access_key_id = AKIA\naws_secret_access_key = {SECRET}\n"),
        (".cache/huggingface/token", f"{SECRET}\n"),
        (".modal.toml", f'[default]\ntoken_id = "ak-1"\ntoken_secret = "{SECRET}"\n'),
        (".config/gh/hosts.yml", f"github.com:\n    oauth_token: {SECRET}\n"),
        (".kube/config", f"users:\n- user:\n    token: {SECRET}\n"),
        (".config/gcloud/application_default_credentials.json", json.dumps({"refresh_token": SECRET})),
        (".npmrc", f"//registry.corp/:_authToken={SECRET}\n"),
        (".config/pip/pip.conf", f"[global]\nindex-url = https://u:{SECRET}@pypi.corp.example/simple\n"),
        (".config/agentcompass/config.yaml", f"harnesses:\n  x:\n    search_api_key: {SECRET}\n"),
        (
            ".ssh/id_ed25519",
            f"-----BEGIN OPENSSH {'PRIVATE'} KEY-----\n{SECRET}\n-----END OPENSSH {'PRIVATE'} KEY-----",
        ),
    ],
)
def test_credential_files(file: str, text: str, tmp_path: Path) -> None:
    """Each tool's credential file gives its secrets."""
    path = tmp_path / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    assert any(SECRET in value for value in _values(tmp_path))


def test_dotenv_of_working_folders(tmp_path: Path) -> None:
    """``.env`` files of the folders that are named are read."""
    (tmp_path / ".env.local").write_text(f"export MY_TOKEN='{SECRET}'\n", encoding="utf-8")
    assert SECRET in {value.value for value in harvest(given={}, folders=(tmp_path,)).values}


def test_the_command_line_is_a_source(tmp_path: Path) -> None:
    """Secrets of the command as given are learnt: flags, JSON parameters, URLs."""
    command = (
        f"agentcompass run b h m --model-api-key {SECRET}1 --model-base-url http://u:{SECRET}2@h.corp.internal/v1 "
        f"""--benchmark-params '{{"judge_model": {{"api_key": "{SECRET}3"}}}}'"""
    )
    found = {value.value for value in harvest(given={"HOME": str(tmp_path)}, command=command).values}
    assert {f"{SECRET}1", f"{SECRET}2", f"{SECRET}3"} <= found


@pytest.mark.parametrize("source", SOURCES)
def test_every_source_can_be_switched_off(source: str, tmp_path: Path) -> None:
    """A source that is switched off gives nothing, and says nothing."""
    found = harvest(given={"HOME": str(tmp_path), "USER": "alice.z", "X_API_KEY": SECRET}, without=[source])
    assert source not in found.counts


def test_an_unknown_source_is_an_error() -> None:
    """A source that does not exist cannot be switched off by mistake."""
    with pytest.raises(UsageError):
        harvest(given={}, without=["evnironment"])


def test_nothing_is_shown(tmp_path: Path) -> None:
    """Reprs and counts hold no value."""
    found = harvest(given={"HOME": str(tmp_path), "X_API_KEY": SECRET})
    assert SECRET not in repr(found)
    assert SECRET not in repr(found.values)
    assert all(isinstance(count, int) for count in found.counts.values())


@pytest.mark.parametrize("garbage", ["\x00\xff", "{" * 10_000, "[default\n=", "=\n" * 1000, "machine"])
def test_broken_files_stop_nothing(garbage: str, tmp_path: Path) -> None:
    """Credential files that do not parse are passed over."""
    for name in (".netrc", ".docker/config.json", ".aws/credentials", ".modal.toml", ".kube/config"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(garbage, encoding="utf-8")
    assert harvest(given={"HOME": str(tmp_path), "X_API_KEY": SECRET}).counts["environment"] == 1


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("OPENAI_API_KEY", "openai-key"),
        ("FAKECORP_SSO_JWT", "jwt"),
        ("DB_PASS", "password"),
        ("x-acme-thing", "secret"),
    ],
)
def test_stems_show_public_words_only(name: str, stem: str) -> None:
    """A placeholder's stem names the provider and the sort, never a word that could be a company's."""
    assert stem_of(name) == stem


def test_kinds(tmp_path: Path) -> None:
    """Hosts, people and machines keep their kind, so that their placeholders keep their shape."""
    found = harvest(
        given={"HOME": str(tmp_path), "USER": "alice.z", "HOSTNAME": "gpu-1.corp", "LLM": "http://a.corp.internal/"}
    )
    kinds = {value.value: value.kind for value in found.values}
    assert kinds["alice.z"] is Kind.PERSON
    assert kinds["gpu-1.corp"] is Kind.MACHINE
    assert kinds["a.corp.internal"] is Kind.HOST
