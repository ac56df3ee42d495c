"""The folder of a reproduction: configuration, script, references to fill in, and what differs from the reporter's."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from bundler.errors import UnreadableError, UsageError
from bundler.render.markdown import code, plain, visible
from bundler.reproduce.command_line import CONFIG, DATA_VARIABLE, script
from bundler.reproduce.received import Received
from bundler.reproduce.references import Kind, LeftOut, Reference
from bundler.reproduce.setup import Setup
from bundler.reproduce.yaml_text import to_yaml

SCRIPT: Final = "reproduce.sh"
EXAMPLE: Final = ".env.example"
README: Final = "README.md"
_EXECUTABLE: Final = 0o755
_SHOWN: Final = 200


def write_folder(folder: Path, received: Received, setup: Setup) -> tuple[str, ...]:
    """Write the files into ``folder``, which must not exist or be empty, and return their names.

    Raises ``UsageError`` for a folder with files in it, ``UnreadableError`` where it cannot be written.
    """
    texts = {
        CONFIG: f"# Made by compass-report from a bundle; {README} says what differs.\n{to_yaml(setup.config)}",
        SCRIPT: script(setup),
        EXAMPLE: "\n".join(_example(setup)) + "\n",
        README: "\n".join(_readme(received, setup)) + "\n",
        # A configuration of its own keeps AgentCompass from taking one from a folder further up.
        "config.yaml": "{}\n",
    }
    made = _missing(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise UsageError(f"The folder {folder} is not empty.", hint="Choose another one with -o.")
        _write(folder, texts)
    except OSError as error:
        _remove(made)
        reason = os.strerror(error.errno) if error.errno else "unknown reason"
        raise UnreadableError(f"Cannot write to {folder}: {reason}.", hint="Choose another one with -o.") from None
    return tuple(texts)


def _write(folder: Path, texts: Mapping[str, str]) -> None:
    """Write all the files or none of them."""
    try:
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8")
        (folder / SCRIPT).chmod(_EXECUTABLE)
    except BaseException:
        for name in texts:
            with suppress(OSError):
                (folder / name).unlink()
        raise


def _missing(folder: Path) -> list[Path]:
    """Return the folders that have to be made for one, the innermost first."""
    return [path for path in (folder, *folder.parents) if not os.path.lexists(path)]


def _remove(folders: list[Path]) -> None:
    for folder in folders:
        with suppress(OSError):
            folder.rmdir()


def differences(received: Received, setup: Setup) -> list[str]:
    """Return, as sentences, what differs from the reporter's set-up; values of the bundle stand in code spans."""
    request = received.section("evidence/run_info.json", "request", "execution")
    told = [
        f"{what}: {ours} (the reporter's: {code(str(request.get(name, 'unknown')))})."
        for what, name, ours in (("Tasks at a time", "task_concurrency", 1), ("Retries", "max_retries", 0))
        if request.get(name) != ours
    ]
    if setup.task_id is not None:
        told.append(f"Only task {code(setup.task_id)} is run; other selections of tasks are left out.")
    told += [f"{_what(one)}; the reporter's was {code(one.shown or 'empty', _SHOWN)}." for one in setup.references]
    told += [f"{_place(left)} is left out: {plain(left.reason)}." for left in setup.left_out]
    version = received.at("environment.json", "agentcompass", "version")
    python = received.at("environment.json", "agentcompass", "python")
    program = f"AgentCompass {code(str(version or 'unknown'))} on Python {code(str(python or 'unknown'))}"
    told.append(f"The reporter had {program}.")
    told.append("Run name, run id, results folder, reuse and other operational settings are left out.")
    return told


def _what(reference: Reference) -> str:
    return f"{_place(reference)} is the {reference.kind.value} {code(reference.name)}, to be filled in"


def _place(one: Reference | LeftOut) -> str:
    return code(".".join(filter(None, one.place)))


def _example(setup: Setup) -> Iterator[str]:
    yield "# Copy to .env and fill in; never commit it."
    yield f"{DATA_VARIABLE}=data"
    for one in setup.references:
        shown = " ".join(visible(one.shown).split())[:_SHOWN]
        yield f"# {one.kind.value}; the reporter's: {shown or 'empty'}"
        yield f"{one.name}={shlex.quote(one.shown) if _is_public_address(one) else ''}"


def _is_public_address(reference: Reference) -> bool:
    """Tell whether an address may be taken over after reading; one beside a credential is the maintainer's choice."""
    if reference.kind is not Kind.URL or reference.place[-1].endswith("base_url"):
        return False
    if any(character.isspace() for character in reference.shown) or visible(reference.shown) != reference.shown:
        # No address holds what a terminal or an editor would not show.
        return False
    return "private-host" not in reference.shown and "REDACTED" not in reference.shown


def _readme(received: Received, setup: Setup) -> Iterator[str]:
    yield "# Reproduction"
    yield ""
    yield f"Fingerprint of the reporter's failure: {code(received.fingerprint or 'none')}"
    yield ""
    yield "1. Read `run.yaml` and `reproduce.sh`: they are made from a stranger's bundle."
    yield "2. Copy `.env.example` to `.env` and fill it in."
    yield "3. Run `sh reproduce.sh`, or let `compass-report reproduce BUNDLE --run` run it and compare the fingerprint."
    yield ""
    yield "## What differs from the reporter's set-up"
    yield ""
    yield from (f"- {sentence}" for sentence in differences(received, setup))


def folder_name(setup: Setup) -> str:
    """Return a plain folder name for a reproduction, made of the benchmark and the task."""
    name = "-".join(("reproduce", setup.benchmark, setup.task_id or "run"))
    return "".join(character if character.isascii() and character.isalnum() else "-" for character in name)[:80].strip(
        "-"
    )
