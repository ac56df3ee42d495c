"""Every manifest fits its published schema, and the published schema is the current one."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from bundler.pipeline import ReportRequest, build
from bundler.render.manifest_schema import Manifest, json_schema
from tests.fixtures import fixture

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", ["judge-401", "legacy-documented-k3-mixed", "load-dataset-403", "stop-killed"])
def test_manifests_fit_the_schema(name: str, tmp_path: Path) -> None:
    """Bundles of a task, an older layout, a whole run and a killed run have manifests of the one schema."""
    run = fixture(name).run
    task = (
        None
        if name == "load-dataset-403"
        else sorted(path.name for path in (run or tmp_path).glob("details/**/*--*"))[:1]
    )
    reference = task[0] if task else None
    result = build(ReportRequest(run=str(run), task=reference, output_dir=tmp_path, provider_checks=False))
    with zipfile.ZipFile(result.zip_path) as bundle:
        Manifest.model_validate(json.loads(bundle.read("manifest.json")))


def test_the_published_schema_is_current() -> None:
    """docs/manifest.schema.json is what the model says; ``make docs`` writes it anew."""
    assert json.loads((DOCS / "manifest.schema.json").read_text(encoding="utf-8")) == json_schema()
