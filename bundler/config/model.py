"""The settings in force. A term is a secret of its own: no setting is ever shown in an error."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

# A repository as GitHub's own program takes it: OWNER/NAME, or HOST/OWNER/NAME for another GitHub.
REPOSITORY: Final = r"(?:[A-Za-z0-9][A-Za-z0-9.-]*(?::[0-9]+)?/)?[A-Za-z0-9._-]+/[A-Za-z0-9._-]+"


@dataclass(frozen=True, slots=True, repr=False)
class IssueForm:
    """How the repository's new-issue page is prefilled: its form and the ids of its fields."""

    template: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, repr=False)
class Config:
    """What the configuration file says, paths made absolute; every field has a default, so none is needed."""

    private_domains: tuple[str, ...] = ()
    public_hosts: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    terms_file: Path | None = None
    output_dir: Path | None = None
    repository: str = ""
    template: Path | None = None
    harvest_without: tuple[str, ...] = ()
    keep_map_days: int = 30
    issue_form: IssueForm = field(default_factory=IssueForm)
