"""Where fuzzing starts: pieces of real runs, what attacks are made of, and a small bundle."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator

from tests.fixtures import fixture
from tests.fuzz.targets import KNOWN

#: What hostile texts are made of; mutation alone would seldom find these.
WORDS = (
    b"\x00", b"\xff\xfe", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\r\n", b"\x1b[31m", b"\\u0000", b"\\ud800", b"\\\\", b'"',
    b"{", b"}", b"[", b"]", b":", b",", b"NaN", b"-1e999", b"9" * 5000, b'{"a":' * 300, b"[" * 2000, b"| task=", b"task_id",
    b"12:00:00 ERROR    x  ", b"[2026-12-02 04:52:41,123][ERROR][x]", b'Traceback (most recent call last):\n  File "x", line 1\n',
    b"api_key=", b"Authorization: Bearer ", b"https://u:p@h.corp.lan/", b"REDACTED-key-1", b"private-host-1.invalid",
    b"%25%32%35", b"&amp;lt;", b"-----BEGIN RSA PRIVATE KEY-----", b"PK\x03\x04", b"PK\x05\x06", b"=" * 300, b"a@b.c",
    KNOWN.encode(), KNOWN.encode()[:9], b"null", b'"attempt": ', b"details/fatal", "\u202e\u2028é".encode(),
)  # fmt: skip


def texts() -> Iterator[bytes]:
    """Yield short pieces of a run's log, events, result and console."""
    one = fixture("model-401-echo")
    assert one.run is not None
    yield one.console.encode()[:3000]
    for path in sorted(one.run.rglob("*")):
        if path.is_file():
            yield path.read_bytes()[:3000]


def archives() -> Iterator[bytes]:
    """Yield small archives: one that could be a bundle, one that is none."""
    for names in (("manifest.json", "issue.md"), ("../x", "x")):
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
            for name in names:
                archive.writestr(zipfile.ZipInfo(name), b"{}")
        yield made.getvalue()
