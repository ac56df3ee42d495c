"""Secrets as the first or last argument of what opens a connection: clients, logins, ciphers, signatures."""

from __future__ import annotations

import re
from typing import Final

from redaction.findings import Kind
from redaction.rule import Example, Rule, anywhere
from redaction.rules.context import values
from redaction.rules.context.grammar import NO_QUOTE, QUOTE, compile_pattern, text_of

_FAKE: Final = "fake" + "Canary7Zq9"

_SHORTEST: Final = 12


def _is_key(match: re.Match[bytes]) -> bool:
    """Accept a quoted text without blanks that looks generated and is long enough for a key."""
    value = text_of(match, "value")
    return len(value) >= _SHORTEST and values.looks_random(value)


def _is_password(match: re.Match[bytes]) -> bool:
    """Accept a quoted text in the place of a password unless it is a word or a number."""
    value = text_of(match, "value")
    return not values.is_never_secret(value) and values.is_no_word(value) and not value.isdigit() and " " not in value


ONLY_ARGUMENT: Final = Rule(
    id="client-key",
    kind=Kind.SECRET,
    stem="secret",
    why="Clients take their key as the first argument, without a name.",
    anchors=(
        b"openai(", b"anthropic(", b"groq(", b"exa(", b"client(", b"client::new(", b"newclient(", b"app(", b"login(", b"auth(",
        b"authenticate(", b"authorize(", b"credential(", b"credentials(", b"fernet(", b"aes.new(", b"mistral(", b"cohere(", b"together(", b"replicate(",
        b"pinecone(", b"github(", b"gitlab(", b"slack(", b"webclient(", b"e2b(", b"sandbox(", b"daytona(", b"wandb.login(",
    ),
    ahead=rb"\s{0,8}[brfu]?\\{0,8}[\"'`]",
    heads=anywhere,
    pattern=compile_pattern(
        rb"[\w.:]{2,20}\(\s{0,8}+[brfu]?(?P<quote>" + QUOTE + rb")(?P<value>[\w.+/=~:-]{12,512}+)(?P=quote)"
    ),
    accepts=_is_key,
    finds=(
        Example(f'client = OpenAI("{_FAKE}")', _FAKE),
        Example(f"FirecrawlApp('{_FAKE}')", _FAKE),
        Example(f'let c = Client::new("{_FAKE}");', _FAKE),
    ),
    leaves=('Client("gpt-4o-2024-08-06")', 'Client("my-service-name")', "Fernet(key)", 'App("https://x.example/v1")'),
)  # fmt: skip

LATER_ARGUMENT: Final = Rule(
    id="client-password",
    kind=Kind.SECRET,
    stem="password",
    why="Connections take host, user and password one after the other, without names.",
    anchors=(
        b"connect(",
        b"getconnection(",
        b"new pdo(",
        b"basic_auth(",
        b"credentials.basic(",
        b"curlopt_userpwd",
        b"dbconnect(",
    ),
    pattern=compile_pattern(
        rb"(?:curlopt_userpwd\s{0,4}[,=]?>?\s{0,4}" + QUOTE + rb"[\w.-]{1,64}:"
        rb"|(?:[\w.]{0,12}connect|getconnection|new[ ]pdo|basic_auth|credentials\.basic)\("
        rb"(?:\s{0,4}(?:[\w.$]{1,64}|"
        + QUOTE
        + NO_QUOTE
        + rb"{0,200}"
        + QUOTE
        + rb"),){1,3}?\s{0,4}(?:Some\(|&?b?)?"
        + QUOTE
        + rb")"
        rb"(?P<value>[^\s\"'`\\]{4,256}+)(?=" + QUOTE + rb")"
    ),
    accepts=_is_password,
    finds=(
        Example(f'pymysql.connect("localhost", "u", "{_FAKE}", "db")', _FAKE),
        Example(f"$db = new PDO($dsn, 'u', '{_FAKE}');", _FAKE),
        Example(f'.basic_auth("u", Some("{_FAKE}"))', _FAKE),
        Example(f'curl_setopt($c, CURLOPT_USERPWD, "u:{_FAKE}");', _FAKE),
    ),
    leaves=(
        'connect("localhost", "8080", "main")',
        "connect(host, port)",
        'basic_auth("u", password)',
    ),
)

SIGNED: Final = Rule(
    id="signing-key",
    kind=Kind.SECRET,
    stem="secret",
    why="Who knows the key of a signature can sign.",
    anchors=(b"jwt.encode(", b"jwt.decode(", b"jwt.sign(", b"jwt.verify(", b"hmac.new(", b"createhmac("),
    pattern=compile_pattern(
        rb"(?:jwt\.(?:encode|decode|sign|verify)\([^\"'`\r\n]{1,120}?,\s{0,4}|hmac\.new\(\s{0,4}|createhmac\(\s{0,4}"
        + QUOTE
        + NO_QUOTE
        + rb"{1,24}"
        + QUOTE
        + rb",\s{0,4})"
        rb"[bu]?" + QUOTE + rb"(?P<value>" + NO_QUOTE + rb"{4,512}+)" + QUOTE
    ),
    accepts=_is_password,
    finds=(
        Example(f'jwt.encode(p, "{_FAKE}", algorithm="HS256")', _FAKE),
        Example(f"createHmac('sha256', '{_FAKE}')", _FAKE),
    ),
    leaves=('jwt.decode(t, key, algorithms=["HS256"])', 'hmac.new(key, b"message")', 'jwt.encode(p, "secret")'),
)
