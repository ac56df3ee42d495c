"""What a compiled scanner leaves out and what is remembered of surroundings changes nothing that is found."""

from __future__ import annotations

import json
import random
import re
import string
import sys
import uuid

import pytest

from redaction import KnownValue, Policy, Redactor, anchors, scan, sieve, surroundings, vectorscan
from redaction.anchors import anchors_of
from redaction.foresight import hopeful
from redaction.groups import ahead_of, groups, table_of
from redaction.heads import heads
from redaction.rules.registry import RULES
from redaction.scan import Scanner
from redaction.vectorscan import Expressions, Presence, literal
from tests.redaction.engine.test_shortcuts import ENDS, NAMES, OPERATORS, VALUES, plain

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
    line = " | ".join(words) if chance.random() < 0.5 else " ".join(words)
    return chance.choice((line, line, line, json.dumps(line), line.upper()))


def again(line: str, chance: random.Random) -> str:
    """Return a line like another: other ids, and often other digits."""
    line = re.sub("\x00", lambda _: an_id(chance), line)
    if chance.random() < 0.3 or any(value in line for value in _KNOWN):
        return line
    return re.sub("[0-9]", lambda _: chance.choice(string.digits), line)


def a_log(chance: random.Random, lines: int = 40, times: int = 400) -> bytes:
    """Return a log of lines that come again and again."""
    drawn = [a_line(chance) for _ in range(lines)]
    log = [again(line, chance) for line in chance.choices(drawn, k=times)]
    return chance.choice(("\n", "\n", "\r\n", "\n\n")).join(log).encode("utf-8", "surrogatepass")


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sift from the first byte on."""
    monkeypatch.setattr(scan, "_SEEN_ENOUGH", 0)


@pytest.fixture(scope="module", params=["told", "alone"])
def scanner(request: pytest.FixtureRequest) -> Scanner:
    """Return a scanner with a sieve whose heads say all they can, and one with a sieve of anchors that stand for themselves."""
    fresh = anchors.Anchors(RULES, accelerated=True)
    if request.param == "told":
        fresh._sifting.common.update(fresh._literals)
    fresh._sifting._sieve = fresh._sifting.made()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scan, "anchors_of", lambda *_, **__: fresh)
        return Redactor(Policy(known_values=tuple(map(KnownValue, _KNOWN))), accelerated=True)._scanner_now()


@pytest.mark.parametrize("window", [1 << 18, 3001])
@pytest.mark.parametrize("seed", range(12))
def test_what_is_found_with_a_sieve_is_what_is_found_without(
    seed: int, window: int, scanner: Scanner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A text that repeats itself with other digits gives the same claims whether it is sifted or not, in any windows."""
    monkeypatch.setattr(sieve, "_MOST_PASSED", 0)
    monkeypatch.setattr(scan, "_WINDOW", window)
    data = a_log(random.Random(seed))
    found = []
    for large in (len(data) + 1, 0):
        monkeypatch.setattr(scan, "_LARGE", large)
        found.append(sorted({(each.start, each.end, each.rule) for each in scanner.scan(data)}))
    assert found[0] == found[1]


def test_examples_are_found_with_a_sieve(scanner: Scanner, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each example of each rule, in JSON and in capitals, far from the edges, gives the same claims as without."""
    frame = b"x " * sieve.EDGE
    for text in _EXAMPLES:
        for form in (text, json.dumps(text), text.upper(), text * 2):
            data = frame + form.encode("utf-8", "surrogatepass") + b"\n" + frame
            found = []
            for large in (len(data) + 1, 0):
                monkeypatch.setattr(scan, "_LARGE", large)
                found.append(sorted({(each.start, each.end, each.rule) for each in scanner.scan(data)}))
            assert found[0] == found[1], form


def test_what_begins_before_a_window_is_found(scanner: Scanner, monkeypatch: pytest.MonkeyPatch) -> None:
    """A value whose anchor stands behind the beginning of a window is found however far before it the value begins."""
    monkeypatch.setattr(scan, "_LARGE", 0)
    monkeypatch.setattr(scan, "_WINDOW", 2000)
    texts = (
        b" PROXY=bob:" + b"Zx9kFAKE" * 15 + b"@proxy.corp:3128 ",
        b" at " + b"gw-1." * 40 + b"acme.com now ",
        b" bot M" + b"Zx9kFAKEq" * 3 + b".aB3_x1." + b"k2FAKE" * 6 + b" ",
        b" bot 1234567890:" + b"aB3FAKE" * 5 + b" ",
    )
    for text in texts:
        for at in range(2000 - len(text), 2000, 3):
            data = b"- " * 2000
            data = data[:at] + text + data[at + len(text) :]
            assert {claim.rule for claim in scanner.scan(data)} == {claim.rule for claim in scanner.scan(text)}, at


def test_most_of_a_log_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes again and again in a log is asked once: hardly an anchor is left to look at."""
    monkeypatch.setattr(sieve, "_MOST_PASSED", 0)
    data = b"".join(
        b"02:03:%02d DEBUG    httpx    HTTP Request: POST https://api.openai.com/v1 | session=HostProcessSession | done | path=%064x\n"
        % (number % 60, number**40 % 2**256)
        for number in range(2000)
    )
    found = anchors_of(RULES, accelerated=True)
    found.places(data, 0, len(data), many=True)
    assert len(found.places(data, 0, len(data), many=True)) < 300


def test_what_becomes_common_is_told_of_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Anchors that come often only in later text get heads that say more, and what is found stays what it is without."""
    monkeypatch.setattr(sieve, "_CROWD", 3000)
    quiet, busy = b"- " * (1 << 16), a_log(random.Random(5), 60, 4000)
    fresh = anchors.Anchors(RULES, accelerated=True)
    fresh.places(quiet, 0, len(quiet), many=True)
    assert fresh._sifting.common == anchors._EVERYWHERE
    for text in (busy, busy, busy):
        plain_places = fresh.places(text, 0, len(text))
        sifted = fresh.places(text, 0, len(text), many=True)
        assert {place for place, _ in sifted} <= {place for place, _ in plain_places}
    assert len(fresh._sifting.common) > len(anchors._EVERYWHERE) + 20
    found = []
    for large in (len(busy) + 1, 0):
        monkeypatch.setattr(scan, "_LARGE", large)
        monkeypatch.setattr(scan, "anchors_of", lambda *_, **__: fresh)
        claims = Redactor(Policy(), accelerated=True)._scanner_now().scan(busy)
        found.append(sorted({(each.start, each.end, each.rule) for each in claims}))
    assert found[0] == found[1]


@pytest.mark.parametrize("seed", range(10))
def test_heads_match_wherever_something_begins(seed: int) -> None:
    """Where what must stand before and behind an anchor does, one of its heads matches at the anchor, ignoring the case."""
    chance = random.Random(seed)
    text = (b"\n" + a_log(chance, 60, 60) + b"\n").replace(b"\x00", b"0")
    low = text.lower()
    held = 0
    for anchor, before, ahead, said, _ in groups(RULES):
        if said is not None:
            continue  # tried with whole rules, below: a lead is told of the pattern, not of the anchor
        compiled = [re.compile(head.expression, re.IGNORECASE | re.DOTALL) for head in heads(anchor, before, ahead)]
        table, look = table_of(before), ahead_of(ahead)
        for match in re.finditer(re.escape(anchor), low[: -sieve.EDGE]):
            at = match.start()
            if at and (table is None or table[text[at - 1]]) and (look is None or look(text, match.end())):
                held += 1
                starts = (at, at - 1) if before else (at,)
                assert any(each.match(text, start) for each in compiled for start in starts), text[at - 20 : at + 60]
    assert held


@pytest.mark.parametrize("seed", range(10))
def test_foresight_never_denies_what_a_longer_text_could_say(seed: int) -> None:
    """Where an expression of a rule matches, its foresight does too, wherever the text is cut behind the place."""
    chance = random.Random(seed)
    expressions = sorted({rule.ahead for rule in RULES if rule.ahead}, key=len)
    anchored = sorted({anchor for rule in RULES if rule.ahead == expressions[-1] for anchor in rule.anchors})
    held = 0
    for _ in range(150):
        text = " ".join(again(a_line(chance), chance) for _ in range(2)).encode("utf-8", "surrogatepass")
        places = [
            match.end()
            for anchor in chance.sample(anchored, 8)
            for match in re.finditer(re.escape(anchor), text.lower())
        ]
        for expression in (expressions[-1], chance.choice(expressions)):
            asked = hopeful(expression)
            assert asked is not None
            for at in places:
                look = ahead_of(expression)
                if look is None or look(text, at) is not None:
                    held += 1
                    for cut in {len(text), chance.randrange(at, len(text) + 1), min(at + 3, len(text))}:
                        assert asked.pattern.match(text.translate(surroundings.DIGITS), at, cut) is not None, (
                            text,
                            at,
                            cut,
                        )
    assert held


def test_rules_without_shortcuts_are_sifted_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a sieve of the rules finds is what rules without any shortcut find without a sieve."""
    fast = Redactor(Policy(), accelerated=True)._scanner_now()
    slow = Redactor(Policy(), rules=tuple(map(plain, RULES)), accelerated=None)._scanner_now()
    for seed in range(6):
        data = b"- " * sieve.EDGE + a_log(random.Random(1000 + seed), 60, 60) + b" -" * sieve.EDGE
        found = []
        for scanner, large in ((fast, 0), (slow, len(data) + 1)):
            monkeypatch.setattr(scan, "_LARGE", large)
            found.append(sorted({(each.start, each.end, each.rule) for each in scanner.scan(data)}))
        assert found[0] == found[1]


def letters(chance: random.Random) -> str:
    """Return words joined as in a name of a class, or letters at random."""
    sets = (string.ascii_lowercase, string.ascii_lowercase, string.ascii_uppercase)
    return "".join(
        "".join(chance.choices(chance.choice(sets), k=chance.randrange(1, 9))) for _ in range(chance.randrange(1, 7))
    )


def under_a_name(chance: random.Random) -> str:
    """Return a line with one of the names that logs hold most often, and what may be a value."""
    name = chance.choice(
        ("session", "tmux_session", "Session", "SESSION", "sessions", "key", "keys", "api_keys", "Sending keys")
    )
    between = chance.choice(
        (
            "=",
            "=",
            ": ",
            ' = "',
            " ",
            "  ",
            " \t",
            "\n",
            "\n = ",
            "\r\n: ",
            ': ["',
            " -> ",
            ' string = "',
            " value ",
            "\nvalue: ",
            "|",
            " | ",
        )
    )
    value = chance.choice(
        (
            letters(chance),
            letters(chance) + chance.choice("-_.:!?+/=0") + letters(chance),
            an_id(chance),
            " " * chance.randrange(60, 70) + an_id(chance),
            "Foo" * chance.randrange(1, 50),
            "a" * chance.randrange(60, 70) + "1x9Qz",
            "aB3dE5gH7jK9lM1nP3rS",
        )
    )
    return (
        name
        + between
        + value
        + chance.choice(("\n", " | ", "||", "}", '"', '"]', ",", " foo=1", " foo bar", ">", " x>", "&gt;", "\\n"))
    )


@pytest.mark.parametrize("seed", range(8))
def test_what_stands_under_common_names_is_sifted_the_same(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the names that logs hold most often the heads say much: what is found stays what is found without them."""
    monkeypatch.setattr(sieve, "_MOST_PASSED", 0)
    chance = random.Random(4000 + seed)
    rules = tuple(rule for rule in RULES if {b"session", b"key"} & {*rule.anchors})
    lines = "\n".join(under_a_name(chance) for _ in range(400))
    data = b"- " * sieve.EDGE + lines.encode() + b" -" * sieve.EDGE
    found = []
    for each, large in ((rules, 0), (tuple(map(plain, rules)), len(data) + 1)):
        monkeypatch.setattr(scan, "_LARGE", large)
        claims = Redactor(Policy(), rules=each, accelerated=not large or None)._scanner_now().scan(data)
        found.append(sorted({(claim.start, claim.end, claim.rule) for claim in claims}))
    assert found[0] == found[1]
    assert len(found[0]) > 20


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Surroundings that never come again are forgotten, however many there are."""
    monkeypatch.setattr(surroundings, "_MOST", 50)
    known = surroundings.Surroundings([[]])
    for number in range(500):
        known.note(0, b"%0*d" % (surroundings.BEFORE + surroundings.BEHIND, number), 0)
        assert len(known.met[0]) <= 50


def test_without_the_library_the_same_is_found(scanner: Scanner, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the compiled scanner is missing, large texts are looked at as they stand, and its absence is no error."""
    monkeypatch.setattr(scan, "_LARGE", 0)
    monkeypatch.setattr(vectorscan, "_LARGE", 0)
    data = a_log(random.Random(7))
    found = [sorted({(each.start, each.end, each.rule) for each in scanner.scan(data)})]
    monkeypatch.setitem(sys.modules, "hyperscan", None)
    with pytest.raises(ImportError):
        Expressions([b"a"])
    assert Presence([b"ab", b"c"])(b"xab") == [True, False]
    bare = anchors.Anchors(RULES, accelerated=None)
    monkeypatch.setattr(scan, "anchors_of", lambda *_, **__: bare)
    plain_scanner = Scanner(RULES, tuple(map(KnownValue, _KNOWN)), (), (), accelerated=None)
    found.append(sorted({(each.start, each.end, each.rule) for each in plain_scanner.scan(data)}))
    assert not bare._sifts
    assert found[0] == found[1]


def test_matches_are_told_once_with_their_ends() -> None:
    """A compiled scanner tells each end of each expression once."""
    ends = Expressions([literal(b"ab"), b"b[0-9]", b"x[a-z]*y"]).matches(b"AB1 xaxay")
    assert sorted(ends) == [(2, 0), (3, 1), (9, 2)]


@pytest.mark.parametrize("seed", range(20))
def test_presence_is_the_same_in_small_and_large_texts(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which literals a text holds is told the same by the compiled scanner and without it."""
    chance = random.Random(seed)
    presence = Presence([b"ab", b"B", b"\x00", b"ca-", b"\xe2\x80"])
    text = bytes(chance.choices(b"abBc-\x00\xe2\x80", k=chance.randrange(12)))
    small = presence(text)
    monkeypatch.setattr(vectorscan, "_LARGE", 0)
    assert presence(text) == small
