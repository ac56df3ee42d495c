"""Secrets in commands, files and objects go whole; what looks like them and is none stays."""

from __future__ import annotations

import base64
import json

import pytest

from redaction import Policy
from redaction.examples import BASE64_URL, fake
from redaction.redactor import Redactor

PASSWORD = "Copper" + "Raven32!"
GENERATED = fake("", 40)


def encoded(text: str) -> str:
    """Return a text in base64."""
    return base64.b64encode(text.encode()).decode()


COMMANDS = (
    "redis-cli -h h -p 6380 -a %s",
    "curl -ubob:%s https://x.io",
    "curl -u bob:'%s' https://x.io",
    "curl -u :%s https://dev.azure.com/x",
    'curl -u \\\n  "bob:%s"',
    'sqlcmd -S h -U sa -P %s -Q "select 1"',
    "zip -r -P %s out.zip dir",
    "mosquitto_pub -h h -u u -P %s -t x",
    "cqlsh h -u cassandra -p %s",
    "openssl enc -aes-256-cbc -k %s -in x",
    "openssl rsa -in k -passin pass:%s -out x",
    "xfreerdp /u:bob /p:%s /v:h",
    "plink -ssh bob@h -pw %s",
    "useradd -m -p %s bob",
    "unrar x -p%s a.rar",
    "printf '%%s' '%s' > ~/.config/token",
    "echo %s > ~/.cache/huggingface/token",
    "chpasswd <<< 'root:%s'",
    "kinit u <<< '%s'",
    'echo "%s" | kinit bob',
    "echo -n '%s' | gcloud secrets create name --data-file=-",
    "echo %s | docker secret create name -",
    "e2b auth --key %s",
    'TOKEN, URL = "%s", "z"',
    "URL, TOKEN = 'z', '%s'",
    'token = "abc" + "%s"',
    'api_key: str = Field(default="%s")',
    "jdbc:oracle:thin:u/%s@//h:1521/x",
    "sqlplus u/%s@h",
    "requirepass %s",
    "masterauth %s",
    'OTEL_EXPORTER_OTLP_HEADERS="x-honeycomb-team=%s"',
    '[secrets]\nopenai = "%s"\nother = 1\n',
    "kind: Secret\nstringData:\n  endpoint: %s\n",
)
LEFT = (
    "redis-cli -h h -p 6380 ping",
    "mysql -h h -P 3306 -u bob main",
    "zip -r out.zip dir",
    "curl -u :8080 x",
    "git push -u origin :branch",
    "useradd -m -s /bin/bash bob",
    "echo done > results/token_counts.txt",
    "sqlplus /nolog",
    "requirepass must be set first",
    'a, tokens = "x", "y"',
    '[tokens]\nbackend = "file"\n',
    "openai = gpt-4o-mini-2024-07-18",
    "OPENAI=https://api.openai.com/v1",
    "kind: ConfigMap\ndata:\n  endpoint: aGVsbG8gd29ybGQ=\n",
    "kind: Secret in the data: of it",
    "blob " + encoded("a text about tokens: there were 4096 tokens left in the window of the model\n"),
)


@pytest.mark.parametrize("form", COMMANDS)
def test_the_password_of_a_command_goes(form: str) -> None:
    """Wherever a program or a file takes a password, nothing of it is left."""
    assert PASSWORD[:10] not in Redactor(Policy()).redact_text(form % PASSWORD)


@pytest.mark.parametrize("text", LEFT)
def test_what_only_looks_like_one_stays(text: str) -> None:
    """Ports, files, words, names of models and public objects are left."""
    redacted = Redactor(Policy()).redact_text(text)
    assert "REDACTED" not in redacted


@pytest.mark.parametrize("form", ["GEMINI=%s", 'OPENAI="%s"', '{"anthropic": "%s"}'])
def test_a_key_under_the_name_of_its_provider_goes(form: str) -> None:
    """The name of a provider alone is enough for a generated value."""
    assert GENERATED not in Redactor(Policy()).redact_text(form % GENERATED)


@pytest.mark.parametrize(
    "text",
    [
        f"MODE=x\nOPENAI_API_KEY=sk-proj-{GENERATED}\n",
        json.dumps({"api_key": PASSWORD}),
        f"head\nsk-proj-{GENERATED}",
        f"-----BEGIN RSA {'PRIVATE'} KEY-----\n{GENERATED}\n",
        json.dumps({"auths": {"ghcr.io": {"auth": encoded("bob:" + PASSWORD)}}}),
        f"postgres://bob:{PASSWORD}@db/main",
    ],
)
@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("form", ["log line blob %s end", ".dockerconfigjson: %s", '{"content": "%s"}'])
def test_a_secret_in_base64_goes_with_the_whole_run(text: str, place: int, form: str) -> None:
    """Wherever it begins in the three bytes of a group, a secret in base64 is seen, and nothing of the run is left."""
    run = encoded("#" * place + " " + text)
    assert run[-12:-2] not in Redactor(Policy()).redact_text(form % run)


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("kind_first", [True, False])
def test_the_data_of_a_kubernetes_secret_goes(indent: int | None, *, kind_first: bool) -> None:
    """Whatever the names of its entries, in JSON and YAML, before the kind and behind it."""
    data, kind = {"data": {"endpoint": encoded(PASSWORD)}}, {"kind": "Secret"}
    thing = {"apiVersion": "v1", **(kind if kind_first else {}), **data, **kind}
    assert encoded(PASSWORD) not in Redactor(Policy()).redact_text(json.dumps(thing, indent=indent))
    parts = ("kind: Secret\n", f"data:\n  endpoint: {encoded(PASSWORD)}\n")
    assert encoded(PASSWORD) not in Redactor(Policy()).redact_text(
        "apiVersion: v1\n" + "".join(parts if kind_first else parts[::-1])
    )


@pytest.mark.parametrize("quote", ['"', "'", '\\"'])
def test_the_private_fields_of_a_web_key_go(quote: str) -> None:
    """In any order of the fields; the public ones stay."""
    private = {name: fake(name, 42, BASE64_URL) for name in ("d", "p", "q", "dp", "dq", "qi")}
    public = fake("n", 85, BASE64_URL)
    for fields in ({"kty": "RSA", "n": public, **private}, {**private, "kty": "RSA", "n": public}):
        redacted = Redactor(Policy()).redact_text(json.dumps(fields).replace('"', quote))
        assert public in redacted
        assert not any(value in redacted for value in private.values())
