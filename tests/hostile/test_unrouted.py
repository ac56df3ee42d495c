"""A member that did not pass the redactor cannot reach a bundle: held by the types, the import contracts and these laws."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import subprocess
import sys
import tomllib
import typing
from pathlib import Path

import pytest

import bundler.render
from bundler.model import RawItem, RedactedItem
from redaction import Format
from redaction.redacted import Redacted

ROOT = Path(__file__).parents[2]
MODULES = sorted([*ROOT.glob("bundler/**/*.py"), *ROOT.glob("redaction/**/*.py")])
STAGE = "bundler/redact/stage.py"


def _named(tree: ast.AST, name: str) -> list[ast.Call]:
    """Every call of something of that name, however it was imported, and every ``replace`` that could copy one."""
    aliases = {name} | {
        alias.asname
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name == name and alias.asname
    }
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [
        call
        for call in calls
        if (isinstance(call.func, ast.Name) and call.func.id in aliases)
        or (isinstance(call.func, ast.Attribute) and call.func.attr == name)
    ]


@pytest.mark.parametrize(
    ("name", "only"),
    [("RedactedItem", {STAGE}), ("RedactedEvidence", {STAGE}), ("Redacted", {"redaction/redacted.py"})],
)
def test_only_the_redaction_stage_makes(name: str, only: set[str]) -> None:
    """Redacted values are made in one place each; nobody else even calls their class."""
    makers = {str(path.relative_to(ROOT)) for path in MODULES if _named(ast.parse(path.read_bytes()), name)}
    assert makers == only


def test_only_the_redactor_seals() -> None:
    """``sealed`` vouches for bytes: the redactor alone calls it, and it cannot be done without."""
    callers = {str(path.relative_to(ROOT)) for path in MODULES if _named(ast.parse(path.read_bytes()), "sealed")}
    assert callers == {"redaction/redactor.py"}
    with pytest.raises(TypeError):
        Redacted(b"raw", (), Format.TEXT, "")


def test_a_redacted_item_is_never_changed_afterwards() -> None:
    """After the stage nothing replaces an item's bytes: ``replace(item, data=…)`` is nowhere but on raw items."""
    later = [
        path for path in MODULES if path.relative_to(ROOT).parts[:2] in {("bundler", "render"), ("bundler", "verify")}
    ]
    assert later
    for path in later:
        keywords = {word.arg for call in _named(ast.parse(path.read_bytes()), "replace") for word in call.keywords}
        assert "data" not in keywords, path.name


def test_the_renderer_takes_no_raw_item() -> None:
    """No function or class of the renderer mentions ``RawItem`` or ``Evidence`` in its hints, however deep."""
    raw = {"RawItem", "Evidence", "Facts", "LogRecord", "Selection"}
    looked = 0
    for module in pkgutil.walk_packages(bundler.render.__path__, "bundler.render."):
        source = inspect.getsource(importlib.import_module(module.name))
        names = {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}
        imported = {
            alias.name
            for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        assert not raw & (names | imported), module.name
        looked += 1
    assert looked > 3


def test_the_types_are_different() -> None:
    """A raw item is no redacted item, nor the other way round; neither shows its bytes in its representation."""
    assert not issubclass(RawItem, RedactedItem)
    assert not issubclass(RedactedItem, RawItem)
    assert "data" in typing.get_type_hints(RedactedItem)
    assert "evidence-text" not in repr(RawItem("m", b"evidence-text", Format.TEXT, "s"))


def test_the_type_checker_refuses_raw_evidence(tmp_path: Path) -> None:
    """Mypy finds each way of giving raw evidence to renderer or package, and nothing else in the file."""
    program = tmp_path / "unrouted.py"
    program.write_text(
        "from bundler.model import Evidence, RawItem, RedactedEvidence, RedactedItem\n"
        "from bundler.render.issue_body import render_body, render_title\n"
        "def leak(evidence: Evidence, raw: RawItem, redacted: RedactedEvidence) -> None:\n"
        "    render_title(evidence)\n"
        "    render_body(evidence)\n"
        "    items: tuple[RedactedItem, ...] = (raw,)\n"
        "    render_title(redacted)\n"
    )
    argv = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", str(tmp_path / "cache")]
    found = subprocess.run([*argv, str(program)], capture_output=True, text=True, cwd=ROOT, check=False).stdout
    lines = {int(line.split(":")[1]) for line in found.splitlines() if "unrouted.py" in line and ": error:" in line}
    assert lines == {4, 5, 6}, found


def test_the_import_contracts_hold() -> None:
    """The contracts of ``pyproject.toml`` hold, and those that keep the halves apart are among them."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    forbidden: dict[str, set[str]] = {}
    for one in contracts:
        for source in one["source_modules"]:
            forbidden.setdefault(source, set()).update(one["forbidden_modules"])
    assert {"bundler.collectors", "bundler.redact"} <= forbidden["bundler.render"]
    assert {"bundler.render", "bundler.redact", "redaction.redactor"} <= forbidden["bundler.verify"]
    linter = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([linter], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
