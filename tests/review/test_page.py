"""The review page as text: everything is there, escaped; every placeholder is marked; a broken manifest breaks nothing."""

from __future__ import annotations

import json
import re
from collections import Counter
from html import unescape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bundler.cli.main import run
from bundler.errors import ExitCode
from bundler.render.markdown import spelled
from bundler.render.review import Source, render_review
from bundler.render.review_body import body_html
from bundler.render.review_marks import Marker
from bundler.render.review_parts import phases
from tests.render.hostile import HOSTILE
from tests.review.pages import bundle_bytes, page

PLACEHOLDERS = {
    "REDACTED-openai-key-1": {"rule": "openai-key", "kind": "secret", "count": 1},
    "REDACTED-openai-key-12": {"rule": "openai-key", "kind": "secret", "count": 1},
    "private-host-1.invalid": {"rule": "url-host", "kind": "host", "count": 1},
    "venv": {"rule": "path-role", "kind": "path", "count": 1},
}
MARKER = Marker(PLACEHOLDERS)
TAG = re.compile(r"</?(?:ol|li|mark)(?: [^>]*)?>")
TEXTS = st.lists(st.text() | st.sampled_from([*list(HOSTILE.values())[:-2], *PLACEHOLDERS, "\n", "/", "\r\n"])).map(
    "".join
)


@given(TEXTS)
def test_the_text_is_all_there(text: str) -> None:
    """Without our tags, a member's lines are the member's lines, hidden characters spelled out."""
    html = "".join(MARKER.blocks(text, Counter())).replace("<li>", "\n").replace("<ol", "\n<ol")
    assert re.sub(r"\n+", "\n", unescape(TAG.sub("", html))).strip("\n") == re.sub(
        r"\n+", "\n", spelled(text.replace("\r\n", "\n"))
    ).strip("\n")


@given(TEXTS)
def test_only_our_tags_are_tags(text: str) -> None:
    """Whatever a member holds, no ``<`` of it survives as one."""
    assert "<" not in TAG.sub("", "".join(MARKER.blocks(text, Counter())))


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("key=REDACTED-openai-key-1,", ["REDACTED-openai-key-1"]),
        ("REDACTED-openai-key-12 REDACTED-openai-key-13", ["REDACTED-openai-key-12"]),
        ('"http://private-host-1.invalid:80/v1"', ["private-host-1.invalid"]),
        ("xprivate-host-1.invalid sub.private-host-1.invalid", []),
        ("venv/lib/x /opt/venv/lib my-venv/x venv python", ["venv"]),
        ("&REDACTED-openai-key-1;<REDACTED-openai-key-1>", ["REDACTED-openai-key-1"] * 2),
    ],
)
def test_marks(text: str, marked: list[str]) -> None:
    """A placeholder of the manifest is marked as a whole and nowhere else."""
    counts = Counter[str]()
    html = MARKER.html(text, counts)
    assert re.findall(r"<mark [^>]*>(.*?)</mark>", html) == marked
    assert counts == Counter(marked)


def test_blocks_keep_line_numbers() -> None:
    """Every block begins with the number of its first line."""
    blocks = list(MARKER.blocks("\n".join(str(number) for number in range(1, 1001)), Counter()))
    assert len(blocks) == 5
    for block in blocks:
        first = re.match(r'<ol start="(\d+)"><li>(\d+)', block)
        assert first and first.group(1) == first.group(2)  # noqa: PT018


def test_the_page_tells_what_a_reviewer_asks() -> None:
    """Phases with the failing one marked, reasons, members, omissions and body are in the page."""
    shown = page()
    assert re.search(
        r'<tr class="failed"><td>run_harness</td><td>1</td><td>FAILED</td><td class="number">4.00 s</td>', shown
    )
    assert "It spends the account&#39;s money." in shown
    assert "no console output was given" in shown
    assert "<h3>Exact command, secrets removed</h3>" in shown
    assert shown.count('<section class="member"') == 10
    assert "<summary>Parameters of the request</summary>" in shown


@pytest.mark.parametrize("name", HOSTILE)
def test_the_body_is_rendered_inert(name: str) -> None:
    """Of a hostile Markdown text no tag with an attribute comes but code languages and links to https addresses."""
    html = body_html(HOSTILE[name])
    with_attributes = [
        tag
        for tag in re.findall(r"<[a-z0-9]+ [^>]*>", html)
        if not re.fullmatch(r'<(?:ol start|code class|t[hd] style)="[^"]*">', tag)
    ]
    assert all(re.fullmatch(r'<a rel="noreferrer noopener" href="https://[^"]*">', tag) for tag in with_attributes)
    assert not re.search(r"<(?:script|img|style|base|iframe|svg|system|!--)", html)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(
    st.fixed_dictionaries(
        {}, optional=dict.fromkeys(["placeholders", "members", "omissions", "run", "task_data"], JSON)
    ),
    st.fixed_dictionaries(
        {}, optional=dict.fromkeys(["timeline", "fingerprint", "issue", "exceptions", "row", "phase"], JSON)
    ),
)
def test_any_manifest_gives_a_page(manifest: dict[str, object], found: dict[str, object]) -> None:
    """A stranger's manifest and diagnosis may hold any JSON: there is a page, and no error."""
    source = Source("b", {"diagnosis.json": json.dumps(found).encode(), "x": b"\xff\x00<"}, manifest, "", "", {}, "")
    assert "</html>" in render_review(source)


MOMENTS = st.none() | st.floats() | st.integers() | st.text(max_size=2)


@given(st.lists(st.fixed_dictionaries({"phase": st.just("x"), "start": MOMENTS, "end": MOMENTS}), max_size=4))
def test_any_times_give_bars_inside_the_drawing(timeline: list[dict[str, object]]) -> None:
    """Whatever times a stranger's timeline holds, each bar lies inside the drawing."""
    assert all(phase.x >= 0 and phase.width <= 600 for phase in phases(timeline))


def test_command_writes_a_private_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``review`` writes one file beside the bundle, readable by its owner alone, prefers the body beside it, and opens it."""
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda address: bool(opened.append(address)) or True)
    bundle = tmp_path / "a.bundle.zip"
    bundle.write_bytes(bundle_bytes())
    (tmp_path / "a.bundle.md").write_text("# From beside", encoding="utf-8")
    assert run(["review", str(bundle)]) == 0
    written = tmp_path / "a.bundle.html"
    assert capsys.readouterr().out.strip() == str(written)
    assert opened == [written.as_uri()]
    assert written.stat().st_mode & 0o777 == 0o600
    assert "<h1>From beside</h1>" in written.read_text(encoding="utf-8")


def test_command_needs_a_bundle(tmp_path: Path) -> None:
    """A body alone or any other file is no bundle; nothing is written."""
    (tmp_path / "x.md").write_text("hello", encoding="utf-8")
    (tmp_path / "x.zip").write_bytes(b"PK")
    assert run(["review", str(tmp_path / "x.zip"), "--no-open"]) == ExitCode.INVALID_BUNDLE
    assert run(["review", str(tmp_path / "x.md"), "--no-open"]) in (ExitCode.INVALID_BUNDLE, ExitCode.NOT_FOUND)
    assert run(["review", str(tmp_path / "none.zip"), "--no-open"]) == ExitCode.NOT_FOUND
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.md", "x.zip"]
