"""Fresh fake values of every kind, made from the random numbers handed in; formats after the providers' own pages."""

from __future__ import annotations

import base64
import json
import string
from dataclasses import dataclass
from random import Random
from typing import Final

from redaction.findings import Kind

_LETTERS: Final = string.ascii_letters + string.digits
_LOWER: Final = string.ascii_lowercase


@dataclass(frozen=True, slots=True, repr=False)
class Canary:
    """A fake value. ``context`` is a line of evidence with ``{}`` where the value stands.

    ``must_be_told`` marks values that no rule can know (a user's name): the policy has to name them.
    """

    name: str
    value: str
    kind: Kind
    context: str
    must_be_told: bool = False

    def __repr__(self) -> str:
        """Name the canary; never the value."""
        return f"Canary({self.name})"


def make_canaries(random: Random) -> tuple[Canary, ...]:
    """Return one canary of each kind."""
    secret, host, person = Kind.SECRET, Kind.HOST, Kind.PERSON
    name = _text(random, _LOWER, 9)
    site = _text(random, _LOWER, 10)
    return (
        Canary("openai-key", "sk-" + "proj-" + _text(random, _LETTERS, 48), secret, "Incorrect API key provided: {}"),
        Canary("anthropic-key", "sk-" + "ant-api03-" + _text(random, _LETTERS, 93) + "AA", secret, "x-api-key: {}"),
        Canary("github-token", "gh" + "p_" + _text(random, _LETTERS, 36), secret, "cloning with {} failed"),
        Canary("aws-key-id", "AK" + "IA" + _text(random, string.ascii_uppercase + "234567", 16), secret, "id {} used"),
        Canary("jwt", _jwt(random), secret, "session {} expired"),
        Canary("private-key", _pem(random), secret, "loaded\n{}\nfrom disk"),
        Canary("password", _password(random, 17), secret, '{{"db_password": "{}"}}'),
        Canary("bearer", _text(random, _LETTERS, 40), secret, "Authorization: Bearer {}"),
        Canary("url-password", _password(random, 19), secret, f"https://{name}:{{}}@registry.{site}.internal/v2/"),
        Canary("proxy-password", _password(random, 18), secret, f"HTTPS_PROXY=http://{name}:{{}}@10.9.8.7:3128"),
        Canary("private-host", f"llm-{_text(random, _LOWER, 7)}.{site}.internal", host, "POST http://{}:8000/v1 502"),
        Canary("private-address", f"10.{_number(random)}.{_number(random)}.{_number(random)}", host,
               "connect to http://{}:8000/v1 failed"),
        Canary("e-mail", f"{name}@{site}.dev", Kind.EMAIL, "contact {} for access"),
        Canary("home-folder", f"/home/{name}", Kind.PATH, 'File "{}/eval/run.py", line 7', must_be_told=True),
        Canary("user-name", _text(random, _LOWER, 11), person, "started by {} on node 3", must_be_told=True),
    )  # fmt: skip


def make_sentence(random: Random) -> str:
    """Return a sentence that stands for withheld task data."""
    words = [_text(random, _LOWER, random.randint(4, 9)) for _ in range(14)]
    return " ".join(words).capitalize() + "?"


def _text(random: Random, alphabet: str, length: int) -> str:
    return "".join(random.choice(alphabet) for _ in range(length))


def _password(random: Random, length: int) -> str:
    """Return letters and digits, of which one is a digit: one draw in 20,000 without is words, which are not looked for everywhere."""
    text = _text(random, _LETTERS, length - 1)
    place = random.randint(1, length - 2)
    return text[:place] + random.choice(string.digits) + text[place:]


def _number(random: Random) -> int:
    return random.randint(11, 250)


def _jwt(random: Random) -> str:
    def part(value: dict[str, str]) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()

    return ".".join(
        (part({"alg": "HS256", "typ": "JWT"}), part({"sub": _text(random, _LETTERS, 20)}), _text(random, _LETTERS, 43))
    )


def _pem(random: Random) -> str:
    body = "\n".join(_text(random, _LETTERS + "+/", 64) for _ in range(3))
    return f"-----BEGIN {'PRIVATE'} KEY-----\n{body}\n-----END {'PRIVATE'} KEY-----"
