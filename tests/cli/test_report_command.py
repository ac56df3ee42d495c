"""The main command from end to end: every fixture run, every ending, every option, through a process of its own."""

from __future__ import annotations

import itertools
import json
import os
import re
import signal
import stat
import zipfile
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.fixtures import fixture, names
from tests.hostile.command import Ending, Sandbox, assert_law, at_once
from tests.hostile.leaks import leaked, shown
from tests.hostile.trees import Tree

pytestmark = pytest.mark.end_to_end

GOLDEN = Path(__file__).parent / "golden"
#: Set it to write the golden files again from what the command makes now; then read the difference.
REGENERATE = "COMPASS_REPORT_REGENERATE_GOLDEN"
#: Set it to try everything that the default suite tries a part of.
THOROUGH = "COMPASS_REPORT_THOROUGH"
DEFAULT = (
    ("model-401-echo", True),
    ("judge-401", True),
    ("legacy-documented-model-500-retries", True),
    ("harness-prints-environment", True),
    ("k3-mixed", True),
    ("legacy-v2-model-500-retries", True),
    ("nodir-malformed-json", True),
    ("model-401-echo", False),
    ("analysis-401", False),
    ("load-dataset-403", False),
    ("collect-command-fails", False),
    ("harness-prints-environment", False),
)  # fmt: skip
DEMO, DEMO_TASK = "model-401-echo", "physics:02"
#: What a fixture's environment names only for the machine that made it.
_NOT_OURS = frozenset({"HOME", "PATH", "VIRTUAL_ENV", "TMPDIR", "COLUMNS"})


class Built(NamedTuple):
    """One build: how it ended, where, and where its files are."""

    ending: Ending
    sandbox: Sandbox

    @property
    def folder(self) -> Path:
        """The output folder."""
        return self.sandbox.cwd / "out"

    @property
    def archive(self) -> Path:
        """The only zip."""
        (path,) = self.folder.glob("*.zip")
        return path

    @property
    def body(self) -> str:
        """The only issue body."""
        (path,) = self.folder.glob("*.md")
        return path.read_text(encoding="utf-8")

    def members(self) -> dict[str, bytes]:
        """The zip's members."""
        with zipfile.ZipFile(self.archive) as archive:
            return {name: archive.read(name) for name in archive.namelist()}


def environment_of(name: str) -> dict[str, str]:
    """The reporter's environment as the fixture tells it, without the folders of the machine that made it."""
    return {key: value for key, value in fixture(name).command["env"].items() if key not in _NOT_OURS}


def build(folder: Path, name: str, *options: str, env: dict[str, str] | None = None, task: str | None = None) -> Built:
    """Report a fixture's run: the named task, else the only failed one, else the first candidate."""
    sandbox = Sandbox(folder, env)
    source = fixture(name)
    target = [str(source.run)] if source.run else []
    console = ["--console", str(source.folder / "console.txt"), "--command", source.command["shell"]]
    fixed = [*console, "-o", "out", *options]
    ending = sandbox.run(*target, *([task] if task else []), *fixed)
    if ending.code == 3 and task is None:
        listed = sandbox.run("list", *target, "--json").json
        ids = [found for group in listed.get("groups", []) for found in group["tasks"]]
        ending = sandbox.run(*target, ids[0] if ids else _first_task(ending), *fixed)
    return Built(ending, sandbox)


def _first_task(ending: Ending) -> str:
    return next(line for line in ending.err.splitlines() if line.startswith("  ")).strip()


CASES = tuple(itertools.product(names(), (True, False))) if os.environ.get(THOROUGH) else DEFAULT
KNOWN = tuple(name for name, known in CASES if known)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, bool], Built]:
    """Every fixture reported twice: with its environment, and with an empty one."""
    top = tmp_path_factory.mktemp("fixtures")

    def make(case: tuple[str, bool]) -> Built:
        name, known = case
        return build(top / f"{name}-{known}", name, env=environment_of(name) if known else None)

    return at_once(make, CASES)


@pytest.mark.parametrize(("name", "known"), CASES)
def test_no_planted_value_leaves(built: dict[tuple[str, bool], Built], name: str, known: bool) -> None:
    """No planted value stands in the zip, its names, the body or on the terminal, in any spelling."""
    made = built[name, known]
    assert_law(made.ending, frozenset({0}))
    texts = {**shown(made.folder), "terminal": made.ending.said}
    assert leaked([canary.value for canary in fixture(name).canaries], texts) == []


@pytest.mark.parametrize("name", KNOWN)
def test_two_private_files_and_nothing_else(built: dict[tuple[str, bool], Built], name: str) -> None:
    """Only the two files are left, mode 0600, in the folder that was asked for; ``verify`` finds the zip clean."""
    made = built[name, True]
    assert made.sandbox.files() == {f"cwd/out/{made.archive.name}", f"cwd/out/{made.archive.stem}.md"}
    assert {stat.S_IMODE(path.stat().st_mode) for path in made.folder.iterdir()} == {0o600}
    assert len(made.body) <= 65_536


@pytest.mark.parametrize("name", KNOWN)
def test_json_stays_json(built: dict[tuple[str, bool], Built], name: str) -> None:
    """Every JSON member parses, and the documents kept whole have the keys they had."""
    members = built[name, True].members()
    for member, data in members.items():
        if member.endswith(".json"):
            json.loads(data)
        elif member.endswith(".jsonl"):
            assert all(isinstance(json.loads(line), dict) for line in data.splitlines() if line.strip())
    run = fixture(name).run
    for member, file in (("evidence/run_info.json", "run_info.json"), ("evidence/params.json", "params.json")):
        if run is not None and member in members and (run / file).exists():
            before, after = json.loads((run / file).read_bytes()), json.loads(members[member])
            assert list(after) == [key for key in before if key in after]
            if isinstance(before.get("request"), dict) and "request" in after:
                assert _shape(after["request"]) == _shape(before["request"])


def _shape(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _shape(inner) for key, inner in value.items()}
    return [_shape(inner) for inner in value] if isinstance(value, list) else type(value)


def test_the_same_input_gives_the_same_bytes(built: dict[tuple[str, bool], Built], tmp_path: Path) -> None:
    """A second build, elsewhere and later, gives the same two files."""
    first = built["judge-401", True]
    again = build(tmp_path, "judge-401", env=environment_of("judge-401"))
    assert again.ending.code == 0
    assert {path.name: path.read_bytes() for path in again.folder.iterdir()} == {
        path.name: path.read_bytes() for path in first.folder.iterdir()
    }


# --- options ---------------------------------------------------------------------------------------------------------


def test_json_is_one_object(tmp_path: Path) -> None:
    """``--json`` prints one object that names both files, the exit code and what was removed; nothing else."""
    made = build(tmp_path, DEMO, "--json", task=DEMO_TASK)
    told = made.ending.json
    assert made.ending.err == ""
    assert told["exit"] == "OK"
    assert {Path(told["zip"]).name, Path(told["body"]).name} == {path.name for path in made.folder.iterdir()}
    assert leaked([canary.value for canary in fixture(DEMO).canaries], {"stdout": made.ending.out}) == []


def test_quiet_says_nothing(tmp_path: Path) -> None:
    """``--quiet`` prints nothing when all is well."""
    assert build(tmp_path, DEMO, "--quiet", task=DEMO_TASK).ending.said == ""


def test_a_member_can_be_dropped(tmp_path: Path) -> None:
    """``--drop`` leaves a member out, and the manifest does not pretend that it was never there."""
    made = build(tmp_path, DEMO, "--drop", "evidence/log.txt", task=DEMO_TASK)
    members = made.members()
    assert "evidence/log.txt" not in members
    assert "evidence/log.txt" in members["manifest.json"].decode()


@pytest.mark.parametrize("member", ["no/such/member", "manifest.json", "diagnosis.json"])
def test_not_everything_can_be_dropped(member: str, tmp_path: Path) -> None:
    """What does not exist or cannot be missing is a usage error."""
    made = build(tmp_path, DEMO, "--drop", member, task=DEMO_TASK)
    assert_law(made.ending, frozenset({2}))
    assert not made.folder.exists() or not list(made.folder.iterdir())


def test_an_attempt_can_be_chosen(tmp_path: Path) -> None:
    """``--attempt`` reports that attempt; one that does not exist is not found, and those that do are listed."""
    first = build(tmp_path / "1", "k3-mixed", "--attempt", "1")
    third = build(tmp_path / "3", "k3-mixed", "--attempt", "3")
    ninth = build(tmp_path / "9", "k3-mixed", "--attempt", "9")
    assert [json.loads(one.members()["manifest.json"])["run"]["attempt"] for one in (first, third)] == [1, 3]
    assert_law(ninth.ending, frozenset({3}))


@pytest.mark.parametrize("amount", ["none", "outline", "full"])
def test_task_data_leaves_only_when_asked_for(amount: str, tmp_path: Path) -> None:
    """The question is in the bundle with ``full`` alone; the manifest says how much there is; secrets never leave."""
    made = build(tmp_path, DEMO, "--task-data", amount, task=DEMO_TASK, env=environment_of(DEMO))
    assert made.ending.code == 0, made.ending.err
    canaries = fixture(DEMO).canaries
    # With ``full`` the name of a person in a question is task data like the rest: nothing tells it from other words.
    told = {"task_data", "pii.person"} if amount == "full" else {"task_data"}
    task_data = [canary.value for canary in canaries if canary.kind == "task_data"]
    texts = shown(made.folder)
    assert bool(leaked(task_data, texts)) == (amount == "full")
    assert json.loads(made.members()["manifest.json"])["task_data"] == amount
    assert leaked([canary.value for canary in canaries if canary.kind not in told], texts) == []


def test_nothing_is_harvested_unless_wanted(tmp_path: Path) -> None:
    """``--no-harvest`` reads nothing from this machine, and says so by counting nothing."""
    made = build(tmp_path, DEMO, "--no-harvest", task=DEMO_TASK, env=environment_of(DEMO))
    assert made.ending.code == 0, made.ending.err
    assert json.loads(made.members()["manifest.json"])["harvest"] == []


# --- endings ---------------------------------------------------------------------------------------------------------


def test_exit_2_usage(tmp_path: Path) -> None:
    """What cannot be understood, and a configuration that cannot be read."""
    sandbox = Sandbox(tmp_path)
    config = sandbox.cwd / "bad.toml"
    config.write_text("output_dir = [\n")
    run = str(fixture(DEMO).run)
    for arguments in (
        ["--no-such"],
        [run, "--attempt", "0"],
        [run, "--task-data", "some"],
        [run, "--config", str(config)],
        [run, "--config", "missing.toml"],
    ):
        assert_law(sandbox.run(*arguments), frozenset({2}))


@pytest.mark.parametrize("arguments", [["nowhere"], ["{run}", "no-such-task"], ["{run}"], ["{runs}"], ["{empty}"]])
def test_exit_3_not_found(arguments: list[str], tmp_path: Path) -> None:
    """No such run or task, several that fit, an empty folder, no results at all."""
    sandbox = Sandbox(tmp_path)
    (sandbox.cwd / "empty").mkdir()
    (sandbox.cwd / "runs").mkdir()
    for name in ("model-429", "model-404"):
        Tree(sandbox.cwd / "runs", name)
    given = {"run": str(fixture(DEMO).run), "runs": "runs", "empty": "empty"}
    before = sandbox.files()
    assert_law(sandbox.run(*(argument.format(**given) for argument in arguments)), frozenset({3}))
    assert sandbox.files() == before


def test_exit_4_unreadable(tmp_path: Path) -> None:
    """A file that the user named and that is not one, and an output folder that is a file; what is not there is 3."""
    sandbox = Sandbox(tmp_path)
    (sandbox.cwd / "file").touch()
    os.mkfifo(sandbox.cwd / "pipe")
    run = str(fixture(DEMO).run)
    for arguments in (["--console", "pipe"], ["-o", "file"], ["-o", "/dev/null/x"]):
        assert_law(sandbox.run(run, DEMO_TASK, *arguments), frozenset({4}))
    for body in ("pipe", "/dev/zero"):
        assert_law(sandbox.run("verify", "file", "--body", body), frozenset({4}))
    assert_law(sandbox.run(run, DEMO_TASK, "--console", "nowhere"), frozenset({3}))
    assert_law(sandbox.run("verify", "file", "--body", "nowhere"), frozenset({3}))


def test_exit_5_not_clean(tmp_path: Path) -> None:
    """A redactor that redacts nothing: the verifier refuses, nothing is written, the value is not said."""
    sandbox = Sandbox(tmp_path, environment_of(DEMO))
    ending = sandbox.run(str(fixture(DEMO).run), DEMO_TASK, "-o", "out", patch="tests.faults.patches:redact_nothing")
    assert_law(ending, frozenset({5}))
    assert leaked([canary.value for canary in fixture(DEMO).canaries], {"terminal": ending.said}) == []
    assert not any("out/" in name for name in sandbox.files())


def test_exit_6_not_a_bundle(tmp_path: Path) -> None:
    """``verify`` on something else."""
    sandbox = Sandbox(tmp_path)
    (sandbox.cwd / "x.zip").write_bytes(b"PK\x05\x06" + bytes(18))
    assert_law(sandbox.run("verify", "x.zip"), frozenset({6}))


def test_exit_70_bug(tmp_path: Path) -> None:
    """Our own crash: exit code 70 and a report that is safe to paste."""
    sandbox = Sandbox(tmp_path)
    ending = sandbox.run(
        str(fixture(DEMO).run),
        DEMO_TASK,
        "-o",
        "out",
        patch="tests.faults.patches:crash",
        patch_arguments=["collect", "x"],
    )
    assert_law(ending, frozenset({70}))
    assert "safe to paste" in ending.err


def test_exit_130_interrupted(tmp_path: Path) -> None:
    """Ctrl-C: one sentence, nothing written."""
    sandbox = Sandbox(tmp_path)
    ending = sandbox.run(str(fixture(DEMO).run), DEMO_TASK, "-o", "out", signals=[(0.3, signal.SIGINT)])
    assert_law(ending, frozenset({130}))
    assert not any("out/" in name for name in sandbox.files())


# --- golden bundles --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["model-401-echo", "judge-401", "legacy-documented-model-500-retries"])
def test_golden(built: dict[tuple[str, bool], Built], name: str) -> None:
    """Members with their line counts, and the issue body, are as last agreed; see ``REGENERATE``."""
    made = built[name, True]
    text = _normal(made)
    path = GOLDEN / f"{name}.txt"
    if os.environ.get(REGENERATE):
        GOLDEN.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def _normal(made: Built) -> str:
    """The bundle without what depends on machine and version: digests, sizes, versions, platform."""
    members = made.members()
    listing = "\n".join(sorted(members))
    body = re.sub(r"\b[0-9a-f]{64}\b", "<sha256>", made.body)
    body = re.sub(r"\b[0-9a-f]{12}\+detect-secrets-[\d.]+", "<rules>", body)
    body = re.sub(
        r"(?m)^(\W*(?:Python|Operating system|compass-report|Machine|CPU|Memory|Disk)\b.*?)[:|].*$",
        r"\1: <machine>",
        body,
    )
    body = re.sub(r"[\d,.]+ (?:bytes|KB|kB|KiB|MB)\b", "<size>", body)
    return f"{made.archive.name}\n\n{listing}\n\n{body}"
