"""Render: the zip's bytes and the issue body, from redacted evidence alone."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bundler.config import Config
from bundler.pipeline.clean import Cleaned
from bundler.pipeline.request import ReportRequest
from bundler.render.archive import write_archive
from bundler.render.documents import Documents
from bundler.render.issue_body import BundleFile, render_body, render_title
from bundler.render.manifest import build_manifest, encode_manifest
from bundler.verify.interface import planned_checks


@dataclass(frozen=True, slots=True, repr=False)
class Packed:
    """The finished bytes of both files, not yet verified: only ``publish`` gives them their names."""

    stem: str
    archive: bytes
    body: str
    title: str
    repository: str
    manifest: Mapping[str, Any]
    diagnosis: Mapping[str, Any]

    @property
    def sha256(self) -> str:
        """Return the zip's SHA-256 in hexadecimal digits."""
        return hashlib.sha256(self.archive).hexdigest()


def package(cleaned: Cleaned, request: ReportRequest, config: Config) -> Packed:
    """Return the zip and the issue body as bytes and text; deterministic for the same redacted evidence."""
    evidence = cleaned.evidence
    repository = request.repository or config.repository or ""
    title = render_title(evidence)
    inside = render_body(evidence, repository=repository, template=config.template)
    members = {item.member: item.data for item in evidence.items}
    written = {"issue.md": inside.encode("utf-8", "backslashreplace")}
    diagnosis = Documents.of(evidence).object("diagnosis.json")
    manifest = build_manifest(
        evidence,
        fingerprint=(diagnosis.get("fingerprint") or {}).get("id") or "",
        run=evidence.identity,
        checks=planned_checks(cleaned.secrets.canaries),
        extra=written,
    )
    archive = write_archive(encode_manifest(manifest), {**members, **written})
    stem = f"compass-report-{evidence.name.benchmark}-{evidence.name.task}-{evidence.name.run_id}"
    file = BundleFile(f"{stem}.zip", len(archive), hashlib.sha256(archive).hexdigest())
    body = render_body(evidence, bundle=file, repository=repository, template=config.template)
    return Packed(stem, archive, body, title, repository, manifest, diagnosis)
