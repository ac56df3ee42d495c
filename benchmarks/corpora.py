"""The texts that speed is measured on; the same bytes from the same arguments, on every machine.

(a) a DEBUG log shaped like AgentCompass's, (b) JSON on one line, (c) text full of hexadecimal, UUID, base64 and SHA,
(d) a ``result.json`` with nested trajectories, (e) a run of many tasks. (f), hostile input, is in ``hostile``.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Final

from benchmarks.secrets import Planted, digests, known_values, planted

LINES_PER_SECRET: Final = 2000
_STAGES: Final = (
    "Execution plan building", "Environment setup started", "Material preparation started", "Harness setup started",
    "Inference started", "Score started", "Attempt started", "Evaluation started",
)  # fmt: skip
_MODULES: Final = (
    "runtime.runner",
    "runtime.base",
    "runtime.results.store",
    "runtime.limits",
    "harnesses.terminus2.llms.llm",
)
_TRACEBACK: Final = """Traceback (most recent call last):
  File "/usr/lib/python3.12/site-packages/agentcompass/runtime/runner.py", line {n}, in _run_attempt
    result = await harness.run_task(plan, session)
             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  File "/usr/lib/python3.12/site-packages/openai/_base_client.py", line 1594, in request
    raise self._make_status_error_from_response(err.response) from None
openai.RateLimitError: Error code: 429 - {{'error': {{'message': 'Rate limit reached', 'type': 'tokens', 'code': 'rate_limit_exceeded'}}}}
"""


class Corpus:
    """A reproducible text, and the secrets that were planted in it so far."""

    def __init__(self, seed: int = 20261202) -> None:
        """Start with nothing planted."""
        self.chance = random.Random(seed)
        self.planted: list[str] = []
        self._known = known_values()

    def plant(self) -> Planted:
        """Draw the next fake secret; every fourth is one of the values that the machine knows."""
        number = len(self.planted)
        if number % 4 == 3:
            value = self._known[number % len(self._known)]
            text: Planted = (f"upstream refused {value} at once", value)
        else:
            text = planted(self.chance, number)
        self.planted.append(text[1])
        return text

    def log(self, size: int) -> Iterator[bytes]:
        """Yield about ``size`` bytes of a DEBUG log, one record after another, with a secret per 2,000 lines."""
        total, line = 0, 0
        while total < size:
            line += 1
            record = self._secret_record() if line % LINES_PER_SECRET == 0 else self._record(line)
            data = record.encode()
            total += len(data)
            yield data

    def _secret_record(self) -> str:
        return (
            f"02:03:04 ERROR    harnesses.search.client              Request failed | attempt=1 | {self.plant()[0]}\n"
        )

    def _record(self, line: int) -> str:
        """Return one record: what the runner, the harness, the model's client and Python write, as often as they do."""
        chance = self.chance
        clock = f"{line // 3600 % 24:02}:{line // 60 % 60:02}:{line % 60:02}"
        task = f"{chance.choice(('math/group', 'physics', 'chemistry', 'django__django'))}-{chance.randrange(10000):05}"
        kind = chance.random()
        module = chance.choice(_MODULES)
        if kind < 0.55:
            text = f"▶ {chance.choice(_STAGES)} | task={task} | category=Math | attempt=1 | environment=host_process"
            end = " | session=HostProcessSession" if chance.random() < 0.15 else ""
            return f"{clock} DEBUG    {module:<36} {text} | run_network_mode=public{end}\n"
        if kind < 0.72:
            usage = f"prompt_tokens={chance.randrange(9000)} completion_tokens={chance.randrange(900)} max_tokens=4096"
            text = f'HTTP Request: POST https://api.openai.com/v1/chat/completions "HTTP/1.1 200 OK" | task={task} | {usage}'
            return f"{clock} INFO     httpx                                {text}\n"
        if kind < 0.84:
            digest = f"{chance.getrandbits(256):064x}"
            return f"{clock} DEBUG    runtime.results.store                Saved attempt state | task={task} | path=details/running/{task.replace('/', '_')}--{digest}/attempt-1/checkpoint.json | status=ok\n"
        if kind < 0.94:
            command = f"cd /app && grep -rn 'def {chance.choice(('solve', 'parse', 'token', 'load'))}' src/*.py | head -{chance.randrange(50)}"
            return f"{clock} DEBUG    harnesses.terminus2.tmux_session     Sending keys: [{command!r}, 'Enter'] min_timeout_sec=0.0 max_timeout_sec=180.0\n"
        if kind < 0.985:
            body = {"id": f"chatcmpl-{chance.getrandbits(96):x}", "model": "gpt-4o-mini", "choices": [{"index": 0, "message": {"role": "assistant", "content": f'Step {line}: search more.\nThen compare "both".'}}], "usage": {"total_tokens": line}}  # fmt: skip
            return f"{clock} DEBUG    {module:<36} LLM response | task={task} | {json.dumps(body)}\n"
        return (
            f"{clock} ERROR    runtime.runner                       ✗ Attempt failed | task={task}\n"
            + _TRACEBACK.format(n=line % 900)
        )

    def dense(self, size: int) -> Iterator[bytes]:
        """Yield about ``size`` bytes of lines full of hexadecimal, UUID, base64 and SHA."""
        return self._lines(size, lambda: digests(self.chance) + "\n")

    def json_line(self, size: int) -> Iterator[bytes]:
        """Yield about ``size`` bytes of JSON without a line break, as one trajectory."""
        yield b'{"status": "run_error", "trajectory": {"steps": ['
        yield from self._lines(size, lambda: json.dumps(self._step()) + ", ")
        yield b'{"step_id": 0}]}}'

    def result(self, size: int) -> Iterator[bytes]:
        """Yield about ``size`` bytes of an indented ``result.json`` with a trajectory and JSON inside its strings."""
        yield b'{\n  "status": "run_error",\n  "metrics": {"correct": false},\n  "trajectory": {\n    "steps": [\n'
        yield from self._lines(size, lambda: json.dumps(self._step(), indent=2) + ",\n")
        yield b'{"step_id": 0}]}}\n'

    def _lines(self, size: int, draw: Callable[[], str]) -> Iterator[bytes]:
        """Yield drawn lines up to a size; each 500th carries a secret."""
        total = 0
        while total < size:
            data = draw().encode()
            total += len(data)
            yield data

    def _step(self) -> dict[str, object]:
        """Return one step of a trajectory; now and then with a secret in what a tool answered."""
        chance = self.chance
        number = chance.randrange(100_000)
        answer = {"q": f"corpus query {number}", "organic": [{"link": f"https://en.wikipedia.org/wiki/Page_{number}", "snippet": f'A paragraph about models, "number" {chance.getrandbits(128):032x}.\n' * 4}]}  # fmt: skip
        if chance.random() < 0.01:
            answer["note"] = self.plant()[0]
        return {
            "step_id": number,
            "tool_calls": [
                {"id": f"call_{number}", "type": "function", "arguments": {"query": f"corpus query {number}"}}
            ],
            "observation": [{"name": "search", "content": json.dumps(answer)}],
            "usage": {"prompt_tokens": number, "completion_tokens": 17, "total_tokens": number + 17},
        }
