"""docs/cli.md is what the commands say, and shell completion knows them."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bundler.cli.main import COMMANDS

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_the_reference_is_current() -> None:
    """The page in the tree is what `python docs/generate_cli.py` writes now."""
    spec = importlib.util.spec_from_file_location("generate_cli", DOCS / "generate_cli.py")
    assert spec and spec.loader  # noqa: PT018
    generator = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generator)
    assert (DOCS / "cli.md").read_text(encoding="utf-8") == generator.page()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("compass-report re", {"report", "rerun", "review", "reproduce"}),
        ("compass-report review --no", {"--no-open"}),
        ("compass-report latest --task", {"--task-data"}),
        ("compass-report config p", {"path"}),
    ],
)
def test_completion(words: str, expected: set[str]) -> None:
    """Commands and options are completed, the main command's also without its name."""
    environment = {
        **os.environ, "COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1), "_COMPASS_REPORT_COMPLETE": "bash_complete",
    }  # fmt: skip
    code = "import sys; sys.argv[0] = 'compass-report'; from bundler.__main__ import main; main()"
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert {line.partition(",")[2] for line in done.stdout.splitlines()} == expected
    assert done.stderr == ""


def test_every_command_has_a_section() -> None:
    """No command is missing from the page."""
    text = (DOCS / "cli.md").read_text(encoding="utf-8")
    assert all(f"\n## {name}\n" in text for name in COMMANDS)
