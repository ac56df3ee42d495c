"""Laws of what agent programs say about their own failure: their error events are kept, their conversations are not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bundler.collectors.collect import CollectOptions, collect
from bundler.diagnosis import diagnose
from bundler.model import AttemptFiles, Evidence, Run, Selection, Task
from bundler.redact.echoes import without_echoes

_PROMPT = "please find the hidden number in the proprietary table"
_TALK = "I will look for the hidden number in the second column now"
_CODEX = "unexpected status 401 Unauthorized: Incorrect API key provided, url: http://127.0.0.1:8000/v1/responses"
_CLAUDE = "Invalid API key · Fix external API key"


def _evidence(root: Path, stream: list[dict[str, Any]], name: str, answer: str, message: str) -> Evidence:
    folder = root / "details" / "fatal" / ("mine--" + "0" * 64)
    stdout = "".join(json.dumps(event) + "\n" for event in stream)
    result = {
        "status": "run_error",
        "final_answer": answer or stdout,
        "trajectory": {"steps": [{"step_id": 1, "user_content": _PROMPT}]},
        "issues": [{"severity": "fatal", "phase": "run", "code": "harness_interrupted", "message": message}],
        "artifacts": {name: stream, "execution_diagnostics": f"{message}; stdout={stdout}"},
        "meta": {"harness": {"telemetry": {"stdout": stdout}}},
    }
    for path, value in ((folder / "task.json", {"task_id": "mine"}), (folder / "attempt-1" / "result.json", result)):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(value), encoding="utf-8")
    attempt = AttemptFiles(number=1, result=folder / "attempt-1" / "result.json")
    task = Task("mine", folder.name, "fatal", folder, (attempt,))
    return collect(Selection(Run(root, "r1", "v3", {}), task, attempt), CollectOptions(machine_facts=False))


def _codex(*more: dict[str, Any]) -> list[dict[str, Any]]:
    failed = {"type": "turn.failed", "error": {"message": _CODEX}}
    return [{"type": "thread.started", "thread_id": "t"}, *more, {"type": "error", "message": _CODEX}, failed]


def _claude(*more: dict[str, Any]) -> list[dict[str, Any]]:
    own = {"model": "<synthetic>", "content": [{"type": "text", "text": _CLAUDE}]}
    result = {"type": "result", "subtype": "success", "is_error": True, "result": _CLAUDE}
    return [{"type": "system", "subtype": "init"}, *more, {"type": "assistant", "message": own}, result]


def _left(evidence: Evidence) -> Iterator[str]:
    return (text.decode() for text in without_echoes(evidence.withheld, evidence.authored, evidence.facts)())


@pytest.mark.parametrize(
    ("stream", "name", "answer", "said"),
    [(_codex(), "raw_codex_events", "", _CODEX), (_claude(), "raw_claude_events", _CLAUDE, _CLAUDE)],
    ids=["codex", "claude_code"],
)
def test_the_error_event_is_kept(
    tmp_path: Path, stream: list[dict[str, Any]], name: str, answer: str, said: str
) -> None:
    """What the program said about a failed request is evidence, is not hunted, and gives the status and the row."""
    evidence = _evidence(tmp_path, stream, name, answer, "the command failed")
    assert said in {error["message"] for error in evidence.facts.result["agent_errors"]}
    member = next(item for item in evidence.items if item.member == "evidence/attempt-1.json")
    assert json.loads(member.data)["agent_errors"] == evidence.facts.result["agent_errors"]
    assert not [text for text in _left(evidence) if said in text]
    found = diagnose(evidence.facts)
    assert found.row is not None
    assert found.row.id == "endpoint-401"


def test_a_conversation_stays_withheld(tmp_path: Path) -> None:
    """What a model or a tool said before the error is hunted as before, though the diagnostics quote all of it."""
    talk = {"type": "item.completed", "item": {"type": "agent_message", "text": _TALK}}
    evidence = _evidence(tmp_path, _codex(talk), "raw_codex_events", "", "the command failed")
    left = list(_left(evidence))
    assert any(_TALK in text for text in left)
    assert not any(_CODEX in text for text in left)


def test_an_error_that_quotes_the_prompt_stays_withheld(tmp_path: Path) -> None:
    """An error event that repeats what the data set's authors wrote is no release of it."""
    event = {"type": "error", "message": f"400 Bad Request: the policy refuses: {_PROMPT}"}
    evidence = _evidence(tmp_path, [event], "raw_codex_events", "", "the command failed")
    assert any(_PROMPT in text and "policy" in text for text in _left(evidence))


def test_a_result_that_a_model_wrote_is_no_error_event(tmp_path: Path) -> None:
    """The result of claude_code is its own text only where it says so; a model's last words are an answer."""
    result = {"type": "result", "subtype": "error_during_execution", "is_error": True, "result": _TALK}
    evidence = _evidence(tmp_path, [result], "raw_claude_events", _TALK, "the command failed")
    assert [error["message"] for error in evidence.facts.result["agent_errors"]] == ["error_during_execution"]
    assert any(_TALK in text for text in _left(evidence))


def test_a_whole_exception_message_is_an_echo(tmp_path: Path) -> None:
    """What an exception said is kept where a withheld field repeats it whole, however it is worded."""
    said = "Odd weather over the price list, perhaps it is not registered"
    evidence = _evidence(tmp_path, [{"type": "x", "text": said}], "raw_codex_events", "42", f"RuntimeError: {said}")
    assert said not in list(_left(evidence))


def test_mangled_copies_of_the_diagnostics_are_left_out(tmp_path: Path) -> None:
    """ExceptionAnalyzer's cut and rewritten copies leave their length alone: the diagnostics stand whole beside them."""
    copies = dict.fromkeys(("error_snippet", "error_type", "error_fingerprint"), "Oh <s>, line 130 gone")
    evidence = _evidence(tmp_path, [], "raw_codex_events", "42", "OSError: gone")
    path = next(tmp_path.rglob("result.json"))
    result = json.loads(path.read_text(encoding="utf-8"))
    result["analysis_result"] = {"ExceptionAnalyzer": {"details": {**copies, "error_location": "x.py:f"}}}
    path.write_text(json.dumps(result), encoding="utf-8")
    selection = evidence.selection
    again = collect(selection, CollectOptions(machine_facts=False))
    details = again.facts.result["analysis_result"]["ExceptionAnalyzer"]["details"]
    assert details["error_location"] == "x.py:f"
    assert {details[name]["withheld"] for name in copies} == {"copy of the diagnostics"}
    assert "Oh <s>" not in "".join(item.data.decode() for item in again.items)
    assert not [text for text in again.withheld() if b"line 130" in text]
