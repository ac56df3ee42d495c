"""``compass-report reproduce BUNDLE``: a folder to reproduce from, a bounded run of it, or a replay without a key."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bundler.cli.parameters import PATH, SECONDS, WORD
from bundler.cli.terminal import answer, progress, say

if TYPE_CHECKING:
    from bundler.reproduce.execution import Verdict
    from bundler.reproduce.received import Received
    from bundler.reproduce.setup import Setup

EPILOG = """\b
Examples:
  compass-report reproduce bundle.zip -o repro        write run.yaml, reproduce.sh and .env.example
  compass-report reproduce bundle.zip --run           run it against your endpoint (REPRODUCE_MODEL_BASE_URL, …)
  compass-report reproduce bundle.zip --replay        meet the same endpoint outcomes: no key, no network, no data set
  compass-report reproduce bundle.zip --replay --play model=503
"""


@click.command(
    "reproduce", epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.argument("bundle", type=PATH)
@click.option("-o", "--output-dir", type=PATH, help="Folder to write (default: named after the task).")
@click.option("--run", "run", is_flag=True, help="Run it against your own endpoint and compare the fingerprint.")
@click.option("--replay", is_flag=True, help="Run it against a local stand-in that plays the reporter's endpoint.")
@click.option(
    "--play",
    multiple=True,
    metavar="ROLE=OUTCOME",
    help="With --replay: another outcome, as model=503 or judge=answered.",
)
@click.option(
    "--agentcompass", "program", type=WORD, metavar="PATH", help="The agentcompass to run (default: the one on PATH)."
)
@click.option("--env-file", type=PATH, help="With --run: a file of REPRODUCE_… values.")
@click.option("--data-dir", type=PATH, help="With --run: your folder of data sets.")
@click.option("--timeout", type=SECONDS, default=600.0, show_default=True, help="Seconds a run may take.")
@click.option(
    "--with-commands", is_flag=True, help="Keep parameters that are executed. Read them first: they are a stranger's."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
def command(  # noqa: PLR0913 - one parameter per option
    bundle: Path,
    *,
    output_dir: Path | None,
    run: bool,
    replay: bool,
    play: tuple[str, ...],
    program: str | None,
    env_file: Path | None,
    data_dir: Path | None,
    timeout: float,
    with_commands: bool,
    as_json: bool,
) -> int:
    """Make a reproduction from a bundle: the reporter's components and parameters, one task, no retries.

    Credentials and addresses become references that you fill in; nothing in the bundle is executed. Exit codes of --run
    and --replay: 0 the same failure, 10 a different failure, 11 the task passes, 12 it could not be run.
    """
    from bundler.reproduce.playing import changed  # noqa: PLC0415
    from bundler.reproduce.received import receive  # noqa: PLC0415
    from bundler.reproduce.rerun import Wish, play_again, run_again  # noqa: PLC0415
    from bundler.reproduce.setup import setup_of  # noqa: PLC0415

    if (run and replay) or (play and not replay):
        raise click.UsageError("--run and --replay exclude each other; --play goes with --replay.")
    if not run and (env_file is not None or data_dir is not None):
        raise click.UsageError("--env-file and --data-dir go with --run.")
    if not (run or replay) and program is not None:
        raise click.UsageError("--agentcompass goes with --run or --replay.")
    changes = dict(changed(text) for text in play)
    received = receive(bundle)
    setup = setup_of(received, with_commands=with_commands)
    if not run and not replay:
        _written(received, setup, output_dir or _default_folder(setup), as_json=as_json)
        return 0
    with _folder(output_dir) as folder, progress(quiet=as_json, verbose=False) as step:
        wish = Wish(folder, program, timeout, env_file, data_dir, changes)
        step("running agentcompass")
        verdict, notes = play_again(received, setup, wish) if replay else (run_again(received, setup, wish), ())
    _show(verdict, notes, output_dir, as_json=as_json)
    return int(verdict.exit_code)


def _written(received: Received, setup: Setup, folder: Path, *, as_json: bool) -> None:
    from bundler.reproduce.folder import differences, write_folder  # noqa: PLC0415

    names = write_folder(folder, received, setup)
    told = differences(received, setup)
    if as_json:
        references = [
            {"name": one.name, "kind": one.kind.value, "place": ".".join(one.place)} for one in setup.references
        ]
        document = {"folder": str(folder), "files": list(names), "references": references, "differences": told}
        answer(json.dumps(document, ensure_ascii=False, indent=2))
        return
    for name in names:
        answer(f"  {folder / name}", fg="green")
    answer()
    answer("What differs from the reporter's set-up:")
    for sentence in told:
        answer(f"  - {sentence}")
    answer()
    say("Next: read run.yaml and reproduce.sh, fill in .env, then `sh reproduce.sh`, or use `--run` instead.")


def _show(verdict: Verdict, notes: Sequence[str], folder: Path | None, *, as_json: bool) -> None:
    if as_json:
        document = {
            "exit_code": int(verdict.exit_code),
            "verdict": verdict.sentence,
            "expected": verdict.expected,
            "found": verdict.found,
            "summary": verdict.summary,
            "seconds": round(verdict.seconds, 1),
            "changed": list(notes),
            "folder": str(folder) if folder else None,
        }
        answer(json.dumps(document, ensure_ascii=False, indent=2))
        return
    answer(verdict.sentence, bold=True)
    for label, value in (
        ("Reporter", verdict.expected),
        ("Here", verdict.found),
        ("", verdict.summary),
        ("Took", f"{verdict.seconds:.1f} s"),
        ("Folder", folder),
    ):
        if value:
            answer(f"{label:<10} {value}")
    for note in notes:
        answer(f"{'Changed':<10} {note}")


def _default_folder(setup: Setup) -> Path:
    from bundler.reproduce.folder import folder_name  # noqa: PLC0415

    return Path(folder_name(setup))


@contextmanager
def _folder(given: Path | None) -> Iterator[Path]:
    """Give the wished folder, or one that vanishes after the run."""
    if given is not None:
        yield given
        return
    with tempfile.TemporaryDirectory(prefix="compass-report-", ignore_cleanup_errors=True) as temporary:
        yield Path(temporary) / "reproduction"
