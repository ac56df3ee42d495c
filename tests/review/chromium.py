"""Headless Chromium over a local server: loads a page inside a driving page, and returns what that one saw."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

import pytest

_SECONDS: Final = 90
_DRIVER: Final = """<!doctype html><meta charset="utf-8"><title>driver</title>
<iframe id="frame" src="page.html" width="1200" height="900"></iframe><pre id="result"></pre>
<script>
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
document.getElementById("frame").addEventListener("load", async () => {
  const page = document.getElementById("frame").contentWindow, doc = page.document;
  const press = (key) => (doc.activeElement || doc.body).dispatchEvent(new page.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const type = async (text) => { const box = doc.getElementById("filter"); box.value = text; box.dispatchEvent(new page.Event("input")); await pause(300); };
  let outcome;
  try { outcome = await (async () => { %s })(); } catch (error) { outcome = { error: String(error) }; }
  document.getElementById("result").textContent = JSON.stringify(outcome);
});
</script>"""


def chromium() -> str:
    """Return the browser's path; without one the tests are skipped on a developer's machine and fail in CI."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("Chromium is needed: apt-get install chromium")
    return found


class _Quiet(SimpleHTTPRequestHandler):
    asked: list[str]

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        """Serve a file and remember that it was asked for."""
        self.asked.append(self.path)
        super().do_GET()


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Serve a folder on the loopback interface; gives its address and the paths that are asked for."""
    asked: list[str] = []
    handler = type("Handler", (_Quiet,), {"asked": asked})
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def run_chromium(*arguments: str, profile: Path) -> subprocess.CompletedProcess[str]:
    """Run the browser once; its console goes to stderr, no host but this machine can be reached."""
    command = [
        chromium(), "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
        "--enable-logging=stderr", "--v=0", "--no-first-run", "--disable-extensions", "--disable-background-networking",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", f"--user-data-dir={profile}", *arguments,
    ]  # fmt: skip
    return subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", errors="replace", timeout=_SECONDS, check=False
    )


def drive(folder: Path, page: str, script: str) -> tuple[Any, str, list[str]]:
    """Load ``page``, run ``script`` beside it (it sees ``page``, ``doc``, ``press``, ``type``, ``pause``).

    Returns what the script returned, what the browser's console said, and the paths that were asked for.
    """
    (folder / "page.html").write_text(page, encoding="utf-8")
    (folder / "driver.html").write_text(_DRIVER % script, encoding="utf-8")
    with served(folder) as (address, asked):
        done = run_chromium(
            "--virtual-time-budget=20000", "--dump-dom", f"{address}/driver.html", profile=folder / "profile"
        )
    result = re.search(r'<pre id="result">(.*?)</pre>', done.stdout, re.DOTALL)
    assert result, done.stderr[-2_000:]
    console = "\n".join(line for line in done.stderr.splitlines() if "CONSOLE" in line)
    return json.loads(html.unescape(result.group(1))), console, asked
