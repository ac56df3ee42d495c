"""Lines whose shape has been met are looked at less, and what is found in them is the same."""

from __future__ import annotations

import random
import re
import string
import uuid

import pytest

from redaction import KnownValue, Policy, Redactor, scan, shapes
from redaction.anchors import _compiled
from redaction.foresight import hopeful
from redaction.rules.registry import RULES
from redaction.scan import Scanner
from tests.redaction.engine.test_shortcuts import ENDS, NAMES, OPERATORS, VALUES

_DIGITS = bytes.maketrans(b"123456789", b"000000000")
_KNOWN = (
    "FAKE-known-" + "81kQpLm4FvT9xRz2",
    "9173" + "6402" + "FAKE" + "5518",
    "FAKEfirst41line\nFAKEsecond52line\nFAKEthird63line",
    "correct horse, battery 77 FAKE staple",
)
_EXAMPLES = [each for rule in RULES for each in (*(example.text for example in rule.finds), *rule.leaves)]
_HEADS = ("02:03:04 DEBUG    runtime.runner   ", "2026-12-02 02:03:04,567 - INFO - ", "  ", "", "[17] ")


def an_id(chance: random.Random) -> str:
    """Return a digest, a UUID, or letters and digits."""
    kind = chance.randrange(4)
    if kind == 0:
        return f"{chance.getrandbits(256):064x}"
    if kind == 1:
        return str(uuid.UUID(int=chance.getrandbits(128)))
    if kind == 2:
        return "chatcmpl-" + "".join(chance.choices(string.ascii_letters + string.digits, k=29))
    return f"{chance.getrandbits(96):024x}"


def a_line(chance: random.Random) -> str:
    r"""Return one line of a log, perhaps with ids (``\x00``) in it."""
    head = chance.choice(_HEADS)
    kind = chance.random()
    if kind < 0.3:
        text = chance.choice(_EXAMPLES)
    elif kind < 0.35:
        text = f"upstream refused {chance.choice(_KNOWN)} at once"
    else:
        parts = (NAMES, OPERATORS, VALUES, ENDS)
        text = "".join(chance.choice(part) for _ in range(chance.randrange(1, 4)) for part in parts)
    words = [head, text, "task=math/group-00017"]
    for _ in range(chance.randrange(3)):
        words.insert(
            chance.randrange(1, 4), chance.choice(("\x00", "id=\x00", "path=running/x--\x00/attempt-1", "token \x00"))
        )
    return " | ".join(words) if chance.random() < 0.5 else " ".join(words)


def again(line: str, chance: random.Random) -> str:
    """Return a line of the same shape: other ids, and often other digits."""
    line = re.sub("\x00", lambda _: an_id(chance), line)
    if chance.random() < 0.3 or any(value in line for value in _KNOWN):
        return line
    return re.sub("[0-9]", lambda _: chance.choice(string.digits), line)


@pytest.fixture(scope="module", params=[None, False], ids=["compiled", "fallback"])
def scanner(request: pytest.FixtureRequest) -> Scanner:
    """Return a scanner that has met no line yet, with the compiled automaton and without."""
    policy = Policy(known_values=tuple(map(KnownValue, _KNOWN)))
    return Redactor(policy, accelerated=request.param)._scanner_now()


def a_log(chance: random.Random) -> bytes:
    """Return a log of lines that come again and again."""
    lines = [a_line(chance) for _ in range(40)]
    log = [again(line, chance) for line in chance.choices(lines, k=400)]
    return chance.choice(("\n", "\n", "\r\n", "\n\n")).join(log).encode("utf-8", "surrogatepass")


@pytest.mark.parametrize("seed", range(12))
def test_what_is_found_by_shape_is_what_is_found_without(
    seed: int, scanner: Scanner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A log of lines that come again and again gives the same claims whether shapes are remembered or not."""
    for name in ("_MOST_PASSED", "_PER_BLANK", "_NEAR"):
        monkeypatch.setattr(shapes, name, 0)
    data = a_log(random.Random(seed))
    found = []
    for large in (len(data) + 1, 0):
        monkeypatch.setattr(scan, "_LARGE", large)
        monkeypatch.setattr(scan, "_SEEN_ENOUGH", large)
        found.append(sorted({(each.start, each.end, each.rule) for each in scanner.scan(data)}))
    assert found[0] == found[1]


def test_most_lines_of_a_log_are_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once its shapes have been met, hardly anything of a log is left to look at as it stands."""
    monkeypatch.setattr(scan, "_LARGE", 0)
    monkeypatch.setattr(scan, "_SEEN_ENOUGH", 0)
    data = b"".join(
        b"02:03:%02d DEBUG    runtime.runner    Saved attempt state | task=math/group-%05d | path=running/%064x/attempt-1\n"
        % (number % 60, number, number**40 % 2**256)
        for number in range(2000)
    )
    scanner = Redactor(Policy())._scanner_now()
    scanner.scan(data)
    seen = scanner._shapes.look(data, 0, len(data))
    assert sum(last - first for first, last in seen.rest) < len(data) // 20


@pytest.mark.parametrize("seed", range(10))
def test_foresight_never_denies_what_a_longer_text_could_say(seed: int) -> None:
    """Where an expression of a rule matches, its foresight does too, wherever the text is cut behind the place."""
    chance = random.Random(seed)
    expressions = sorted({rule.ahead for rule in RULES if rule.ahead}, key=len)
    anchors = sorted({anchor for rule in RULES if rule.ahead == expressions[-1] for anchor in rule.anchors})
    held = 0
    for _ in range(150):
        text = " ".join(again(a_line(chance), chance) for _ in range(2)).encode("utf-8", "surrogatepass")
        places = [
            match.end()
            for anchor in chance.sample(anchors, 8)
            for match in re.finditer(re.escape(anchor), text.lower())
        ]
        for expression in (expressions[-1], chance.choice(expressions)):
            asked = hopeful(expression)
            assert asked is not None
            for at in places:
                if _compiled(expression).match(text, at) is not None:
                    held += 1
                    for cut in {len(text), chance.randrange(at, len(text) + 1), min(at + 3, len(text))}:
                        assert asked.pattern.match(text.translate(_DIGITS), at, cut) is not None, (text, at, cut)
    assert held
