"""Failures before there is a run directory: the console is all there is."""

from __future__ import annotations

from bundler.diagnosis.failure import Failure, run_chain
from bundler.diagnosis.model import Phase, Reference
from bundler.model import Facts

_BOX = " │╭╮╰╯─┃┏┓┗┛━"


def no_run(facts: Facts) -> bool:
    """Tell whether nothing of a run directory is there."""
    return not (facts.layout or facts.run_status or facts.request or facts.events or facts.records or facts.result)


def before_the_run(facts: Facts) -> Failure:
    """Return the failure the console tells; ``Phase.NONE`` for a command that succeeded."""
    if facts.exit_code == 0:
        return Failure(Phase.NONE, notes=("there is no run directory, and the command succeeded",))
    lines = [(number, line.strip(_BOX)) for number, line in enumerate(facts.console.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line]
    number, line = _error_line(lines)
    message = line.removeprefix("Error: ")
    where = f"evidence/console.txt:{number}" if number else ""
    notes = ("there is no run directory: nothing but the console tells what happened",)
    if not lines:
        notes = ("there is neither a run directory nor a console text: give the console text with --console",)
    chain = run_chain(facts, message) or run_chain(facts, "")
    proof = (Reference(where, line),) if where else ()
    return Failure(Phase.BEFORE, chain=chain, message=message, message_where=where, proof=proof, notes=notes)


def _error_line(lines: list[tuple[int, str]]) -> tuple[int, str]:
    """Return the line that says what was wrong: in an error box, else marked as error, else the last."""
    for index, (_, line) in enumerate(lines[:-1]):
        if line == "Error":
            return lines[index + 1]
    marked_lines = [(number, line) for number, line in lines if line.startswith(("Error: ", "agentcompass.errors."))]
    return (marked_lines or lines or [(0, "")])[-1]
