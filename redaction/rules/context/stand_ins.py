"""What stands where a secret belongs and is none: templates, masks, and placeholders of anyone's."""

from __future__ import annotations

import re
from typing import Final

from redaction.rules.context.mixture import is_generated, mixes_signs

_TEMPLATE: Final = re.compile(
    r"""\$(?:[A-Za-z_]\w*+|\{[^}]*+\}|\([^)]*+\)|\{\{.*)\}*\Z   # $VAR ${VAR} $(command)
    |\{\{.*|.*\}\}\Z|<%.*|\#\{.*|@\{.*|\[\[.*                   # {{ x }} <%= x %> #{x} @{x}
    |<[^<>]*+>?\Z|\[[^\[\]]*+\]\Z|\([^()]*+\)\Z                 # <your key> [hidden] (unset)
    |\{[\w.\[\]:!]*+\}\Z|%\w\Z|%\([\w.]*+\)\w?\Z|%\w++%\Z       # {name} %s %(name)s %NAME%
    |\$\{?\w++|__\w++__\Z|@@?\w++@@?\Z
    |(?:\$\([ ]?cat[ ])?<<[-~]?['"]?[A-Za-z_]\w*+['"]?\Z|\$\([ ]?cat\Z  # <<EOF: the lines below
    """,
    re.VERBOSE | re.DOTALL,
)
_BRACKETED: Final = re.compile(r"[<(\[{%@]{1,2}(?!0x)(?P<inner>[A-Za-z0-9]{8,}+)[>)\]}%@]{0,2}\Z")
_DELIMITERS: Final = "<>()[]{}$%@#"
_PLACEHOLDER: Final = re.compile(
    r"(?i)(?:your|my|the|an?|some|insert|enter|put|add|set|use|replace|change|example|sample|dummy|placeholder"
    r"|demo)?"
    r"(?:[-_ ]?(?:your|my|own|real|actual|super|secret|api|access|auth|private|secure|new|user|client|open ?ai"
    r"|key|token|password|passwd|"
    r"pass|value|here|goes|this|me|with|it|to|be|replaced|changed|example|placeholder|dummy|string|string here"
    r"|id|name|from|in|env|here))*+\Z"
)
_ISSUED: Final = re.compile(r"(?i)redacted-[a-z]|withheld-|private-host-\d|workdir\b|home-\d|<your")
_STAND_IN: Final = re.compile(r"(?i)redacted|(?:user|machine)-\d+\Z|scrubbed|\bmasked\b|\bhidden\b|your[-_]")
_MASK: Final = re.compile(r"(?:[A-Za-z]{2,4}[-_])*+[*•●xX.#?_…-]++\Z")
_TOKEN: Final = re.compile(r"[A-Za-z0-9]{6,}")


def is_template(value: str) -> bool:
    """Say whether a program or a reader fills the text in: ``$VAR``, ``{{ x }}``, ``<your key>``; no key in brackets."""
    if _TEMPLATE.match(value) is None:
        return False
    bracketed = _BRACKETED.match(value)
    if bracketed is not None:
        return not is_generated(bracketed["inner"])
    return any(map(str.isspace, value)) or not mixes_signs(value.strip(_DELIMITERS))


def is_stand_in(value: str) -> bool:
    """Say whether the text is a mask or says that it stands for a secret, and holds none beside that word."""
    if _MASK.match(value) or _PLACEHOLDER.match(value) or _ISSUED.search(value):
        return True
    word = _STAND_IN.search(value)
    return word is not None and (
        word.start() == 0
        or not any(map(is_generated, _TOKEN.findall(f"{value[: word.start()]} {value[word.end() :]}")))
    )
