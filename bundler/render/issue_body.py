"""The issue body: stands alone without the zip, from redacted members alone, within what GitHub accepts.

GitHub refuses bodies over 65,536 characters; 60,000 leaves room for what a reporter adds. What does not fit is cut
by priority, least important first, and the cut says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bundler.errors import UsageError
from bundler.model import RedactedEvidence
from bundler.render.documents import Documents, words
from bundler.render.headline import headline, shortened
from bundler.render.markdown import visible
from bundler.render.sections import Budgets, Sections
from bundler.render.templates import load_template

if TYPE_CHECKING:
    from jinja2 import Template

BODY_LIMIT: Final = 60_000
TITLE_LIMIT: Final = 120
_TEMPLATE: Final = "issue.md.j2"
# Cut in this order, each to its floor before the next is touched: the traceback and the command go last.
_CUT_ORDER: Final = ("parameters", "detail", "log", "withheld", "later", "traceback", "minimal", "command")
_FLOOR: Final = 400
_NAMES: Final = "docs/templates.md lists the names that a template may use."
_SHORTEST_HEADLINE: Final = 40


@dataclass(frozen=True, slots=True)
class BundleFile:
    """The zip that the body speaks of: its file name, size in bytes and SHA-256."""

    name: str
    size: int
    sha256: str


def render_title(evidence: RedactedEvidence) -> str:
    """Return the issue's title: what failed, of which benchmark and harness, and the fingerprint; one safe line."""
    documents = Documents.of(evidence)
    diagnosis = documents.object("diagnosis.json")
    mark = (diagnosis.get("fingerprint") or {}).get("id") or ""
    # The word keeps a title that ends in "key" or "token" from reading as if the mark were one.
    tail = f" (fingerprint {mark})" if mark else ""
    names = [words(evidence.identity.get(part)) for part in ("benchmark", "harness")]
    subject = " ".join(visible("/".join(name for name in names if name != "unknown")).split())
    head = f"[{subject}] " if subject else ""
    room = TITLE_LIMIT - len(head) - len(tail)
    if room < _SHORTEST_HEADLINE:
        # Names this long say less than the failure does.
        head, room = "", TITLE_LIMIT - len(tail)
    return _inert(f"{head}{shortened(headline(diagnosis, brief=True), room)}{tail}")[:TITLE_LIMIT]


def _inert(title: str) -> str:
    return title.replace("@", "＠").replace("#", "＃").replace("<", "‹").replace(">", "›")


def render_body(
    evidence: RedactedEvidence, *, bundle: BundleFile | None = None, repository: str = "", template: Path | None = None
) -> str:
    """Return the Markdown body, at most ``BODY_LIMIT`` characters.

    ``bundle`` is absent inside the zip itself, which cannot hold its own digest. Raises ``UsageError`` for a template
    of the user's that cannot be rendered.
    """
    page = load_template(_TEMPLATE, template)
    budgets = Budgets()
    sections = Sections(evidence, bundle, repository)
    while True:
        body = _rendered(page, sections.all(budgets), template)
        excess = len(body) - BODY_LIMIT
        if excess <= 0:
            return body
        smaller = _cut(budgets, excess)
        if smaller == budgets:
            note = "\n\n… the rest of this body was cut; it is whole in the bundle …\n"
            return body[: BODY_LIMIT - len(note)] + note
        budgets = smaller


def _rendered(page: Template, values: Mapping[str, str], template: Path | None) -> str:
    try:
        return page.render(report=values)
    except Exception as error:
        if template is None:
            raise
        # Whatever a template of the user's does wrong is theirs to mend; the values it had in hand are not shown.
        raise UsageError(f"The template {template} cannot be rendered: {type(error).__name__}.", hint=_NAMES) from None


def _cut(budgets: Budgets, excess: int) -> Budgets:
    for name in _CUT_ORDER:
        size: int = getattr(budgets, name)
        if size > _FLOOR:
            return replace(budgets, **{name: max(_FLOOR, min(size - excess, size * 3 // 4))})
    return budgets
