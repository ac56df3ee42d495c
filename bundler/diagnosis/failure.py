"""What failed first: the issue, the attempt and the exception chain that belong together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bundler.diagnosis.exceptions import HEADER, Chain, chains_of, leading_type
from bundler.diagnosis.model import ExceptionLink, FailureIssue, Phase, Reference
from bundler.diagnosis.timeline import Step
from bundler.model import Facts, Issue, LogRecord, Traceback

FAILING = frozenset({"fatal", "error"})


@dataclass(frozen=True, slots=True, repr=False)
class Failure:
    """The first failure: its phase, what proves it, and what was reported with it."""

    phase: Phase
    issue: FailureIssue | None = None
    attempt: int | None = None
    step: Step | None = None
    chain: Chain | None = None
    message: str = ""
    message_where: str = ""
    proof: tuple[Reference, ...] = ()
    notes: tuple[str, ...] = ()
    closing: Reference | None = None

    @property
    def code(self) -> str:
        """The issue's code, or nothing."""
        return self.issue.code if self.issue else ""

    @property
    def types(self) -> tuple[str, ...]:
        """Exception types from the root cause on, with their modules as far as they are told."""
        return tuple(link.type for link in self.links)

    @property
    def links(self) -> tuple[ExceptionLink, ...]:
        """The cause chain; from the traceback if there is one, else from the type that leads the message."""
        if self.chain is not None:
            return tuple(ExceptionLink(block.type, block.message) for block in self.chain.blocks)
        name, rest = leading_type(self.message)
        return (ExceptionLink(name, rest),) if name else ()

    @property
    def told(self) -> tuple[Reference, ...]:
        """The texts that speak of this failure alone: the message and the chain's messages, never an observation."""
        said = [Reference(self.message_where, self.message)] if self.message else []
        where = self.chain.where if self.chain else ""
        said += [Reference(where, f"{link.type}: {link.message}") for link in (self.links if self.chain else ())]
        return (*said, self.closing) if self.closing else tuple(said)

    @property
    def texts(self) -> tuple[Reference, ...]:
        """What is told, with the further lines of the chain's messages: a program's output, where a status proves little."""
        blocks = self.chain.blocks if self.chain else ()
        return (*self.told, *(Reference(self.chain.where, block.rest) for block in blocks if block.rest and self.chain))


def first_issue(facts: Facts) -> tuple[FailureIssue | None, tuple[Reference, ...]]:
    """Return the first failing issue, of the chosen attempt or else of the first that has one, and all other issues."""
    attempt, issues = facts.attempt, facts.issues
    if not any(issue.severity in FAILING for issue in issues):
        for number in sorted(facts.all_issues):
            if any(issue.severity in FAILING for issue in facts.all_issues[number]):
                attempt, issues = number, facts.all_issues[number]
                break
    failing = [index for index, issue in enumerate(issues) if issue.severity in FAILING and issue.phase != "cleanup"]
    chosen = failing[0] if failing else None
    member = f"evidence/attempt-{attempt if attempt is not None else 1}.json"
    others = [
        Reference(f"{member}#/issues/{index}", _says(issue)) for index, issue in enumerate(issues) if index != chosen
    ]
    for number in sorted(facts.all_issues):
        if number != attempt:
            others += [
                Reference(f"evidence/attempt-{number}.json#/issues/{index}", _says(issue))
                for index, issue in enumerate(facts.all_issues[number])
            ]
    if chosen is None:
        return None, tuple(others)
    issue = issues[chosen]
    message = issue.message
    if message.lstrip().startswith(HEADER):
        # An older layout keeps the whole traceback in its error text: the last exception is the message.
        chains = chains_of(Traceback("", message))
        message = f"{chains[0].reported.type}: {chains[0].reported.message}" if chains else message
    where = f"{member}#/issues/{chosen}" if issue.code else f"{member}#/error"
    return FailureIssue(issue.severity, issue.phase, issue.code, message, where, attempt), tuple(others)


def chain_for(facts: Facts, issue: FailureIssue) -> Chain | None:
    """Return the cause chain that ends in the issue's exception, from the result first and then from the log."""
    results = [*own_texts(facts, issue.attempt)]
    results += [t for t in facts.tracebacks if told_by_result(t.where, issue.attempt)]
    logged = [t for t in facts.tracebacks if t not in results and "#" not in t.where]
    for texts in (results, logged):
        chains = [chain for text in texts for chain in chains_of(text)]
        for chain in chains:
            if _explains(chain, issue.message) and not (issue.phase == "run" and judges(chain)):
                return chain
    return None


def post_run(records: tuple[LogRecord, ...]) -> bool:
    """Tell whether the log says that collecting failed, after a rollout that did not."""
    collecting = marked(records, "Harness result collection failed", "✗ Post-run phase failed")
    return collecting is not None and marked(records, "Inference failed", "Inference timed out") is None


def judges(chain: Chain) -> bool:
    """Tell whether the exception was raised while evaluating: a judge can fail in the same words as the model."""
    return any(
        "/scorers/" in frame.path or "evaluate" in frame.function or "judge" in frame.function
        for block in chain.blocks
        for frame in block.frames
    )


def own_texts(facts: Facts, attempt: int | None) -> tuple[Traceback, ...]:
    """Return the result's own diagnostics whole: a chain stays a chain there, in the order in which it happened."""
    if attempt != facts.attempt and facts.attempt is not None:
        return ()
    member = f"evidence/attempt-{attempt if attempt is not None else 1}.json#"
    artifacts = facts.result.get("artifacts")
    diagnostics = artifacts.get("execution_diagnostics") if isinstance(artifacts, Mapping) else None
    texts = ((f"{member}/artifacts/execution_diagnostics", diagnostics), (f"{member}/error", facts.result.get("error")))
    return tuple(Traceback(where, text) for where, text in texts if isinstance(text, str) and HEADER in text)


def told_by_result(where: str, attempt: int | None) -> bool:
    """Tell whether one of the places of a traceback is the attempt's own result; analyzers only keep cut copies."""
    member = f"evidence/attempt-{attempt if attempt is not None else 1}.json#"
    return any(place.startswith(member) and "/analysis_result" not in place for place in where.split(", "))


def run_chain(facts: Facts, message: str) -> Chain | None:
    """Return the chain of a failure of the run itself: the one whose exception carries ``message``, else the last."""
    chains = [chain for text in facts.tracebacks for chain in chains_of(text)]
    for chain in chains:
        if message and chain.reported.message.startswith(message.splitlines()[0][:200]):
            return chain
    return chains[-1] if chains and not message else None


def marked(records: tuple[LogRecord, ...], *starts: str) -> LogRecord | None:
    """Return the first record whose message starts with one of ``starts``."""
    return next((record for record in records if record.message.startswith(starts)), None)


def _explains(chain: Chain, message: str) -> bool:
    message = message.rstrip().removesuffix(HEADER).rstrip()
    name, rest = leading_type(message)
    rest = rest.strip()[:160]
    for block in chain.blocks:
        same_type = block.name == name.rpartition(".")[2] or not name
        if rest and (block.message.startswith(rest) or (block.message and rest.startswith(block.message[:160]))):
            return True
        if message and block.message.startswith(message[:160]):
            return True
        if not rest and name and same_type:
            return True
    return False


def _says(issue: Issue) -> str:
    return f"{issue.severity} {issue.phase} {issue.code}: {issue.message}".replace(" :", ":")
