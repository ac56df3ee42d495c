"""What the rest of the program calls; values in, values out, nothing printed.

The pipeline calls ``verify_bundle`` with ``Secrets``; the command ``verify`` and the maintainer's commands call
``inspect_bundle``; a reader that needs the members of a received bundle calls ``open_bundle``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bundler.verify.archive import Archive, read_archive
from bundler.verify.canaries import Canaries, CanaryDocument, make, survivors
from bundler.verify.known_values import Known
from bundler.verify.manifest import Manifest, check_contents, check_members, read_manifest
from bundler.verify.reasons import BrokenBundleError, Reason
from bundler.verify.rules import rules_version, shipped_rules
from bundler.verify.steps import STEPS, WITHOUT_SECRETS
from bundler.verify.values import Hit, Report, Secrets, VerifiedBundle
from bundler.verify.verifier import verify_bundle

__all__ = [
    "STEPS",
    "WITHOUT_SECRETS",
    "Archive",
    "BrokenBundleError",
    "Canaries",
    "CanaryDocument",
    "Hit",
    "Known",
    "Manifest",
    "Reason",
    "Report",
    "Secrets",
    "VerifiedBundle",
    "inspect_bundle",
    "make",
    "open_bundle",
    "planned_checks",
    "survivors",
    "verify_bundle",
]


def inspect_bundle(path: Path) -> VerifiedBundle:
    """Verify a received bundle without any secrets: steps 1, 2, 3 and 5. Raises as ``verify_bundle`` does."""
    return verify_bundle(path, secrets=None, issue_body=None)


def open_bundle(path: Path) -> tuple[Archive, Manifest]:
    """Return the members and manifest of a structurally valid bundle: steps 1, 2 and 3, no search for secrets."""
    archive = read_archive(path)
    manifest = read_manifest(archive)
    check_members(archive, manifest)
    check_contents(archive, manifest)
    return archive, manifest


def planned_checks(canaries: Canaries) -> dict[str, Any]:
    """Return what a manifest may say beforehand of its own verification: it is written only if all of it passes."""
    return {
        "rules_version": rules_version(shipped_rules()),
        "canaries": {"sent": len(canaries.documents), "survived": 0},
        "verification": {
            "steps": [{"number": number, "title": title} for number, title in STEPS.items()],
            "rules": len(shipped_rules()),
        },
    }
