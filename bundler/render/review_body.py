"""The issue body as a reader of the issue will see it: Markdown rendered by a real parser, nothing in it live.

HTML in Markdown is shown as text, except for the folding that our own template uses, and that without attributes.
Images are never fetched; only links to https addresses are links.
"""

from __future__ import annotations

import re
from collections.abc import Callable, MutableMapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Final

from bundler.render.markdown import spelled

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_FOLDING: Final = re.compile(r"(</?(?:details|summary)>|<br>)")


def body_html(markdown: str) -> str:
    """Return a Markdown text as HTML without scripts, images, styles, attributes or addresses other than https."""
    from markdown_it import MarkdownIt  # noqa: PLC0415 - for the review page alone

    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    _replace_renderers(parser)
    # The word joiner is ours: it keeps mentions and hashes apart (see bundler.render.markdown).
    rendered: str = parser.render(spelled(markdown.replace("\u2060", "")))
    return rendered


def _replace_renderers(parser: MarkdownIt) -> None:
    renderers: dict[str, Callable[..., str]] = {
        "html_block": lambda tokens, index, *_: _folding_alone(tokens[index].content),
        "html_inline": lambda tokens, index, *_: _folding_alone(tokens[index].content),
        "image": lambda tokens, index, *_: f"[image: {escape(tokens[index].content)}]",
        "link_open": _link_open,
        "link_close": _link_close,
    }
    rules: MutableMapping[str, Callable[..., str]] = vars(parser.renderer)["rules"]
    rules.update(renderers)


def _folding_alone(html: str) -> str:
    return "".join(part if _FOLDING.fullmatch(part) else escape(part) for part in _FOLDING.split(html))


def _link_open(tokens: Sequence[Token], index: int, _options: Any, environment: MutableMapping[str, Any]) -> str:
    address = str(tokens[index].attrs.get("href", ""))
    live = address.startswith("https://")
    environment.setdefault("links", []).append(live)
    return f'<a rel="noreferrer noopener" href="{escape(address)}">' if live else "<u>"


def _link_close(_tokens: Sequence[Token], _index: int, _options: Any, environment: MutableMapping[str, Any]) -> str:
    return "</a>" if environment["links"].pop() else "</u>"
