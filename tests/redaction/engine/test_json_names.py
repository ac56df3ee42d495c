"""Under sensitive keys of JSON, schemas, names and words about a value stay; values go."""

from __future__ import annotations

import json

import pytest

from redaction import Format, Policy, Redactor

RANDOM = "fk" + "Z3kQ9xL0pV7tR2m"
PASSWORD = "hunt" + "er2x"
DIGEST = "sha512-" + "Zk9" * 28 + "Qw=="

STAYS: tuple[object, ...] = (
    {
        "properties": {
            "password": {"type": "string", "title": "Password", "description": "The password to use, 2 lines"}
        }
    },
    {"securitySchemes": {"apiKey": {"type": "apiKey", "in": "header", "name": "X-Api-Key"}}},
    {"securitySchemes": {"bearerAuth": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}}},
    {"auth": {"$ref": "#/components/schemas/Auth"}},
    {"auth": {"type": "oauth2"}},
    {
        "content": [
            {"token": "Hello", "logprob": -0.1, "bytes": [72], "top_logprobs": [{"token": "Hi", "logprob": -2.0}]}
        ]
    },
    {"content": [{"token": "Hello", "bytes": [72], "logprob": -0.1}]},
    {"logprob": -0.1, "token": "Hello"},
    {"id": 5, "token": "Ġthe", "special": False},
    {"env": ["TASK_ID", "RUN_ID", "OPENAI_API_KEY"]},
    {"env": ["jest"]},
    {"query_params": ["limit", "offset"]},
    {"secrets": ["OPENAI_API_KEY", "HF_TOKEN"]},
    {"env": [{"name": "K", "valueFrom": {"secretKeyRef": {"name": "my-secret", "key": "api-key"}}}]},
    {"password": "missing", "token": "expired", "api_key": "invalid", "auth": "failed"},
    {"token": "str", "apiKey": "API key", "password": "str | None"},
    {"FAIL_TO_PASS": ["tests/test_x.py::test_y"], "on_pass": "next"},
    {"dependencies": {"jsonwebtoken": "^9.0.2", "next-auth": "~4.24.5"}},
    {
        "node_modules/jsonwebtoken": {
            "version": "9.0.2",
            "integrity": DIGEST,
            "license": "MIT",
            "engines": {"node": ">=12"},
        }
    },
    {"dependencies": {"jsonwebtoken": {"version": "9.0.2", "integrity": DIGEST, "requires": {"jws": "^3.2.2"}}}},
)

GOES: tuple[tuple[object, tuple[str, ...]], ...] = (
    ({"headers": [["authorization", f"Bearer {RANDOM}"], ["x-foo", PASSWORD]]}, ("authorization", "Bearer", "x-foo")),
    ({"env": [f"NAME={PASSWORD}", f"OPENAI_API_KEY={RANDOM}", "PATH=/usr/bin"]}, ("NAME=", "KEY=", "PATH=/usr/bin")),
    ({"headers": [f"Authorization: Bearer {RANDOM}", f"X-A: {PASSWORD}"]}, ("Authorization: Bearer ", "X-A: ")),
    ({"cookies": [{"name": "sid", "value": PASSWORD}]}, ("sid",)),
    ({"env": [{"name": "DB_PASS", "value": PASSWORD}]}, ("DB_PASS",)),
    ({"properties": {"password": {"type": "string", "default": PASSWORD, "example": RANDOM}}}, ("string",)),
    ({"auth": {"type": PASSWORD, "description": RANDOM}}, ()),
    ({"auth": {"name": PASSWORD, "title": "it is " + RANDOM}}, ()),
    ({"env": [["FOO", "sun" + "shine"], ["BAR", PASSWORD]]}, ("FOO", "BAR")),
    ({"auth": [PASSWORD, RANDOM]}, ()),
    ({"credentials": [f"a={PASSWORD}", ["bob", PASSWORD]]}, ()),
    ({"env": [PASSWORD, RANDOM]}, ()),
    ({"secrets": [PASSWORD, RANDOM]}, ()),
    ({"token": RANDOM, "id": 7}, ()),
    ({"jsonwebtoken": RANDOM}, ()),
    ({"db_pass": PASSWORD, "apiKey": PASSWORD}, ()),
    ({"secret": {"scheme": RANDOM, "integrity": PASSWORD, "license": PASSWORD}}, ()),
)


def redacted(document: object, *, nested: bool) -> str:
    """Redact a document, or a text in another one that holds it."""
    text = json.dumps(document, ensure_ascii=False)
    data = json.dumps({"text": text}, ensure_ascii=False) if nested else text
    outcome = Redactor(Policy()).redact(data.encode(), Format.JSON).data.decode()
    return str(json.loads(outcome)["text"]) if nested else outcome


@pytest.mark.parametrize("nested", [False, True])
@pytest.mark.parametrize("document", STAYS)
def test_what_describes_a_value_stays(document: object, nested: bool) -> None:
    """Schemas, lists of names, references, versions and words about a value are byte-identical afterwards."""
    assert redacted(document, nested=nested) == json.dumps(document, ensure_ascii=False)


@pytest.mark.parametrize("nested", [False, True])
@pytest.mark.parametrize(("document", "kept"), GOES)
def test_values_go_and_names_beside_them_stay(document: object, kept: tuple[str, ...], nested: bool) -> None:
    """Of pairs of name and value only the value goes; a value goes wherever it stands."""
    text = redacted(document, nested=nested)
    assert PASSWORD not in text
    assert RANDOM not in text
    assert "sunshine" not in text
    assert all(part in text for part in kept)
