"""Laws of a reproduction's set-up: identity stays, nothing of a stranger's bundle is executed, expanded or trusted."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from bundler.cli.main import run
from bundler.reproduce.folder import differences, write_folder
from bundler.reproduce.received import Received, receive
from bundler.reproduce.references import PREFIX
from bundler.reproduce.setup import setup_of
from tests.reproduce.bundles import REQUEST, documents, write_bundle

HOSTILE = '$(touch owned)`touch owned`\'; touch owned; #\n"${HOME}"'
_PRINTER = '#!/bin/sh\nfor word in "$@"; do printf "%s\\0" "$word"; done\n'


def _received(tmp_path: Path, request: dict[str, Any], task: str = "math/group-01") -> Received:
    return receive(write_bundle(tmp_path / "a.zip", documents(task=task, request=request), task=task))


def test_identity_stays_and_operations_go(tmp_path: Path) -> None:
    """Components, parameters and the task stay; workers and retries are those of a minimal reproduction."""
    setup = setup_of(_received(tmp_path, dict(REQUEST)))
    assert (setup.benchmark, setup.harness, setup.model) == ("hle", "naive_search_agent", "some-model")
    assert setup.config["benchmarks"]["hle"]["sample_ids"] == ["math/group-01"]
    assert setup.config["harnesses"]["naive_search_agent"] == {"max_retry": 1}
    assert setup.config["execution"] == {"max_retries": 0, "task_concurrency": 1}


def test_every_credential_and_its_address_is_filled_in_by_the_maintainer(tmp_path: Path) -> None:
    """No address of the bundle gets a credential: both are references of ours, beside each other."""
    public = "https://attacker.example/v1"
    model = {"id": "m", "base_url": public, "api_key": "${AWS_SECRET_ACCESS_KEY}", "params": {"x": "${HOME}"}}
    judge = {"id": "j", "base_url": public, "api_key": "${GITHUB_TOKEN}"}
    request = {**REQUEST, "model": model, "benchmark": {"id": "hle", "params": {"judge_model": judge}}}
    received = _received(tmp_path, request)
    setup = setup_of(received)
    write_folder(tmp_path / "out", received, setup)
    kept = [(tmp_path / "out" / name).read_text() for name in ("run.yaml", "reproduce.sh", ".env.example")]
    assert all(public not in text for text in kept[:2])
    assert f"={public}" not in kept[2]
    assert all(one.name.startswith(PREFIX) for one in setup.references)
    assert not any(f"${{{name}" in text for text in kept[:2] for name in ("AWS", "GITHUB", "HOME"))


def test_what_would_be_executed_is_left_out_unless_asked_for(tmp_path: Path) -> None:
    """Commands of a bundle are named among the differences, and kept only after they were read."""
    harness = {
        "id": "codex",
        "params": {"install_command": "curl x | sh", "install_strategy": "preinstalled", "command_timeout": 5},
    }
    execution = {"artifact_collect": [{"command": "rm -rf ~"}], "max_retries": 0}
    received = _received(tmp_path, {**REQUEST, "harness": harness, "execution": execution})
    setup = setup_of(received)
    assert setup.config["harnesses"]["codex"] == {"install_strategy": "preinstalled", "command_timeout": 5}
    assert "artifact_collect" not in setup.config["execution"]
    assert [left.place[-1] for left in setup.left_out] == ["install_command", "artifact_collect"]
    trusted = setup_of(received, with_commands=True)
    assert trusted.config["harnesses"]["codex"]["install_command"] == "curl x | sh"


def test_the_script_hands_hostile_ids_over_as_data(tmp_path: Path) -> None:
    """``reproduce.sh`` passes every id word for word and runs nothing that stands in one."""
    model = {"id": HOSTILE, "base_url": "http://x", "api_key": "********", "params": {"text": "it's"}}
    request = {**REQUEST, "model": model, "benchmark": {"id": f"-{HOSTILE}"}}
    received = _received(tmp_path, request, task=HOSTILE)
    setup = setup_of(received)
    folder = tmp_path / "out"
    write_folder(folder, received, setup)
    printer = tmp_path / "printer"
    printer.write_text(_PRINTER)
    printer.chmod(0o755)
    environment = {"PATH": os.environ["PATH"], "AGENTCOMPASS": str(printer)}
    environment |= {one.name: "filled" for one in setup.references}
    result = subprocess.run(["sh", "reproduce.sh"], cwd=folder, env=environment, capture_output=True, check=True)
    words = result.stdout.decode().split("\0")
    assert f"--model={HOSTILE}" in words
    assert f"--benchmark=-{HOSTILE}" in words
    assert json.loads(words[words.index("--model-params") + 1]) == {"text": "it's"}
    assert not list(tmp_path.rglob("owned"))


UNSEEN = "x\x1b[2K\r\x07\u202eabc\u2066\x9b31m\u200bend"


def test_what_is_written_can_be_read(tmp_path: Path) -> None:
    """No file holds a control or direction character of the bundle; the script still hands it over."""
    model = {"id": UNSEEN, "base_url": f"http://{UNSEEN}", "api_key": UNSEEN, "params": {"url": f"http://{UNSEEN}/x"}}
    proxy = {"id": "docker", "params": {"mirror": f"https://example.org/{UNSEEN}\nA=b", "text": UNSEEN}}
    received = _received(tmp_path, {**REQUEST, "model": model, "environment": proxy}, task=f"task{UNSEEN}")
    setup = setup_of(received)
    folder = tmp_path / "out"
    write_folder(folder, received, setup)
    for path in folder.iterdir():
        found = path.read_text(encoding="utf-8")
        assert not [character for character in found if character in UNSEEN and not character.isprintable()], path.name
    printer = tmp_path / "printer"
    printer.write_text(_PRINTER)
    printer.chmod(0o755)
    environment = {"PATH": os.environ["PATH"], "AGENTCOMPASS": str(printer)}
    environment |= {one.name: "filled" for one in setup.references}
    result = subprocess.run(["sh", "reproduce.sh"], cwd=folder, env=environment, capture_output=True, check=True)
    assert f"--model={UNSEEN}" in result.stdout.decode().split("\0")


@pytest.mark.parametrize("existed", [True, False])
def test_a_full_disk_leaves_no_part_of_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, existed: bool) -> None:
    """All files are written or none; folders that were made for them go again."""
    folder = tmp_path / "new" / "out"
    if existed:
        folder.mkdir(parents=True)
    write = Path.write_text

    def refuse(self: Path, text: str, **options: str) -> int:
        written = write(self, text, **options)
        if self.name == "README.md":
            raise OSError(28, "No space left on device")
        return written

    monkeypatch.setattr(Path, "write_text", refuse)
    bundle = write_bundle(tmp_path / "a.zip")
    assert run(["reproduce", str(bundle), "-o", str(folder)]) == 4
    assert (list(folder.iterdir()) if existed else (tmp_path / "new").exists()) in ([], False)


@pytest.mark.parametrize("task", ["a/1", "data/x", "https://example.org/1", "два\nline", "pipe | task=a"])
def test_a_task_id_is_never_taken_for_something_else(tmp_path: Path, task: str) -> None:
    """Ids that look like paths, addresses or log fields stay what they are."""
    received = _received(tmp_path, dict(REQUEST), task=task)
    write_folder(tmp_path / "out", received, setup_of(received))
    config = yaml.safe_load((tmp_path / "out" / "run.yaml").read_text(encoding="utf-8"))
    assert config["benchmarks"]["hle"]["sample_ids"] == [task]


def test_a_folder_with_files_is_left_alone(tmp_path: Path) -> None:
    """Nothing of the maintainer's is overwritten."""
    bundle = write_bundle(tmp_path / "a.zip")
    assert run(["reproduce", str(bundle), "-o", str(tmp_path)]) == 2


def test_a_bundle_without_a_request_cannot_be_run(tmp_path: Path) -> None:
    """A failure before there was a run has nothing to reproduce from, and says so with code 12."""
    bundle = write_bundle(tmp_path / "a.zip", documents(request={}))
    assert run(["reproduce", str(bundle), "-o", str(tmp_path / "out")]) == 12


@pytest.mark.parametrize(("at_once", "retries"), [(1, 0), (8, 0), (1, 2), (None, None)])
def test_only_a_difference_is_told_as_one(tmp_path: Path, at_once: int | None, retries: int | None) -> None:
    """Workers and retries are named where the reporter's were others, or are not known."""
    request = {**REQUEST, "execution": {"task_concurrency": at_once, "max_retries": retries}}
    received = _received(tmp_path, request)
    told = " ".join(differences(received, setup_of(received)))
    assert ("Tasks at a time" in told) is (at_once != 1)
    assert ("Retries" in told) is (retries != 0)
