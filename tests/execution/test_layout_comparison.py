"""The comparison of releases tells what a layout gained and lost, and nothing that differs from run to run."""

from __future__ import annotations

from tests.compat import alike, fields, report

DIGEST = "0f" * 32


def test_fields_are_paths_with_types() -> None:
    """Each value is one field; list entries share a path; a schema's name is part of the layout."""
    value = {"schema_version": "x.v3", "steps": [{"n": 1}, {"n": 2}], "by": {"1": {"a": None}}}
    found = set(fields(value, "f.json:"))
    assert found == {"f.json:/schema_version = x.v3", "f.json:/steps/*/n: int", "f.json:/by/<n>/a: NoneType"}


def test_what_differs_from_run_to_run_is_alike() -> None:
    """Task digests, identifiers and counters do not tell layouts apart."""
    one, other = (
        f"details/fatal/a--{DIGEST}/attempt-1/retries/{'ab' * 16}/r.json",
        f"details/fatal/b--{DIGEST[::-1]}/attempt-12/retries/{'cd' * 16}/r.json",
    )
    assert alike(one) == alike(other)


def test_report_names_gone_and_new_fields() -> None:
    """Only differences are listed, marked by what became of them."""
    lines = report({"a", "b"}, {"b", "c"})
    assert lines[1:] == ["- a", "+ c"]
    assert report({"a"}, {"a"}) == ["1 fields are as in 1.0.1, 0 are gone, 0 are new"]
