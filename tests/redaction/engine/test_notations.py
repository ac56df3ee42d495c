"""A known value goes as shells, tables, regular expressions and markup write the signs in it."""

import re
import shlex
from collections.abc import Callable

import pytest

from redaction import KnownValue, Policy, Redactor

VALUES = ("Kk$Es4O/" + "QI'yDv#2j_qA", 'z"nfi"WA' + "QY6{Z4}GT[ToN", "a&b<Cd9%" + "Ef^(gH|i)J!k~L")
NOTATIONS: dict[str, Callable[[str], str]] = {
    "single quotes": shlex.quote,
    "single quotes, backslash": lambda value: "'" + value.replace("'", "'\\''") + "'",
    "double quotes of a shell": lambda value: '"' + re.sub(r'(["$`\\])', r"\\\1", value) + '"',
    "printf %q": lambda value: re.sub(r"([^A-Za-z0-9_@%+=:,./-])", r"\\\1", value),
    "regular expression": re.escape,
    "Markdown": lambda value: re.sub(r"([\\`*_{}\[\]()#+.!|<>~-])", r"\\\1", value),
    "LaTeX": lambda value: re.sub(r"([&%$#_{}])", r"\\\1", value),
    "CSV": lambda value: '"' + value.replace('"', '""') + '"',
    "SQL": lambda value: "'" + value.replace("'", "''") + "'",
    "PowerShell": lambda value: '"' + re.sub(r'([`$"])', r"`\1", value) + '"',
    "cmd": lambda value: re.sub(r"([&<>|^%])", r"^\1", value),
    "INI": lambda value: value.replace("%", "%%"),
}


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("value", VALUES)
def test_no_part_of_a_known_value_stays(value: str, notation: str) -> None:
    """What the notation adds around it may stay, nothing of the value."""
    written = NOTATIONS[notation](value)
    redacted = Redactor(Policy(known_values=(KnownValue(value),)), rules=()).redact(f"x {written} y".encode()).data
    parts = [written[at : at + 5] for at in range(2, len(written) - 6)]
    assert not [part for part in parts if part.encode() in redacted]
    assert redacted.startswith(b"x ")
    assert redacted.endswith(b" y")
