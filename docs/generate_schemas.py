"""Writes docs/manifest.schema.json from the model that tests hold every manifest against."""

from __future__ import annotations

import json
from pathlib import Path

from bundler.render.manifest_schema import json_schema

TARGET = Path(__file__).with_name("manifest.schema.json")


def page() -> str:
    """Return the schema's text."""
    return json.dumps(json_schema(), indent=2) + "\n"


if __name__ == "__main__":
    TARGET.write_text(page(), encoding="utf-8")
