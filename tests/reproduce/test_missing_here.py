"""A reproduction that this machine cannot run says so instead of claiming another failure."""

from __future__ import annotations

import pytest

from bundler.diagnosis.model import Action, Advice, Diagnosis, ExceptionLink, FailureClass, Fingerprint, Phase
from bundler.reproduce.execution import is_missing_here


def failed(phase: Phase, exception: str) -> Diagnosis:
    """Return the diagnosis of a failure in a phase."""
    return Diagnosis(
        phase=phase,
        owner="",
        summary="",
        failure_class=FailureClass.PROVIDER,
        cause="",
        next_step="",
        advice=Advice(Action.RERUN, ""),
        fingerprint=Fingerprint(),
        exceptions=(ExceptionLink(exception, ""),),
    )


@pytest.mark.parametrize(
    ("phase", "exception", "missing"),
    [
        (Phase.MATERIAL, "FileNotFoundError", True),
        (Phase.HARNESS, "builtins.ModuleNotFoundError", True),
        (Phase.RUN, "agentcompass.errors.OptionalDependencyError", True),
        (Phase.RUN, "FileNotFoundError", False),
        (Phase.EVALUATE, "ModuleNotFoundError", False),
        (Phase.MATERIAL, "PermissionError", False),
    ],
)
def test_only_what_is_missing_while_preparing_is_missing_here(phase: Phase, exception: str, missing: bool) -> None:
    """A file or package not found while a task is prepared is this machine's; later it may be the reporter's failure."""
    assert is_missing_here(failed(phase, exception)) is missing
