"""A good file is read, a bad one is one sentence with its line, and no value of it is ever shown."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bundler.config import load_config, render_default
from bundler.errors import UsageError

SECRET = "FAKE-term-nobody-may-see"


def _file(folder: Path, text: str) -> Path:
    path = folder / "config.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_no_file_is_an_empty_configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a file everything has its default; a file that was named must exist."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert load_config().terms == ()
    with pytest.raises(UsageError, match="no configuration file"):
        load_config(tmp_path / "missing.toml")


def test_a_whole_file(tmp_path: Path) -> None:
    """Every setting is read; relative paths are relative to the file; literals join the terms."""
    (tmp_path / "terms.txt").write_text("# ours\nproject-x\n\ncustomer y\n", encoding="utf-8")
    config = load_config(
        _file(
            tmp_path,
            'private_domains = ["corp.example"]\npublic_hosts = ["status.example"]\nterms = ["alpha"]\n'
            'terms_file = "terms.txt"\noutput_dir = "out"\nrepository = "owner/name"\nharvest_without = ["netrc"]\n'
            '[issue_form]\ntemplate = "bug.yml"\nfields = { version = "revision" }\n',
        )
    )
    assert config.terms == ("alpha", "project-x", "customer y")
    assert config.output_dir == tmp_path / "out"
    assert config.issue_form.fields == {"version": "revision"}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f'terms = ["{SECRET}"\nx = 1', 2),
        (f'repository = "owner/name"\nterms = "{SECRET}"\n', 2),
        (f'\n\nunknown_setting = "{SECRET}"\n', 3),
        (f'repository = "{SECRET}"\n', 1),
        ('terms = ["ab"]\n', 1),
        ("keep_map_days = 0\n", 1),
        (f'[issue_form]\nfields = {{ a = 1 }}\nother = "{SECRET}"\n', 2),
    ],
)
def test_a_bad_file_is_one_sentence_with_the_line(text: str, line: int, tmp_path: Path) -> None:
    """The message names file and line and shows nothing of the values."""
    with pytest.raises(UsageError) as raised:
        load_config(_file(tmp_path, text))
    assert f"config.toml:{line}" in raised.value.sentence
    assert SECRET not in raised.value.sentence
    assert "\n" not in raised.value.sentence


@pytest.mark.parametrize("data", [b"\xff\xfe", b"a = 1\n" * 300_000])
def test_an_unreadable_file_is_one_sentence(data: bytes, tmp_path: Path) -> None:
    """Bytes that are no text, and files beyond all reason, are refused."""
    path = tmp_path / "config.toml"
    path.write_bytes(data)
    with pytest.raises(UsageError):
        load_config(path)


def test_the_default_file_is_valid(tmp_path: Path) -> None:
    """What ``config init`` writes can be read, as it is and with every comment sign before a setting removed."""
    assert load_config(_file(tmp_path, render_default())).terms == ()
    (tmp_path / "terms.txt").write_text("some-word\n", encoding="utf-8")
    lines = render_default().splitlines()
    opened = [line[2:] if line.startswith("# ") and ("=" in line or "[issue_form]" in line) else "" for line in lines]
    config = load_config(_file(tmp_path, "\n".join(opened)))
    assert config.repository == "owner/name"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="POSIX file kinds")
def test_only_regular_files_are_read(tmp_path: Path) -> None:
    """A pipe, whoever made it, does not keep us waiting; a folder is no configuration."""
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path):
        with pytest.raises(UsageError, match="not a regular file"):
            load_config(path)
    with pytest.raises(UsageError, match="not a regular file"):
        load_config(_file(tmp_path, 'terms_file = "pipe"'))


@pytest.mark.parametrize(
    "text",
    [
        f'terms = ["a", "{SECRET}", 3]',
        f'private_domains = "{SECRET}"',
        f'output_dir = ["{SECRET}"]',
        f'[issue_form.fields]\na = "{SECRET}"\nb = ["{SECRET}"]',
        f'"{SECRET}\n',
        f'terms = ["""{SECRET}',
        f'terms_file = "missing-{SECRET[:4]}"',
        "terms = 1e999",
        f"keep_map_days = {'9' * 5000}",
        f"keep_map_days = {'9' * 400}",
        "keep_map_days = 0x" + "f" * 5000,
        "a = " + "[" * 5000,
        "terms = [" + "{a=" * 300,
    ],
)
def test_no_error_shows_a_value(text: str, tmp_path: Path) -> None:
    """Whatever is wrong, the sentence shows no value, and there is no other error."""
    with pytest.raises(UsageError) as raised:
        load_config(_file(tmp_path, text))
    shown = f"{raised.value.sentence} {raised.value.hint} {raised.value.candidates} {raised.value.__context__!r}"
    assert SECRET not in shown.replace(str(tmp_path), "")
