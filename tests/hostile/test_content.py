"""Runs whose texts attack: each ends in a documented way, leaks nothing, and writes only into the output folder."""

from __future__ import annotations

import json
import os
import re
import unicodedata
import zipfile
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from markdown_it import MarkdownIt

from tests.fixtures import fixture
from tests.hostile.command import Ending, Sandbox, assert_law, at_once
from tests.hostile.leaks import leaked, shown
from tests.hostile.trees import SOURCE, Tree

pytestmark = pytest.mark.end_to_end

#: Known to the reporter's environment; stands in the run beside each attack.
PLANTED = "FAKE" + "canary0hostile0Zq9xV3bT7"
BIDI = "\u202e\u2066\u200f\u200b\u2069"
ESCAPES = "\x1b]0;owned\x07\x1b[2J\x1b[31m\x9b31m\x1bP+q\x1b\\ \x00\x08\x7f"
#: Set ``COMPASS_REPORT_THOROUGH`` to try all task ids, where else the first eight are tried, and larger attacks.
THOROUGH = bool(os.environ.get("COMPASS_REPORT_THOROUGH"))
TIMES = 5 if THOROUGH else 1
DEEP = 20_000 * TIMES


ATTACKS: dict[str, Callable[[Tree], None]] = {}


def attack(kind: str) -> Callable[[Callable[[Tree], None]], Callable[[Tree], None]]:
    """Register an attack under a name."""

    def register(change: Callable[[Tree], None]) -> Callable[[Tree], None]:
        ATTACKS[kind] = change
        return change

    return register


@attack("terminal escapes and bidi in messages and log")
def _escapes(tree: Tree) -> None:
    tree.complain(f"{ESCAPES}{BIDI} key={PLANTED} {ESCAPES}")


@attack("escapes between the characters of a secret")
def _split(tree: Tree) -> None:
    tree.complain("\x1b[0m".join(PLANTED) + " " + "\u200b".join(PLANTED) + " " + "\x00".join(PLANTED))


@attack("markdown and html that would be more than text")
def _markdown(tree: Tree) -> None:
    tree.complain(
        f"</details><script>alert(1)</script> ```\n# x\n<!-- @octocat #1 [a](http://x.example/{PLANTED}) <img src=x>"
    )


@attack("json deeper than any stack")
def _deep(tree: Tree) -> None:
    for path in tree.files(".json"):
        path.write_text("[" * DEEP + json.dumps(PLANTED) + "]" * DEEP, encoding="utf-8")


@attack("json deep inside the result")
def _deep_inside(tree: Tree) -> None:
    text = tree.result.read_text(encoding="utf-8").rstrip().removesuffix("}")
    bomb = '{"a":' * DEEP + json.dumps(PLANTED) + "}" * DEEP
    tree.result.write_text(f'{text}, "deep": {bomb}, "extra": {bomb}}}', encoding="utf-8")


@attack("json deep inside a string")
def _deep_string(tree: Tree) -> None:
    tree.complain("[" * 20_000 + json.dumps(PLANTED) + "]" * 20_000)


@attack("numbers of any size")
def _numbers(tree: Tree) -> None:
    huge = "9" * 200_000
    text = tree.result.read_text(encoding="utf-8").rstrip().removesuffix("}")
    numbers = f'"n": {huge}, "e": 1e999999999, "metrics": {{"m": -{huge}, "x": NaN, "y": Infinity, "z": 1e-99999}}'
    tree.result.write_text(f"{text}, {numbers}}}", encoding="utf-8")
    with (tree.run / "progress.jsonl").open("a", encoding="utf-8") as events:
        events.write(
            f'{{"event": "x", "timestamp": {huge}, "attempt": {huge}}}\n{{"timestamp": 1e400}}\n{{"attempt": -1}}\n'
        )


@attack("numbers where texts are expected and the other way round")
def _types(tree: Tree) -> None:
    def change(document: dict[str, Any]) -> None:
        for number, key in enumerate(document):
            document[key] = [7, [PLANTED], {"a": [None]}, None, True, -1.5, "", {}][number % 8]

    for path in tree.files(".json"):
        tree.change(path, change)
    events = [
        json.dumps([7]),
        json.dumps({"event": 7, "task_id": [], "attempt": {}, "timestamp": "x"}),
        "null",
        "7",
        '"x"',
    ]
    (tree.run / "progress.jsonl").write_text("\n".join(events), encoding="utf-8")


@attack("one string of megabytes")
def _long(tree: Tree) -> None:
    tree.change(
        tree.result, lambda document: document.update(error="A" * 400_000 * TIMES + PLANTED, extra="é" * 1_000_000)
    )


@attack("a log line of megabytes")
def _long_line(tree: Tree) -> None:
    tree.say("x" * 4_000_000 + PLANTED + "y" * 4_000_000)


@attack("many short lines")
def _many(tree: Tree) -> None:
    with tree.log.open("a", encoding="utf-8") as log:
        log.write("\n" * 200_000 * TIMES + f"{PLANTED}\n" * 3_000 * TIMES)


@attack("patterns that blow up regular expressions")
def _blow_up(tree: Tree) -> None:
    words = (
        "=",
        "a@",
        "://",
        "%25",
        '"',
        "-----BEGIN ",
        "eyJ",
        "sk-",
        "key:",
        "A.b",
        "a.a@",
        "<a ",
        "u:p@",
        "&amp;",
        "0x",
    )
    tree.complain(" ".join((*(word * (2_000 * TIMES // len(word)) for word in words), PLANTED)))


@attack("more levels of escapes than are undone")
def _levels(tree: Tree) -> None:
    tree.complain("\\" * 30_000 + PLANTED)


@attack("imitated placeholders")
def _imitations(tree: Tree) -> None:
    names = (
        "REDACTED-key-1",
        "REDACTED-secret-99999999999999999999",
        "private-host-1.invalid",
        "user-1",
        "WITHHELD-task-data-1",
    )
    tree.complain(" ".join(f"{name} {name}{PLANTED}{name}" for name in names))


@attack("placeholders as keys and with secrets in their names")
def _placeholder_keys(tree: Tree) -> None:
    tree.change(
        tree.result, lambda document: document.update({f"REDACTED-{PLANTED}-1": PLANTED, PLANTED: "REDACTED-key-1"})
    )
    tree.complain(f"REDACTED-{PLANTED}-1 REDACTED-key-{PLANTED}")


@attack("invalid utf-8, nul and all line ends")
def _bytes(tree: Tree) -> None:
    with tree.log.open("ab") as log:
        log.write(b"\xff\xfe\x00\r\n\x85\x0b\x0c\r\r\n\xc0\xaf\xed\xa0\x80" + PLANTED.encode() + b"\xf0\x9f\x92\r\n")
        log.write(PLANTED.encode("utf-16") + b"\r\n" + PLANTED.encode("utf-16-be"))
    data = tree.result.read_bytes()
    tree.result.write_bytes(
        data.replace(b'"message": "', b'"message": "\xff\xfe' + PLANTED.encode() + b"\xed\xa0\x80", 1)
    )


@attack("carriage returns everywhere")
def _crlf(tree: Tree) -> None:
    for path in tree.files():
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))


@attack("lone surrogates in json")
def _surrogates(tree: Tree) -> None:
    tree.change(
        tree.result, lambda document: document.update({"error": f"\ud800 {PLANTED} \udfff", "\ud800key": "\udc80"})
    )
    tree.say("\udcff surrogate escape")


@attack("a log that claims to be another task's")
def _foreign(tree: Tree) -> None:
    tree.log.write_text(tree.log.read_text(encoding="utf-8").replace("task=", "task=other-"), encoding="utf-8")
    tree.say(f"| task=other | attempt=9 | {PLANTED}")


@attack("broken json everywhere")
def _broken(tree: Tree) -> None:
    for path in tree.files(".json") + tree.files(".jsonl"):
        data = path.read_bytes()
        path.write_bytes(data[: len(data) // 2] + PLANTED.encode())


@attack("a byte order mark and duplicate keys")
def _marks(tree: Tree) -> None:
    for path in tree.files(".json"):
        path.write_bytes(
            b"\xef\xbb\xbf" + path.read_bytes().replace(b"{", b'{"a": 1, "a": "' + PLANTED.encode() + b'", ', 1)
        )


@attack("empty files")
def _empty(tree: Tree) -> None:
    for path in tree.files():
        path.write_bytes(b"")


@attack("other kinds of json at the top")
def _tops(tree: Tree) -> None:
    for number, path in enumerate(tree.files(".json")):
        path.write_text(("null", "[]", '"x"', "7", "{}", f'["{PLANTED}"]')[number % 6], encoding="utf-8")


@attack("allow-list comments of scanners")
def _allowed(tree: Tree) -> None:
    tree.complain(f"pragma: allowlist secret api_key={PLANTED} # pragma: allowlist secret nosec gitleaks:allow")


@attack("hostile names in every component")
def _components(tree: Tree) -> None:
    def change(document: dict[str, Any]) -> None:
        for part in ("benchmark", "harness", "environment", "model"):
            section = document.get("request", {}).get(part)
            if isinstance(section, dict):
                section["id"] = f"../../{ESCAPES}{BIDI}$(id)`id`;'\"\\{part}{PLANTED}" + "x" * 300
        document["run_id"] = f"/../..\\{ESCAPES}CON{PLANTED}" + "y" * 300

    tree.change(tree.run / "run_info.json", change)


IDS = {
    "secret": f"task-{PLANTED}-1",
    "surrogate": "lone \ud800 surrogate",
    "bidi and escapes": f"x{BIDI}{ESCAPES}y",
    "nul": "a\0b",
    "long": "a/" * 150,
    "climbing": "../../../../etc/passwd",
    "absolute": "/etc/shadow",
    "windows": 'C:\\Windows\\..\\x|<>"?*',
    "device": "CON",
    "device with ending": "aux.txt",
    "dots": "..",
    "hyphen": "--drop",
    "blank": " ",
    "line breaks": "a\n| task=b\r\n\u2028c",
    "zip name": "../evidence/log.txt",
    "shell": "$(touch owned)`touch owned`;touch owned;'\"",
    "format": "%s{0}{{x}}{% raw %}",
}


TRIED = list(IDS) if THOROUGH else list(IDS)[:8]
ALL = [*ATTACKS, *(f"id: {kind}" for kind in TRIED)]


class Attacked(NamedTuple):
    """How a build of an attacked run ended, and where."""

    ending: Ending
    sandbox: Sandbox
    before: set[str]
    task_id: str


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Attacked]:
    """Every attack, and every task id, built in a process of its own."""
    top = tmp_path_factory.mktemp("content")

    def make(kind: str) -> Attacked:
        sandbox = Sandbox(top / kind.replace(" ", "-")[:40], {"HOSTILE_API_KEY": PLANTED})
        tree = Tree(sandbox.folder / "run")
        task_id = IDS.get(kind.removeprefix("id: "), "")
        if task_id:
            tree.rename(task_id)
            tree.say(PLANTED)
        else:
            ATTACKS[kind](tree)
        before = sandbox.files()
        return Attacked(sandbox.run(tree.run, "-o", "out"), sandbox, before, task_id)

    return at_once(make, ALL)


#: What cannot be read to its end is not proven clean: no bundle, as docs/security.md says.
REFUSED = {"more levels of escapes than are undone": {5}, "patterns that blow up regular expressions": {0, 5}}


@pytest.mark.parametrize("kind", ALL)
def test_it_ends_well(attacked: dict[str, Attacked], kind: str) -> None:
    """A bundle that verifies, or one clear sentence; two files or none, all in the output folder."""
    made = attacked[kind]
    assert_law(made.ending)
    new = made.sandbox.files() - made.before
    assert len(new) == (2 if made.ending.code == 0 else 0)
    assert all(name.startswith("cwd/out/compass-report-") for name in new)
    assert all(name.isascii() and name.isprintable() and len(name.rpartition("/")[2]) <= 255 for name in new)


@pytest.mark.parametrize("kind", ALL)
def test_it_gives_a_bundle(attacked: dict[str, Attacked], kind: str) -> None:
    """Hostile texts are no reason to leave the reporter without a report, but for what cannot be decoded."""
    assert attacked[kind].ending.code in REFUSED.get(kind, {0}), attacked[kind].ending.err


@pytest.mark.parametrize("kind", ALL)
def test_it_leaks_nothing(attacked: dict[str, Attacked], kind: str) -> None:
    """Neither the planted value nor any of the fixture's is in the files, their names or on the terminal."""
    made = attacked[kind]
    texts = {**shown(made.sandbox.cwd), "terminal": made.ending.said}
    values = [canary.value for canary in fixture(SOURCE).canaries if canary.channel != "USER, LOGNAME and paths"]
    assert leaked([PLANTED, *values], texts) == []


@pytest.mark.parametrize("kind", ALL)
def test_what_people_read_is_plain_text(attacked: dict[str, Attacked], kind: str) -> None:
    """The issue body has no control, bidirectional or other invisible character of the run's; no raw HTML of it either."""
    for path in (attacked[kind].sandbox.cwd / "out").glob("*.md"):
        text = path.read_text(encoding="utf-8")
        odd = {character for character in text if unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co"}}
        # The word joiner is ours: it takes the meaning from mentions.
        assert odd <= {"\n", "\t", "\u2060"}
        page = MarkdownIt("commonmark").render(text)
        assert "<script" not in page
        assert "<img" not in page
        assert "@octocat" not in re.sub(r"(?s)<code.*?</code>", "", page)


@pytest.mark.parametrize("kind", [f"id: {kind}" for kind in TRIED])
def test_a_task_is_found_by_its_id(attacked: dict[str, Attacked], kind: str) -> None:
    """The manifest has the id as it is, unless it is secret; a name on the command line is a name, never an option."""
    made = attacked[kind]
    for path in (made.sandbox.cwd / "out").glob("*.zip"):
        with zipfile.ZipFile(path) as archive:
            run = json.loads(archive.read("manifest.json"))["run"]
        if PLANTED not in made.task_id and "\ud800" not in made.task_id:
            assert run["task_id"] == made.task_id
