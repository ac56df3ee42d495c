"""The review page in a real browser: it opens, filters, jumps, and nothing from evidence runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.render.hostile import HOSTILE
from tests.render.material import LOG, diagnosis
from tests.review.chromium import drive, run_chromium
from tests.review.pages import page, write_page

pytestmark = pytest.mark.browser
VIOLATION = "Content Security Policy"
FACTS = """
  return {
    live: page.live === undefined, title: doc.title,
    scripts: doc.scripts.length, images: doc.images.length, styles: doc.styleSheets.length,
    others: doc.querySelectorAll("iframe, object, embed, base, form, link, video, audio, svg script").length,
    handlers: Array.from(doc.querySelectorAll("*")).filter((one) => Array.from(one.attributes).some((a) => a.name.startsWith("on"))).length,
    links: Array.from(doc.links).map((one) => one.getAttribute("href")),
    shown: doc.querySelector(".text").textContent.length > 0, visible: doc.querySelector(".tools").getClientRects().length > 0,
  };
"""


def test_nothing_from_evidence_runs(tmp_path: Path) -> None:
    """The whole corpus in members, names, diagnosis and body: one script, one style sheet, no image, nothing fetched."""
    everything = "\n".join(text for name, text in HOSTILE.items() if name != "long line")
    members = {
        "evidence/log.txt": LOG + everything,
        "evidence/console.txt": HOSTILE["long line"],
        f"evidence/{HOSTILE['html']}": everything,
    }
    found = diagnosis(
        summary=everything, issue={"message": everything}, cause=everything, next_step=everything, phase=everything
    )
    facts, console, asked = drive(tmp_path, page(members, body=everything, found=found), FACTS)
    assert facts == {
        "live": True, "title": "Review of bundle.zip", "scripts": 1, "images": 0, "styles": 1, "others": 0, "handlers": 0,
        "links": facts["links"], "shown": True, "visible": True,
    }  # fmt: skip
    assert all(link.startswith(("#", "https://")) for link in facts["links"])
    assert VIOLATION not in console
    assert [path for path in asked if "favicon" not in path] == ["/driver.html", "/page.html"]


def test_the_policy_stops_a_script_that_gets_in(tmp_path: Path) -> None:
    """Were escaping ever to fail, the policy still stops scripts, handlers, styles and images; and tests would see it."""
    hole = page().replace("<main>", "<main><script>window.live=1</script><img src='x.png' onerror='window.live=1'>", 1)
    facts, console, asked = drive(tmp_path, hole, FACTS)
    assert facts["live"] is True
    assert VIOLATION in console
    assert "/x.png" not in asked


def test_keys_jump_between_placeholders(tmp_path: Path) -> None:
    """``n`` and ``p`` go round the placeholders in order and back, and tell rule and reason; a choice narrows them."""
    steps, console, _ = drive(
        tmp_path,
        page(),
        """
        const seen = [], note = () => { const one = doc.querySelectorAll("mark.here");
          seen.push([one.length, one[0] && one[0].textContent, doc.getElementById("status").textContent, one[0] && one[0].getBoundingClientRect().top > 0 && one[0].getBoundingClientRect().top < 900]); };
        const all = Array.from(doc.querySelectorAll(".text mark"));
        press("n"); await pause(100); note();
        for (let step = 1; step < all.length; step += 1) press("n");
        await pause(100); note();
        press("n"); await pause(100); note();
        press("p"); await pause(100); note();
        doc.getElementById("scope").value = "kind k-path"; press("n"); await pause(100); note();
        return { seen, first: all[0].textContent, last: all[all.length - 1].textContent, many: all.length };
        """,
    )
    first, last, around, back, path = steps["seen"]
    assert steps["many"] > 3
    assert first[:2] == [1, steps["first"]]
    assert first[2].startswith(f"1 of {steps['many']}: ")
    assert last[2].startswith(f"{steps['many']} of {steps['many']}: ")
    assert around[2] == first[2]
    assert back[2] == last[2]
    assert path[1] == "venv"
    assert all(step[3] for step in steps["seen"])
    assert "rule openai-key. It spends the account's money." in first[2] + last[2]
    assert VIOLATION not in console


def test_the_filter_shows_the_lines_that_hold_a_text(tmp_path: Path) -> None:
    """Lines that hold the text stay, with their numbers; Escape and the slash work; a line leads back to its place."""
    outcome, console, _ = drive(
        tmp_path,
        page({"evidence/log.txt": "\n".join(f"line {number} of the log" for number in range(1, 1001))}),
        """
        press("/"); const focused = doc.activeElement.id;
        await type("LINE 777 of");
        const lines = Array.from(doc.querySelectorAll("ol.hits li")).map((one) => [one.value, one.textContent]);
        const members = Array.from(doc.querySelectorAll(".member")).filter((one) => one.getClientRects().length).map((one) => one.dataset.name);
        doc.querySelector("ol.hits li").click(); await pause(200);
        const line = Array.from(doc.querySelectorAll(".text li")).find((one) => one.textContent === "line 777 of the log").getBoundingClientRect();
        await type("venv"); press("Escape"); await pause(50);
        return { focused, lines, members, top: line.top, filtering: doc.body.classList.contains("filtering"), value: doc.getElementById("filter").value };
        """,
    )
    assert outcome["focused"] == "filter"
    assert [777, "line 777 of the log"] in outcome["lines"]
    assert all("line 777 of" in text for _, text in outcome["lines"])
    # The excerpt in the body inside the zip holds the line as well.
    assert outcome["members"] == ["evidence/log.txt", "issue.md"]
    assert 0 < outcome["top"] < 900
    assert (outcome["filtering"], outcome["value"]) == (False, "")
    assert VIOLATION not in console


def test_twenty_megabytes_open_filter_and_jump(tmp_path: Path) -> None:
    """A log of 20 MB with thousands of placeholders is all there, can be filtered and jumped through."""
    line = "02:04:18 INFO     runtime.runner  step {} took a while | task=physics:02 | path=venv/lib/x | key REDACTED-openai-key-1\n"
    log = "".join(line.format(number) for number in range(20_000_000 // len(line)))
    outcome, console, _ = drive(
        tmp_path,
        page({"evidence/log.txt": log}),
        """
        press("n"); press("n"); press("p"); await pause(50);
        const here = doc.querySelector("mark.here").textContent;
        await type("step 150000 took");
        return { here, lines: doc.querySelectorAll("ol.hits li").length, all: doc.querySelectorAll(".text li").length };
        """,
    )
    assert outcome["lines"] == 1
    assert outcome["all"] > 150_000
    assert outcome["here"]
    assert VIOLATION not in console


@pytest.mark.parametrize(("scheme", "bright"), [("1", True), ("0", False)])
def test_light_and_dark(tmp_path: Path, scheme: str, bright: bool) -> None:
    """The page follows the reader's colour scheme."""
    path = write_page(tmp_path, page())
    picture = tmp_path / "picture.png"
    run_chromium(
        f"--blink-settings=preferredColorScheme={scheme}", "--window-size=400,400", f"--screenshot={picture}",
        path.as_uri(), profile=tmp_path / "profile",
    )  # fmt: skip
    assert (_last_pixel(picture.read_bytes()) > 128) is bright


def _last_pixel(png: bytes) -> int:
    """Return the brightness of a picture's last pixel: PNG without interlacing, each row's filter undone bytewise."""
    import struct  # noqa: PLC0415
    import zlib  # noqa: PLC0415

    width, height, _, color = struct.unpack(">IIBB", png[16:26])
    size, data, at = (4 if color == 6 else 3), b"", 8
    while at < len(png):
        length, name = struct.unpack(">I4s", png[at : at + 8])
        data += png[at + 8 : at + 8 + length] if name == b"IDAT" else b""
        at += length + 12
    raw, stride = zlib.decompress(data), width * size
    above = bytearray(stride)
    for row in range(height):
        start = row * (stride + 1)
        kind, now = raw[start], bytearray(raw[start + 1 : start + 1 + stride])
        for place in range(stride):
            left = now[place - size] if place >= size else 0
            corner = above[place - size] if place >= size else 0
            now[place] = (
                now[place]
                + (0, left, above[place], (left + above[place]) // 2, _paeth(left, above[place], corner))[kind]
            ) & 255
        above = now
    return above[-size]


def _paeth(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    return min((left, up, corner), key=lambda one: abs(guess - one))
