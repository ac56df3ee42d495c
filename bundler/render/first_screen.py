"""What a maintainer reads first: what failed, where, of which class, why, and what to do next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote_plus

from bundler.render.documents import UNKNOWN, dig, words
from bundler.render.headline import headline, shortened
from bundler.render.markdown import code, fence, plain

_LONGEST_HEADLINE: Final = 300
_MOST_PROOFS: Final = 5
_LONGEST_COMMAND: Final = 3_000


def first_screen(diagnosis: Mapping[str, Any], repository: str) -> dict[str, str]:
    """Return the template's values of the first screen."""
    mark = words(dig(diagnosis, "fingerprint", "id"))
    return {
        "summary": plain(shortened(headline(diagnosis), _LONGEST_HEADLINE)),
        "phase": plain(words(diagnosis.get("phase"))),
        "owner": plain(str(diagnosis.get("owner") or "")),
        "failure_class": plain(words(diagnosis.get("class"))),
        "cause": _cause(diagnosis),
        "next_step": plain(words(diagnosis.get("next_step"))),
        "advice": _advice(diagnosis),
        "advice_command": _advice_command(diagnosis),
        "proof": ", ".join(code(where) for where in _proof(diagnosis)),
        "fingerprint": code(mark),
        "search_url": search_url(repository, "" if mark == UNKNOWN else mark),
    }


def search_url(repository: str, fingerprint: str) -> str:
    """Return the address that finds issues with this fingerprint, or an empty string without either."""
    if not repository or not fingerprint:
        return ""
    return f"https://github.com/{repository}/issues?q={quote_plus(f'is:issue {fingerprint}')}"


def _cause(diagnosis: Mapping[str, Any]) -> str:
    cause = plain(words(diagnosis.get("cause")))
    symptom = dig(diagnosis, "row", "symptom")
    return f"{cause} (Common Failures: “{plain(symptom.replace('`', ''))}”)" if isinstance(symptom, str) else cause


def _advice(diagnosis: Mapping[str, Any]) -> str:
    advice = diagnosis.get("advice")
    if not isinstance(advice, Mapping) or not advice:
        return ""
    return f"{plain(words(advice.get('action')))}: {plain(words(advice.get('reason')))}"


def _advice_command(diagnosis: Mapping[str, Any]) -> str:
    command = dig(diagnosis, "advice", "command")
    return fence(command, "sh", _LONGEST_COMMAND) if isinstance(command, str) and command else ""


def _proof(diagnosis: Mapping[str, Any]) -> list[str]:
    references = diagnosis.get("evidence")
    shown = [dig(entry, "where") for entry in references] if isinstance(references, list) else []
    return [where for where in shown if isinstance(where, str) and where][:_MOST_PROOFS]
