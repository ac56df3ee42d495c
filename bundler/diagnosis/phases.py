"""The first failing phase, decided from structured evidence first and texts last."""

from __future__ import annotations

from dataclasses import replace

from bundler.diagnosis.endings import whole_run
from bundler.diagnosis.exceptions import HEADER, Chain
from bundler.diagnosis.failure import Failure, chain_for, first_issue, judges, post_run
from bundler.diagnosis.http_status import status_in
from bundler.diagnosis.model import FailureIssue, Phase, Reference
from bundler.diagnosis.said import closing_words, judge_answer, refused_requests
from bundler.diagnosis.timeline import PHASES, ROLLOUT, SETUP, Step, last_try
from bundler.model import Facts

_BY_ISSUE = {"run": Phase.RUN, "collect": Phase.COLLECT, "evaluate": Phase.EVALUATE}
_STEP_OF = {Phase.RUN: ROLLOUT, Phase.EVALUATE: ("evaluate_environment", "evaluate", "recover_evaluation")}
_COLLECTING = ("collect_artifacts", "download_artifacts", "collect_harness_result")
# Where in AgentCompass a set-up failure was raised, when neither progress nor log tells the phase.
_BY_MODULE = (
    ("recipes/", Phase.PLAN),
    ("environments/", Phase.ENVIRONMENT),
    ("benchmarks/", Phase.MATERIAL),
    ("harnesses/", Phase.HARNESS),
)


def find_failure(facts: Facts) -> Failure:
    """Return the first failure; its phase is ``Phase.NONE`` when nothing failed."""
    issue, _ = first_issue(facts)
    if issue is None:
        return whole_run(facts)
    chain = chain_for(facts, issue)
    steps = last_try(facts, issue.attempt)
    phase, step, notes = _phase(facts, issue, steps, chain)
    if phase is Phase.RUN and chain is not None and judges(chain):
        chain = None
    proof = [Reference(issue.where, f"{issue.severity} {issue.phase} {issue.code}".strip())]
    if step is not None:
        proof.append(Reference(step.where, step.id))
    if chain is not None:
        proof.append(Reference(chain.where, chain.reported.type))
    message = issue.message
    if chain is not None and message.rstrip().endswith(HEADER):
        # The provider put a whole traceback into its message, and the issue keeps the first line.
        message = f"{chain.reported.name}: {chain.reported.message}"
    failure = Failure(phase, issue, issue.attempt, step, chain, message, issue.where)
    closing = closing_words(facts, issue)
    if closing is None and phase is Phase.RUN:
        closing = refused_requests(facts, failure)
    if closing is None and issue.code == "judge_failed" and status_in(message) is None:
        closing = judge_answer(facts)
    return replace(failure, proof=tuple(proof), notes=notes, closing=closing)


def _phase(
    facts: Facts, issue: FailureIssue, steps: tuple[Step, ...], chain: Chain | None
) -> tuple[Phase, Step | None, tuple[str, ...]]:
    if issue.phase == "setup":
        return _setup_phase(facts, steps, chain)
    phase = _BY_ISSUE.get(issue.phase) if issue.code else None
    if phase is None:
        return _unclassified(facts, issue, steps, chain)
    return phase, _step(steps, phase), ()


def _step(steps: tuple[Step, ...], phase: Phase) -> Step | None:
    wanted = _STEP_OF.get(phase, _COLLECTING)
    found = [step for step in steps if step.id in wanted]
    failed = [step for step in found if step.failed] or found
    return failed[-1] if failed else None


def _setup_phase(
    facts: Facts, steps: tuple[Step, ...], chain: Chain | None
) -> tuple[Phase, Step | None, tuple[str, ...]]:
    reached = [step for step in steps if step.id in (*SETUP, *ROLLOUT)]
    if reached:
        step = reached[-1]
        said = "the issue says setup, but the last started phase was run_harness: the progress events decide"
        return PHASES[step.id], step, (said,) if step.id in ROLLOUT else ()
    stages = [str(retry.get("stage", "")) for retry in facts.retries]
    if stages and stages[-1] in PHASES:
        note = "no phase event is there: the phase is the one the last retry of this attempt was recorded in"
        return PHASES[stages[-1]], None, (note,)
    phase = _by_module(chain)
    note = "no phase event and no log marker is there: the phase is where the traceback says the exception was raised"
    if phase is not None:
        return phase, None, (note,)
    note = "which of the three set-up phases failed is not told anywhere: the environment comes first"
    return Phase.ENVIRONMENT, None, (note,)


def _by_module(chain: Chain | None) -> Phase | None:
    for block in chain.blocks if chain else ():
        for frame in reversed(block.frames):
            for prefix, phase in _BY_MODULE:
                if frame.module.startswith(prefix):
                    return phase
    return None


def _unclassified(
    facts: Facts, issue: FailureIssue, steps: tuple[Step, ...], chain: Chain | None
) -> tuple[Phase, Step | None, tuple[str, ...]]:
    """Place an error of an older layout, which names neither phase nor code."""
    status = str(facts.result.get("status", ""))
    note = "this layout has no issue codes: the phase comes from the attempt's status and its phase events"
    ids = [step.id for step in steps]
    if status == "eval_error" or issue.phase == "evaluate":
        return Phase.EVALUATE, _step(steps, Phase.EVALUATE), (note,)
    if any(identifier in ROLLOUT for identifier in ids):
        if _in_collection(facts, chain):
            return Phase.COLLECT, _step(steps, Phase.COLLECT), (note,)
        return Phase.RUN, _step(steps, Phase.RUN), (note,)
    if ids:
        phase, step, notes = _setup_phase(facts, steps, chain)
        return phase, step, (note, *notes)
    if issue.phase in _BY_ISSUE:
        return _BY_ISSUE[issue.phase], None, (note,)
    raised_in = _by_module(chain)
    phase = Phase.RUN if raised_in in (None, Phase.HARNESS) else raised_in
    return (
        phase or Phase.RUN,
        None,
        (note, "neither progress nor log markers are there: the phase is the likeliest one"),
    )


def _in_collection(facts: Facts, chain: Chain | None) -> bool:
    frames = [frame for block in (chain.blocks if chain else ()) for frame in block.frames]
    return any(frame.module == "runtime/artifacts.py" for frame in frames) or post_run(facts.records)
