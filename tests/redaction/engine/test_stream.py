"""A stream in blocks gives what one piece gives."""

from __future__ import annotations

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redaction import Policy, Redactor
from redaction.stream import scrub_stream
from tests.redaction.engine.planted import FORMS, RULES, WRAPPINGS, known

VALUE = "sk-Zq7/FAKE+canary0123456789abcdef"
PLANTS = [
    *(FORMS[form](VALUE) for form in FORMS),
    *(wrap(VALUE) for wrap in WRAPPINGS.values()),
    "toy-FAKE0123456789abcd",
    "passphrase=Told4FAKE9once",
    "bare Told4FAKE9once",
    "fake@canary.example",
]


class Pipe(io.BytesIO):
    """A reader that cannot seek."""

    def seekable(self) -> bool:
        """Say no."""
        return False


def fresh() -> Redactor:
    """A redactor that knows the value."""
    return Redactor(Policy(known_values=(known(VALUE),)), rules=RULES)


@pytest.mark.parametrize("reader", [io.BytesIO, Pipe])
@settings(max_examples=40, deadline=None)
@given(parts=st.lists(st.tuples(st.sampled_from(PLANTS), st.integers(1, 700)), min_size=1, max_size=8))
def test_streaming_agrees_with_the_whole(reader: type[io.BytesIO], parts: list[tuple[str, int]]) -> None:
    """A value at any offset around a block's edge is found, also wrapped and encoded."""
    data = "".join(f"{plant} {'log line ' * (gap // 9)}\n" for plant, gap in parts).encode()
    whole = fresh()
    whole.survey(data)
    out = io.BytesIO()
    scrub_stream(reader(data), out, fresh(), spool=io.BytesIO(), block=512, overlap=768)
    assert out.getvalue() == whole.redact(data).data


@pytest.mark.parametrize("offset", range(500, 524, 3))
def test_every_offset_of_a_block_edge(offset: int) -> None:
    """No alignment of a value and a block's edge lets any of it through."""
    data = b"x" * offset + b" " + VALUE.encode() + b" " + b"y" * 2000
    out = io.BytesIO()
    scrub_stream(Pipe(data), out, fresh(), block=512, overlap=128)
    assert out.getvalue() == data.replace(VALUE.encode(), b"REDACTED-fake-key-1")


def test_both_passes_share_one_scan(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the first pass found is not looked for again in the second."""
    data = (f"passphrase=Told4FAKE9once and {VALUE} again\n" + "plain line of a log\n" * 200).encode() * 20
    redactor = fresh()
    scanner = redactor._scanner_now()
    scanned: list[int] = []
    scan = type(scanner).scan_layers

    def counting(self: object, layers: object) -> object:
        if self is scanner:
            scanned.append(1)
        return scan(self, layers)

    monkeypatch.setattr(type(scanner), "scan_layers", counting)
    windows = len(range(0, len(data), 8192)) + 1
    scrub_stream(io.BytesIO(data), io.BytesIO(), redactor, block=8192, overlap=768)
    assert len(scanned) == windows
