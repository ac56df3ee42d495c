"""The words of a failure capsule: what a model endpoint did, call by call, without what was asked or answered.

The collector writes them, the maintainer's replay plays them; docs/maintainers.md describes the document.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

SCHEMA: Final = "compass-report.capsule.v1"
MEMBER: Final = "capsule.json"


class Role(StrEnum):
    """Which service a call went to."""

    MODEL = "model"
    JUDGE = "judge"


class OutcomeKind(StrEnum):
    """What became of one call."""

    ANSWERED = "answered"
    HTTP_ERROR = "http-error"
    MALFORMED_JSON = "malformed-json"
    NOT_JSON = "not-json"
    NO_CHOICES = "no-choices"
    WRONG_SHAPE = "wrong-shape"
    EMPTY_ANSWER = "empty-answer"
    UNPARSABLE_ANSWER = "unparsable-answer"
    TIMEOUT = "timeout"
    REFUSED = "connection-refused"
    RESET = "connection-reset"
    CONNECTION_FAILED = "connection-failed"
