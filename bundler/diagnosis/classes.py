"""Who can repair a failure that no row classifies."""

from __future__ import annotations

import re

from bundler.diagnosis.failure import Failure
from bundler.diagnosis.model import FailureClass, Phase
from bundler.diagnosis.rows.shape import Case
from bundler.diagnosis.unlisted import kind_of

# Mistakes of a program rather than of its input.
_PROGRAMMING = frozenset(
    {"TypeError", "AttributeError", "NameError", "IndexError", "UnboundLocalError", "AssertionError", "RecursionError"}
)
_UNREACHABLE = re.compile(
    r"Connection|DatasetNotFound|wget failed|curl|download|resolve host|SSL|HTTPError|ClientError|timed out",
    re.IGNORECASE,
)
_DENIED = re.compile(r"\b40[13]\b|authenticat|unauthori[sz]ed|forbidden|invalid token|credential", re.IGNORECASE)
_UNAUTHORISED = frozenset({401, 402, 403})
_BY_PHASE = {
    Phase.PLAN: FailureClass.CONFIGURATION,
    Phase.ENVIRONMENT: FailureClass.PROVIDER,
    Phase.MATERIAL: FailureClass.BENCHMARK,
    Phase.HARNESS: FailureClass.HARNESS,
    Phase.EVALUATE: FailureClass.BENCHMARK,
    Phase.ANALYSIS: FailureClass.AGENTCOMPASS,
    Phase.BEFORE: FailureClass.CONFIGURATION,
    Phase.DEADLINE: FailureClass.CONFIGURATION,
    Phase.OUTSIDE: FailureClass.NONE,
    Phase.NONE: FailureClass.NONE,
}


def classify(case: Case) -> FailureClass:
    """Return the class of a failure without a row, from its code, status, exception types and frames."""
    failure = case.failure
    if failure.phase in (Phase.NONE, Phase.OUTSIDE, Phase.DEADLINE):
        return _BY_PHASE[failure.phase]
    if _is_ours(failure):
        return FailureClass.AGENTCOMPASS
    kind = kind_of(case)
    if kind is not None and kind.failure_class is not None:
        return kind.failure_class
    return _by_place(case)


def _by_place(case: Case) -> FailureClass:
    """Return the class from the phase, the code and the status."""
    failure = case.failure
    if failure.phase is Phase.LOAD:
        return _loading(failure)
    if failure.phase in (Phase.ENVIRONMENT, Phase.HARNESS) and _is_denied(case):
        return FailureClass.CREDENTIALS
    if failure.code == "environment_failed":
        return _collecting(failure) if failure.phase is Phase.COLLECT else FailureClass.PROVIDER
    if failure.phase is Phase.COLLECT:
        return _collecting(failure)
    if failure.code.startswith("tool_"):
        return FailureClass.CREDENTIALS if case.status in _UNAUTHORISED else FailureClass.PROVIDER
    if case.from_model:
        return FailureClass.CREDENTIALS if case.status in _UNAUTHORISED else FailureClass.MODEL
    if failure.phase is Phase.RUN:
        return _running(failure)
    if failure.code.startswith("judge_") and _names(failure) & {"APIConnectionError", "APITimeoutError"}:
        return FailureClass.MODEL
    return _BY_PHASE[failure.phase]


def _is_ours(failure: Failure) -> bool:
    """A programming mistake whose innermost frame of AgentCompass is in its runtime or command line."""
    if not failure.chain:
        return False
    root = failure.chain.blocks[0]
    ours = bool(root.frames) and root.frames[-1].module.startswith(("runtime/", "cli/"))
    # A component created with arguments it does not know is the user's configuration.
    return ours and root.name in _PROGRAMMING and "unexpected keyword argument" not in root.message


def _is_denied(case: Case) -> bool:
    """Tell whether a provider refused the credential, or found none."""
    names = _names(case.failure)
    if any(name.endswith("ProxyError") for name in names):
        return False
    denied = ("AuthError", "AuthenticationError", "AuthorizationError")
    return case.status in _UNAUTHORISED or any(name.endswith(denied) for name in names)


def _loading(failure: Failure) -> FailureClass:
    text = " ".join([failure.message, *failure.types])
    if _UNREACHABLE.search(text):
        return FailureClass.CREDENTIALS if _DENIED.search(text) else FailureClass.PROVIDER
    if failure.types and failure.types[-1].rpartition(".")[2] in ("ValueError", "KeyError", "TypeError"):
        return FailureClass.CONFIGURATION
    return FailureClass.BENCHMARK if failure.types else FailureClass.CONFIGURATION


def _collecting(failure: Failure) -> FailureClass:
    if "artifact collect command" in failure.message or "artifact command failed" in failure.message:
        return FailureClass.CONFIGURATION
    return FailureClass.PROVIDER if "Environment" in "".join(failure.types) else FailureClass.HARNESS


def _running(failure: Failure) -> FailureClass:
    if "unexpected keyword argument" in failure.message:
        return FailureClass.CONFIGURATION
    if failure.code.startswith("model_") or _names(failure) & {"APIConnectionError", "APITimeoutError"}:
        return FailureClass.MODEL
    return FailureClass.HARNESS


def _names(failure: Failure) -> set[str]:
    return {name.rpartition(".")[2] for name in failure.types}
