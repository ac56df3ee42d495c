"""Reads Python tracebacks as text: blocks of frames and an exception, joined into cause chains."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from bundler.model import Traceback

HEADER = "Traceback (most recent call last):"
_CONNECTORS = (
    "The above exception was the direct cause of the following exception:",
    "During handling of the above exception, another exception occurred:",
)
_FRAME = re.compile(r'^\s{2}File "([^"\n]{1,1000})", line \d{1,9}, in (\S{1,200})')
# A dotted name whose last part is capitalised, as every exception type in the wild; the message may be absent.
_EXCEPTION = re.compile(r"^((?:[A-Za-z_]\w{0,100}\.){0,12}[A-Z_]\w{0,100})(?:: ?(.{0,4000}))?$")
_INSIDE = re.compile(
    r"(?:^|/)agentcompass/(?!lib/|bin/|Lib/|src/)(?!.*/(?:site-packages|agentcompass)/)([^\n]{1,400}\.py)$"
)
_REST = 40
_REST_LINE = 600
_ENDINGS = "(?:Error|Exception|Failure|Timeout|Interrupt|Exit)"
_LEADING = re.compile(rf"^((?:[A-Za-z_]\w{{0,100}}\.){{0,12}}(?:[A-Z]\w{{0,100}})?{_ENDINGS}): ?")


@dataclass(frozen=True, slots=True, repr=False)
class Frame:
    """One line of a traceback: the path as written and the function."""

    path: str
    function: str

    @property
    def module(self) -> str:
        """The file's path inside the agentcompass package, or nothing; a virtual environment may have that name too."""
        found = _INSIDE.search(self.path.replace("\\", "/"))
        return found.group(1) if found else ""


@dataclass(frozen=True, slots=True, repr=False)
class Block:
    """One exception with its frames, outermost first; ``type`` is as written, with its module.

    ``message`` is the first line of what it said, ``rest`` the lines below it.
    """

    frames: tuple[Frame, ...]
    type: str
    message: str
    rest: str = ""

    @property
    def name(self) -> str:
        """The type without its module."""
        return self.type.rpartition(".")[2]


@dataclass(frozen=True, slots=True, repr=False)
class Chain:
    """Blocks from the root cause to the exception that was reported, and where the text stands."""

    where: str
    blocks: tuple[Block, ...]

    @property
    def reported(self) -> Block:
        """The last exception, which the program reported."""
        return self.blocks[-1]


def chains_of(traceback: Traceback) -> tuple[Chain, ...]:
    """Split a text that may hold several tracebacks into cause chains, in the order of the text; linear in its size."""
    chains: list[list[Block]] = []
    joined = False
    outer: Block | None = None
    for part, holds_next in _parts(traceback.text):
        block, connects = _block(part)
        if block is not None:
            if outer is not None and not joined:
                _close(chains[-1], outer)
                outer = None
            if joined and chains:
                chains[-1].append(block)
            else:
                chains.append([block])
            if holds_next and outer is None:
                # A traceback that stands in another exception's message tells the cause of it.
                outer = chains[-1].pop()
        joined = connects or (holds_next and block is not None)
    if outer is not None:
        _close(chains[-1], outer)
    return tuple(Chain(traceback.where, tuple(blocks)) for blocks in chains)


def _close(blocks: list[Block], outer: Block) -> None:
    """Put the exception whose message held a traceback behind it; what stood before both is told once."""
    blocks[:] = {(block.name, block.message): block for block in blocks}.values()
    inner = blocks[-1] if blocks else None
    said = f"{outer.message} {inner.name}: {inner.message}".strip() if inner else outer.message
    blocks.append(replace(outer, message=said, rest=inner.rest if inner else ""))


def leading_type(text: str) -> tuple[str, str]:
    """Split ``Type: message`` (after an ``HTTP 401: `` prefix) into type and message; no type if none leads."""
    stripped = re.sub(r"^HTTP \d{3}: ", "", text)
    match = _LEADING.match(stripped)
    return (match.group(1), stripped[match.end() :]) if match else ("", stripped)


def _parts(text: str) -> list[tuple[list[str], bool]]:
    """Return the lines below each header, and whether the next header stands in the exception of these."""
    parts: list[tuple[list[str], bool]] = []
    for line in text.splitlines():
        # Some loggers put it behind a message of their own.
        if line.rstrip().endswith(HEADER):
            before = line.rstrip().removesuffix(HEADER).rstrip()
            if parts and _LEADING.match(before):
                parts[-1][0].append(before)
                parts[-1] = (parts[-1][0], True)
            parts.append(([], False))
        elif parts:
            parts[-1][0].append(line)
    return parts


def _block(lines: list[str]) -> tuple[Block | None, bool]:
    frames: list[Frame] = []
    found: re.Match[str] | None = None
    connects = False
    rest: list[str] = []
    for line in lines:
        frame = _FRAME.match(line)
        if frame and found is None:
            frames.append(Frame(frame.group(1), frame.group(2)))
        elif line.strip() in _CONNECTORS:
            connects = True
        elif found is None and not line.startswith((" ", "\t")):
            found = _EXCEPTION.match(line)
        elif found is not None and len(rest) < _REST:
            rest.append(line[:_REST_LINE])
    if found is None:
        return None, connects
    block = Block(tuple(frames), found.group(1), (found.group(2) or "").strip(), "\n".join(rest).strip())
    return block, connects
