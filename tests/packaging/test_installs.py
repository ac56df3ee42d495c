"""The project works from a wheel, an sdist and an editable install, and leaves nothing else in site-packages."""

from __future__ import annotations

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROBE = (
    "import importlib.util, sys; from bundler.render.templates import shipped_template; "
    "assert shipped_template('issue.md.j2').startswith('**'); "
    "assert importlib.util.find_spec('templates') is None, 'templates is importable'; "
    "assert importlib.util.find_spec('tests') is None, 'tests is importable'"
)


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the sdist and, from it, the wheel."""
    folder = tmp_path_factory.mktemp("dist")
    _run(sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT))
    return folder


def _run(*command: str, cwd: Path | None = None) -> None:
    outcome = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=300, check=False)
    assert outcome.returncode == 0, outcome.stdout[-2000:] + outcome.stderr[-2000:]


def _environment(folder: Path) -> str:
    """Return a new interpreter that finds our dependencies through a path file, but not the project itself."""
    venv.create(folder, with_pip=True)
    interpreter = str(folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python"))
    purelib = _answer(interpreter, "import sysconfig; print(sysconfig.get_path('purelib'))")
    ours = _answer(sys.executable, "import sysconfig; print(sysconfig.get_path('purelib'))")
    Path(purelib, "dependencies.pth").write_text(f"{ours}\n", encoding="utf-8")
    return interpreter


def _answer(interpreter: str, question: str) -> str:
    return subprocess.run([interpreter, "-c", question], capture_output=True, text=True, check=True).stdout.strip()


def _install(interpreter: str, *what: str) -> None:
    options = ["--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--force-reinstall"]
    _run(interpreter, "-m", "pip", "install", *options, *what)


@pytest.mark.parametrize("kind", ["wheel", "sdist", "editable"])
def test_templates_reach_every_install(kind: str, distributions: Path, tmp_path: Path) -> None:
    """Every way of installing finds the shipped templates and exposes no package named ``templates``."""
    interpreter = _environment(tmp_path / "environment")
    what = {
        "wheel": [str(next(distributions.glob("*.whl")))],
        "sdist": [str(next(distributions.glob("*.tar.gz")))],
        "editable": ["--editable", str(ROOT)],
    }[kind]
    _install(interpreter, *what)
    _run(interpreter, "-c", PROBE, cwd=tmp_path)
    _run(str(Path(interpreter).parent / "compass-report"), "--version", cwd=tmp_path)
    _run(interpreter, "-m", "bundler", "--help", cwd=tmp_path)


def test_wheel_holds_only_our_packages(distributions: Path) -> None:
    """A wheel puts ``bundler``, ``redaction`` and its own metadata into site-packages, and nothing else."""
    with zipfile.ZipFile(next(distributions.glob("*.whl"))) as wheel:
        top = {name.split("/")[0] for name in wheel.namelist()}
    assert {name for name in top if not name.endswith(".dist-info")} == {"bundler", "redaction"}
