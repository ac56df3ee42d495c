"""The order of the stages: locate, collect, diagnose, redact, render, verify, and only then the two files."""

from __future__ import annotations

from bundler.pipeline.build import build, build_selected
from bundler.pipeline.request import ReportRequest, ReportResult

__all__ = ["ReportRequest", "ReportResult", "build", "build_selected"]
