"""Fuzz every target for a bounded time: with atheris where it is installed, with hypothesis everywhere.

``python -m tests.fuzz [--seconds N] [TARGET ...]``; exit code 1 if anything is found, with the input beside it.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import subprocess
import sys
import tempfile
from pathlib import Path

NAMES = ("layouts", "log-records", "documents", "redactor", "bundles")
_SECONDS = 60
_LONGEST_INPUT = 8_192
_LONGEST_RUN_SECONDS = 20
_SHOWN = 4_000
_KEPT = "fuzz-findings"


def main() -> int:
    """Run all targets, or those named, and say what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", choices=[*NAMES, []], help=", ".join(NAMES))
    parser.add_argument("--seconds", type=int, default=_SECONDS, help="per target, with atheris (default: %(default)s)")
    parser.add_argument("--inputs", type=int, default=400, help="per target, with hypothesis (default: %(default)s)")
    parser.add_argument("--in-process", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.in_process:
        return _atheris(given.in_process, given.seconds)
    failed = [name for name in given.targets or NAMES if not _guided(name, given.seconds)]
    argv = [sys.executable, "-m", "pytest", "tests/fuzz", "-q", "-p", "no:cacheprovider"]
    if subprocess.run(
        argv, env={**os.environ, "COMPASS_REPORT_FUZZ_INPUTS": str(given.inputs)}, check=False
    ).returncode:
        failed.append("hypothesis")
    print(f"found something: {', '.join(failed)}" if failed else "nothing found")
    return 1 if failed else 0


def _guided(name: str, seconds: int) -> bool:
    """Run one target under atheris in a process of its own; tell whether nothing was found."""
    if importlib.util.find_spec("atheris") is None:
        print(f"{name}: atheris is not installed (pip install -e '.[fuzz]'); hypothesis only")
        return True
    argv = [sys.executable, "-m", "tests.fuzz", "--in-process", name, "--seconds", str(seconds)]
    done = subprocess.run(argv, capture_output=True, check=False, timeout=seconds + 10 * _LONGEST_RUN_SECONDS)
    told = (done.stdout + done.stderr).decode("utf-8", "replace")
    runs = [line for line in told.splitlines() if line.startswith(("stat::number_of_executed_units", "Done "))]
    print(f"{name}: {'nothing found' if done.returncode == 0 else 'FOUND'}; {'; '.join(runs)}")
    if done.returncode:
        print(told[:_SHOWN], "…", told[-_SHOWN:], sep="\n")
    return done.returncode == 0


def _atheris(name: str, seconds: int) -> int:
    import atheris  # noqa: PLC0415 - only where it is installed

    # What is imported here is guided by: the program imports much at first use, so that each seed is tried once.
    with atheris.instrument_imports(include=["bundler", "redaction"]):
        from tests.fuzz.seeds import WORDS, archives, texts  # noqa: PLC0415
        from tests.fuzz.targets import TARGETS  # noqa: PLC0415

        for seed in (*texts(), *archives()):
            TARGETS[name](seed)
    kept = Path(_KEPT).resolve()
    with tempfile.TemporaryDirectory() as folder:
        corpus, words = Path(folder, "corpus"), Path(folder, "words")
        corpus.mkdir()
        for number, seed in enumerate([*texts(), *archives()]):
            (corpus / str(number)).write_bytes(seed)
        words.write_text("".join(f'"{"".join(f"{chr(92)}x{byte:02x}" for byte in word[:60])}"\n' for word in WORDS))
        kept.mkdir(exist_ok=True)
        options = [
            f"-max_total_time={seconds}", f"-max_len={_LONGEST_INPUT}", f"-timeout={_LONGEST_RUN_SECONDS}",
            f"-dict={words}", f"-artifact_prefix={kept}/{name}-", "-rss_limit_mb=2048", "-print_final_stats=1",
        ]  # fmt: skip
        atheris.Setup([sys.argv[0], *options, str(corpus)], TARGETS[name])
        atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
