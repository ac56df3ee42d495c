"""What is said of a failure that no Common Failures row explains: the program's own words, and a sentence on its kind."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from bundler.diagnosis.model import FailureClass, Phase
from bundler.diagnosis.owners import OWNERS
from bundler.diagnosis.rows.shape import Case

FILTERED = re.compile(r"content[ _-]?(?:management|filter|policy)|safety system|was filtered", re.IGNORECASE)
_TOO_LONG = re.compile(
    r"context[ _](?:length|window|size)|maximum context|prompt is too long|ContextLengthExceeded|max_tokens"
    r"|too many tokens|input is too long|reduce the length",
    re.IGNORECASE,
)
_FULL = re.compile(r"No space left on device|ENOSPC|Disk quota exceeded", re.IGNORECASE)
_READ_ONLY = re.compile(r"Read-only file system|EROFS", re.IGNORECASE)
_RIGHTS = re.compile(r"\bPermission denied\b|\bEACCES\b|PermissionError|Operation not permitted", re.IGNORECASE)
_NO_NAME = re.compile(
    r"Name or service not known|name resolution|ENOTFOUND|EAI_AGAIN|Could not resolve host|nodename nor servname|No address associated",
    re.IGNORECASE,
)
_REFUSED = re.compile(r"Connection refused|ECONNREFUSED|All connection attempts failed", re.IGNORECASE)
_TLS = re.compile(r"CERTIFICATE_VERIFY_FAILED|WRONG_VERSION_NUMBER|SSLError|\bx509\b|certificate", re.IGNORECASE)
_PROXY = re.compile(
    r"CONNECT tunnel failed|Tunnel connection failed|Proxy(?:Connection)?Error|proxy responded|\b407\b", re.IGNORECASE
)
_LONGEST = 300
_SERVER = 500


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of failure by its own words; ``failure_class`` where it is known better than by the phase."""

    test: Callable[[Case], bool]
    cause: str
    next_step: str
    failure_class: FailureClass | None = None


def said_in(case: Case, pattern: re.Pattern[str]) -> bool:
    """Tell whether one of the failure's own texts matches."""
    return any(pattern.search(text.says) for text in case.failure.texts)


def _words(pattern: re.Pattern[str], *phases: Phase) -> Callable[[Case], bool]:
    return lambda case: (not phases or case.failure.phase in phases) and said_in(case, pattern)


def _passes_through(case: Case, function: str) -> bool:
    blocks = case.failure.chain.blocks if case.failure.chain else ()
    return any(frame.function == function for block in blocks for frame in block.frames)


def _status(*statuses: int) -> Callable[[Case], bool]:
    return lambda case: case.from_model and case.status in statuses


def _refused_as(pattern: re.Pattern[str]) -> Callable[[Case], bool]:
    return lambda case: case.from_model and case.status in (400, 403, 413, 422, 500) and said_in(case, pattern)


_SANDBOX = (Phase.ENVIRONMENT, Phase.MATERIAL, Phase.HARNESS, Phase.RUN, Phase.EVALUATE)
_HOST = (Phase.BEFORE, Phase.LOAD, Phase.PLAN, Phase.COLLECT, Phase.ANALYSIS, Phase.NONE)
KINDS: tuple[Kind, ...] = (
    Kind(
        lambda case: case.failure.code == "verifier_result_invalid",
        "The verifier ended without a reward that can be read: what was recorded is no measurement.",
        "Read the verifier's own output: whether its dependencies could be installed, and whether its tests ran at all.",
        FailureClass.BENCHMARK,
    ),
    Kind(
        lambda case: (
            case.failure.phase is Phase.COLLECT
            and any(name.rpartition(".")[2] == "TimeoutError" for name in case.failure.types)
            and _passes_through(case, "run_artifact_collect_commands")
        ),
        "A command of artifact_collect did not end within its time limit.",
        "Raise timeout_seconds of that entry of artifact_collect, or let the command do less.",
        FailureClass.CONFIGURATION,
    ),
    Kind(
        _words(_FULL, *_HOST),
        "The disk that the results (or the data set) are written to is full.",
        "Free space there, or choose another folder with --results-dir, and start again; finished tasks can be reused.",
        FailureClass.PROVIDER,
    ),
    Kind(
        _words(_FULL, *_SANDBOX),
        "A disk is full: that of the images and sandboxes, or that of this machine.",
        "Free space where the provider keeps its images and containers (for Docker: docker system df), and try again.",
        FailureClass.PROVIDER,
    ),
    Kind(
        _words(_READ_ONLY),
        "The folder that is to be written to is on a read-only file system.",
        "Choose a folder that can be written to (for results --results-dir), or mount it for writing.",
        FailureClass.CONFIGURATION,
    ),
    Kind(
        _refused_as(FILTERED),
        "The endpoint's content filter refused the request or the answer.",
        "Read what the filter objected to; keep the task as failed here, or take an endpoint without that filter.",
    ),
    Kind(
        _refused_as(_TOO_LONG),
        "The request is longer than the model or the endpoint takes.",
        "Lower max_tokens or what the harness keeps of the conversation, or take a model with a longer context.",
    ),
    Kind(
        _status(413),
        "The request is larger than the endpoint, or a proxy in front of it, accepts.",
        "Raise the limit of the request's body there, or let the harness keep less of the conversation.",
    ),
    Kind(
        _status(400, 422),
        "The endpoint does not accept a field or a value of the request.",
        "Compare the model parameters with what this endpoint takes, and correct what the message names.",
    ),
    Kind(
        _status(402),
        "The account of this key has no credit.",
        "Pay in, or use another key, and run the failed tasks again.",
    ),
    Kind(
        _status(405),
        "The path of the endpoint does not take this kind of request.",
        "Check the base URL (its /v1 above all) and the model's API protocol.",
        FailureClass.CONFIGURATION,
    ),
    Kind(
        _status(408, 504, 524),
        "The endpoint, or a gateway in front of it, did not answer in time.",
        "Retry; if it lasts, lower the concurrency or raise the gateway's time limit.",
    ),
    Kind(
        lambda case: case.from_model and case.status is not None and case.status >= _SERVER,
        "The endpoint, or a gateway in front of it, failed.",
        "Retry; if it lasts, try the endpoint by itself and ask whoever runs it, with the time of the failure.",
    ),
    Kind(
        _words(_PROXY),
        "A proxy on the way refused the connection.",
        "Check HTTP_PROXY, HTTPS_PROXY and NO_PROXY where the request was made, and what the proxy allows.",
    ),
    Kind(
        _words(_TLS, Phase.LOAD, Phase.ENVIRONMENT, Phase.RUN, Phase.EVALUATE, Phase.ANALYSIS, Phase.HARNESS),
        "The TLS connection could not be made: the certificate is not trusted, or the server does not speak TLS there.",
        "Check http against https and the port in the URL, and the certificates that are trusted here.",
    ),
    Kind(
        _words(_NO_NAME),
        "The name of a host could not be resolved.",
        "Check the host name in the URL, and DNS and network where the request was made.",
    ),
    Kind(
        _words(_REFUSED, Phase.LOAD, Phase.ENVIRONMENT, Phase.RUN, Phase.EVALUATE, Phase.ANALYSIS, Phase.HARNESS),
        "Nothing accepted the connection at that address.",
        "Check that the service is up, and host and port in the URL, from the machine that made the request.",
    ),
    Kind(
        lambda case: bool(
            {name.rpartition(".")[2] for name in case.failure.types} & {"APIConnectionError", "ConnectError"}
        ),
        "The endpoint could not be reached, or it closed the connection.",
        "Try the base URL from the same machine (name, port, proxy, certificate); the log's traceback has the reason.",
    ),
    Kind(
        _words(re.compile("binary resolution failed"), Phase.HARNESS),
        "The harness's own program is not there, or not on the PATH.",
        "Install it where the harness runs, name its path, or choose an install strategy that installs it.",
    ),
    Kind(
        _words(_RIGHTS),
        "A file or folder may not be read or written by the user that tried.",
        "Give that user the rights the message asks for, or choose a folder that is its own.",
    ),
)
_BY_CLASS = {
    FailureClass.CONFIGURATION: "Correct the setting that the message names",
    FailureClass.CREDENTIALS: "Check the credential of the service that the message names, and what it may do",
    FailureClass.PROVIDER: "Try the provider's or service's own smallest check outside of AgentCompass",
    FailureClass.MODEL: "Try the endpoint with one request of the same kind outside of AgentCompass",
    FailureClass.HARNESS: "Read the harness's own output around the first failure in the log",
    FailureClass.BENCHMARK: "Look at the benchmark's own files and output for what the message names",
    FailureClass.AGENTCOMPASS: "Report it with the traceback: the program stumbled in its own code",
}


def kind_of(case: Case) -> Kind | None:
    """Return the first kind that a failure is of."""
    return next((kind for kind in KINDS if kind.test(case)), None)


def cause_of(case: Case, said: str) -> str:
    """Return what failed, in a sentence on its kind and in the program's own words."""
    kind = kind_of(case)
    words = said if len(said) <= _LONGEST else f"{said[: _LONGEST - 1].rpartition(' ')[0]} …"
    quoted = f"The program says: {words}" if words else "Nothing says why; the Common Failures table has no row for it."
    return f"{kind.cause} {quoted}" if kind else quoted


def next_step_of(case: Case, failure_class: FailureClass) -> str:
    """Return what to do next about a failure of this kind or class."""
    kind = kind_of(case)
    if kind is not None:
        return kind.next_step
    first = _BY_CLASS.get(failure_class, "Read the log around the first failure")
    return f"{first}. Failures of this phase belong to {OWNERS[case.failure.phase]}."
