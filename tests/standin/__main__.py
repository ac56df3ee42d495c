"""``python -m tests.standin --mode "right, e401" --port 0``: serve until interrupted or the time is up."""

import argparse
import contextlib
import sys
import threading

from tests.standin import OUTCOMES, StandIn, UnknownOutcomeError
from tests.standin.server import DEFAULT_LANE


def main(arguments: list[str] | None = None) -> int:
    """Print the address and serve; returns 0, or 2 for a script that names no known outcome."""
    options = _parser().parse_args(arguments)
    lanes = {DEFAULT_LANE: options.mode, **dict(lane.split("=", 1) for lane in options.lane)}
    try:
        server = StandIn(lanes, port=options.port, delay_seconds=options.delay)
    except (UnknownOutcomeError, OSError) as error:
        print(f"standin: {error}", file=sys.stderr)
        return 2
    with server, contextlib.suppress(KeyboardInterrupt):
        print(f"{server.url}/v1", flush=True)
        threading.Event().wait(options.seconds)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.standin", description=__doc__)
    parser.add_argument("--mode", default="right", help=f"outcomes by call index, from: {', '.join(OUTCOMES)}")
    parser.add_argument(
        "--lane",
        action="append",
        default=[],
        metavar="NAME=MODE",
        help="a script of its own for a host or first path segment",
    )
    parser.add_argument("--port", type=int, default=0, help="0 picks a free port")
    parser.add_argument("--delay", type=float, default=5.0, help="seconds that a slow outcome waits")
    parser.add_argument("--seconds", type=float, default=3600.0, help="stop after this long")
    return parser


if __name__ == "__main__":
    sys.exit(main())
