"""Puts the top-level templates into the wheel as ``bundler/_templates``; an editable install reads them in place."""

from __future__ import annotations

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class TemplatesHook(BuildHookInterface):  # type: ignore[type-arg]
    """Includes templates in standard wheels only: in an editable one they would shadow the ``bundler`` package."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the templates to what the wheel holds."""
        if version == "standard":
            build_data["force_include"]["templates"] = "bundler/_templates"
