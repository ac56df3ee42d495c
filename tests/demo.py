"""``make demo``: a bundle from a real run that ships with the project, as its reporter would have made it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.fixtures import DEMO, fixture  # noqa: E402 - found through the line above

TASK = "physics:02"


def main() -> int:
    """Run the real command in the environment of the run's reporter and say where to look."""
    run = fixture(DEMO)
    environment = {**os.environ, **run.command["env"], "PATH": os.environ["PATH"], "HOME": str(ROOT / "demo")}
    command = [
        sys.executable,
        "-m",
        "bundler",
        str(run.run),
        TASK,
        "-o",
        str(ROOT / "demo"),
        "--command",
        run.command["shell"],
    ]
    print("$ compass-report", run.run.relative_to(ROOT) if run.run else "", TASK, "-o demo --command '…'", flush=True)
    return subprocess.run(command, env=environment, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())
