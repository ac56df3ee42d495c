"""What the configuration file may say. Values are never shown in errors: a term is a secret of its own."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, field_validator


class IssueForm(BaseModel):
    """How the repository's new-issue page is prefilled: its form and the ids of its fields."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    template: str = ""
    fields: dict[str, str] = Field(default_factory=dict)


class Config(BaseModel):
    """The configuration; every field has a default, so an empty file is a valid one."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    private_domains: tuple[str, ...] = ()
    public_hosts: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    terms_file: Path | None = None
    output_dir: Path | None = None
    repository: str = Field(default="", pattern=r"^(?:[A-Za-z0-9._-]+/[A-Za-z0-9._-]+)?$")
    template: Path | None = None
    harvest_without: tuple[str, ...] = ()
    keep_map_days: int = Field(default=30, ge=1, le=3650)
    issue_form: IssueForm = IssueForm()

    @field_validator("terms")
    @classmethod
    def _terms_are_words(cls, terms: tuple[str, ...]) -> tuple[str, ...]:
        shortest = 3
        if any(len(term.strip()) < shortest for term in terms):
            raise ValueError("a term needs at least 3 characters")
        return terms
