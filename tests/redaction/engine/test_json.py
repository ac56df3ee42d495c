"""JSON stays JSON: order, types, lengths, spelling and keys, whatever is replaced in it."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from redaction import Format, Policy, Redactor
from tests.redaction.engine.planted import FORMS, RULES, known, secrets

SLOW = settings(max_examples=60, deadline=None)
VALUE = "Zq7-" + "FAKEcanary" + "0123456789"

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.just(VALUE)
    | st.just(f"x {VALUE}\n")
)
names = st.sampled_from(
    ["a", "é", "\ud800", "", 'q"', "api_key", "headers", "max_tokens", "credentials", "nested", VALUE]
)
documents = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4) | st.builds(json.dumps, inner)
    ),
    max_leaves=20,
)


def redacted(text: str | bytes, form: Format = Format.JSON) -> bytes:
    """Redact with one known value and the toy rules."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return Redactor(Policy(known_values=(known(VALUE),)), rules=RULES).redact(data, form).data


def shape(value: object) -> object:
    """Types, list lengths and number of members, without texts and numbers."""
    if isinstance(value, dict):
        return [shape(each) for each in value.values()]
    if isinstance(value, list):
        return [shape(each) for each in value]
    return type(value) if not isinstance(value, (int, float)) or isinstance(value, bool) else "number"


@SLOW
@given(document=documents, indent=st.sampled_from([None, 2]), ascii_only=st.booleans())
@example(document={"a": None, "credentials": '{"a": null, "credentials": null}'}, indent=None, ascii_only=False)
def test_json_keeps_its_shape(document: object, indent: int | None, *, ascii_only: bool) -> None:
    """Redacted JSON parses, with the same types, lengths and members, and without the value."""
    text = json.dumps(document, indent=indent, ensure_ascii=ascii_only)
    outcome = redacted(text)
    assert shape(json.loads(outcome)) == shape(json.loads(text.encode("utf-8", "surrogatepass")))
    assert VALUE.encode() not in outcome


@SLOW
@given(document=documents)
def test_json_without_secrets_is_copied_byte_for_byte(document: object) -> None:
    """What holds no sensitive name and no value keeps its spelling."""
    text = (
        json.dumps(document)
        .replace("api_key", "model")
        .replace("headers", "plan")
        .replace("credentials", "usage")
        .replace(VALUE, "v")
    )
    assert redacted(text) == text.encode()


@pytest.mark.parametrize("form", [form for form in FORMS if form != "utf-16"])
@settings(max_examples=15, deadline=None)
@given(value=secrets)
def test_every_form_inside_json_strings(form: str, value: str) -> None:
    """A form of a value inside a JSON string is gone, and the document still parses."""
    data = json.dumps({"note": [f"before {FORMS[form](value)} after"]}).encode()
    outcome = Redactor(Policy(known_values=(known(value),)), rules=()).redact(data, Format.JSON)
    assert outcome.note == ""
    note = json.loads(outcome.data)["note"][0]
    assert "REDACTED-fake-key-1" in note
    assert note.startswith("before ")
    assert note.endswith(" after")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"api_key": "a", "api_key": "b"}', '{"api_key": "REDACTED-secret-1", "api_key": "REDACTED-secret-2"}'),
        ('{"password": 83459012}', '{"password": 0}'),
        ('{"max_tokens": 4096, "token_count": 1234567}', '{"max_tokens": 4096, "token_count": 1234567}'),
        ('{"wrap_api_key": false, "api_key": null}', '{"wrap_api_key": false, "api_key": null}'),
        ('{"credentials": {"a": ["x9", {"b": "y9"}], "retries": 30000}}',
         '{"credentials": {"a": ["REDACTED-secret-1", {"b": "REDACTED-secret-2"}], "retries": 30000}}'),
        ('{"n": [1.50, -0.0, 1E+400, NaN, 123456789012345678901234567890]}',) * 2,
        ('\ufeff{"api_key": "q"}', '\ufeff{"api_key": "REDACTED-secret-1"}'),
        ('{"api\\u005fkey": "q"}', '{"api\\u005fkey": "REDACTED-secret-1"}'),
        ('{"api_key": "${OPENAI_API_KEY}"}',) * 2,
        ('{"authorization": "Bearer zzz"}', '{"authorization": "Bearer REDACTED-secret-1"}'),
        ('{"lone": "\\ud800 x"}',) * 2,
        ('{"a": "{\\"token\\": \\"q\\\\n\\"}"}', '{"a": "{\\"token\\": \\"REDACTED-secret-1\\"}"}'),
    ],
)  # fmt: skip
def test_json_cases(text: str, expected: str) -> None:
    """Duplicate keys, numbers, booleans, containers, odd numbers, a byte order mark, escaped keys, references."""
    assert redacted(text) == expected.encode()


@pytest.mark.parametrize("broken", ["{", '{"a" "b"}', "[1,]", "{'a': 1}", '{"a": 1} x', "", '"' + VALUE])
def test_broken_json_is_redacted_as_text_and_labelled(broken: str) -> None:
    """What does not parse is never copied: it passes as text, and the note says so."""
    data = f"{broken} {VALUE}".encode()
    outcome = Redactor(Policy(known_values=(known(VALUE),)), rules=RULES).redact(data, Format.JSON)
    assert "text" in outcome.note
    assert outcome.format is Format.TEXT
    assert VALUE.encode() not in outcome.data


def test_depth_is_no_limit() -> None:
    """A hundred thousand levels are read without recursion."""
    depth = 100_000
    text = '{"a":[' * depth + f'"{VALUE}"' + "]}" * depth
    assert redacted(text) == text.replace(VALUE, "REDACTED-fake-key-1").encode()


def test_json_lines_are_read_one_by_one() -> None:
    """Each line is a document; a broken line passes as text and is counted."""
    lines = [json.dumps({"api_key": "a1"}), "{broken passphrase=zz9", "", json.dumps([VALUE])]
    outcome = Redactor(Policy(known_values=(known(VALUE),)), rules=RULES).redact(
        "\n".join(lines).encode(), Format.JSON_LINES
    )
    assert outcome.data.decode().split("\n") == [
        '{"api_key": "REDACTED-secret-1"}', "{broken passphrase=REDACTED-password-1", "", '["REDACTED-fake-key-1"]',
    ]  # fmt: skip
    assert outcome.note.startswith("1 of 3 lines")


def test_a_claim_never_breaks_an_escape() -> None:
    """A value that ends in the middle of an escape takes the whole escape with it."""
    value = "Zq7FAKEcanary\\"
    data = b'{"a": "Zq7FAKEcanary\\n", "b": "Zq7FAKEcanary\\\\"}'
    outcome = Redactor(Policy(known_values=(known(value),)), rules=()).redact(data, Format.JSON)
    json.loads(outcome.data)
