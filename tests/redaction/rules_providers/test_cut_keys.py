"""A private key goes in a removed line of a diff too, and where its first line was cut off."""

from __future__ import annotations

import pytest

from redaction import Policy
from redaction.examples import BASE64, fake
from redaction.redactor import Redactor

LINES = tuple(fake(str(number), 63, BASE64) for number in range(6))
LABEL = "RSA " + "PRIVATE KEY"
HEAD, TAIL = f"-----BEGIN {LABEL}-----", f"-----END {LABEL}-----"


def left(text: str) -> list[str]:
    """Return the lines of the key of which a part is left."""
    redacted = Redactor(Policy()).redact_text(text)
    return [line for line in LINES if any(line[at : at + 10] in redacted for at in range(0, 50, 10)) and line in text]


@pytest.mark.parametrize("sign", ["-", "+", "- ", "> ", "# ", ""])
@pytest.mark.parametrize("end", [TAIL, None])
def test_a_key_goes_behind_the_sign_of_its_lines(sign: str, end: str | None) -> None:
    """In a diff, removed or added, whole or cut short, no line of the key is left."""
    lines = (HEAD, *LINES, *((end,) if end else ()))
    assert left("@@ -1,9 +0,0 @@\n" + "".join(f"{sign}{line}\n" for line in lines) + "context of it\n") == []


@pytest.mark.parametrize("joint", ["\n", "\r\n", "\\n", "\n-", "\n+"])
@pytest.mark.parametrize("before", ["", "cut here:\n", LINES[5][20:] + "\n", "one\ntwo\n"])
@pytest.mark.parametrize("last", ["", fake("", 30, BASE64) + "=="])
def test_a_key_without_its_first_line_goes(joint: str, before: str, last: str) -> None:
    """Lines of base64 that end in the tail of a private key are its rest."""
    text = joint.join((*LINES[:5], *((last,) if last else ()), TAIL))
    assert left(before.replace("\n", joint) + text) == []


@pytest.mark.parametrize("tail", ["-----END CERTIFICATE-----", "-----END PUBLIC KEY-----", "next line"])
def test_other_lines_stay(tail: str) -> None:
    """What ends in nothing, or in the tail of something public, is no private key."""
    text = "\n".join(("cut:", *LINES, tail, ""))
    assert Redactor(Policy()).redact_text(text) == text
