"""The page of results tells reached from missed, and leaves nothing out that was measured."""

from dataclasses import replace

from benchmarks.bundles import SMALL, Measured
from benchmarks.hostile import Row as HostileRow
from benchmarks.measure import Cost
from benchmarks.page import page
from benchmarks.startup import StartUp
from benchmarks.targets import DEFLATE, REDACT, SCAN, WITHHELD, ZLIB_NG, Results, Row, targets

_SIZE = 50_000_000


def _cost(cpu: float, memory: float = 70) -> Cost:
    return Cost(cpu, cpu, memory, finished=True)


def _row(who: str, cpu: float, text: str = "(a) DEBUG log", memory: float = 70) -> Row:
    return Row(text, who, _SIZE, _cost(cpu, memory), 3, 3)


RESULTS = Results(
    texts=(
        _row(SCAN, 1.0),
        _row(WITHHELD, 2.9),
        _row(REDACT, 1.5),
        _row(DEFLATE, 2.0),
        _row("kingfisher SDK", 3.1),
        _row("betterleaks", 3.9),
        _row(ZLIB_NG, 1.1),
        _row(SCAN, 3.1, "(b) JSON, one line"),
        _row(SCAN, 0.9, "(c) hex, UUID, base64, SHA", 151),
    ),
    hostile=(HostileRow("letters", {1: 70.0, 2: 90.0}, 1.2), HostileRow("words", {1: 1.9, 2: 2.5}, 2.7)),
    reports=(Measured(SMALL, _cost(0.8), 0.01, 0.1, 0.02), Measured("a large log", _cost(1.6), 1.0, 100.0, 1.1)),
    start=StartUp(_cost(0.07), _cost(0.05), _cost(1.01)),
)


def test_each_target_is_judged_by_its_own_bound():
    """What is asked at least and what at most are told apart, and the page says missed where it is."""
    judged = {target.what: target.enough for target in targets(RESULTS)}
    assert judged == {
        "scan of (a): CPU of kingfisher SDK against ours": True,
        "scan of (a): CPU of betterleaks against ours": False,
        "scan of (b): speed against that on (a)": False,
        "scan of (c): speed against that on (a)": True,
        "scan of (a) with 20,000 withheld fragments: speed against that on (a)": True,
        "redact and deflate (a): speed against zlib-ng 3 alone": True,
        "hostile text: MB per CPU second": False,
        "hostile text: cost of twice the text": False,
        "report from a large log: CPU against cat and grep -F": False,
        "report from a large log: memory, MB": True,
        "memory of scan and redact, any text, MB": False,
        "report of a small run, CPU seconds": False,
        "`--help`: CPU against importing click": True,
    }


def test_the_page_tells_every_target_and_every_process():
    """Nothing that was measured is left out."""
    text = page(RESULTS, 1500.0, ["credsweeper"], 3)
    for target in targets(RESULTS):
        assert (
            f"| {target.what} | {target.asked} | {target.reached} | {'reached' if target.enough else 'missed'} |"
            in text
        )
    for row in RESULTS.texts:
        assert f"| {row.who} |" in text
    assert "Could not be installed here: credsweeper." in text


def test_a_process_that_was_killed_is_marked():
    """A time that only says when it was given up is no result."""
    killed = replace(
        RESULTS, texts=(RESULTS.texts[0], RESULTS.texts[4]._replace(cost=Cost(120, 120, 70, finished=False)))
    )
    assert "| kingfisher SDK (did not end) |" in page(killed, 1500.0, [], 3)
