"""Nothing from evidence becomes live in Markdown, and nothing visible is lost."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from bundler.render.markdown import code, cut_middle, fence, plain, visible

PARSER = MarkdownIt("gfm-like", {"linkify": False, "html": True})
HOSTILE = [
    "```\n# escaped the fence\n```",
    "~~~~\nout\n~~~~",
    "``` ` ```` `````",
    "@octocat please look, fixes #1, GH-12, closes open/repo#3",
    "<!-- hidden --> <script>alert(1)</script> <img src=x onerror=alert(1)>",
    "</details><details open><summary>x</summary>",
    "[click](https://evil.example) ![img](https://evil.example/x.png) <https://evil.example>",
    "https://evil.example/auto www.evil.example mail@evil.example",
    "\u202egnp.exe\u2066 \u200bzero\ufeff",
    "\x1b[31mred\x1b[0m \x1b]8;;https://evil.example\x07link\x1b]8;;\x07 \x07\x00",
    "da39a3ee5e6b4b0d3255bfef95601890afd80709",
    "| a | b |\n|---|---|\n| c | d |",
    "- item\n1. item\n> quote\n# head\n---\n    code",
    "\\`x\\` $a$ $$b$$ :smile: {{ 7*7 }} {% raw %}",
]
any_text = st.text() | st.sampled_from(HOSTILE)


def _kinds(markdown: str) -> set[str]:
    found = set()
    for token in PARSER.parse(markdown):
        found.add(token.type)
        found |= {child.type for child in token.children or []}
    return found


@given(any_text)
def test_plain_text_parses_to_text_alone(text: str) -> None:
    """A plain piece is one paragraph of text: no link, image, HTML, list, code or emphasis comes of it."""
    allowed = {"paragraph_open", "paragraph_close", "inline", "text", "text_special"}
    assert _kinds(f"x {plain(text)}") <= allowed


@given(any_text)
def test_plain_text_mentions_nobody(text: str) -> None:
    """After Markdown is parsed no ``@name``, ``#1`` or ``GH-1`` is left for GitHub to link."""
    rendered = PARSER.render(plain(text))
    shown = re.sub(r"&[a-z]+;|&#\w+;", "", rendered)
    assert not re.search(r"@\w|#\d|(?i:\bgh-\d)|(?i:\b[0-9a-f]{7,40}\b)", shown)


@given(any_text)
def test_code_is_one_code_span(text: str) -> None:
    """A code span holds everything: the parser sees one span and nothing else that is live."""
    assert _kinds(f"x {code(text)} y") <= {
        "paragraph_open",
        "paragraph_close",
        "inline",
        "text",
        "code_inline",
        "em_open",
        "em_close",
    }


@given(any_text, any_text)
def test_fence_holds_everything(first: str, second: str) -> None:
    """Nothing inside a fence closes it: the parser sees the fence and the paragraph after it."""
    tokens = PARSER.parse(fence(first + "\n" + second) + "\n\nafter")
    assert [token.type for token in tokens] == ["fence", "paragraph_open", "inline", "paragraph_close"]


@given(any_text)
def test_visible_text_has_no_hidden_characters(text: str) -> None:
    """Terminal escapes are gone, and control and format characters are spelled out."""
    shown = visible(text)
    assert "\x1b" not in shown
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]", shown)


@given(st.text(alphabet=st.characters(categories=["L", "N", "P", "S"])))
def test_ordinary_text_stays(text: str) -> None:
    """Letters, digits, punctuation and symbols of any script are left alone."""
    ordinary = text.replace("\u3164", "").replace("\uffa0", "").replace("\u115f", "").replace("\u1160", "")
    assert visible(ordinary) == ordinary


@pytest.mark.parametrize("limit", [60, 100, 5000])
def test_cut_keeps_both_ends_and_says_how_much(limit: int) -> None:
    """A cut text keeps its head and its tail, stays within the limit, and names the number of characters lost."""
    text = "".join(f"line {number}\n" for number in range(10_000))
    cut = cut_middle(text, 1_000 + limit)
    assert len(cut) <= 1_000 + limit
    assert cut.startswith("line 0\n")
    assert cut.endswith("line 9999\n")
    assert "cut here" in cut


@pytest.mark.parametrize(
    "text", ["see https://www.docker.com/increase-rate-limit now", "(www.docker.com) *www.docker.com"]
)
def test_a_host_stays_whole_and_is_no_link(text: str) -> None:
    """A name with ``www`` keeps its dots, so that it can be read and checked, and nothing in front of it lets GitHub link it."""
    shown = plain(text)
    assert shown.count("www.docker.com") == text.count("www.docker.com")
    assert not re.search(r"(?:^|[\s*_~(])www\.", shown)
