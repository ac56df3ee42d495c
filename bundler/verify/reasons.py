"""Every reason for which a file is not a valid bundle, by name."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from bundler.errors import InvalidBundleError


class Reason(StrEnum):
    """Why a file is refused as a bundle; the tests hold one broken bundle per reason, named by it."""

    NOT_A_ZIP = "not-a-zip"
    UNREADABLE = "unreadable"
    TOO_LARGE = "too-large"
    TOO_MANY_MEMBERS = "too-many-members"
    NO_MEMBERS = "no-members"
    COMPRESSION_RATIO = "compression-ratio"
    PREFIXED_DATA = "prefixed-data"
    TRAILING_DATA = "trailing-data"
    ARCHIVE_COMMENT = "archive-comment"
    SPLIT_ARCHIVE = "split-archive"
    TRUNCATED = "truncated"
    OVERLAPPING_MEMBERS = "overlapping-members"
    HEADER_MISMATCH = "header-mismatch"
    ENCRYPTED = "encrypted"
    UNKNOWN_COMPRESSION = "unknown-compression"
    BROKEN_COMPRESSION = "broken-compression"
    CHECKSUM = "checksum"
    EXTRA_FIELD = "extra-field"
    MEMBER_COMMENT = "member-comment"
    UNSAFE_NAME = "unsafe-name"
    RESERVED_NAME = "reserved-name"
    DUPLICATE_NAME = "duplicate-name"
    COLLIDING_NAME = "colliding-name"
    NOT_A_REGULAR_FILE = "not-a-regular-file"
    UNEXPECTED_DATE = "unexpected-date"
    UNEXPECTED_MODE = "unexpected-mode"
    UNEXPECTED_ORDER = "unexpected-order"
    MANIFEST_MISSING = "manifest-missing"
    MANIFEST_UNREADABLE = "manifest-unreadable"
    MANIFEST_SCHEMA = "manifest-schema"
    MANIFEST_FIELD = "manifest-field"
    MEMBER_NOT_LISTED = "member-not-listed"
    MEMBER_NOT_THERE = "member-not-there"
    WRONG_SIZE = "wrong-size"
    WRONG_DIGEST = "wrong-digest"
    WRONG_ENCODING = "wrong-encoding"
    BROKEN_JSON = "broken-json"


_SENTENCES: Final = {
    Reason.NOT_A_ZIP: "it is not a zip archive",
    Reason.UNREADABLE: "it cannot be read",
    Reason.TOO_LARGE: "it is larger than a bundle may be",
    Reason.TOO_MANY_MEMBERS: "it holds more members than a bundle may have",
    Reason.NO_MEMBERS: "it holds no members, and an empty bundle proves nothing",
    Reason.COMPRESSION_RATIO: "a member expands far more than evidence does",
    Reason.PREFIXED_DATA: "there are bytes before the first member",
    Reason.TRAILING_DATA: "there are bytes after the end of the archive",
    Reason.ARCHIVE_COMMENT: "the archive carries a comment",
    Reason.SPLIT_ARCHIVE: "it is one part of a split archive, or of the large zip format",
    Reason.TRUNCATED: "the archive ends too early",
    Reason.OVERLAPPING_MEMBERS: "members overlap or leave gaps between them",
    Reason.HEADER_MISMATCH: "a member's two headers say different things",
    Reason.ENCRYPTED: "a member is encrypted",
    Reason.UNKNOWN_COMPRESSION: "a member is neither stored nor deflated",
    Reason.BROKEN_COMPRESSION: "a member's compressed data is broken",
    Reason.CHECKSUM: "a member does not fit its checksum",
    Reason.EXTRA_FIELD: "a member carries extra fields",
    Reason.MEMBER_COMMENT: "a member carries a comment",
    Reason.UNSAFE_NAME: "a member's name is not a plain relative path",
    Reason.RESERVED_NAME: "a member's name is reserved on some systems",
    Reason.DUPLICATE_NAME: "two members have the same name",
    Reason.COLLIDING_NAME: "two members' names differ in letter case only, or one is a folder of the other",
    Reason.NOT_A_REGULAR_FILE: "a member is a link, a folder or another special file",
    Reason.UNEXPECTED_DATE: "a member has another date than 1980-01-01",
    Reason.UNEXPECTED_MODE: "a member has another mode than 0644",
    Reason.UNEXPECTED_ORDER: "the members are not the manifest followed by the others in the order of their names",
    Reason.MANIFEST_MISSING: "its first member is not manifest.json",
    Reason.MANIFEST_UNREADABLE: "the manifest is not a JSON object",
    Reason.MANIFEST_SCHEMA: "the manifest has an unknown schema",
    Reason.MANIFEST_FIELD: "a field of the manifest has the wrong type",
    Reason.MEMBER_NOT_LISTED: "a member is not in the manifest",
    Reason.MEMBER_NOT_THERE: "the manifest lists a member that is not there",
    Reason.WRONG_SIZE: "a member has another size than the manifest says",
    Reason.WRONG_DIGEST: "a member has another SHA-256 than the manifest says, or none is given",
    Reason.WRONG_ENCODING: "a member is not UTF-8",
    Reason.BROKEN_JSON: "a member that should be JSON is not",
}


class BrokenBundleError(InvalidBundleError):
    """A file that is not a valid bundle, with the reason's name; never a name or text from inside the file."""

    def __init__(self, reason: Reason, entry: int | None = None) -> None:
        """Build the sentence from the reason and, where one member is meant, its position counted from 1."""
        place = "" if entry is None else f", member {entry}"
        super().__init__(
            f"Not a valid bundle: {_SENTENCES[reason]} ({reason.value}{place}).", candidates=(reason.value,)
        )
        self.reason = reason
        self.entry = entry
