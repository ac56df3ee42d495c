"""The stand-in: the package's local endpoint, playing scripts of named outcomes."""

from collections.abc import Mapping

from bundler.reproduce.endpoint.server import DEFAULT_LANE, LOOPBACK, Endpoint
from tests.standin.script import Script

__all__ = ["DEFAULT_LANE", "LOOPBACK", "StandIn"]


class StandIn(Endpoint):
    """A running stand-in; use it as a context manager. See ``Endpoint`` for how a request finds its lane."""

    def __init__(self, script: str | Script | Mapping[str, str], *, port: int = 0, delay_seconds: float = 5.0) -> None:
        """Bind to `port` (0 picks a free one). A mapping gives one script per lane and must hold ``model``.

        Raises:
            UnknownOutcomeError: if a script names an outcome that does not exist.
            OSError: if the port is taken.
        """
        lanes = script if isinstance(script, Mapping) else {DEFAULT_LANE: script}
        self.lanes = {lane: s if isinstance(s, Script) else Script.parse(s) for lane, s in lanes.items()}
        outcomes = {lane: read.outcome for lane, read in self.lanes.items()}
        super().__init__(outcomes, port=port, delay_seconds=delay_seconds)
