"""The review page: one HTML file that shows a bundle as its readers will see it, and loads and runs nothing of it.

Its policy (https://www.w3.org/TR/CSP3/) allows our one style sheet and our one script by their SHA-256 and forbids
everything else, the network included. Everything from the bundle is escaped text.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from bundler.render.documents import words
from bundler.render.headline import headline, shortened
from bundler.render.markdown import spelled
from bundler.render.review_body import body_html
from bundler.render.review_marks import Marker, kind_class
from bundler.render.review_parts import kinds, phases, placeholders
from bundler.render.templates import load_page, shipped_template

_LONGEST_HEADLINE: Final = 300
_DIAGNOSIS: Final = "diagnosis.json"
_BODY: Final = "issue.md"
_MANIFEST: Final = "manifest.json"
# What a reader asks first comes first; the rest follows by name.
_FIRST: Final = (_DIAGNOSIS, "evidence/tracebacks.txt", "evidence/log.txt", "command.sh", "environment.json")
_LAST: Final = (_BODY, _MANIFEST)
_SHOWN_RUN: Final = ("task_id", "attempt", "benchmark", "harness", "environment", "model", "run_id", "status")


@dataclass(frozen=True, slots=True)
class Source:
    """What a page is made from: the bundle's members and manifest, the issue body, and each rule's reason.

    ``name`` is the bundle's file name; ``body_name`` says where the body was read from; ``checked`` says in a sentence
    what was verified before.
    """

    name: str
    members: Mapping[str, bytes]
    manifest: Mapping[str, Any]
    body: str
    body_name: str
    reasons: Mapping[str, str]
    checked: str


@dataclass(frozen=True, slots=True)
class _Member:
    name: str
    anchor: str
    size: int
    status: str
    note: str
    source: str
    blocks: str
    counts: Mapping[str, int]


def render_review(source: Source) -> str:
    """Return the page."""
    listed = _mapping(source.manifest.get("placeholders"))
    marker = Marker({name: _mapping(entry) for name, entry in listed.items()})
    members = [_member(source, marker, name, number) for number, name in enumerate(_order(source.members))]
    marked = Counter[str]()
    for member in members:
        marked.update(member.counts)
    rows = placeholders({name: _mapping(entry) for name, entry in listed.items()}, marked, source.reasons)
    diagnosis = _diagnosis(source.members)
    style, script = shipped_template("review.css"), shipped_template("review.js")
    return load_page("review.html.j2").render(
        policy=_policy(style, script),
        style=style,
        script=script,
        name=spelled(source.name),
        headline=shortened(headline(diagnosis), _LONGEST_HEADLINE),
        checked=source.checked,
        diagnosis={key: spelled(words(diagnosis.get(key))) for key in ("phase", "class", "cause", "next_step")},
        fingerprint=spelled(words(_mapping(diagnosis.get("fingerprint")).get("id"))),
        run=[(key.replace("_", " "), _told(source.manifest, key)) for key in _SHOWN_RUN],
        task_data=spelled(words(source.manifest.get("task_data"))),
        phases=phases(diagnosis.get("timeline")),
        rows=rows,
        kinds=kinds(rows),
        table=_by_member(members, listed),
        omissions=_omissions(source.manifest),
        body_name=spelled(source.body_name),
        body=body_html(source.body),
        members=members,
    )


def _order(members: Mapping[str, bytes]) -> list[str]:
    middle = sorted(name for name in members if name not in _FIRST and name not in _LAST)
    return [name for name in (*_FIRST, *middle, *_LAST) if name in members]


def _member(source: Source, marker: Marker, name: str, number: int) -> _Member:
    data = source.members[name]
    entry = next((one for one in _list(source.manifest.get("members")) if one.get("name") == name), {})
    counts = Counter[str]()
    text = data.decode("utf-8", "backslashreplace").removesuffix("\n")
    blocks = "".join(marker.blocks(text, counts))
    told = {key: spelled(str(entry.get(key) or "")) for key in ("status", "note", "source")}
    return _Member(spelled(name), f"m{number}", len(data), told["status"], told["note"], told["source"], blocks, counts)


def _by_member(members: list[_Member], listed: Mapping[str, Any]) -> list[tuple[_Member, list[tuple[str, str, int]]]]:
    """Return, for each member, its marks by kind."""
    table = []
    for member in members:
        counts = Counter[str]()
        for name, count in member.counts.items():
            counts[str(_mapping(listed.get(name)).get("kind"))] += count
        table.append((member, [(kind, kind_class(kind), count) for kind, count in counts.most_common()]))
    return table


def _omissions(manifest: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    return [
        (spelled(words(entry.get("item"))), spelled(words(entry.get("status"))), spelled(words(entry.get("reason"))))
        for entry in _list(manifest.get("omissions"))
    ]


def _diagnosis(members: Mapping[str, bytes]) -> Mapping[str, Any]:
    try:
        return _mapping(json.loads(members.get(_DIAGNOSIS, b"{}")))
    except (ValueError, RecursionError):
        return {}


def _told(manifest: Mapping[str, Any], key: str) -> str:
    return spelled(words(_mapping(manifest.get("run")).get(key)))


def _policy(style: str, script: str) -> str:
    return (
        f"default-src 'none'; style-src 'sha256-{_digest(style)}'; script-src 'sha256-{_digest(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _list(value: Any) -> list[Mapping[str, Any]]:
    return [entry for entry in value if isinstance(entry, Mapping)] if isinstance(value, list) else []
