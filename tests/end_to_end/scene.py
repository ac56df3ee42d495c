"""A reporter's machine in a temporary folder: home, work folder, secrets in every channel, and services on loopback."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.fixtures import material, planted
from tests.fixtures.installations import REPOSITORY, Installation
from tests.fixtures.recording import reporter_environment
from tests.standin import StandIn
from tests.standin.server import LOOPBACK

TASK = "math/group-01"
MODEL = "fakecorp-llama-canary"
#: A base URL with a user, a password and a token in its query, on a private host.
BASE_URL = (
    f"http://evals:{planted.value('url_password')}@{planted.MODEL_HOST}:8000/v1?token={planted.value('url_token')}"
)
_SECONDS = 280


@dataclass(frozen=True)
class Machine:
    """Where the reporter works, and how commands are run there."""

    workdir: Path
    environment: Mapping[str, str]
    installed: Installation
    services: StandIn

    def start(self, *arguments: str, **options: Any) -> subprocess.Popen[str]:
        """Start ``compass-report`` with these arguments; outputs are pipes."""
        return subprocess.Popen(
            [sys.executable, "-m", "bundler", *arguments],
            cwd=self.workdir,
            env=dict(self.environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
            **options,
        )

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run ``compass-report`` to its end."""
        process = self.start(*arguments)
        try:
            out, err = process.communicate(timeout=_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    def agentcompass(self, benchmark_params: str | None = None) -> list[str]:
        """The words of a failing command, with secrets in every option that takes one."""
        judge = {
            "id": "judge",
            "base_url": f"http://{planted.JUDGE_HOST}:9000/v1",
            "api_key": planted.value("judge_key"),
        }
        params = json.dumps({"judge_model": judge}) if benchmark_params is None else benchmark_params
        return [
            str(self.installed.command),
            *("run", "hle", "naive_search_agent", MODEL, "--model-base-url", BASE_URL),
            *("--model-api-key", planted.value("gateway_key"), "--wrap-api-key"),
            *("--model-params", json.dumps({"extra_headers": {"X-Fakecorp-Auth": planted.value("header_secret")}})),
            *("--benchmark-params", params),
            *("--harness-params", json.dumps({"max_retry": 1, "retry_interval": 1})),
        ]


@contextmanager
def machine(installed: Installation, script: str) -> Iterator[Machine]:
    """Make a machine whose model answers by ``script``; as its proxy, the stand-in answers for every private host."""
    lanes = {"model": script, planted.JUDGE_HOST: "agrees"}
    with TemporaryDirectory(prefix="compass-e2e-") as temporary, StandIn(lanes, delay_seconds=60.0) as services:
        home = Path(temporary).resolve() / "home"
        workdir = home / "work" / "eval"
        workdir.mkdir(parents=True)
        material.questions(TASK)(workdir)
        environment = {
            **reporter_environment(home, installed, f"{LOOPBACK}:{services.port}"),
            "XDG_STATE_HOME": str(home / "state"),
            "PYTHONPATH": str(REPOSITORY),
        }
        yield Machine(workdir, environment, installed, services)


def everything_in(folder: Path) -> dict[str, bytes]:
    """Every byte that a reporter would hand over: the issue bodies, and each bundle's members by name."""
    found: dict[str, bytes] = {}
    for path in sorted(folder.iterdir()):
        found[path.name] = path.name.encode() + b"\n" + path.read_bytes()
        if path.suffix == ".zip":
            with zipfile.ZipFile(path) as archive:
                found |= {
                    f"{path.name}!{name}": name.encode() + b"\n" + archive.read(name) for name in archive.namelist()
                }
    return found


def only(folder: Path, suffix: str) -> Path:
    """The one file with this suffix."""
    (found,) = folder.glob(f"*{suffix}")
    return found
