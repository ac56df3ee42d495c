"""A received bundle in any of its forms: the zip, the unpacked folder, or the issue body alone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bundler.errors import InvalidBundleError
from bundler.machine.files import Unreadable, read_whole
from bundler.machine.output import look_at
from bundler.verify import limits
from bundler.verify.archive import MANIFEST, Archive
from bundler.verify.interface import BrokenBundleError, Manifest, open_bundle
from bundler.verify.manifest import check_contents, check_members, read_manifest
from bundler.verify.names import checked_names
from bundler.verify.reasons import Reason

BODY_LIMIT: Final = 1024 * 1024


@dataclass(frozen=True, slots=True, repr=False)
class Received:
    """What was received: members by name, the manifest, and which form it came in (zip, folder or issue body)."""

    form: str
    members: Mapping[str, bytes]
    manifest: Mapping[str, Any]
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """Count, never show."""
        return f"Received({self.form}, {len(self.members)} members)"

    def document(self, member: str) -> Mapping[str, Any]:
        """Return a member's JSON object; empty where there is none or it is none."""
        try:
            value = json.loads(self.members.get(member, b"{}"))
        except (ValueError, RecursionError):
            return {}
        return value if isinstance(value, dict) else {}

    def at(self, member: str, *path: str) -> Any:
        """Return the value below ``path`` inside a member, or ``None`` as soon as a step is not there."""
        value: Any = self.document(member)
        for step in path:
            value = value.get(step) if isinstance(value, dict) else None
        return value

    def section(self, member: str, *path: str) -> Mapping[str, Any]:
        """Return the object at ``path`` inside a member; empty where there is none."""
        value = self.at(member, *path)
        return value if isinstance(value, dict) else {}

    @property
    def run(self) -> Mapping[str, Any]:
        """The identity of run, task and components."""
        run = self.manifest.get("run")
        return run if isinstance(run, dict) else {}

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the failure, or an empty string."""
        found = self.at("diagnosis.json", "fingerprint", "id")
        return found if isinstance(found, str) else ""


def receive(path: Path) -> Received:
    """Return the bundle at ``path``: a zip, a folder with a manifest, or an issue body in Markdown.

    Raises ``NotFoundError`` where nothing is, ``UnreadableError`` where it cannot be read, ``InvalidBundleError`` where it is not a bundle or not whole.
    """
    look_at(path)
    if path.is_dir():
        return _from_folder(path)
    if path.suffix.lower() in (".md", ".markdown", ".txt"):
        return _from_body(path)
    archive, manifest = open_bundle(path)
    return Received("zip", archive.members, manifest.raw)


def _from_folder(folder: Path) -> Received:
    """Read exactly what the manifest lists, through no link, and hold it against sizes and digests."""
    first = Archive({MANIFEST: _read(folder, MANIFEST, limits.MANIFEST_BYTES)}, 0)
    names = sorted(checked_names([member.name.encode() for member in read_manifest(first).listed]))
    if len(names) > limits.MEMBERS:
        raise BrokenBundleError(Reason.TOO_LARGE)
    members = dict(first.members)
    room = limits.TOTAL_BYTES
    for name in names:
        members[name] = _read(folder, name, room)
        room -= len(members[name])
    archive = Archive(members, 0)
    manifest: Manifest = read_manifest(archive)
    check_members(archive, manifest)
    check_contents(archive, manifest)
    return Received("folder", members, manifest.raw)


def _read(folder: Path, name: str, limit: int) -> bytes:
    try:
        return read_whole(folder / name, folder, limit)
    except Unreadable as reason:
        raise InvalidBundleError(f"The folder holds no readable {name}: {reason.reason}.") from None


def _from_body(path: Path) -> Received:
    from bundler.reproduce.issue_page import read_issue_page  # noqa: PLC0415 - needed for this form alone

    try:
        text = read_whole(path, path.parent, BODY_LIMIT).decode("utf-8")
    except Unreadable as reason:
        raise InvalidBundleError(f"The issue body cannot be read: {reason.reason}.") from None
    except UnicodeDecodeError:
        raise InvalidBundleError("The issue body is not UTF-8 text.") from None
    return read_issue_page(text)
