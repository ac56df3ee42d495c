"""The compiled patterns of detect-secrets 1.5.0 as rules of ours: bytes, own anchors, whole values, linear time.

Only ``RegexBasedDetector.denylist`` is taken. Left out: the key-word and entropy plug-ins, which flag most words of a
log, and the plug-in for public addresses, because hosts have rules of their own that keep the port.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import product
from typing import Final, cast

from redaction.examples import BASE64, DIGITS, HEXADECIMAL, LOWER, fake
from redaction.findings import Kind
from redaction.lazy import made_late
from redaction.offline import without_client
from redaction.rule import Example, Reach, Rule, led
from redaction.rules.formats import is_varied

LEFT_OUT: Final = frozenset({"KeywordDetector", "Base64HighEntropyString", "HexHighEntropyString", "IPPublicDetector"})
"""The plug-ins that give no rule."""

_ALNUM: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_WORD: Final = _ALNUM + b"_-"
_BEFORE: Final[Mapping[bytes, bytes]] = {
    guard: bytes(frozenset(range(256)) - frozenset(_ALNUM + others))
    for guard, others in (
        (rb"\w", b"_"),
        (rb"[A-Za-z0-9]", b""),
        (rb"[A-Za-z0-9_-]", b"_-"),
        (rb"[A-Za-z0-9_=-]", b"_=-"),
    )
}
"""What may stand before a match: all but what a guard holds."""

_WHY: Final = "detect-secrets knows this format, and its own scan must find nothing in a bundle."

_ASSIGNED: Final = rb"[A-Za-z_\-]{0,40}+[\"'\]]{0,2}+[ =:>]{1,20}+[\"']?"
"""The rest of a name, and what their assignments put between it and the value."""

_BOUNDED: Final[Mapping[str, str]] = {
    "(?: *)": "(?: {0,8})",
    "| +|": "| {1,8}|",
    r"(?:\s|=|:|\"|^)": r"(?:(?<=[\s=:\"])|^)",
    '(?:\\s|=|:|"|^)': '(?:(?<=[\\s=:"])|^)',
    '(?:\\s|"|$)': '(?=[\\s"]|$)',
    r"\/\/.+\/:_authToken=": r"\/\/[^\s\"']{1,200}?\/:_authToken=",
    r"npm_.+": r"npm_[^\s\"'\\]{1,400}+",
    r"\s*((npm_": r"\s{0,8}((npm_",
    r").*": r")",
    "/services/T[a-zA-Z0-9_]+/B[a-zA-Z0-9_]+/[a-zA-Z0-9_]+": (
        "/services/(?P<value>T[a-zA-Z0-9_]+/B[a-zA-Z0-9_]+/[a-zA-Z0-9_]+)"
    ),
}
"""Their text → ours: unbounded spaces, delimiters that would be claimed, and lines that would be claimed to their end."""


@dataclass(frozen=True, slots=True, repr=False)
class _Plugin:
    """Where one plug-in lives, where its matches begin, and examples for its patterns in their order.

    ``guard`` may not stand right before a match, which keeps the search of a run of the same bytes linear.
    ``lead`` always stands right before an anchor.
    ``group`` says that a pattern's first group is the value, and the name before it is to stay.
    """

    module: str
    name: str
    anchors: tuple[str, ...]
    finds: tuple[tuple[str, str], ...]
    leaves: tuple[str, ...]
    reach: Reach | None = None
    guard: bytes = b""
    group: frozenset[int] = field(default_factory=frozenset)
    kind: Kind = Kind.SECRET
    ahead: bytes = b""
    lead: bytes = b""


def _value(before: str, value: str, after: str = "") -> tuple[str, str]:
    """Return an example's text and value."""
    return before + value + after, value


def _names(owners: tuple[str, ...], middles: tuple[str, ...], ends: tuple[str, ...]) -> tuple[str, ...]:
    """Return the spellings of a name, with every joint between owner and middle."""
    return tuple("".join(parts) for parts in product(owners, ("", "_", "-"), middles, ends))


_HEX_64: Final = fake("", 64, HEXADECIMAL)
_PLUGINS: Final = (
    _Plugin(
        "artifactory",
        "ArtifactoryDetector",
        ("akc", *(f"ap{digit}" for digit in HEXADECIMAL)),
        (_value("key=", fake("AKC", 20)), _value('"', fake("APB", 12), '"')),
        ("APPLICATION", "key=AKC1"),
        ahead=rb"[0-9a-z]{8}",
    ),
    _Plugin(
        "aws",
        "AWSKeyDetector",
        ("a3t", "abia", "acca", "akia", "asia", "aws"),
        (
            _value("id ", fake("AKIA", 16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")),
            _value('aws_secret_key="', fake("", 40, BASE64), '"'),
        ),
        ("AKIAshort", "aws_region = 'us-east-1'"),
        group=frozenset({1}),
    ),
    _Plugin(
        "azure_storage_key",
        "AzureStorageKeyDetector",
        ("accountkey=",),
        (_value("", "AccountKey=" + fake("", 86, BASE64) + "=="),),
        ("AccountKey=short",),
    ),
    _Plugin(
        "basic_auth",
        "BasicAuthDetector",
        ("://",),
        (_value("https://user:", fake("", 16), "@host/"),),
        ("https://host:80/@x",),
        ahead=rb"[^:/?#\[\]@\s]{1,900}+:[^:/?#\[\]@\s]{1,900}+@",
        group=frozenset({0}),
    ),
    _Plugin(
        "cloudant",
        "CloudantDetector",
        (
            "http://",
            "https://",
            *_names(("cloudant", "clou", "cl"), ("", "api"), ("key", "pwd", "pw", "pass", "token")),
        ),
        (
            _value("cloudant_key = ", _HEX_64),
            _value("cloudant_password=", fake("", 24, LOWER[:26])),
            _value("https://fake:", _HEX_64, "@canary.cloudant.com"),
            _value("https://fake:", fake("", 24, LOWER[:26]), "@canary.cloudant.com"),
        ),
        ("cloudant_key = none", "http://cloudant.com"),
        ahead=rb"(?:" + _ASSIGNED + rb"|(?<=//)[\w\-]{1,400}+:)[A-Za-z0-9]{24}",
        guard=rb"\w",
        group=frozenset(range(4)),
    ),
    _Plugin(
        "discord",
        "DiscordBotTokenDetector",
        (".",),
        (_value("bot ", "M" + fake("", 23) + "." + fake("", 6) + "." + fake("", 27)),),
        ("Module.name.value",),
        ahead=rb"[a-z0-9_\-]{6}\.[a-z0-9_\-]{27}",
        lead=rb"[a-z0-9_\-]{20}",
        reach=Reach(frozenset(_WORD), 26),
        guard=rb"[A-Za-z0-9_-]",
    ),
    _Plugin(
        "github_token",
        "GitHubTokenDetector",
        ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
        (_value("t ", fake("ghp_", 36)),),
        ("ghp_short",),
    ),
    _Plugin(
        "gitlab_token",
        "GitLabTokenDetector",
        (
            "glpat-",
            "gldt-",
            "glft-",
            "glsoat-",
            "glrt-",
            "gr1348941",
            "glcbt-",
            "glimt-",
            "glptt-",
            "glagent-",
            "gloas-",
        ),
        tuple(
            _value("t ", each)
            for each in (
                fake("glpat-", 20),
                fake("GR1348941", 20),
                fake("glcbt-1f_", 20),
                fake("glimt-", 25),
                fake("glptt-", 40),
                fake("glagent-", 50),
                fake("gloas-", 64),
            )
        ),
        ("glpat-short", "glimt-x"),
    ),
    _Plugin(
        "ibm_cloud_iam",
        "IbmCloudIamDetector",
        ("ibm", "iam", "cloud", "key", "pwd", "pass", "token", "api"),
        (_value("ibm_api_key=", fake("", 44)),),
        ("ibm_api_key=none",),
        ahead=_ASSIGNED + rb"[A-Za-z0-9_\-]{44}",
        guard=rb"\w",
        group=frozenset({0}),
    ),
    _Plugin(
        "ibm_cos_hmac",
        "IbmCosHmacDetector",
        ("ibm", "cos", "secret"),
        (_value("cos_hmac_secret_access_key=", fake("", 48, HEXADECIMAL)),),
        ("secret_key=x",),
        ahead=_ASSIGNED + rb"[a-f0-9]{48}",
        guard=rb"\w",
        group=frozenset({0}),
    ),
    _Plugin(
        "jwt",
        "JwtTokenDetector",
        ("eyj",),
        (_value("jwt ", "eyJ" + fake("", 20) + "." + fake("", 40)),),
        ("eyJonly",),
        guard=rb"[A-Za-z0-9_=-]",
    ),
    _Plugin(
        "mailchimp",
        "MailchimpDetector",
        ("-us",),
        (_value("k ", fake("", 32, HEXADECIMAL) + "-us12"),),
        ("about-us12",),
        reach=Reach(frozenset(_ALNUM), 32),
    ),
    _Plugin(
        "npm",
        "NpmDetector",
        (":_authtoken=",),
        (_value("//registry.example/:_authToken=", fake("npm_", 36)),),
        ("//registry.example/:_authToken=${NPM}",),
        reach=Reach(frozenset(range(256)) - frozenset(b" \t\r\n\v\f\"'"), 210),
        group=frozenset({0}),
    ),
    _Plugin(
        "openai",
        "OpenAIDetector",
        ("sk-",),
        (_value("k ", fake("sk-", 20) + "T3Blbk" + "FJ" + fake("", 20)),),
        ("sk-learn",),
        guard=rb"[A-Za-z0-9_-]",
    ),
    _Plugin(
        "private_key",
        "PrivateKeyDetector",
        ("begin ", "putty-user-key-file-2"),
        (
            *(
                _value("", text)
                for text in (
                    f"BEGIN {sort}PRIVATE KEY{end}"
                    for sort, end in (
                        ("DSA ", ""),
                        ("EC ", ""),
                        ("OPENSSH ", ""),
                        ("PGP ", " BLOCK"),
                        ("", ""),
                        ("RSA ", ""),
                        ("SSH2 ENCRYPTED ", ""),
                    )
                )
            ),
            _value("", "PuTTY-User-Key-File-2"),
        ),
        ("BEGIN CERTIFICATE", "begin with a private key"),
    ),
    _Plugin(
        "pypi_token",
        "PypiTokenDetector",
        ("pypi-ageicHlwaS5vcmc".lower(), "pypi-agendgvzdc5wexbplm9yzw"),
        (_value("t ", fake("pypi-AgEIcHlwaS5vcmc", 80)), _value("t ", fake("pypi-AgENdGVzdC5weXBpLm9yZw", 80))),
        ("pypi-AgEIcHlwaS5vcmc",),
    ),
    _Plugin(
        "sendgrid", "SendGridDetector", ("sg.",), (_value("k ", fake("SG.", 22) + "." + fake("", 43)),), ("SG.short.x",)
    ),
    _Plugin(
        "slack",
        "SlackDetector",
        ("xox", "https://hooks.slack.com/"),
        (
            _value("t ", "xoxb-" + fake("", 11, DIGITS) + "-" + fake("", 24)),
            _value("https://hooks.slack.com/services/", fake("T", 8) + "/" + fake("B", 8) + "/" + fake("", 24)),
        ),
        ("xoxb-token", "https://hooks.slack.com/services"),
    ),
    _Plugin(
        "softlayer",
        "SoftlayerDetector",
        (
            "http://api.softlayer.com/soap/",
            "https://api.softlayer.com/soap/",
            *_names(("softlayer", "sl"), ("", "api", "api_", "api-"), ("key", "pwd", "pass", "token")),
        ),
        (_value("softlayer_api_key=", _HEX_64), _value("https://api.softlayer.com/soap/v3/", _HEX_64)),
        ("softlayer_api_key=none",),
        guard=rb"\w",
        group=frozenset({0, 1}),
    ),
    _Plugin(
        "square_oauth", "SquareOAuthDetector", ("sq0csp-",), (_value("t ", fake("sq0csp-", 43)),), ("sq0csp-short",)
    ),
    _Plugin(
        "stripe", "StripeDetector", ("rk_live_", "sk_live_"), (_value("t ", fake("sk_live_", 24)),), ("sk_live_short",)
    ),
    _Plugin(
        "telegram_token",
        "TelegramBotTokenDetector",
        (":",),
        (_value("t ", fake("1", 8, DIGITS) + ":" + fake("", 35)),),
        ("12:34:56",),
        reach=Reach(frozenset(DIGITS.encode()), 10),
        ahead=rb"[0-9a-z_\-]{35}",
        lead=rb"[0-9]{8}",
    ),
    _Plugin(
        "twilio",
        "TwilioKeyDetector",
        ("ac", "sk"),
        (_value("t ", fake("AC", 32, HEXADECIMAL)), _value("t ", fake("SK", 32, HEXADECIMAL))),
        ("ACCOUNT", "SKIPPED"),
        guard=rb"[A-Za-z0-9]",
        ahead=rb"[0-9a-z]{32}",
    ),
)


def rules() -> tuple[Rule, ...]:
    """Return one rule per pattern; detect-secrets itself is imported where one of them is first tried."""
    return tuple(rule for plugin in _PLUGINS for rule in _rules_of(plugin))


def plugin_names() -> frozenset[str]:
    """Return the names of the plug-ins whose patterns are rules."""
    return frozenset(plugin.name for plugin in _PLUGINS)


def _rules_of(plugin: _Plugin) -> list[Rule]:
    """Return the rules of one plug-in, in the order of its patterns; there is an example for each."""
    stem = plugin.module.replace("_", "-")
    return [
        Rule(
            id=f"detect-secrets-{stem}-{number + 1}" if len(plugin.finds) > 1 else f"detect-secrets-{stem}",
            kind=plugin.kind,
            stem="secret",
            why=_WHY,
            anchors=tuple(each.encode() for each in plugin.anchors),
            pattern=made_late(partial(_pattern, plugin, number)),
            finds=(Example(*example),),
            leaves=plugin.leaves,
            reach=plugin.reach,
            accepts=is_varied,
            sight=3_000,
            ahead=plugin.ahead,
            heads=led(plugin.lead) if plugin.lead else None,
            before=b"" if plugin.reach else _BEFORE.get(plugin.guard, b""),
        )
        for number, example in enumerate(plugin.finds)
    ]


def _pattern(plugin: _Plugin, number: int) -> re.Pattern[bytes]:
    """Return one pattern of a plug-in as we run it."""
    return _as_bytes(patterns_of(plugin.module, plugin.name)[number], plugin.guard, named=number in plugin.group)


@cache
def patterns_of(module: str, name: str) -> list[re.Pattern[str]]:
    """Return the patterns of a plug-in as detect-secrets has them; imports it, which takes a while."""
    with without_client():
        detector = getattr(importlib.import_module(f"detect_secrets.plugins.{module}"), name)
    return cast("list[re.Pattern[str]]", list(detector().denylist))


def _as_bytes(pattern: re.Pattern[str], guard: bytes, *, named: bool) -> re.Pattern[bytes]:
    """Return a pattern over bytes that claims the same value and can be run anywhere in linear time."""
    text = pattern.pattern
    for theirs, ours in _BOUNDED.items():
        text = text.replace(theirs, ours)
    if named:
        text = re.sub(r"(?<!\\)\((?!\?)", "(?P<value>", text, count=1)
    before = b"(?<!" + guard + b")" if guard else b""
    return re.compile(before + b"(?:" + text.encode() + b")", pattern.flags & ~re.UNICODE)
