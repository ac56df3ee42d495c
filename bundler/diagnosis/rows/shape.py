"""The shape of a Common Failures row and of the signatures that recognise it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from bundler.diagnosis.failure import Failure
from bundler.diagnosis.model import FailureClass, Phase, Reference
from bundler.model import Facts

# A quota that is used up does not come back by itself, though it is answered like a rate that is too high.
USED_UP = re.compile(
    r"insufficient[_ ](?:quota|balance|funds|credits?)|exceeded your current quota|quota (?:is )?(?:exhausted|used up)"
    r"|credit balance is too low|out of credits?|check your plan and billing",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, repr=False)
class Case:
    """One failure as the signatures see it: its HTTP ``status``, and whether that came ``from_model`` endpoints."""

    facts: Facts
    failure: Failure
    status: int | None
    from_model: bool


@dataclass(frozen=True, slots=True)
class Signature:
    """All given conditions must hold.

    ``phases``, ``codes``, ``types`` (exception types without module) and ``statuses`` are structured evidence; ``text``
    is searched in the failure's own texts; ``console`` in the console text, ``log`` in the records' messages, ``test``
    is any other structured condition. ``nearest`` says why the row is only the nearest one; ``cause`` and ``next_step``
    then replace the row's.
    """

    phases: frozenset[Phase] = frozenset()
    codes: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    statuses: frozenset[int] = frozenset()
    text: re.Pattern[str] | None = None
    console: re.Pattern[str] | None = None
    log: re.Pattern[str] | None = None
    test: Callable[[Case], Reference | None] | None = None
    nearest: str = ""
    cause: str = ""
    next_step: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One row: ``symptom`` as the page has it, ``cause`` and ``next_step`` in our words; any signature is enough."""

    id: str
    symptom: str
    cause: str
    next_step: str
    failure_class: FailureClass
    signatures: tuple[Signature, ...] = field(default=())
