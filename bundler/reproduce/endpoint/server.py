"""The server: loopback only, threaded, bounded, and also a forward proxy.

A client whose ``HTTP_PROXY`` points here sends its requests for *any* host to the endpoint. So an evaluation can name
private hosts in its configuration without one name being resolved, and nothing leaves the machine.
"""

from __future__ import annotations

import json
import socket
import threading
from collections import Counter, deque
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import urlsplit

from bundler.reproduce.endpoint import completions
from bundler.reproduce.endpoint.exchange import JSON_HEADERS, Asked, Outcome, Reply

LOOPBACK: Final = "127.0.0.1"
DEFAULT_LANE: Final = "model"
MAX_BODY_BYTES: Final = 8 * 1024 * 1024
MAX_SEEN: Final = 1000
SOCKET_TIMEOUT_SECONDS: Final = 30.0

# A lane's outcome for the call with this index, counted from 0.
Lane = Callable[[int], Outcome]


class Endpoint:
    """A running endpoint; use it as a context manager.

    Each lane has its own outcomes and call counter. The lane of a request is the one named like the requested host,
    else like the first path segment (``/judge/v1/chat/completions``), else ``model``; so one server can be the
    model and its judge at once.
    """

    def __init__(self, lanes: Mapping[str, Lane], *, port: int = 0, delay_seconds: float = 5.0) -> None:
        """Bind to ``port`` of the loopback interface (0 picks a free one); ``lanes`` must hold ``model``.

        Raises ``OSError`` if the port is taken.
        """
        self.seen: deque[Asked] = deque(maxlen=MAX_SEEN)
        self.stopping = threading.Event()
        self.delay_seconds = delay_seconds
        self._lanes = dict(lanes)
        self._calls: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._server = _Server((LOOPBACK, port), _Handler)
        self._server.endpoint = self
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)

    @property
    def port(self) -> int:
        """The port that was bound."""
        return int(self._server.server_address[1])

    @property
    def url(self) -> str:
        """The address without a path."""
        return f"http://{LOOPBACK}:{self.port}"

    def __enter__(self) -> Self:
        """Start serving."""
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop serving; a delay in progress ends at once."""
        self.stopping.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(timeout=SOCKET_TIMEOUT_SECONDS)

    def answer(
        self, method: str, host: str, path: str, headers: Mapping[str, str], payload: Mapping[str, Any]
    ) -> Reply:
        """Play the next outcome of the request's lane; the model list is always healthy and counts as no call."""
        lane = self._lane(host, path)
        counts = not (method == "GET" and path.endswith("/models"))
        with self._lock:
            asked = Asked(method, host, path, self._calls[lane], headers, payload)
            self._calls[lane] += counts
            self.seen.append(asked)
        if not counts:
            return Reply(body=completions.model_list(asked.model))
        reply = self._lanes[lane](asked.index)(asked)
        if reply.slow:
            self.stopping.wait(self.delay_seconds)
        return _with_completion(asked, reply)

    def _lane(self, host: str, path: str) -> str:
        named = (host.partition(":")[0], path.lstrip("/").partition("/")[0])
        return next((name for name in named if name in self._lanes), DEFAULT_LANE)


def _with_completion(asked: Asked, reply: Reply) -> Reply:
    if reply.completion is None:
        return reply
    if asked.payload.get("stream"):
        events = completions.streamed(asked, reply.completion)
        return Reply(body=events, headers={"Content-Type": "text/event-stream"})
    return Reply(body=completions.whole(asked, reply.completion), headers=JSON_HEADERS)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    endpoint: Endpoint

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Stay silent: a client that hangs up is part of the play."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"
    server_version = "standin"
    sys_version = ""
    timeout = SOCKET_TIMEOUT_SECONDS

    def do_GET(self) -> None:
        """Serve a GET request."""
        self._serve()

    def do_POST(self) -> None:
        """Serve a POST request."""
        self._serve()

    def do_CONNECT(self) -> None:
        """Refuse tunnels: the endpoint speaks no TLS and opens no connection to anywhere."""
        self._send(Reply(403, b'{"error": "tunnels are not allowed"}', {**JSON_HEADERS, "Connection": "close"}))

    def _serve(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        if length > MAX_BODY_BYTES:
            self._send(Reply(413, b'{"error": "request too large"}', {**JSON_HEADERS, "Connection": "close"}))
            return
        target = urlsplit(self.path)
        headers = {name.lower(): value for name, value in self.headers.items()}
        host = target.netloc.rpartition("@")[2] or headers.get("host", "")
        reply = self.server.endpoint.answer(self.command, host, target.path, headers, _payload(self.rfile.read(length)))
        if reply.reset:
            self._reset()
        else:
            self._send(reply)

    def _send(self, reply: Reply) -> None:
        self.send_response(reply.status)
        for name, value in {**reply.headers, "Content-Length": str(len(reply.body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(reply.body)

    def _reset(self) -> None:
        """Close so that the client sees a reset, not an orderly end: SO_LINGER with a zero timeout."""
        self.close_connection = True
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
        self.connection.close()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name is the base class's
        """Log nothing: request lines hold hosts and queries."""


def _payload(body: bytes) -> Mapping[str, Any]:
    try:
        value = json.loads(body or b"{}")
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
