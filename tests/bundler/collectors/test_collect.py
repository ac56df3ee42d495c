"""Laws of the whole collection, on run directories made by hand."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from bundler.collectors.collect import CollectOptions, collect
from bundler.collectors.contract import TaskData
from bundler.model import AttemptFiles, Evidence, Run, Selection, Status, Task

_TRUTH = "the truth nobody may read 4711"
_PROMPT = "please find the hidden number in the proprietary table"
_OPTIONS = CollectOptions(machine_facts=False)
_NAME = "mine--" + "0" * 64


def _write(path: Path, value: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")


def _run(root: Path) -> Selection:
    folder = root / "details" / "fatal" / _NAME
    other = root / "details" / "normal" / ("other--" + "1" * 64)
    plans = {name: {"attempts": {"1": {"environment": {"id": "docker"}}}} for name in ("mine", "other")}
    info = {
        "schema_version": "agentcompass.run_info.v3",
        "run_id": "r1",
        "status": "failed",
        "request": {"benchmark": {"id": "hle", "params": {"sample_ids": ["mine", "other"]}}, "model": {"id": "m"}},
        "resolved_execution_plans": plans,
    }
    trace = 'Traceback (most recent call last):\n  File "agentcompass/x.py", line 1, in f\nOSError: gone'
    _write(root / "run_info.json", info)
    _write(root / "params.json", {"benchmark": {"id": "hle"}})
    _write(folder / "task.json", {"task_id": "mine", "attempts": {"1": "attempt-1"}, "ground_truth": _TRUTH})
    result = {
        "status": "run_error",
        "final_answer": _TRUTH,
        "trajectory": {"steps": [{"step_id": 1, "user_content": _PROMPT}]},
        "issues": [{"severity": "fatal", "phase": "run", "code": "harness_failed", "message": "OSError: gone"}],
        "artifacts": {"execution_diagnostics": trace},
        "analysis_result": {"ExceptionAnalyzer": {"is_badcase": True, "details": {"error_snippet": trace}}},
    }
    _write(folder / "attempt-1" / "result.json", result)
    _write(folder / "attempt-1" / "checkpoint.json", {"evaluation": {"prepared_task": {"input": {"prompt": _PROMPT}}}})
    _write(folder / "attempt-1" / "artifacts" / "out\n.txt", "artifact content")
    retry = folder / "attempt-1" / "retries" / f"{_NAME}.attempt1.retry1.attempt.json"
    _write(retry, {"task_id": "mine", "retry": 1, "stage": "attempt", "discarded_result": result})
    _write(other / "task.json", {"task_id": "other", "ground_truth": "the other truth"})
    events: list[dict[str, Any]] = [{"event": "run_started", "timestamp": 1000.0, "task_id": None, "payload": {}}]
    for name in ("mine", "other"):
        events += [
            {"event": "task_started", "timestamp": 1001.0, "task_id": name, "payload": {}},
            {"event": "attempt_started", "timestamp": 1002.0, "task_id": name, "attempt": 1, "payload": {}},
            {
                "event": "attempt_finished",
                "timestamp": 1009.0,
                "task_id": name,
                "attempt": 1,
                "payload": {"novel": _TRUTH},
            },
        ]
    _write(root / "progress.jsonl", "".join(json.dumps(event) + "\n" for event in events))
    log = "00:16:40 INFO     runtime.runner                       ▶ Evaluation started\n"
    log += f"00:16:43 ERROR    runtime.runner                       ✗ Attempt failed | task=mine | attempt=1\n{trace}\n"
    log += "00:16:43 DEBUG    runtime.runner                       ▶ Inference started | task=other | attempt=1\n"
    _write(root / "run.log", log)
    _write(root / ".env-resources" / "1.json", {"provider": "docker", "state": "active", "task_id": "mine"})
    _write(root / ".env-resources" / "2.json", {"provider": "docker", "state": "active", "task_id": "other"})
    attempt = AttemptFiles(
        1, folder / "attempt-1" / "result.json", (), folder / "attempt-1" / "checkpoint.json", (retry,),
        folder / "attempt-1" / "artifacts",
    )  # fmt: skip
    return Selection(Run(root, "r1", "v3", info), Task("mine", _NAME, "fatal", folder, (attempt,)), attempt)


def _members(evidence: Evidence) -> dict[str, bytes]:
    return {item.member: item.data for item in evidence.items}


def test_every_row_is_present_and_task_data_is_not(tmp_path: Path) -> None:
    """All members are there; no prompt, truth or artifact content is; both can be hunted."""
    evidence = collect(_run(tmp_path), _OPTIONS)
    members = _members(evidence)
    assert {
        "evidence/run_info.json", "evidence/params.json", "evidence/task.json", "evidence/attempt-1.json",
        "evidence/retries.jsonl", "evidence/progress.jsonl", "evidence/log.txt", "evidence/tracebacks.txt",
        "evidence/analysis.json", "evidence/artifacts.json", "evidence/resources.json", "command.sh", "capsule.json",
    } <= set(members)  # fmt: skip
    everything = b"\n".join(members.values())
    for secret in (_TRUTH, _PROMPT, "artifact content", "the other truth"):
        assert secret.encode() not in everything
    hunted = b"\n".join(evidence.withheld())
    assert _TRUTH.encode() in hunted
    assert _PROMPT.encode() in hunted
    assert b"the other truth" in hunted
    assert b"OSError: gone" not in hunted
    assert list(evidence.withheld()) == list(evidence.withheld())
    assert b"other" not in members["evidence/progress.jsonl"]
    assert json.loads(members["evidence/resources.json"])["of_other_tasks"] == 1


def test_one_traceback_is_found_in_every_place(tmp_path: Path) -> None:
    """The log, the diagnostics, the analyzer and the retry hold the same traceback: listed once, whole."""
    facts = collect(_run(tmp_path), _OPTIONS).facts
    (one,) = facts.tracebacks
    assert one.text.endswith("OSError: gone")
    assert "evidence/log.txt:3" in one.where
    assert "evidence/attempt-1.json#/artifacts/execution_diagnostics" in one.where


def test_the_facts_are_filled(tmp_path: Path) -> None:
    """What a diagnosis reads comes from where it stands."""
    facts = collect(_run(tmp_path), _OPTIONS).facts
    assert facts.plan == {"environment": {"id": "docker"}}
    assert [issue.code for issue in facts.issues] == ["harness_failed"]
    assert facts.retries[0]["stage"] == "attempt"
    assert facts.events[0].name == "run_started"
    assert facts.records[0].message.startswith("▶ Evaluation")


def test_full_task_data_keeps_the_texts_of_this_task_only(tmp_path: Path) -> None:
    """``full`` keeps prompt and truth, and still nothing of another task."""
    members = _members(collect(_run(tmp_path), CollectOptions(task_data=TaskData.FULL, machine_facts=False)))
    assert _TRUTH.encode() in members["evidence/task.json"]
    assert _PROMPT.encode() in members["evidence/attempt-1.json"]
    assert b"other" not in members["evidence/run_info.json"]


@pytest.mark.parametrize("damage", ["remove", "empty", "cut", "binary", "fifo", "link", "folder"])
def test_any_damage_is_an_omission_or_a_note(tmp_path: Path, damage: str) -> None:
    """Each file in turn is missing, broken or unsafe: the collection ends, and says what it lacks."""
    root = tmp_path / "run"
    outside = tmp_path / "outside.json"
    outside.write_text(json.dumps({"status": _TRUTH, "error": _TRUTH}))
    selection = _run(root)
    for path in sorted(path for path in root.rglob("*") if path.is_file()):
        whole = path.read_bytes()
        path.unlink()
        _damage(path, whole, damage, outside)
        evidence = collect(selection, _OPTIONS)
        list(evidence.withheld())
        list(evidence.survey_only())
        assert _TRUTH.encode() not in b"".join(item.data for item in evidence.items)
        path.rmdir() if damage == "folder" else path.unlink(missing_ok=True)
        path.write_bytes(whole)


def _damage(path: Path, whole: bytes, damage: str, outside: Path) -> None:
    if damage == "empty":
        path.write_bytes(b"")
    elif damage == "cut":
        path.write_bytes(whole[: len(whole) // 2])
    elif damage == "binary":
        path.write_bytes(b"\x00\xff\xfe" * 99)
    elif damage == "fifo":
        os.mkfifo(path)
    elif damage == "link":
        path.symlink_to(outside)
    elif damage == "folder":
        path.mkdir()


def test_a_whole_run_can_be_reported(tmp_path: Path) -> None:
    """Without a task there are run-level members, and a reason for each that is missing."""
    selection = _run(tmp_path)
    evidence = collect(Selection(selection.run, None, None), _OPTIONS)
    assert "evidence/log.txt" in _members(evidence)
    reasons = {omission.item: omission for omission in evidence.omissions}
    assert reasons["evidence/task.json"].status is Status.ABSENT


def test_an_empty_directory_is_all_omissions(tmp_path: Path) -> None:
    """Nothing is invented where nothing is."""
    evidence = collect(Selection(Run(tmp_path, "r", "v3"), None, None), _OPTIONS)
    assert {item.member for item in evidence.items} <= {"command.sh", "evidence/command.json", "capsule.json"}
    assert {"evidence/run_info.json", "evidence/log.txt"} <= {omission.item for omission in evidence.omissions}
