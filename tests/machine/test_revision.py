"""Every kind of install tells its revision, from whichever environment, and AgentCompass is never imported."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
import venv
from pathlib import Path

import pytest

from bundler.errors import UsageError
from bundler.machine import interpreters
from bundler.machine.revision import epoch, probe_revision

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="environments are laid out as on POSIX")
COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give an environment without packages."""
    folder = tmp_path_factory.mktemp("environments") / "empty"
    venv.create(folder, with_pip=False, symlinks=True)
    return folder


@pytest.fixture
def environment(empty: Path, tmp_path: Path) -> Path:
    """Give an environment of our own to install into, without waiting for a new one."""
    return Path(shutil.copytree(empty, tmp_path / "own", symlinks=True))


def _install(environment: Path, direct_url: object = None, version: str = "1.0.1", name: str = "agentcompass") -> Path:
    """Write what an installer would: metadata, and a package that must not be imported."""
    (packages,) = environment.glob("lib/python3*/site-packages")
    folder = packages / f"{name}-{version}.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
    if direct_url is not None:
        (folder / "direct_url.json").write_text(json.dumps(direct_url), encoding="utf-8")
    (packages / name).mkdir(exist_ok=True)
    (packages / name / "__init__.py").write_text("raise SystemExit('imported')", encoding="utf-8")
    return folder


def _git(folder: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "commit.gpgsign=false"]
    done = subprocess.run(["git", "-C", str(folder), *identity, *arguments], check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Give a git checkout with one commit, in a folder with a space in its name."""
    folder = tmp_path / "agent compass"
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "a.py").write_text("1\n", encoding="utf-8")
    _git(folder, "init", "-q")
    _git(folder, "add", ".")
    _git(folder, "commit", "-q", "-m", "first")
    return folder


def test_a_package_index(environment: Path) -> None:
    """An install from an index has a version, no commit, the interpreter's Python and the packages that matter."""
    _install(environment)
    _install(environment, name="openai", version="1.2.3")
    found = probe_revision(environment / "bin" / "python", None)
    assert (found["version"], found["install"], found["commit"], found["dirty"]) == (
        "1.0.1",
        "package index",
        None,
        None,
    )
    assert found["packages"] == {"openai": "1.2.3"}
    assert found["python"] == ".".join(map(str, sys.version_info[:3]))
    assert found["implementation"] == "CPython"
    assert found["note"] == ""


def test_the_folder_of_an_environment_is_enough(environment: Path) -> None:
    """``--agentcompass-python`` takes the environment's folder as well."""
    _install(environment)
    assert probe_revision(environment, None)["version"] == "1.0.1"


def test_a_git_install(environment: Path) -> None:
    """An install from git names its commit; its address, which may hold a token, is not told."""
    vcs = {"vcs": "git", "commit_id": COMMIT, "requested_revision": "main"}
    _install(environment, {"url": "https://FAKE-token@git.corp.example/a.git", "vcs_info": vcs})
    found = probe_revision(environment, None)
    assert (found["install"], found["commit"], found["dirty"]) == ("git", COMMIT, False)
    assert "FAKE" not in json.dumps(found)


@pytest.mark.parametrize("key", ["hash", "hashes"])
def test_a_wheel_file(environment: Path, key: str) -> None:
    """An install from a file names the file's hash, not its place."""
    value = {"sha256": "ab" * 32} if key == "hashes" else f"sha256={'ab' * 32}"
    _install(environment, {"url": "file:///home/FAKE/a.whl", "archive_info": {key: value}})
    found = probe_revision(environment, None)
    assert (found["install"], found["archive"]) == ("wheel or archive file", f"sha256={'ab' * 32}")
    assert "FAKE" not in json.dumps(found)


@pytest.mark.parametrize("change", ["nothing", "tracked", "untracked"])
def test_an_editable_checkout(change: str, environment: Path, checkout: Path) -> None:
    """An editable install names its checkout's commit, and is dirty if tracked files changed; index and locks stay."""
    _install(environment, {"url": checkout.as_uri(), "dir_info": {"editable": True}})
    if change != "nothing":
        (checkout / "src" / ("a.py" if change == "tracked" else "b.py")).write_text("2\n", encoding="utf-8")
    found = probe_revision(environment, None)
    assert (found["install"], found["commit"]) == ("editable checkout", _git(checkout, "rev-parse", "HEAD"))
    assert found["dirty"] is (change == "tracked")


def test_a_git_command_around_us_does_not_matter(
    environment: Path, checkout: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Variables of a git hook do not lead to another repository."""
    _install(environment, {"url": (checkout / "src").as_uri(), "dir_info": {"editable": True}})
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "other"))
    assert probe_revision(environment, None)["commit"] is not None


def test_an_editable_folder_without_git(environment: Path, tmp_path: Path) -> None:
    """Without a commit to tell, the reason is told."""
    _install(environment, {"url": (tmp_path / "gone").as_uri(), "dir_info": {"editable": True}})
    found = probe_revision(environment, None)
    assert (found["install"], found["commit"], found["dirty"]) == ("editable checkout", None, None)
    assert "git" in found["note"]


@pytest.mark.parametrize(
    "text", ["{", "[]", "[" * 99_999, '{"vcs_info": 3, "dir_info": [], "archive_info": 1, "url": {}}']
)
def test_broken_metadata_is_no_crash(text: str, environment: Path) -> None:
    """A direct_url.json that cannot be read leaves the version."""
    (_install(environment) / "direct_url.json").write_text(text, encoding="utf-8")
    assert probe_revision(environment, None)["version"] == "1.0.1"


def test_installed_after_the_run(environment: Path, checkout: Path) -> None:
    """An install, or a commit of its checkout, that is younger than the run did not make it."""
    folder = _install(environment)
    now = time.time()
    os.utime(folder, (now - 1000, now - 1000))
    assert probe_revision(environment, now - 2000)["installed_after_run"] is True
    assert probe_revision(environment, now - 500)["installed_after_run"] is False
    assert probe_revision(environment, None)["installed_after_run"] is None
    (folder / "direct_url.json").write_text(json.dumps({"url": checkout.as_uri(), "dir_info": {"editable": True}}))
    os.utime(folder, (now - 1000, now - 1000))
    assert probe_revision(environment, now - 500)["installed_after_run"] is True


def test_an_interpreter_without_agentcompass(environment: Path) -> None:
    """It says so, and which Python that was; what is no interpreter did not answer; what is not there is an error."""
    found = probe_revision(environment, None)
    assert found["version"] is None
    assert "not installed" in found["note"]
    assert found["python"]
    assert "did not answer" in probe_revision(Path("/bin/cat"), None)["note"]
    with pytest.raises(UsageError):
        probe_revision(environment / "nowhere", None)


def test_start_up_files_that_print_do_not_disturb(environment: Path) -> None:
    """Whatever an environment prints when it starts is not the answer."""
    (packages,) = environment.glob("lib/python3*/site-packages")
    _install(environment)
    text = "import sys, atexit; print('hello {'); atexit.register(print, 'bye', file=sys.stderr)\n"
    (packages / "sitecustomize.py").write_text(text, encoding="utf-8")
    assert probe_revision(environment, None)["version"] == "1.0.1"


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Give a PATH, a home and a working folder that hold nothing, and no environment of our own."""
    for name in ("VIRTUAL_ENV", "CONDA_PREFIX", "PIPX_HOME", "UV_TOOL_DIR", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    folder = tmp_path / "bin"
    folder.mkdir()
    (tmp_path / "work").mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setattr(interpreters.sys, "executable", str(tmp_path / "nothing"))
    return folder


def _program(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)


@pytest.mark.parametrize(
    "lines",
    [
        "#!{python}\nimport x\n",
        "#!{python} -s\n",
        "#!/bin/sh\n'''exec' \"{python}\" \"$0\" \"$@\"\n' '''\n",
        "#!/bin/sh\n'''exec' {python} \"$0\" \"$@\"\n' '''\n",
    ],
)
def test_the_program_on_path_names_its_interpreter(lines: str, alone: Path, environment: Path) -> None:
    """The script's first lines lead to the interpreter, as pip and uv write them."""
    _install(environment)
    _program(alone / "agentcompass", lines.format(python=environment / "bin" / "python"))
    found = probe_revision(None, None)
    assert (found["version"], found["found"]) == ("1.0.1", "the agentcompass on PATH")


def test_a_link_on_path_leads_to_its_environment(alone: Path, environment: Path) -> None:
    """Installers link the program from a folder on PATH; its interpreter lies beside what the link leads to."""
    _install(environment)
    _program(environment / "bin" / "agentcompass", '#!/bin/sh\n\'\'\'exec\' "$(dirname "$0")"/\'python\' "$0" "$@"\n')
    (alone / "agentcompass").symlink_to(environment / "bin" / "agentcompass")
    assert probe_revision(None, None)["version"] == "1.0.1"


def test_a_shim_that_leads_nowhere_is_passed_over(
    alone: Path, environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the program names an interpreter without AgentCompass, the next likely one is asked."""
    _install(environment)
    _program(alone / "agentcompass", f"#!{environment.parent / 'gone' / 'python'}\n")
    monkeypatch.setenv("VIRTUAL_ENV", str(environment))
    found = probe_revision(None, None)
    assert (found["version"], found["found"]) == ("1.0.1", "the active environment")


@pytest.mark.parametrize(
    ("place", "how"),
    [
        ("work/.venv", "the environment of the working folder"),
        ("home/.local/share/pipx/venvs/agentcompass", "the environment of a tool installer"),
        ("home/.local/share/uv/tools/agentcompass", "the environment of a tool installer"),
    ],
)
def test_usual_places(place: str, how: str, alone: Path, environment: Path, tmp_path: Path) -> None:
    """Environments in their usual places are found without PATH."""
    _install(environment)
    (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / place).symlink_to(environment)
    found = probe_revision(None, None)
    assert (found["version"], found["found"]) == ("1.0.1", how)


def test_packages_of_the_user(alone: Path, tmp_path: Path) -> None:
    """AgentCompass installed with ``pip install --user`` is found."""
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    base = Path(sys.base_prefix) / "bin" / version
    if not base.exists():
        pytest.skip("no interpreter outside of an environment")
    (tmp_path / "home" / ".local" / "lib" / version / "site-packages").mkdir(parents=True)
    _install(tmp_path / "home" / ".local")
    _program(alone / "agentcompass", f"#!{base}\n")
    assert probe_revision(None, None)["version"] == "1.0.1"


def test_nowhere(alone: Path) -> None:
    """Where AgentCompass is not found, the note says what would help."""
    found = probe_revision(None, None)
    assert found["version"] is None
    assert "--agentcompass-python" in found["note"]


@pytest.mark.parametrize("stamp", [None, 3, "", "yesterday", "2026-13-01T00:00:00+00:00"])
def test_times_that_are_none(stamp: object) -> None:
    """What is no time is ``None``."""
    assert epoch(stamp) is None
    assert epoch("1970-01-01T01:00:00+01:00") == 0
