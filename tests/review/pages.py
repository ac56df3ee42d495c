"""Review pages for tests: from the hand-made evidence, packed by the real archive and manifest writers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from bundler.render.archive import write_archive
from bundler.render.issue_body import render_body
from bundler.render.manifest import build_manifest, encode_manifest
from bundler.render.review import Source, render_review
from tests.render.material import diagnosis, evidence


def bundle_bytes(members: Mapping[str, str] | None = None, found: Mapping[str, object] | None = None) -> bytes:
    """Return a whole bundle as zip bytes."""
    redacted = evidence(members, found=found)
    body = render_body(redacted).encode()
    manifest = build_manifest(
        redacted, fingerprint="9e63aca27907", run=redacted.identity, checks={}, extra={"issue.md": body}
    )
    return write_archive(
        encode_manifest(manifest), {item.member: item.data for item in redacted.items} | {"issue.md": body}
    )


def page(
    members: Mapping[str, str] | None = None, *, body: str | None = None, found: Mapping[str, object] | None = None
) -> str:
    """Return a review page."""
    redacted = evidence(members, found=found or diagnosis())
    texts = {item.member: item.data for item in redacted.items}
    inside = render_body(redacted)
    manifest = build_manifest(
        redacted, fingerprint="9e63aca27907", run=redacted.identity, checks={}, extra={"issue.md": inside.encode()}
    )
    return render_review(
        Source(
            name="bundle.zip",
            members={**texts, "issue.md": inside.encode(), "manifest.json": encode_manifest(manifest)},
            manifest=json.loads(encode_manifest(manifest)),
            body=inside if body is None else body,
            body_name="issue.md, inside the bundle",
            reasons={"openai-key": "It spends the account's money."},
            checked="Checked.",
        )
    )


def write_page(folder: Path, text: str, name: str = "page.html") -> Path:
    """Write a page and return where it lies."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path
