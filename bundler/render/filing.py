"""Ways to hand the issue over: a prefilled page, the ``gh`` command, a short text for a chat. Nothing is sent by us.

GitHub takes ``title``, ``body``, ``template`` and the field ids of an issue form as query parameters of
``/issues/new``; servers refuse very long addresses, hence the limit.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlencode

from bundler.render.documents import dig, words
from bundler.render.markdown import cut_middle, visible

URL_LIMIT: Final = 6_000
_LONGEST_FIELD: Final = 1_500
_BODY_HINT: Final = "\n\n(The whole report is in the Markdown file beside the bundle: paste it here.)"


def gh_command(title: str, body_path: Path, repository: str) -> str:
    """Return the exact command that files the issue with GitHub's own program."""
    argv = ["gh", "issue", "create", "--title", title, "--body-file", str(body_path)]
    if repository:
        argv[3:3] = ["--repo", repository]
    return shlex.join(argv)


def short_fields(diagnosis: Mapping[str, Any], run: Mapping[str, Any]) -> dict[str, str]:
    """Return the short texts that a form's fields can be filled with, by our names for them."""
    found = {
        "summary": words(diagnosis.get("summary")),
        "phase": words(diagnosis.get("phase")),
        "class": words(diagnosis.get("class")),
        "cause": words(diagnosis.get("cause")),
        "fingerprint": words(dig(diagnosis, "fingerprint", "id")),
        "benchmark": words(run.get("benchmark")),
        "harness": words(run.get("harness")),
        "environment": words(run.get("environment")),
        "task": words(run.get("task_id")),
    }
    return {name: cut_middle(visible(text), _LONGEST_FIELD) for name, text in found.items()}


def short_text(title: str, diagnosis: Mapping[str, Any], run: Mapping[str, Any]) -> str:
    """Return a few lines for a chat: plain text, no markup, nothing to be taken for a mention."""
    fields = short_fields(diagnosis, run)
    lines = [
        title,
        f"Task {fields['task']} of {fields['benchmark']} ({fields['harness']} in {fields['environment']})",
        f"Failed in: {fields['phase']} ({fields['class']})",
        f"Likely cause: {fields['cause']}",
        f"Next step: {visible(words(diagnosis.get('next_step')))}",
        f"Fingerprint: {fields['fingerprint']}",
    ]
    return "\n".join(lines).replace("@", "＠")


def new_issue_url(
    repository: str,
    title: str,
    diagnosis: Mapping[str, Any],
    run: Mapping[str, Any],
    *,
    template: str = "",
    fields: Mapping[str, str] | None = None,
) -> str:
    """Return the address of a prefilled new-issue page, at most ``URL_LIMIT`` characters.

    ``fields`` maps the form's field ids to our names of short texts; without it a short body is given.
    """
    short = short_fields(diagnosis, run)
    place = repository if repository.count("/") > 1 else f"github.com/{repository}"
    query = {"title": title}
    if template:
        query["template"] = template
    if fields:
        query |= {field: short[name] for field, name in fields.items() if name in short}
    else:
        query["body"] = short_text(title, diagnosis, run) + _BODY_HINT
    address = f"https://{place}/issues/new?{_encoded(query)}"
    while len(address) > URL_LIMIT:
        longest = max(query, key=lambda name: len(quote(query[name])))
        query[longest] = query[longest][: len(query[longest]) * 2 // 3]
        address = f"https://{place}/issues/new?{_encoded(query)}"
    return address


def _encoded(query: Mapping[str, str]) -> str:
    return urlencode(query, quote_via=quote)
