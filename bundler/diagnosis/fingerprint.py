"""The fingerprint of a failure: the same for the same failure elsewhere, different for a different one.

Issue codes count only where nothing else tells failures apart: older layouts have none, and a run told in an older
layout is the same failure. An HTTP status takes their place; a time limit that expired does as well.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from bundler.diagnosis.exceptions import Block, leading_type
from bundler.diagnosis.failure import Failure, told_by_result
from bundler.diagnosis.model import Fingerprint, Phase
from bundler.diagnosis.normalise import normalise
from bundler.diagnosis.rows.shape import Case
from bundler.model import Facts

_FRAMES = 2
# Modules that only pass a call on: which of them is innermost depends on how a component was written.
_PLUMBING = frozenset({"utils/call.py", "runtime/timeouts.py", "harnesses/utils/sync.py"})
_DIGITS = 12
# Wrappers that carry another exception's message and say nothing of their own.
_WRAPPERS = frozenset({"StageFailure"})


def fingerprint(case: Case) -> Fingerprint:
    """Return the fingerprint; empty when nothing failed."""
    failure = case.failure
    if failure.phase is Phase.NONE:
        return Fingerprint()
    if failure.phase in (Phase.DEADLINE, Phase.OUTSIDE):
        return _of([failure.phase.value, case.facts.run_status or "no final status"])
    blocks = _own_blocks(failure)
    types = _types(failure, blocks)
    message = normalise(_own_message(failure, blocks), _names(case.facts))
    kind = f"http {case.status}" if case.status else ""
    parts = [failure.phase.value, kind, " < ".join(reversed(types)), " ".join(_frames(blocks)), message]
    if not any(parts[1:]):
        parts[1] = failure.code
    return _of(parts)


def _of(parts: Iterable[str]) -> Fingerprint:
    canonical = " | ".join(part for part in parts if part)
    return Fingerprint(hashlib.sha256(canonical.encode("utf-8")).hexdigest()[:_DIGITS], canonical)


def _own_blocks(failure: Failure) -> tuple[Block, ...]:
    """Return the chain told by the result itself, or the run's own; a log traceback is not there in every run."""
    if failure.chain is None:
        return ()
    if failure.issue is not None and not told_by_result(failure.chain.where, failure.attempt):
        return ()
    return failure.chain.blocks


def _types(failure: Failure, blocks: tuple[Block, ...]) -> list[str]:
    names = [block.name for block in blocks] or [link.type.rpartition(".")[2] for link in failure.links]
    names = [name for name in names if name not in _WRAPPERS]
    return [name for index, name in enumerate(names) if index == 0 or name != names[index - 1]]


def _own_message(failure: Failure, blocks: tuple[Block, ...]) -> str:
    for block in reversed(blocks):
        if block.name not in _WRAPPERS and block.message:
            return block.message
    return leading_type(failure.message)[1]


def _frames(blocks: tuple[Block, ...]) -> list[str]:
    """Return the innermost frames inside AgentCompass as ``module:function``, of the exception nearest to the root."""
    # A cancelled call was at an accidental place: what set the limit tells more.
    cancelled = bool(blocks) and blocks[0].name == "CancelledError"
    for block in reversed(blocks) if cancelled else blocks:
        inside = [(frame.module, frame.function) for frame in block.frames if frame.module]
        inside = [(path, function) for path, function in inside if path not in _PLUMBING]
        if inside:
            return [f"{path.removesuffix('.py').replace('/', '.')}:{function}" for path, function in inside[-_FRAMES:]]
    return []


def _names(facts: Facts) -> set[str]:
    model = facts.request.get("model")
    identifier = model.get("id") if isinstance(model, Mapping) else None
    return {name for name in (facts.task_id, identifier) if isinstance(name, str)}
