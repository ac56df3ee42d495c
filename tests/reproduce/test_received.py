"""Laws of receiving: every form of a bundle tells the same failure, and nothing that was changed is taken for one."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from bundler.cli.main import run
from bundler.errors import InvalidBundleError, NotFoundError, ReportError
from bundler.reproduce.inspection import inspection
from bundler.reproduce.issue_page import read_issue_page
from bundler.reproduce.received import receive
from tests.reproduce.bundles import documents, write_bundle

PAGE = """**It failed**

- **Failed in:** run_harness / inference (the model endpoint)
- **Class:** model endpoint
- **Likely cause:** Too many\\* requests.
- **Next step:** Wait.
- **Fingerprint:** `3e52ad4dc13e` ([existing issues](https://example.org))

### Benchmark, harness, model protocol and task id

- Benchmark: `hle`
- Task: `math/group-01`, attempt 2 of 3

### Component parameters and recipes

```json
{"benchmark": {"id": "hle"}}
```

### First failing phase and complete traceback

````text
### Benchmark, harness, model protocol and task id
- Benchmark: `forged`
````
"""


def _unpacked(bundle: Path) -> Path:
    folder = bundle.with_suffix("")
    with zipfile.ZipFile(bundle) as archive:
        archive.extractall(folder)
    return folder


def test_zip_and_folder_hold_the_same(tmp_path: Path) -> None:
    """The unpacked folder has the members of the zip."""
    bundle = write_bundle(tmp_path / "a.zip")
    assert receive(bundle).members == receive(_unpacked(bundle)).members


def test_a_changed_folder_is_no_bundle(tmp_path: Path) -> None:
    """A member that differs from its digest, or that is a link, is refused."""
    folder = _unpacked(write_bundle(tmp_path / "a.zip"))
    member = folder / "diagnosis.json"
    member.write_bytes(member.read_bytes().replace(b"failed", b"FAILED"))
    with pytest.raises(ReportError):
        receive(folder)
    member.unlink()
    member.symlink_to("/etc/hostname")
    with pytest.raises(ReportError):
        receive(folder)


def test_the_page_alone_tells_what_it_can() -> None:
    """First screen, identity and request are read; a heading inside a fence is evidence and not ours."""
    received = read_issue_page(PAGE)
    assert received.fingerprint == "3e52ad4dc13e"
    assert received.run["benchmark"] == "hle"
    assert received.run["task_id"] == "math/group-01"
    assert received.run["attempt"] == 2
    assert received.at("diagnosis.json", "cause") == "Too many* requests."
    assert received.section("evidence/run_info.json", "request") == {"benchmark": {"id": "hle"}}


@pytest.mark.parametrize("text", ["", "# Hello", "`" * 200_000, "### \n" * 50_000, "- **Fingerprint:** `x`"])
def test_other_text_is_no_page(text: str) -> None:
    """Any other text is refused, in linear time."""
    with pytest.raises(InvalidBundleError):
        read_issue_page(text)


def test_nothing_is_not_found(tmp_path: Path) -> None:
    """A path without a file is another error than a broken bundle."""
    with pytest.raises(NotFoundError):
        receive(tmp_path / "none.zip")
    (tmp_path / "b.zip").write_bytes(b"PK")
    with pytest.raises(InvalidBundleError):
        receive(tmp_path / "b.zip")


def test_a_member_is_printed_without_its_escapes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``inspect --member`` prints no terminal escape and no invisible character of the bundle."""
    members = {**documents(), "evidence/task.json": b'{"a": "\x1b]0;owned\x07\xe2\x80\xae"}'}
    members["evidence/task.json"] = members["evidence/task.json"].replace(b"\x1b", b"").replace(b"\x07", b"")
    bundle = write_bundle(tmp_path / "a.zip", members)
    assert run(["inspect", str(bundle), "--member", "evidence/task.json"]) == 0
    assert "\u202e" not in capsys.readouterr().out
    assert run(["inspect", str(bundle), "--member", "none"]) == 3


def test_one_screen_tells_what_limits_the_diagnosis(tmp_path: Path) -> None:
    """The notes of the diagnosis, which can put its sentence in doubt, stand beside it."""
    members = documents()
    found = json.loads(members["diagnosis.json"])
    members["diagnosis.json"] = json.dumps({**found, "notes": ["1 of 3 attempts failed"]}).encode()
    assert "1 of 3 attempts failed" in inspection(receive(write_bundle(tmp_path / "a.zip", members)))["notes"]
