"""``compass-report rules``: what is looked for; ``rules test``: every rule against its own examples, here and now."""

from __future__ import annotations

import json

import click

from bundler.cli.terminal import answer, say
from bundler.errors import ExitCode


@click.group("rules", invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array on stdout.")
@click.pass_context
def command(ctx: click.Context, *, as_json: bool) -> int:
    """List the detection rules, by kind and name, with the reason for each."""
    if ctx.invoked_subcommand is not None:
        return 0
    from redaction.rules.registry import RULES  # noqa: PLC0415 - compiling every pattern takes a while

    if as_json:
        entries = [{"id": rule.id, "kind": str(rule.kind), "placeholder": rule.stem, "why": rule.why} for rule in RULES]
        answer(json.dumps(entries, ensure_ascii=False, indent=2))
        return 0
    width = max(len(rule.id) for rule in RULES)
    for rule in RULES:
        answer(f"{rule.id:<{width}}  {rule.kind:<8}  {rule.why}")
    return 0


@command.command("test", short_help="Run every rule's own examples on this machine.")
def test() -> int:
    """Run every rule's own examples on this machine; exit code 70 if one does not hold."""
    from redaction.check import check_rule  # noqa: PLC0415
    from redaction.rules.registry import RULES  # noqa: PLC0415

    failures = [problem for rule in RULES for problem in check_rule(rule)]
    for problem in failures:
        say(problem, fg="red")
    examples = sum(len(rule.finds) + len(rule.leaves) for rule in RULES)
    answer(f"{len(RULES)} rules, {examples} examples, {len(failures)} failures")
    return ExitCode.BUG if failures else ExitCode.OK
