"""The manifest read back and held against the members; what it does not say stays unknown."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from bundler.verify import limits
from bundler.verify.archive import MANIFEST, Archive
from bundler.verify.reasons import BrokenBundleError, Reason

SCHEMA: Final = "compass-report.manifest.v1"


@dataclass(frozen=True, slots=True, repr=False)
class Listed:
    """One member as the manifest lists it; what is not given is ``None``, never a guess."""

    name: str
    format: str | None
    status: str | None
    size: int | None
    sha256: str | None


@dataclass(frozen=True, slots=True, repr=False)
class Manifest:
    """A manifest that is an object of the known schema; ``raw`` is all of it, unknown fields included."""

    raw: Mapping[str, Any]
    listed: tuple[Listed, ...]

    def __repr__(self) -> str:
        """Count, never show."""
        return f"Manifest({len(self.listed)} members)"

    @property
    def placeholders(self) -> frozenset[str]:
        """The placeholders the manifest declares; empty when it declares none."""
        told = self.raw.get("placeholders")
        return frozenset(told) if isinstance(told, Mapping) else frozenset()

    @property
    def public_names(self) -> frozenset[str]:
        """Every string the manifest gives as the run's public identity: components, model, run id."""
        return frozenset(_strings(self.raw.get("run"), 8)) | frozenset(_strings(self.raw.get("public_names"), 2))


def read_manifest(archive: Archive) -> Manifest:
    """Return the manifest, which must be the first member; refuse one of another schema or shape."""
    if next(iter(archive.members), None) != MANIFEST:
        raise BrokenBundleError(Reason.MANIFEST_MISSING)
    raw = parse_json(archive.members[MANIFEST], Reason.MANIFEST_UNREADABLE, 1)
    if not isinstance(raw, dict):
        raise BrokenBundleError(Reason.MANIFEST_UNREADABLE)
    if raw.get("schema") != SCHEMA:
        raise BrokenBundleError(Reason.MANIFEST_SCHEMA)
    members = raw.get("members")
    if not isinstance(members, list) or not members:
        raise BrokenBundleError(Reason.MANIFEST_FIELD)
    return Manifest(raw, tuple(_listed(member) for member in members))


def check_members(archive: Archive, manifest: Manifest) -> None:
    """Refuse a bundle whose members are not exactly the listed ones in order."""
    names = list(archive.members)
    listed = [member.name for member in manifest.listed]
    if len(set(listed)) != len(listed):
        raise BrokenBundleError(Reason.DUPLICATE_NAME)
    for number, name in enumerate(names[1:], start=2):
        if name not in listed:
            raise BrokenBundleError(Reason.MEMBER_NOT_LISTED, number)
    if set(listed) - set(names[1:]):
        raise BrokenBundleError(Reason.MEMBER_NOT_THERE)
    if names[1:] != sorted(names[1:]):
        raise BrokenBundleError(Reason.UNEXPECTED_ORDER)


def check_contents(archive: Archive, manifest: Manifest) -> None:
    """Refuse a member that differs from its listed size, SHA-256, encoding or format."""
    positions = {name: number for number, name in enumerate(archive.members, start=1)}
    for member in manifest.listed:
        data, number = archive.members[member.name], positions[member.name]
        if member.size != len(data):
            raise BrokenBundleError(Reason.WRONG_SIZE, number)
        if member.sha256 != hashlib.sha256(data).hexdigest():
            raise BrokenBundleError(Reason.WRONG_DIGEST, number)
        _check_text(data, member.format, number)


def parse_json(data: bytes, reason: Reason, number: int | None = None) -> Any:
    """Return the parsed document, or refuse it with ``reason``: broken, not UTF-8, too large or too deep."""
    if len(data) > limits.MEMBER_BYTES or (reason is Reason.MANIFEST_UNREADABLE and len(data) > limits.MANIFEST_BYTES):
        raise BrokenBundleError(Reason.TOO_LARGE, number)
    try:
        # Numbers stay text: an integer of a million digits costs quadratic time to convert and is of no use here.
        return json.loads(data.decode("utf-8"), parse_int=_integer, parse_float=str, parse_constant=str)
    except (ValueError, RecursionError):
        raise BrokenBundleError(reason, number) from None


def _integer(digits: str) -> int | str:
    return int(digits) if len(digits) <= 18 else digits  # noqa: PLR2004 -- fits in 63 bits


def _check_text(data: bytes, form: str | None, number: int) -> None:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        raise BrokenBundleError(Reason.WRONG_ENCODING, number) from None
    if form == "json":
        parse_json(data, Reason.BROKEN_JSON, number)


def _listed(raw: Any) -> Listed:
    if not isinstance(raw, dict) or not isinstance(raw.get("name"), str):
        raise BrokenBundleError(Reason.MANIFEST_FIELD)
    size = raw.get("size")
    return Listed(
        name=raw["name"],
        format=_text(raw.get("format")),
        status=_text(raw.get("status")),
        size=size if isinstance(size, int) and not isinstance(size, bool) else None,
        sha256=_text(raw.get("sha256")),
    )


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _strings(value: Any, depth: int) -> list[str]:
    if isinstance(value, str):
        return [value]
    children = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return [text for child in children for text in _strings(child, depth - 1)] if depth else []
