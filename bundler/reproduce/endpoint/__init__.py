"""A local endpoint that plays model services: loopback only, whatever host a client believes it talks to."""

from __future__ import annotations

from bundler.reproduce.endpoint.exchange import Asked, Outcome, Reply
from bundler.reproduce.endpoint.server import LOOPBACK, Endpoint

__all__ = ["LOOPBACK", "Asked", "Endpoint", "Outcome", "Reply"]
