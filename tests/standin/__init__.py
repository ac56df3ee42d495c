"""A local stand-in for the services an evaluation talks to: model, judge and search endpoints.

It listens on loopback only and answers from a script of named outcomes, so that a test, a fixture or a rerun
of a reported failure meets exactly the failure it asks for::

    with StandIn("right, e401") as server:
        run(base_url=f"{server.url}/v1")

From a shell: ``python -m tests.standin --mode e401 --port 0``.
"""

from bundler.reproduce.endpoint import Asked, Reply
from tests.standin.outcomes import OUTCOMES
from tests.standin.script import Script, UnknownOutcomeError
from tests.standin.server import StandIn

__all__ = ["OUTCOMES", "Asked", "Reply", "Script", "StandIn", "UnknownOutcomeError"]
