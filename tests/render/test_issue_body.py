"""The issue body: what it tells first, its stable headers, its limits, and nothing live in it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from bundler.errors import UsageError
from bundler.model import Omission, PlaceholderEntry, RedactedEvidence, Status
from bundler.render.issue_body import BODY_LIMIT, TITLE_LIMIT, BundleFile, render_body, render_title
from tests.render.hostile import HOSTILE
from tests.render.material import LOG, diagnosis, evidence

PARSER = MarkdownIt("gfm-like", {"linkify": False, "html": True})
HEADERS = [
    "AgentCompass revision and Python version",
    "Operating system and environment provider",
    "Benchmark, harness, model protocol and task id",
    "Exact command, secrets removed",
    "Component parameters and recipes",
    "First failing phase and complete traceback",
    "run_info.json, params.json and task detail",
    "Reproduces with concurrency 1 and no retries",
]
BUNDLE = BundleFile("bundle.zip", 4711, "ab" * 32)
OUR_HTML = re.compile(r"(?:<details><summary>[A-Za-z' ,]+</summary>|</details>)\s*")


def everywhere(text: str) -> RedactedEvidence:
    """Return evidence that holds a text wherever evidence can hold one."""
    found = diagnosis(
        summary=text,
        cause=text,
        next_step=text,
        advice={"action": text, "reason": text, "command": text},
        issue={"severity": "fatal", "phase": "run", "code": text, "message": f"ValueError: {text}"},
        evidence=[{"where": text, "says": text}],
        later=[{"where": text, "says": text}],
    )
    members = {
        "evidence/log.txt": LOG + text,
        "evidence/tracebacks.txt": text,
        "evidence/attempt-1.json": json.dumps({"status": text}, ensure_ascii=False),
        "evidence/command.json": json.dumps({"exact": {"source": "given", "command": text}}),
        "evidence/run_info.json": json.dumps(
            {"request": {"model": {"id": text, "api_protocol": text}, "environment": {"id": text}}}
        ),
        "environment.json": json.dumps({"agentcompass": {"version": text, "python": text, "note": text}}),
        "command.sh": text,
    }
    name = " ".join(text.split())[:100]
    members[f"evidence/{name.replace('/', '_')}.txt"] = text
    identity = {"task_id": text, "benchmark": text, "harness": text, "model": text, "run_id": text}
    return evidence(members, found=found, identity=identity, omissions=(Omission(text, Status.WITHHELD, text),))


def outside_code(markdown: str) -> tuple[set[str], str, list[str]]:
    """Return the kinds of tokens, the text outside code, and the pieces of HTML of a rendered body."""
    kinds, texts, html = set(), [], []
    for token in PARSER.parse(markdown):
        for one in (token, *(token.children or [])):
            kinds.add(one.type)
            if one.type in ("text", "text_special"):
                texts.append(one.content)
            if one.type.startswith("html"):
                html.append(one.content)
    return kinds, "".join(texts), html


@pytest.mark.parametrize("name", HOSTILE)
def test_nothing_of_the_corpus_is_live(name: str) -> None:
    """Wherever it stands: no mention, reference, commit, image, foreign link, foreign HTML or foreign header."""
    body = render_body(everywhere(HOSTILE[name]), bundle=BUNDLE, repository="owner/name")
    kinds, text, html = outside_code(body)
    assert "image" not in kinds
    assert all(OUR_HTML.fullmatch(piece) for piece in html), html
    assert not re.search(r"@\w|(?<!&)#\d|\bgh-\d|\b[0-9a-f]{7,40}\b", text, re.IGNORECASE)
    assert not re.search(
        r"https?://",
        re.sub(r"`+[^`]*`+|\]\(https://github\.com/owner/name/issues\?q=[^)]*\)", "", _without_fences(body)),
    )
    links = [
        child.attrs["href"]
        for token in PARSER.parse(body)
        for child in token.children or []
        if child.type == "link_open"
    ]
    assert all(str(link).startswith("https://github.com/owner/name/issues?q=is%3Aissue+") for link in links)
    assert re.findall(r"^### (.*)$", _without_fences(body), re.MULTILINE)[:8] == HEADERS
    assert html.count("</details>\n") == sum("<details>" in piece for piece in html)


@pytest.mark.parametrize("name", HOSTILE)
def test_the_corpus_fits_and_stays_useful(name: str) -> None:
    """However long the texts are, the body is within GitHub's limit, has all its headers, and shows no hidden character."""
    body = render_body(everywhere(HOSTILE[name]), bundle=BUNDLE, repository="owner/name")
    assert len(body) <= BODY_LIMIT
    assert BUNDLE.sha256 in body
    assert "**Failed in:**" in body[:8_000]
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]", body)


def test_a_long_traceback_keeps_its_cause() -> None:
    """Of 70,000 characters the first lines and the last stay, with a note of how many were cut."""
    body = render_body(evidence({"evidence/tracebacks.txt": HOSTILE["traceback"]}), bundle=BUNDLE)
    assert "ValueError: the last line tells the cause" in body
    assert "Traceback (most recent call last):" in body
    assert re.search(r"\d+ characters cut here", body)


@pytest.mark.parametrize("name", HOSTILE)
def test_the_title_is_one_short_quiet_line(name: str) -> None:
    """A title is at most 120 characters, one line, carries the fingerprint, and holds nothing that GitHub links."""
    title = render_title(everywhere(HOSTILE[name]))
    assert len(title) <= TITLE_LIMIT
    assert title.endswith("(fingerprint 9e63aca27907)")
    assert "\n" not in title
    assert not re.search(r"[@#<>\x00-\x1f\u202a-\u202e]", title)


@given(st.text(max_size=300), st.text(max_size=300))
def test_a_title_of_any_text(message: str, benchmark: str) -> None:
    """Any message and any name give a title within the limit that ends with the fingerprint."""
    found = diagnosis(issue={"message": message})
    title = render_title(evidence(found=found, identity={"benchmark": benchmark}))
    assert len(title) <= TITLE_LIMIT
    assert title.endswith("(fingerprint 9e63aca27907)")


def test_the_first_screen_answers_the_first_questions() -> None:
    """What failed, where, class, cause, next step and fingerprint stand before the first header, the command folded."""
    first, _, _ = render_body(evidence(), bundle=BUNDLE).partition("\n### ")
    assert "**run_harness / inference: HTTP 401 AuthenticationError: Incorrect API key provided" in first
    for told in (
        "**Failed in:**",
        "**Class:** credentials",
        "**Likely cause:**",
        "**Next step:** Check MODEL\\_API\\_KEY".replace("\\", ""),
        "9e63aca27907",
    ):
        assert told in first
    assert first.index("<details>") > first.index("**Fingerprint:**")


def test_a_reconstructed_command_is_labelled() -> None:
    """The body shows the run's command as it could be reconstructed, and says that it is."""
    body = render_body(evidence())
    section = body.split("### Exact command, secrets removed")[1].split("\n### ")[0]
    assert "Reconstructed" in section
    assert "agentcompass run hle h m --max-retries 3" in section


def test_a_template_of_the_users_gets_the_same_names(tmp_path: Path) -> None:
    """The user's own template is rendered with the values that docs/templates.md lists, each of them a text."""
    documented = re.findall(r"^\| `(\w+)` \|", Path("docs/templates.md").read_text(encoding="utf-8"), re.MULTILINE)
    own = tmp_path / "own.md.j2"
    own.write_text("".join(f"{name}={{{{ report.{name} }}}}\n" for name in documented), encoding="utf-8")
    body = render_body(evidence(), template=own)
    assert len(documented) > 20
    assert all(f"{name}=" in body for name in documented)
    own.write_text("{{ report | length }}", encoding="utf-8")
    assert render_body(evidence(), template=own) == str(len(documented))


@pytest.mark.parametrize("text", ["{{ report.no_such_name }}", "{% if %}", "{{ ''.__class__.__mro__ }}", "{{ 1/0 }}"])
def test_a_bad_template_is_a_usage_error(text: str, tmp_path: Path) -> None:
    """A template that cannot be rendered, or reaches for Python's insides, is refused in one sentence."""
    own = tmp_path / "own.md.j2"
    own.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError):
        render_body(evidence(), template=own)


def _without_fences(body: str) -> str:
    lines = body.split("\n")
    for token in PARSER.parse(body):
        if token.type == "fence" and token.map:
            lines[token.map[0] : token.map[1]] = [""] * (token.map[1] - token.map[0])
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("script", "told"), [("run http://private-host-1.invalid:8000/v1", True), ("run --k 3", False)]
)
def test_a_command_with_removed_hosts_says_that_they_are_to_be_put_in(script: str, told: bool) -> None:
    """A command that cannot be run as it stands says what the reader has to put in; another says nothing."""
    hosts = {
        name: PlaceholderEntry("url-host", "host", 1) for name in ("private-host-1.invalid", "private-host-2.invalid")
    }
    made = replace(evidence({"command.sh": script}), placeholders=hosts)
    minimal = render_body(made, bundle=BUNDLE).partition("### Minimal reproduction")[2].partition("###")[0]
    assert ("put your own there" in minimal) is told
    assert "private-host-2" not in minimal
