"""Known values that share a part with many others are found as if they were alone."""

from __future__ import annotations

import pytest

from redaction import Kind, KnownValue, Policy, Redactor

NUMBERS = range(0, 60, 3)
FAMILIES = {
    Kind.HOST: "svc{0}-a.us-east-1.corpcloud.com",
    Kind.EMAIL: "canary{0}@mail-1.corpcloud.com",
    Kind.MACHINE: "canary-number-{0}-of-the-cluster",
    Kind.SECRET: "sk-proj-FAKECanary-Shared-Head-{0}-Zq7-Shared-Tail",
}
BREAKS = {"none": "", "plain": "\n", "indented": "\n    ", "windows": "\r\n", "frame": " │\n│ ", "shell": "\\\n"}


@pytest.mark.parametrize("kind", FAMILIES)
@pytest.mark.parametrize("broken", BREAKS)
def test_a_value_among_many_like_it_is_found_at_every_line_break(kind: Kind, broken: str) -> None:
    """Nothing of it stays, wherever a line ends in it."""
    values = [FAMILIES[kind].format(number) for number in NUMBERS]
    redactor = Redactor(Policy(known_values=tuple(KnownValue(v, kind, "x", "test") for v in values)), rules=())
    value = values[7]
    for at in range(1, len(value)):
        text = f"at {value[:at]}{BREAKS[broken]}{value[at:]} end\n".encode()
        (found,) = redactor.survey(text)
        assert (found.start, found.end) == (3, len(text) - 5)


def test_a_secret_among_many_like_it_is_found_where_it_was_cut() -> None:
    """The beginning of a secret goes, also where it shows little more than what it shares."""
    values = [FAMILIES[Kind.SECRET].format(number) for number in NUMBERS]
    redactor = Redactor(Policy(known_values=tuple(KnownValue(v, Kind.SECRET, "x", "test") for v in values)), rules=())
    for value in values:
        for end in range(20, len(value)):
            text = f"got {value[:end]}... and".encode()
            (found,) = redactor.survey(text)
            assert found.start == 4
            assert found.end >= 4 + end
