"""A verification that does not end proves nothing: whatever takes too long, wherever, there is no bundle."""

from __future__ import annotations

import io
import itertools
import re
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from bundler.errors import ExitCode, NotCleanError
from bundler.machine.deadline import Deadline, TimeIsUp
from bundler.verify.known_values import Known
from bundler.verify.rules import shipped_rules
from bundler.verify.values import VerifiedBundle
from bundler.verify.verifier import ISSUE_BODY, verify_bundle
from redaction.findings import Kind
from redaction.rule import Example, Rule
from tests.bundler.verify.writer import bundle_of, secrets_of

VALUE = "value-that-is-not-there-9"
MEMBERS = {"evidence/log.txt": b"12:00:00 started %41 \\n \n", "issue.md": b"# It failed endlessly\n"}
PLACES = {"bundle", "manifest.json", "names", "canaries", ISSUE_BODY, *MEMBERS}
needs_a_timer = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this platform has no timer")


def _verify(deadline: Deadline, rules: list[Rule] | None = None) -> VerifiedBundle:
    secrets = secrets_of(Known(VALUE), withheld=[b"a withheld text", b"another one"])
    bundle = io.BytesIO(bundle_of(MEMBERS))
    return verify_bundle(bundle, secrets=secrets, issue_body=b"# It failed", rules=rules, deadline=deadline)


def _ticking(seconds: float) -> Deadline:
    """A deadline whose clock goes on by a second each time it is looked at: that many looks, and the time is over."""
    ticks = itertools.count()
    return Deadline(seconds, lambda: float(next(ticks)))


def _refusal(seconds: int) -> NotCleanError | None:
    try:
        _verify(_ticking(seconds), list(shipped_rules()[:3]))
    except NotCleanError as error:
        return error
    return None


def test_the_time_may_be_over_anywhere() -> None:
    """Whenever the time is over: exit code 5, the limit, and the member that was read; with time enough, the bundle."""
    refusals = list(itertools.takewhile(lambda refusal: refusal is not None, map(_refusal, itertools.count(1))))
    seen = set()
    for seconds, refusal in enumerate(refusals, 1):
        assert refusal is not None
        assert refusal.exit_code is ExitCode.NOT_CLEAN
        assert f"within {seconds} seconds" in refusal.sentence
        ((place, line, rule),) = (told.split(":") for told in refusal.candidates)
        assert (line, rule) == ("0", "time-limit")
        seen.add(place)
    assert seen == PLACES


def _hanging(rule: str, pattern: bytes, accepts: Callable[[re.Match[bytes]], bool] | None = None) -> Rule:
    compiled = re.compile(pattern)
    return Rule(
        rule, Kind.SECRET, "hanging", "it never ends", (b"endless",), compiled, (Example("endless", "endless"),),
        ("ended",), accepts=accepts,
    )  # fmt: skip


def _forever(_match: re.Match[bytes]) -> bool:
    while True:
        pass


ENDLESS = {
    "a rule's own code": _hanging("own-code", rb"endless", _forever),
    "an expression that blows up": _hanging("blows-up", rb"(?s)endless(?:.|\n|e|l)*\Z(?!\Z)|(?:.|[a-z# ]|\n|e)*\Zx"),
}


@needs_a_timer
@pytest.mark.parametrize("kind", ENDLESS)
def test_what_hangs_is_ended(kind: str) -> None:
    """Neither endless code nor an endless search keeps a verification from ending, and the member is named."""
    before = signal.getsignal(signal.SIGALRM)
    members = {"evidence/log.txt": b"endless " + b"e l " * 200 + b"\n"}
    with pytest.raises(NotCleanError) as caught:
        verify_bundle(
            io.BytesIO(bundle_of(members)),
            secrets=None,
            issue_body=None,
            rules=[ENDLESS[kind]],
            deadline=Deadline(0.05),
        )
    assert caught.value.candidates == ("evidence/log.txt:0:time-limit",)
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


@needs_a_timer
def test_a_timer_of_the_caller_stays() -> None:
    """Who set a timer keeps it; the deadline is then asked for between the steps alone."""
    rung: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, _frame: rung.append(number))
    signal.setitimer(signal.ITIMER_REAL, 1000)
    try:
        _verify(Deadline(1000))
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
        with pytest.raises(NotCleanError):
            _verify(_ticking(3))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert rung == []


def test_outside_of_the_main_thread_there_is_a_limit_too() -> None:
    """Where no signal can be had the time is looked at between members and steps."""
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(_verify, Deadline(1000)).result().report.members == len(MEMBERS) + 1
        with pytest.raises(NotCleanError):
            pool.submit(_verify, _ticking(3)).result()


def test_more_withheld_text_has_more_time() -> None:
    """A deadline that was extended ends that much later."""
    ticks = iter(range(100))
    deadline = Deadline(5, lambda: float(next(ticks)))
    deadline.allow(10)
    assert deadline.seconds == 15
    for _ in range(14):
        deadline.check()
    with pytest.raises(TimeIsUp):
        deadline.check()
