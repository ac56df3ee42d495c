"""The manifest's published schema, ``compass-report.manifest.v1``: what a reader may rely on."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Status = Literal["included", "withheld", "truncated", "absent", "unreadable", "unsafe"]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)


class Tool(_Part):
    """Who wrote the bundle, and with which rules."""

    name: Literal["compass-report"]
    version: str
    rules_version: str | None


class Member(_Part):
    """One member besides the manifest; ``redactions`` counts replacements by rule, ``size`` is in bytes."""

    name: str
    format: Literal["text", "json", "jsonl"]
    status: Status
    source: str
    note: str
    size: int = Field(ge=0)
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    redactions: dict[str, int]


class LeftOut(_Part):
    """A thing asked for and not there, or not all there."""

    item: str
    status: Status
    reason: str


class Item(_Part):
    """One of the eight items of the page, and the members that serve it."""

    item: str
    status: Literal["served", "partly", "missing"]
    members: list[str]
    missing: list[str]


class Placeholder(_Part):
    """What a placeholder stands for, without the value."""

    rule: str
    kind: str
    count: int = Field(ge=1)


class Source(_Part):
    """How many known values one source gave."""

    source: str
    count: int = Field(ge=0)


class Canaries(_Part):
    """Fake values that were sent through the same redactor; a bundle exists only if none survived."""

    sent: int = Field(ge=1)
    survived: Literal[0]


class Manifest(_Part):
    """The whole manifest; absent facts are null, never zero or "redacted"."""

    schema_: Literal["compass-report.manifest.v1"] = Field(alias="schema")
    tool: Tool
    run: dict[str, str | int | None]
    fingerprint: str
    task_data: Literal["outline", "none", "full"]
    layout: str
    notes: list[str]
    members: list[Member] = Field(min_length=1)
    omissions: list[LeftOut]
    checklist: list[Item] = Field(min_length=8, max_length=8)
    placeholders: dict[str, Placeholder]
    harvest: list[Source]
    canaries: Canaries | None
    verification: dict[str, Any] | None


def json_schema() -> dict[str, Any]:
    """Return the schema as JSON Schema (draft 2020-12)."""
    return Manifest.model_json_schema(by_alias=True)
