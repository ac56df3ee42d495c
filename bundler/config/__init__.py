"""The user's configuration file."""

from __future__ import annotations

from bundler.config.loading import config_path, load_config, render_default
from bundler.config.model import Config, IssueForm

__all__ = ["Config", "IssueForm", "config_path", "load_config", "render_default"]
