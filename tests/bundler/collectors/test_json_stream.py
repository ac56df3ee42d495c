"""Laws of the streaming projection."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bundler.collectors.contract import KEPT, WITHHELD, TaskData, contract
from bundler.collectors.json_stream import project, withheld_texts
from bundler.collectors.json_values import string_chars, unescaped

_SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
_VALUES = st.recursive(_SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20)


def _pieces(data: bytes, size: int) -> Iterator[bytes]:
    return (data[at : at + size] for at in range(0, len(data), size))


@given(_VALUES, st.booleans(), st.integers(1, 9))
def test_keep_everything_is_identity(value: Any, ascii_only: bool, size: int) -> None:
    """A contract that keeps everything changes no value, in whatever chunks the document comes."""
    try:
        data = json.dumps(value, ensure_ascii=ascii_only).encode()
    except UnicodeEncodeError:
        data = json.dumps(value).encode()
    made = project(_pieces(data, size), KEPT)
    assert made.complete
    assert json.loads(made.data) == value


@given(_VALUES.filter(lambda value: not isinstance(value, (bool, int, float)) and value), st.integers(1, 9))
def test_withholding_everything_shows_no_text_and_yields_all(value: Any, size: int) -> None:
    """What is withheld whole leaves none of its longer texts in the output, and every one of them is yielded."""
    data = json.dumps(value).encode()
    out = project(_pieces(data, size), WITHHELD).data.decode()
    found = {text.decode() for text in withheld_texts(_pieces(data, size), WITHHELD)}
    for text in _texts(value):
        assert len(text) < 12 or text not in out
        assert text.encode("utf-8", "replace").decode() in found


_NAMES = st.sampled_from(["status", "extra", "trajectory", "steps", "observation", "content", "artifacts", "messages"])
_RESULTS = st.recursive(
    st.text(max_size=8) | st.integers() | st.just('\\"\\\\'),
    lambda inner: st.lists(inner) | st.dictionaries(_NAMES, inner),
    max_leaves=30,
)


@given(_RESULTS, st.booleans(), st.integers(1, 40))
def test_chunks_change_nothing(value: Any, ascii_only: bool, size: int) -> None:
    """What is kept and what is withheld of a document does not depend on the chunks in which it is read."""
    data = json.dumps(value, ensure_ascii=ascii_only).encode("utf-8", "backslashreplace")
    node = contract("result")
    assert project(_pieces(data, size), node) == project([data], node)
    assert set(withheld_texts(_pieces(data, size), node)) == set(withheld_texts([data], node))


@pytest.mark.parametrize(
    "text",
    ['"a\\', '"\x00\x01\x00\x02"', '[["x"]]]', "{{[[" * 400 + "]]}}" * 400, '"a" \\" {"b": "c"}', "}", '["' + "e" * 99],
)
def test_a_container_that_is_skipped_ends_where_it_ends(text: str) -> None:
    """Whatever stands in a container of any size, it is followed by what follows it, or it is broken."""
    broken = project([f'{{"extra": [{text}], "status": "end"}}'.encode()], contract("result"))
    padded = project(
        [f'{{"extra": [{text}, "'.encode() + b"x" * (1 << 21) + b'"], "status": "end"}'], contract("result")
    )
    assert (b'"end"' in broken.data) == (b'"end"' in padded.data)
    assert broken.complete == padded.complete


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str) and value:
        yield value
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _texts(inner)


@given(st.text())
def test_the_length_of_a_withheld_text_is_its_number_of_characters(text: str) -> None:
    """``chars`` counts characters, not bytes and not escapes, in both spellings."""
    for ascii_only in (True, False):
        raw = json.dumps(text, ensure_ascii=ascii_only)[1:-1].encode("utf-8", "replace")
        assert string_chars(raw) == len(unescaped(raw))


def test_kept_parts_keep_spelling_order_and_duplicates() -> None:
    """Number spelling, key order and duplicate keys survive."""
    data = b'{"b": 1.50, "a": 1E3, "b": 12345678901234567890123, "c": "\\u00e9\\/"}'
    made = project([data], KEPT, indent=False).data
    assert made == b'{"b":1.50, "a":1E3, "b":12345678901234567890123, "c":"\\u00e9\\/"}'


def test_an_unknown_field_is_withheld_and_its_shape_stays() -> None:
    """What no line of the contract names leaves its shape and nothing else."""
    made = project(
        [b'{"status": "run_error", "novelty": "the secret plan", "deep": {"x": ["y", "z"]}}'], contract("result")
    )
    value = json.loads(made.data)
    assert value["status"] == "run_error"
    assert value["novelty"] == {"withheld": "task-data", "chars": 15}
    assert value["deep"]["withheld"] == "task-data"
    assert b"plan" not in made.data


def test_an_outline_tells_names_sizes_and_errors_only() -> None:
    """A step shows tool, argument names, sizes, and the exception class of an observation."""
    step = {
        "step_id": 3,
        "user_content": "what is the answer",
        "assistant_content": {"tool_calls": [{"function": {"name": "bash", "arguments": '{"command": "cat answer"}'}}]},
        "observation": [{"content": "Traceback (most recent call last):\n  x\nOSError: answer gone"}],
        "metric": {"stop_reason": "tool_calls", "prompt_tokens_len": 7},
    }
    made = project([json.dumps({"trajectory": {"steps": [step]}}).encode()], contract("result"))
    out = json.loads(made.data)["trajectory"]["steps"][0]
    call = out["assistant_content"]["tool_calls"][0]["function"]
    assert call == {"name": "bash", "arguments": {"withheld": "task-data", "chars": 25, "names": ["command"]}}
    assert out["observation"][0]["content"]["exception"] == "OSError"
    assert out["metric"] == step["metric"]
    assert b"answer" not in made.data


def test_no_task_data_at_all_and_all_of_it() -> None:
    """``none`` drops outlines to bare shapes; ``full`` keeps every text, but nothing of other tasks."""
    document = json.dumps({"final_answer": "42", "artifacts": {"messages": [{"content": "OSError: x"}]}}).encode()
    none = json.loads(project([document], contract("result", task_data=TaskData.NONE)).data)
    assert none["artifacts"]["messages"][0]["content"] == {"withheld": "task-data", "chars": 10}
    full = json.loads(project([document], contract("result", task_data=TaskData.FULL)).data)
    assert full == json.loads(document)
    plans = json.dumps({"resolved_execution_plans": {"a": {"attempts": {"1": {}}}, "b": {"secret": 1}}}).encode()
    made = project([plans], contract("run_info", task_id="a", task_data=TaskData.FULL))
    assert list(json.loads(made.data)["resolved_execution_plans"]) == ["a"]
    assert made.dropped == 1


def test_only_the_own_task_id_stays_among_sample_ids() -> None:
    """``sample_ids`` of other tasks are theirs."""
    request = {"request": {"benchmark": {"id": "b", "params": {"sample_ids": ["x", "mine", "y"]}}}}
    made = project([json.dumps(request).encode()], contract("run_info", task_id="mine"), own="mine")
    assert json.loads(made.data)["request"]["benchmark"]["params"]["sample_ids"] == ["mine"]
    assert made.dropped == 2


@pytest.mark.parametrize(
    "document",
    [
        b"",
        b"   ",
        b"{",
        b'{"status": "run_er',
        b'{"status": }',
        b'{"status": "x" "y"}',
        b'{"metrics": {"a": 1,',
        b'{"status": "x"} trailing',
        b'{"status": tru}',
        b"not json",
        b'{"issues": [{"code": "a"}, {"cod',
        b'{"trajectory": ' + b"[" * 200_000,
        b'{"metrics": {"x": ' + b'{"a":' * 50_000,
    ],
)
def test_a_broken_document_gives_valid_json_and_says_so(document: bytes) -> None:
    """Whatever breaks, what was read before it stays as valid JSON, and the note says where reading stopped."""
    made = project([document], contract("result"))
    json.loads(made.data)
    assert not made.complete
    assert "not JSON from byte" in made.notes[0]


def test_unusual_documents_are_read() -> None:
    """A byte order mark, NaN, lone surrogates, raw control characters, bad UTF-8 and huge numbers do not stop us."""
    document = (
        b'\xef\xbb\xbf{"metrics": {"a": NaN, "b": -Infinity, "c": '
        + b"9" * 50_000
        + b'}, "error": "\\ud800 \x01\xff\\q"}'
    )
    made = project([document], contract("result"))
    value = json.loads(made.data)
    assert made.complete
    assert value["metrics"] == {
        "a": "NaN",
        "b": "-Infinity",
        "c": {"withheld": "task-data", "kind": "number", "digits": 50_000},
    }
    assert value["error"].endswith("\x01\ufffd\\q")


def test_a_pointer_reaches_one_attempt() -> None:
    """The value at the pointer goes through the contract, the rest of the document is passed over."""
    document = {"ground_truth": "t", "attempts": {"1": {"status": "a"}, "2": {"status": "b", "final_answer": "x"}}}
    made = project([json.dumps(document).encode()], contract("result"), pointer=("attempts", "2"))
    assert json.loads(made.data)["status"] == "b"
    assert project([b"{}"], contract("result"), pointer=("attempts", "2")).data.strip() == b"null"


def test_an_overlong_kept_text_is_cut_in_the_middle_and_noted() -> None:
    """Head and tail stay, the cut says its size."""
    text = "head " + "x" * 2_000_000 + " tail"
    made = project(_pieces(json.dumps({"error": text}).encode(), 100_000), contract("result"))
    kept = json.loads(made.data)["error"]
    assert kept.startswith("head ") and kept.endswith(" tail") and "bytes cut here" in kept  # noqa: PT018
    assert len(kept) < 600_000
    assert made.notes


@pytest.mark.parametrize(
    "name", ["run_info", "params", "task", "result", "retry", "event", "resource", "metrics", "checkpoint"]
)
def test_a_key_that_is_no_name_is_not_shown(name: str) -> None:
    """An unknown key that could be data itself is replaced by a number."""
    made = project([json.dumps({"Who wrote it? Nobody knows.": "x"}).encode()], contract(name))
    assert json.loads(made.data) == {"withheld-key-1": {"withheld": "task-data", "chars": 1}}
