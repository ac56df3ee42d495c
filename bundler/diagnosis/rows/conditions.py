"""The conditions of rows that are more than a set or a pattern: time limits, network policy, console levels."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bundler.diagnosis.model import Phase, Reference
from bundler.diagnosis.rows.shape import Case

_TIMEOUTS = frozenset({"TimeoutError", "PhaseTimeoutError", "TimeoutExpired", "AgentTimeoutError"})
_NO_CONNECTION = frozenset(
    {
        "APIConnectionError",
        "ConnectError",
        "ConnectTimeout",
        "ClientConnectorError",
        "ClientProxyConnectionError",
        "ClientConnectorDNSError",
        "ProxyError",
        "ConnectionError",
        "ConnectionRefusedError",
        "gaierror",
    }
)
_NO_CONNECTION_TEXT = re.compile(
    r"Connection error|Could not resolve host|Name or service not known|Temporary failure in name resolution"
    r"|Network is unreachable|blocked by (?:the )?network policy|ENOTFOUND|EAI_AGAIN|CONNECT tunnel failed"
    r"|Tunnel connection failed|Connection refused|ECONNREFUSED|error sending request|fetch failed|Unable to connect"
)
# The refusal of an egress proxy: the list it keeps, or no words at all; an endpoint says what it wants.
_NOT_LISTED = re.compile(
    r"not (?:in|on) (?:the |an? )?(?:\w+ )?allow-?(?:ed )?list|host[ _]not[ _]allowed|domain (?:is )?not allowed",
    re.IGNORECASE,
)
_EMPTY_REFUSAL = re.compile(
    r"(?:API Error:? )?(?:HTTP |unexpected status )?403(?: Forbidden)?[:.,]?(?: Forbidden)?(?:, url: \S+)?"
)
_HOST = re.compile(r"://(?:[^/@\s]*@)?(\[[^\]]+\]|[^:/?#\s]+)")
_TIMED_OUT_TEXT = re.compile(r"\btimed out after \d|\btimeout exceeded\b|\btimed out\b")
_ENOUGH = 0.9
_QUIET = re.compile(r"--log-level[ =](?:WARNING|ERROR|CRITICAL)\b")
_NOISE = re.compile(r"(?m)^.{0,80}\b(?:INFO|DEBUG)\b(?!.{0,40}\b(?:runtime|cli|orchestration)\b).{0,400}$")


def rollout_timed_out(case: Case) -> Reference | None:
    """A limit of the harness or of the rollout expired; a single slow model request is not one."""
    failure = case.failure
    if failure.phase is not Phase.RUN or failure.issue is None:
        return None
    said = Reference(failure.issue.where, failure.issue.message)
    if case.from_model and case.status is not None and _no_request_succeeded(case):
        return None
    if failure.code == "harness_timeout" or _telemetry(case).get("timed_out") is True:
        return said
    names = _names(case)
    if names & {"APITimeoutError"} or failure.code == "model_timeout":
        return said if _used_whole_budget(case) else None
    if names and failure.links[-1].type.rpartition(".")[2] in _TIMEOUTS:
        return said
    if (
        failure.code.startswith(("harness_", "run_"))
        and case.status is None
        and _TIMED_OUT_TEXT.search(failure.message)
    ):
        return said
    return None


def verifier_timed_out(case: Case) -> Reference | None:
    """The limit of an evaluation expired; a judge request that timed out by itself is not one."""
    failure = case.failure
    if failure.phase is not Phase.EVALUATE or failure.issue is None:
        return None
    said = Reference(failure.issue.where, failure.issue.message)
    error = _telemetry(case).get("evaluation_error")
    if failure.code == "verifier_timeout" or (isinstance(error, Mapping) and error.get("timed_out") is True):
        return said
    if failure.code == "judge_failed":
        return None
    if failure.links and failure.links[-1].type.rpartition(".")[2] in _TIMEOUTS:
        return said
    return said if re.search(r"\bverifier\b.{0,80}\btimed out\b", failure.message, re.IGNORECASE) else None


def cut_off_by_policy(case: Case) -> Reference | None:
    """The model was not reachable from a sandbox whose network is restricted."""
    failure = case.failure
    environment = case.facts.plan.get("environment")
    provider = environment.get("id") if isinstance(environment, Mapping) else None
    policy = case.facts.plan.get("run_network_policy")
    mode = policy.get("network_mode") if isinstance(policy, Mapping) else None
    if failure.phase is not Phase.RUN or provider == "host_process" or mode in (None, "", "public"):
        return None
    if failure.code.startswith("tool_") or not failure.message:
        return None
    if _names(case) & _NO_CONNECTION:
        return Reference(failure.message_where, failure.message)
    # What an agent program said comes last, and the issue may hold no more than how its output began.
    said = (Reference(failure.message_where, failure.message), *((failure.closing,) if failure.closing else ()))
    return next((one for one in said if _NO_CONNECTION_TEXT.search(one.says) or _is_egress(one.says)), None)


def cut_off_though_allowed(case: Case) -> Reference | None:
    """The same, and the policy names the endpoint's host already."""
    model, policy = case.facts.request.get("model"), case.facts.plan.get("run_network_policy")
    address = model.get("base_url") if isinstance(model, Mapping) else None
    allowed = policy.get("allowed_hosts") if isinstance(policy, Mapping) else None
    if not isinstance(address, str) or not isinstance(allowed, list | tuple):
        return None
    host = _HOST.search(address)
    return cut_off_by_policy(case) if host and host.group(1).lower() in {str(one).lower() for one in allowed} else None


def _is_egress(text: str) -> bool:
    """Tell whether a refusal is that of a proxy in front of a restricted sandbox: it names no credential, or the list."""
    return bool(_NOT_LISTED.search(text) or _EMPTY_REFUSAL.fullmatch(text.strip()))


def missing_in_image(case: Case) -> Reference | None:
    """The harness's own program was looked for in a sandbox's image and is not there."""
    failure = case.failure
    environment = case.facts.plan.get("environment")
    provider = environment.get("id") if isinstance(environment, Mapping) else None
    if provider in (None, "host_process") or "binary resolution failed" not in failure.message:
        return None
    return Reference(failure.message_where, failure.message)


def quiet_but_noisy(case: Case) -> Reference | None:
    """A high console level was asked for, and loggers that are not AgentCompass's still print below it."""
    if not _QUIET.search(case.facts.command):
        return None
    for number, line in enumerate(case.facts.console.splitlines(), 1):
        if _NOISE.match(line):
            return Reference(f"evidence/console.txt:{number}", line)
    return None


def deadline(case: Case) -> Reference | None:
    """The whole-run deadline ended the run."""
    if case.failure.phase is not Phase.DEADLINE or not case.failure.proof:
        return None
    return case.failure.proof[0]


def _no_request_succeeded(case: Case) -> bool:
    """Tell whether the rollout has no step: then the endpoint's answer ended it, however long that took."""
    trajectory = case.facts.result.get("trajectory")
    return isinstance(trajectory, Mapping) and "steps" in trajectory and not trajectory["steps"]


def _names(case: Case) -> set[str]:
    return {name.rpartition(".")[2] for name in case.failure.types}


def _telemetry(case: Case) -> Mapping[str, Any]:
    meta = case.facts.result.get("meta")
    harness = meta.get("harness") if isinstance(meta, Mapping) else None
    telemetry = harness.get("telemetry") if isinstance(harness, Mapping) else None
    found = telemetry if isinstance(telemetry, Mapping) else case.facts.result.get("telemetry")
    return found if isinstance(found, Mapping) else {}


def _used_whole_budget(case: Case) -> bool:
    step = case.failure.step
    limit = case.facts.plan.get("run_timeout_seconds")
    if not isinstance(limit, int | float) or limit <= 0:
        return False
    if step is not None and step.start is not None and step.end is not None:
        return step.end - step.start >= _ENOUGH * limit
    seconds = _logged_seconds(case)
    return seconds is not None and seconds >= _ENOUGH * limit


def _logged_seconds(case: Case) -> int | None:
    """Return how long the inference took by the clock of the log, which has seconds and no date."""
    started: int | None = None
    seconds: int | None = None
    for record in case.facts.records:
        if record.task_id != case.facts.task_id:
            continue
        if record.message.startswith("▶ Inference started"):
            started = _seconds(record.clock)
        elif started is not None and record.message.startswith(("✓ Inference completed", "Inference timed out")):
            seconds = (_seconds(record.clock) - started) % 86_400
    return seconds


def _seconds(clock: str) -> int:
    hours, minutes, seconds = (int(part) for part in clock.split(":"))
    return hours * 3600 + minutes * 60 + seconds
