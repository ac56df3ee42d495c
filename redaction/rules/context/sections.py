"""Secrets whose own name is neutral: below a section's name, under a provider's name alone, in a list of headers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from redaction.findings import Kind
from redaction.key_names import is_harmless_in_container
from redaction.rule import Example, Reach, Rule, of_items
from redaction.rules.context import values
from redaction.rules.context.grammar import compile_pattern
from redaction.rules.formats import is_dense

_FAKE: Final = "fake" + "Canary7Zq9"
_GENERATED: Final = "fk" + "Z3kQ9xL0" + "pV7tR2mW5cYb8N"

_ITEM: Final = re.compile(
    rb"(?P<name>[\w.\-]{1,80}+)[ \t]{0,8}+=[ \t]{0,8}+(?P<quote>[\"'])?+(?P<item>(?(quote)(?:(?!(?P=quote))[^\r\n])++|[^\s\"'#;]++))"
)


def _is_secret(item: re.Match[bytes]) -> bool:
    """Accept the value of a section that is no word, file or address."""
    value = item["item"].decode("utf-8", "replace")
    return values.is_plausible_secret("secret", value, quoted=True) and values.is_no_word(value)


def _is_plain_key(item: re.Match[bytes]) -> bool:
    """Accept the value of a plain ``key`` that is long and looks generated."""
    value = item["item"].decode("utf-8", "replace")
    return item["name"].lower() in _PLAIN_KEYS and len(value) >= _SHORTEST_KEY and values.looks_random(value)


_PLAIN_KEYS: Final = frozenset((b"key", b"value", b"id_key", b"keys", b"token", b"secret"))
_SHORTEST_KEY: Final = 16
_OF_SECRETS: Final = re.compile(rb"(?:secrets|credentials|passwords|tokens|api[_-]?keys)[ ]?\Z", re.IGNORECASE)
_BOTH: Final = (of_items(_ITEM, "items", _is_plain_key), of_items(_ITEM, "items", _is_secret))


def _of_section(match: re.Match[bytes]) -> Sequence[tuple[int, int]]:
    """Return the secrets of a section: all values where its name says so, else what stands under ``key``."""
    return _BOTH[_OF_SECRETS.search(match["section"]) is not None](match)


SECTION: Final = Rule(
    id="section-of-secrets",
    kind=Kind.SECRET,
    stem="secret",
    why="A section with such a name holds secrets, whatever they are called.",
    anchors=(
        b"secrets]", b"credentials]", b"passwords]", b"tokens]", b"api_keys]", b"api-keys]", b"apikeys]",
        b"auth]", b"api]", b"account]", b"service]", b"openai]", b"anthropic]", b"gemini]", b"azure]", b"llm]", b"judge]", b"remote]",
    ),
    reach=Reach(frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-[ "), 64),
    pattern=compile_pattern(
        rb"[ ]{0,8}+\[{1,2}(?P<section>[\w. -]{0,60})\]{1,2}[ \t]*+(?:\r\n?|\n)(?P<items>(?:[ \t]*+(?:\#[^\r\n]*+)?(?:\r\n?|\n)|[ \t]*+[\w.\-]{1,80}+[ \t]*+=[^\r\n]*+(?:\r\n?|\n|\Z)){1,48}+)"
    ),
    each=_of_section,
    finds=(
        Example(f'[secrets]\nopenai = "{_FAKE}"\nother = 1\n', _FAKE),
        Example(f"[app.credentials]\n# a note\nfirst = {_FAKE}\n", _FAKE),
        Example(f'[auth]\nuser = bob\nkey="{_FAKE}{_FAKE}"\n', _FAKE + _FAKE),
    ),
    leaves=("[auth]\nmodule = fakeCanary7Zq9\nkey = name\n", '[secrets]\npath = "/run/secrets/x"\nbackend = "vault"\n', 'x[tokens]\nname = "fakeCanary7Zq9"\n'),
)  # fmt: skip


def _is_key(match: re.Match[bytes]) -> bool:
    """Accept under a provider's name only what is generated: letters of both cases and digits, and no name of a model."""
    return is_dense(match) and any(48 <= byte <= 57 for byte in match["value"])  # noqa: PLR2004 - ASCII digits


PROVIDER: Final = Rule(
    id="provider-name-value",
    kind=Kind.SECRET,
    stem="model-key",
    why="Under the name of a provider alone stands its key.",
    anchors=(
        b"openai", b"anthropic", b"claude", b"gemini", b"mistral", b"cohere", b"deepseek", b"openrouter", b"groq", b"perplexity",
        b"together", b"fireworks", b"replicate", b"huggingface", b"dashscope", b"moonshot", b"minimax", b"zhipu", b"siliconflow",
        b"tavily", b"serper", b"jina", b"brave", b"langfuse", b"langsmith", b"e2b", b"daytona", b"pinecone", b"portkey", b"helicone",
        b"stripe", b"sendgrid", b"twilio", b"firecrawl", b"serpapi", b"wandb", b"elevenlabs", b"deepgram", b"assemblyai", b"cerebras", b"sambanova",
    ),
    ahead=rb"\\{0,4}+[\"']?\]?[ \t]{0,4}+(?:=>|[:=])[ \t]{0,32}+\\{0,4}+[\"']?[a-z0-9_\-]{20}",
    heads=lambda _: ((b"", rb"[\\\"'\]]{0,6}[ \t]{0,4}[:=]"),),
    pattern=compile_pattern(
        rb"(?<![A-Za-z0-9])[a-z0-9]{3,12}\\{0,4}+[\"']?\]?[ \t]{0,4}+(?:=>|[:=])[ \t]{0,32}+\\{0,4}+[\"']?"
        rb"(?P<value>(?-i:[A-Za-z0-9_-]{20,256}+))(?![\w./:(\[@+])"
    ),
    accepts=_is_key,
    finds=(
        Example(f"GEMINI={_GENERATED}", _GENERATED),
        Example(f'{{"anthropic": "{_GENERATED}"}}', _GENERATED),
        Example(f"STRIPE:          {_GENERATED}", _GENERATED),
    ),
    leaves=(
        "openai: gpt-4o-mini-2024-07-18",
        'anthropic = "claude-3-5-Sonnet-20241022"',
        "openai=AsyncOpenAIClientWithRetries2",
        "cohere: 0a1b2c3d4e5f60718293a4b5c6d7e8f901234567",
    ),
)  # fmt: skip

_HEADER: Final = re.compile(rb"(?P<name>[\w.\-]{1,80}+)(?:=|%3D)(?P<item>[^,\s\"'\\;]++)", re.IGNORECASE)


def _is_private(item: re.Match[bytes]) -> bool:
    """Accept the value of a header that may say something private."""
    value = item["item"].decode("utf-8", "replace")
    return not is_harmless_in_container(item["name"]) and not values.is_never_secret(value) and values.is_no_word(value)


HEADERS: Final = Rule(
    id="exporter-headers",
    kind=Kind.SECRET,
    stem="secret",
    why="The headers of a trace exporter carry the key of the service behind it.",
    anchors=(b"exporter_otlp_",),
    pattern=compile_pattern(
        rb"exporter_otlp_(?:traces_|metrics_|logs_)?headers\\{0,4}+[\"']?\]?[ \t]{0,4}+[:=,][ \t]{0,4}+\\{0,4}+[\"']?"
        rb"(?P<items>[\w.\-]{1,80}+(?:=|%3D)[^\s\"'\\;]++)"
    ),
    each=of_items(_HEADER, "items", _is_private),
    finds=(
        Example(f'OTEL_EXPORTER_OTLP_HEADERS="x-honeycomb-team={_FAKE}"', _FAKE),
        Example(f"OTEL_EXPORTER_OTLP_TRACES_HEADERS=a-key={_FAKE},b=c", _FAKE),
    ),
    leaves=("OTEL_EXPORTER_OTLP_HEADERS=$HEADERS", 'OTEL_EXPORTER_OTLP_HEADERS="content-type=text/plain,x=y"'),
)  # fmt: skip

_LOGIN: Final = re.compile(rb"(?:[\r\n]|\\n)[ \t]{1,32}+(?:-[ ])?[\"']?[\w.\-]{1,32}+:(?P<item>[^\s:\"'\\]{3,128}+)")

LOGINS: Final = Rule(
    id="list-of-logins",
    kind=Kind.SECRET,
    stem="password",
    why="A machine is set up with a list of users and passwords.",
    sight=20_000,
    anchors=(b"chpasswd:",),
    pattern=compile_pattern(rb"chpasswd:(?P<items>(?:(?:\r\n?|\n|\\r\\n|\\n)[ \t]{1,32}+[^\r\n\\]{2,200}+){1,48}+)"),
    each=of_items(_LOGIN, "items", lambda item: not values.is_never_secret(item["item"].decode("utf-8", "replace"))),
    finds=(Example(f"chpasswd:\n  list: |\n    root:x\n    bob:{_FAKE}\nx: y", _FAKE),),
    leaves=("chpasswd:\n  expire: false\n", "chpasswd: all users:updated"),
)

_OUTPUT: Final = re.compile(
    rb"\"value\":\s{0,4}+\"(?P<item>[^\"\\\r\n]{3,2048}+)\",\s{0,32}+(?:\"type\":\s{0,4}+\"string\",\s{0,32}+)?+\"sensitive\":\s{0,4}+true"
    rb"|\"sensitive\":\s{0,4}+true,\s{0,32}+(?:\"type\":\s{0,4}+\"string\",\s{0,32}+)?+\"value\":\s{0,4}+\"(?P<last>[^\"\\\r\n]{3,2048}+)\""
)


def _outputs(match: re.Match[bytes]) -> list[tuple[int, int]]:
    """Return what a state says of itself that it is sensitive, or was made as a password."""
    if match["value"]:
        return [match.span("value")]
    found = _OUTPUT.finditer(match.string, *match.span("items"))
    return [item.span("item" if item["item"] else "last") for item in found]


STATE: Final = Rule(
    id="terraform-state",
    kind=Kind.SECRET,
    stem="secret",
    why="A state of Terraform holds the passwords that it made, and marks what is sensitive.",
    sight=20_000,
    anchors=(b'"random_password"', b'"outputs"'),
    ahead=rb"(?:,|\s{0,4}:\s{0,4}\{)",
    pattern=compile_pattern(
        rb"(?:\"random_password\",(?:(?!\"random_)[\s\S]){0,1500}?\"result\":\s{0,4}+\"(?P<value>[^\"\\\r\n]{3,512}+)|\"outputs\"\s{0,4}:\s{0,4}\{(?P<items>[\s\S]{16,6000}))"
    ),
    each=_outputs,
    finds=(
        Example(f'"type":"random_password","instances":[{{"attributes":{{"length":16,"result":"{_FAKE}"}}}}]', _FAKE),
        Example(f'"outputs": {{"db": {{"value": "{_FAKE}", "type": "string", "sensitive": true}}}}', _FAKE),
    ),
    leaves=('"outputs": {"db": {"value": "name", "type": "string"}}', '"outputs": []', '"random_password", "x"'),
)
