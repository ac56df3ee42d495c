"""The verifier's own recall as a table: ``python -m tests.bundler.verify.recall``; the tests hold every cell to its full count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from unittest.mock import patch

from bundler.verify import limits
from bundler.verify.known_values import Known
from bundler.verify.rules import shipped_rules
from bundler.verify.values import Secrets
from tests.bundler.verify.planted_forms import forms_for
from tests.bundler.verify.test_recall import FAMILIES, hit_members, planted, planted_by_rule
from tests.bundler.verify.writer import secrets_of


def main() -> None:
    """Plant every kind of value and every rule's example in every form, and count by form."""
    tried: Counter[tuple[str, str]] = Counter()
    found: Counter[tuple[str, str]] = Counter()
    with patch.object(limits, "HITS", 100_000):
        for canary in FAMILIES:
            forms = forms_for(canary.kind, canary.value)
            members = {f"evidence/{form}.txt": planted(f"seen {forms[form](canary.value)} again") for form in forms}
            _count("known values", members, secrets_of(Known(canary.value, canary.kind)), tried, found)
        for rule in shipped_rules():
            _count("rules, without secrets", planted_by_rule(rule), None, tried, found)
    print("| what | form | planted | refused |\n|---|---|---:|---:|")
    for what, form in tried:
        print(f"| {what} | {form} | {tried[what, form]} | {found[what, form]} |")
    print(f"| all | | {tried.total()} | {found.total()} |")


def _count(
    what: str,
    members: Mapping[str, bytes],
    secrets: Secrets | None,
    tried: Counter[tuple[str, str]],
    found: Counter[tuple[str, str]],
) -> None:
    hit = hit_members(members, secrets)
    for name in members:
        cell = (what, name.removeprefix("evidence/").removesuffix(".txt"))
        tried[cell] += 1
        found[cell] += name in hit


if __name__ == "__main__":
    main()
