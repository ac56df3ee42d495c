"""The Common Failures rows of AgentCompass's troubleshooting page as data, and the one that explains a failure."""

from bundler.diagnosis.rows.matching import Match, match_row
from bundler.diagnosis.rows.table import ROWS

__all__ = ["ROWS", "Match", "match_row"]
