"""Write docs/cli.md from the commands themselves: every command, argument, option and example."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from bundler.cli.main import COMMANDS, cli
from bundler.errors import ExitCode

PAGE: Final = Path(__file__).with_name("cli.md")
_MEANINGS: Final = {
    ExitCode.OK: "written and verified; the question was answered",
    ExitCode.USAGE: "the request cannot be understood",
    ExitCode.NOT_FOUND: "no such run, task, attempt, file or folder, or several that fit",
    ExitCode.UNREADABLE: "what is there cannot be read, or the output (folder, file or standard output) cannot be written",
    ExitCode.NOT_CLEAN: "the finished bundle is not proven clean; nothing was written",
    ExitCode.INVALID_BUNDLE: "not a valid bundle, or not an issue body",
    ExitCode.DIFFERENT_FAILURE: "a reproduction failed differently",
    ExitCode.PASSES: "a reproduction passed",
    ExitCode.COULD_NOT_RUN: "a reproduction could not be run",
    ExitCode.BUG: "a bug of ours; what is printed holds no evidence",
    ExitCode.INTERRUPTED: "interrupted; no unfinished file is left",
}
_HEAD: Final = """\
# Command line

Written by `docs/generate_cli.py` from the commands; do not edit.

## Synopsis

```text
compass-report [OPTIONS] RUN [TASK]
compass-report COMMAND [ARGS]...
```

Arguments that name no command are those of `report`. Results go to stdout, what is said about the work to stderr. Colours and
progress appear only on a terminal; `NO_COLOR` or `TERM=dumb` turns colours off. `compass-report --version` prints the version.

`--json` prints one JSON object on stdout (`rules` and `scrub` one array) and nothing else there; its keys are only ever added
to. A failure is one object too: `exit` (its name), `exit_code`, `error` (the sentence), `hint` and `candidates` (what to choose
from; for a bundle that is not clean `member:line:rule`).

A pipe that nobody reads any more, or a closed stream, changes no exit code. A result that standard output refuses, the disk
being full say, is exit code 4; files that were written by then are named.
"""
_JSON: Final = """\
## The object of `report --json`

| key | holds |
|---|---|
| `exit` | `OK` |
| `zip`, `body` | paths of the two files |
| `sha256`, `size` | digest and bytes of the zip |
| `title` | the issue's title |
| `command` | the `gh` command that files the issue |
| `page` | address of the prefilled new-issue page, or empty where no repository is known |
| `run` | run, task, attempt and components |
| `diagnosis` | phase, class, row, cause, next step, fingerprint |
| `checklist` | the eight items that AgentCompass asks for: served, partly or missing, and by which members |
| `omissions` | what was left out: item, status, reason |
| `redactions` | how often each rule replaced something |
| `harvest` | how many values each source of this machine gave |
| `verification` | what was checked on the finished file |
| `map` | path of the map that `--keep-map` keeps, else `null` |
| `warnings` | what went wrong after both files were written |
"""
_COMPLETION: Final = """\
## Shell completion

```sh
eval "$(_COMPASS_REPORT_COMPLETE=bash_source compass-report)"     # ~/.bashrc
eval "$(_COMPASS_REPORT_COMPLETE=zsh_source compass-report)"      # ~/.zshrc
_COMPASS_REPORT_COMPLETE=fish_source compass-report | source      # ~/.config/fish/completions/compass-report.fish
```

Commands and options are completed, those of `report` also without its name.
"""


def page() -> str:
    """Return the whole page."""
    root = click.Context(cli, info_name="compass-report")
    parts = [_HEAD, "## Commands\n"]
    listed = [f"| [`{name}`](#{name}) | {entry.summary} |" for name, entry in COMMANDS.items()]
    parts.append("\n".join(["| command | what it does |", "|---|---|", *listed]) + "\n")
    for name in COMMANDS:
        command = cli.get_command(root, name)
        if command is not None:
            parts.extend(_sections(command, _context(command, name, root), f"## {name}"))
    parts += [_JSON, _exit_codes(), _COMPLETION]
    return "\n".join(parts)


def _sections(command: click.Command, context: click.Context, title: str) -> Iterator[str]:
    """Yield a command's section, and those of the commands below it."""
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    yield f"{title}\n\n```text\n{usage}\n```\n"
    if command.help:
        yield _paragraphs(command.help) + "\n"
    rows = [
        _option(parameter, context) for parameter in command.get_params(context) if isinstance(parameter, click.Option)
    ]
    if rows:
        yield "\n".join(["| option | what it does |", "|---|---|", *rows]) + "\n"
    if command.epilog:
        yield _examples(command.epilog) + "\n"
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None:
                yield from _sections(below, _context(below, name, context), f"### {context.info_name} {name}")


def _context(command: click.Command, name: str, parent: click.Context) -> click.Context:
    return click.Context(command, info_name=name, parent=parent, **command.context_settings)


def _paragraphs(text: str) -> str:
    return re.sub(r"(?<!\n)\n(?!\n)", " ", inspect.cleandoc(text).replace("\b\n", ""))


def _option(option: click.Option, context: click.Context) -> str:
    names = ", ".join(f"`{name}`" for name in (*option.opts, *option.secondary_opts))
    value = "" if option.is_flag or option.count else f" `{_metavar(option, context)}`"
    told = option.help or ""
    if option.show_default and option.default not in (None, False):
        told += f" Default: `{option.default}`."
    return f"| {names}{value.replace('|', chr(92) + '|')} | {told.replace('|', chr(92) + '|')} |"


def _metavar(option: click.Option, context: click.Context) -> str:
    """Return what stands for the value; click 8.2 and newer want the context for it."""
    wanted = inspect.signature(option.make_metavar).parameters
    told: str = option.make_metavar(**({"ctx": context} if "ctx" in wanted else {}))
    return told


def _examples(epilog: str) -> str:
    lines = inspect.cleandoc(epilog.replace("\b\n", "")).splitlines()
    if lines and lines[0].startswith("Examples"):
        return "```sh\n" + inspect.cleandoc("\n".join(lines[1:])) + "\n```"
    return _paragraphs(epilog)


def _exit_codes() -> str:
    rows = [f"| {int(code)} | {_MEANINGS[code]} |" for code in ExitCode]
    return "\n".join(["## Exit codes\n", "| code | meaning |", "|---|---|", *rows]) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
