"""Laws of the stand-in."""

import http.client
import json
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.standin import OUTCOMES, Script, StandIn, UnknownOutcomeError

KEY = "sk-" + "FAKE-canary-standin-key-WXYZ"
CHAT = "/v1/chat/completions"
USER_INFO = "fake:canary"


def ask(server: StandIn, path: str = CHAT, *, target: str | None = None, **payload: object) -> tuple[int, bytes]:
    """Post a chat request straight to the server, or for `target` as a proxy client would."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    try:
        body = json.dumps({"model": "m", **payload})
        connection.request("POST", target or path, body, {"Authorization": f"Bearer {KEY}"})
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


def content(body: bytes) -> str:
    """The assistant's text of a whole answer."""
    return str(json.loads(body)["choices"][0]["message"]["content"])


def test_outcomes_follow_the_script_by_call_index() -> None:
    """Call n meets outcome n, and the last outcome repeats for ever."""
    with StandIn("right, e500*2, e401") as server:
        assert [ask(server)[0] for _ in range(5)] == [200, 500, 500, 401, 401]


@pytest.mark.parametrize(
    ("mode", "status"),
    [*((f"e{status}", status) for status in (400, 401, 403, 404, 429, 500, 503)), ("e401echo", 401)],
)
def test_an_error_outcome_has_its_status_and_is_json(mode: str, status: int) -> None:
    """Every provider error is JSON with the status its name says."""
    with StandIn(mode) as server:
        answered, body = ask(server)
    assert answered == status
    assert json.loads(body)["error"]["message"]


def test_the_echo_quotes_the_whole_key_and_the_provider_only_its_ends() -> None:
    """`e401echo` gives the key back, `e401` its first eight and last four characters."""
    with StandIn("e401echo, e401") as server:
        echoed, masked = ask(server)[1].decode(), ask(server)[1].decode()
    assert KEY in echoed
    assert KEY not in masked
    assert KEY[:8] in masked
    assert f"{KEY[-4:]}." in masked


@pytest.mark.parametrize("mode", ["badjson", "html"])
def test_a_broken_body_is_not_json(mode: str) -> None:
    """Status 200 promises nothing about the body."""
    with StandIn(mode) as server:
        status, body = ask(server)
    assert status == 200
    with pytest.raises(json.JSONDecodeError):
        json.loads(body)


def test_a_reset_is_a_reset() -> None:
    """`reset` closes without a byte, and the server lives on."""
    with StandIn("reset, right") as server:
        with pytest.raises((ConnectionResetError, http.client.RemoteDisconnected)):
            ask(server)
        assert ask(server)[0] == 200


def test_a_stream_says_what_the_whole_answer_says() -> None:
    """The deltas of a streamed answer add up to the content of the whole one."""
    with StandIn("right") as server:
        whole = content(ask(server)[1])
        events = ask(server, stream=True)[1].decode().split("\n\n")
    assert events[-2] == "data: [DONE]"
    chunks = [json.loads(event.removeprefix("data: ")) for event in events[:-2]]
    assert "".join(chunk["choices"][0]["delta"].get("content", "") for chunk in chunks) == whole


def test_lanes_are_chosen_by_host_then_by_path() -> None:
    """A proxied host or a first path segment that names a lane gets that lane's script and counter."""
    with StandIn({"model": "right", "judge": "agrees", "judge.example.internal": "e403"}) as server:
        assert "CORRECT" in content(ask(server, f"/judge{CHAT}")[1])
        assert ask(server, target=f"http://{USER_INFO}@judge.example.internal:9000{CHAT}")[0] == 403
        assert "42" in content(ask(server)[1])
        assert [asked.index for asked in server.seen] == [0, 0, 0]


def test_the_model_list_is_healthy_and_counts_as_no_call() -> None:
    """A look at the models does not use up an outcome."""
    with StandIn("e401, right") as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        connection.request("GET", "/v1/models")
        assert json.load(connection.getresponse())["object"] == "list"
        connection.close()
        assert ask(server)[0] == 401


def test_a_slow_answer_does_not_outlive_its_server() -> None:
    """Leaving the context ends a delay at once, even an hour long one."""
    started = time.monotonic()
    with StandIn("slow", delay_seconds=3600) as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        connection.request("POST", CHAT, "{}")
    connection.close()
    assert time.monotonic() - started < 30


@pytest.mark.parametrize("text", ["", "e999", "right,,e401", "right*x"])
def test_a_script_that_names_no_outcome_is_refused(text: str) -> None:
    """A misspelt script fails when it is read, not when it is played."""
    with pytest.raises(UnknownOutcomeError):
        Script.parse(text)


def test_a_request_never_shows_its_credentials() -> None:
    """The repr of a request holds neither headers nor payload."""
    with StandIn("right") as server:
        ask(server, messages=["PROPRIETARY-FAKE-PROMPT"])
        shown = repr(server.seen[0])
    assert KEY not in shown
    assert "PROPRIETARY" not in shown


def test_every_outcome_can_be_played() -> None:
    """No outcome raises: each gives an answer or a reset."""
    for name in OUTCOMES:
        with StandIn(name, delay_seconds=0) as server:
            try:
                assert ask(server)[0] >= 200
            except (ConnectionResetError, http.client.RemoteDisconnected):
                assert name == "reset"


def test_the_command_prints_its_address_and_serves() -> None:
    """`python -m tests.standin` prints a base URL on loopback that answers."""
    command = [sys.executable, "-m", "tests.standin", "--mode", "e401", "--port", "0", "--seconds", "20"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]) as process:
        try:
            assert process.stdout is not None
            address = urlsplit(process.stdout.readline().strip())
            connection = http.client.HTTPConnection(address.netloc, timeout=10)
            connection.request("POST", f"{address.path}/chat/completions", "{}")
            assert address.hostname == "127.0.0.1"
            assert connection.getresponse().status == 401
            connection.close()
        finally:
            process.terminate()
