"""What the configuration file may say: the only part that needs pydantic, imported where there is a file to check."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, field_validator

from bundler.config.model import REPOSITORY, Config, IssueForm

_STRICT = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


class IssueFormTable(BaseModel):
    """The table ``[issue_form]``."""

    model_config = _STRICT

    template: str = ""
    fields: dict[str, str] = Field(default_factory=dict)


class ConfigFile(BaseModel):
    """The whole file; every field has a default, so an empty file is a valid one."""

    model_config = _STRICT

    private_domains: tuple[str, ...] = ()
    public_hosts: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    terms_file: Path | None = None
    output_dir: Path | None = None
    repository: str = Field(default="", pattern=rf"\A(?:{REPOSITORY})?\z")
    template: Path | None = None
    harvest_without: tuple[str, ...] = ()
    keep_map_days: int = Field(default=30, ge=1, le=3650)
    issue_form: IssueFormTable = IssueFormTable()

    @field_validator("terms")
    @classmethod
    def _terms_are_words(cls, terms: tuple[str, ...]) -> tuple[str, ...]:
        shortest = 3
        if any(len(term.strip()) < shortest for term in terms):
            raise ValueError("a term needs at least 3 characters")
        return terms

    def settings(self, folder: Path) -> Config:
        """Return the settings; relative paths are relative to ``folder``."""

        def absolute(path: Path | None) -> Path | None:
            return None if path is None else folder / path.expanduser()

        return Config(
            private_domains=self.private_domains,
            public_hosts=self.public_hosts,
            terms=self.terms,
            terms_file=absolute(self.terms_file),
            output_dir=absolute(self.output_dir),
            repository=self.repository,
            template=absolute(self.template),
            harvest_without=self.harvest_without,
            keep_map_days=self.keep_map_days,
            issue_form=IssueForm(self.issue_form.template, self.issue_form.fields),
        )
