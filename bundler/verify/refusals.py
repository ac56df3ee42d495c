"""How a verification says no: what was found, by place and rule, or why nothing is proven."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bundler.errors import NotCleanError
from bundler.machine.deadline import Deadline
from bundler.verify import limits
from bundler.verify.values import Hit, Secrets
from redaction.rule import Rule


def refuse_empty(rules: Sequence[Rule], secrets: Secrets | None) -> None:
    """Empty proves nothing: without rules or canaries there is no verification."""
    if not rules:
        raise _unproven("there are no rules to verify with", "no-rules")
    if secrets is None:
        return
    if not secrets.canaries.values or not secrets.canaries.documents:
        raise _unproven("no canaries were sent", "no-canaries")
    if len(secrets.canary_outputs) != len(secrets.canaries.documents) or not all(secrets.canary_outputs):
        raise _unproven("not every canary came back from the redactor", "lost-canaries")


def _unproven(cause: str, rule: str) -> NotCleanError:
    return NotCleanError(f"Nothing is proven: {cause}.", candidates=(str(Hit("bundle", 0, rule)),))


def out_of_time(deadline: Deadline, step: str, *, is_ours: bool) -> NotCleanError:
    """Return the error for a verification that did not end, with the step and what it was reading."""
    return NotCleanError(
        f"Nothing is proven: the verification did not end within {deadline.seconds:g} seconds"
        f" (at the step that shows: {step}).",
        hint=(
            "Leave the named member out with --drop MEMBER; nothing was written."
            if is_ours
            else "Treat the bundle as one that was not checked."
        ),
        candidates=(str(Hit(deadline.place, 0, "time-limit")),),
    )


def not_clean(hits: Iterable[Hit], *, is_ours: bool = True) -> NotCleanError:
    """Return the error that names every hit up to a bound, as ``member:line:rule``."""
    ordered = sorted(hits)
    members = {hit.member for hit in ordered}
    shown = [str(hit) for hit in ordered[: limits.HITS]]
    more = len(ordered) - len(shown)
    return NotCleanError(
        f"The {'finished' if is_ours else 'received'} bundle is not clean: {len(ordered)} place(s) in {len(members)} member(s)"
        + (f", {more} more than are listed." if more else "."),
        hint=(
            "Leave a member out with --drop MEMBER, or add a term to the configuration file; nothing was written."
            if is_ours
            else "Do not pass it on or print it: tell whoever made it, and ask for another one."
        ),
        candidates=shown,
    )
